import Events
import Projections

extension EveryUser<HistoryView> {
  /// Returns the sessions of one exercise for display, a line for each with its sets.
  func sets(_ units: ByUser<WeightUnit>, _ form: TableForm) -> String {
    var table = Table([
      userColumn, .text("started"), .short(form.exercise.map { inert(form.names[$0]) } ?? "sets"),
      .text("superset", turn: 3), .number("volume", turn: 1), .text("session", turn: 2),
    ])
    table.omitted = [3]
    for (user, view) in views {
      let form = form.with(units[user].unit)
      for row in view.rows {
        let sets = row.session.sets
        let volume = sets.reduce(0) { $0 + $1.volumeKg }
        let supersets = Set(sets.compactMap(\.superset?.rawValue)).sorted()
        if !supersets.isEmpty { table.omitted = [] }
        table.add(
          user?.text ?? "–", minute(row.session.startedAt),
          sets.map { set in
            set.work(in: form.unit) + (set.rir.map { ", RIR \(decimal($0))" } ?? "")
          }.joined(separator: "; "),
          supersets.joined(separator: ", "), volume > 0 ? kilograms(volume, in: form.unit) : "–",
          form.short(row.session.session.text))
      }
    }
    return table.text(isColored: form.isColored, width: form.width)
  }
}

extension SessionView {
  /// Returns the session for display: a line about the whole, and a table of its sets.
  ///
  /// The sets have the numbers that references use; `@45` refers to the set that event 45 logged.
  func sets(_ form: TableForm) -> String {
    rows.map { row in
      let session = row.session
      let sets = session.sets.isEmpty ? "no sets\n" : SessionView.table(of: session, form)
      return SessionView.heading(row, form) + "\n" + sets + SessionView.toDo(of: session, form)
    }.joined()
  }

  /// Returns the planned exercises of the session that are not done yet; empty if all are done.
  private static func toDo(of session: History.Session, _ form: TableForm) -> String {
    let left = session.progress.filter { !$0.isDone }
    guard !left.isEmpty else { return "" }
    var table = Table([
      .short("to do"), .text("planned"), .number("done"),
    ])
    for progress in left {
      table.add(
        form.names[progress.planned.exercise], progress.planned.work(in: form.unit),
        "\(progress.done)")
    }
    return table.text(isColored: form.isColored, width: form.width)
  }

  private static func heading(_ row: Row, _ form: TableForm) -> String {
    let session = row.session
    let end = session.endedAt.map { end in
      let isSameDay = end.day == session.startedAt.day
      return " to " + (isSameDay ? String(minute(end).suffix(5)) : minute(end))
    }
    let volume =
      HistoryView.Row(session: session).cell(of: "volumeKg", in: form.unit)
      ?? kilograms(session.volumeKg, in: form.unit)
    let parts = [
      session.title.map(inert), minute(session.startedAt) + (end ?? ", open"), volume,
      "session \(inert(form.short(session.session.text)))",
    ]
    return wrapped(
      parts.compactMap(\.self).joined(separator: ", "), width: form.width ?? .max)
  }

  private static func table(of session: History.Session, _ form: TableForm) -> String {
    var table = Table([
      .number("set"), .short("exercise"), .text("superset", turn: 4), .text("work"),
      .text("kind", turn: 3), .number("RPE", turn: 2), .number("RIR", turn: 2),
      .number("rest", turn: 4), .short("note", turn: 5), .number("event", turn: 1),
    ])
    let (sets, rests, planned) = (session.sets, session.rests, session.plannedRests)
    for (place, set) in sets.enumerated() {
      let kind = set.kind == .normal ? "" : set.kind.rawValue
      let target = rests[place] == nil ? nil : planned[place].map { " of \(clock($0))" }
      table.add(
        "\(place + 1)", form.names[set.exercise], set.superset?.rawValue ?? "",
        set.work(in: form.unit),
        set.completed ? kind : kind + (kind.isEmpty ? "" : ", ") + "not done",
        set.rpe.map { decimal($0) } ?? "", set.rir.map { decimal($0) } ?? "",
        (rests[place].map(clock) ?? "") + (target ?? ""), set.note ?? "", "@\(set.seq)")
    }
    // Few sessions have these.
    if !sets.contains(where: { $0.superset != nil }) { table.omitted.insert(2) }
    if !sets.contains(where: { $0.rir != nil }) { table.omitted.insert(6) }
    if !rests.contains(where: { $0 != nil }) { table.omitted.insert(7) }
    return table.text(isColored: form.isColored, width: form.width)
  }
}
