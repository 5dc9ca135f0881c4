import Events
import Projections

/// `replog history`: sessions, newest first.
struct HistoryReport: Report {
  /// Whose sessions they are, and in which unit they think; more than one with `--all-users`.
  let histories: [(user: Name?, sessions: [History.Session], unit: Weight.Unit)]
  let showsUsers: Bool

  private var rows: [(user: Name?, session: History.Session, unit: Weight.Unit)] {
    histories.flatMap { history in
      history.sessions.map { (history.user, $0, history.unit) }
    }
  }

  func table(isColored: Bool) -> String {
    guard !rows.isEmpty else { return "no sessions\n" }
    var table = Table(
      ("user", .left), ("started", .left), ("ended", .left), ("title", .left), ("sets", .right),
      ("volume", .right), ("session", .left))
    for (user, session, unit) in rows {
      table.add(
        user?.text ?? "–", minute(session.startedAt),
        session.endedAt == nil ? "open" : minute(session.endedAt), session.title ?? "–",
        "\(session.sets.count)", kilograms(session.volumeKg, in: unit), session.session.text)
    }
    return table.text(isColored: isColored)
  }

  func write(_ json: inout JSONWriter) {
    json.lines(rows) { row, json in
      json.object { json in
        if showsUsers { json.member("user", row.user) }
        json.member("session", row.session.session)
        json.member("title", row.session.title)
        json.member("startedAt", row.session.startedAt)
        json.member("endedAt", row.session.endedAt)
        json.member("volumeKg", row.session.volumeKg)
        json.key("sets")
        json.array { json in
          for set in row.session.sets { write(set, &json) }
        }
      }
    }
  }

  private func write(_ set: History.LoggedSet, _ json: inout JSONWriter) {
    json.object { json in
      json.member("id", set.id)
      json.member("exercise", set.exercise)
      json.member("reps", set.reps)
      json.member("weightKg", set.weight?.kilograms)
      json.member("kind", set.kind.rawValue)
      json.member("completed", set.completed)
      json.member("note", set.note)
    }
  }
}
