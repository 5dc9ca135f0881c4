import Events
import Projections

/// The events that wait to be synced, an action a row.
struct PendingTable: ObjectReport {
  typealias Row = (first: Event, events: Int, failures: SyncState.Failures?)

  let rows: [Row]
  let ids: ShortIDs
  /// The columns of the terminal; nil for no limit.
  let width: Int?
  let remote: SyncState.Remote?
  let lost: SyncState.LostConnection?

  func table(isColored: Bool) -> String {
    var text = ""
    if rows.isEmpty {
      text = "no events are waiting to be synced\n"
    } else {
      var table = Table([
        .text("id"), .text("since", turn: 2), .short("user", turn: 1), .text("type"),
        .short("what"), .number("events"), .number("attempts", turn: 0), .short("state"),
      ])
      for (first, events, failures) in rows {
        let state = failures.map { ($0.isGivenUp ? "given up: " : "failed: ") + $0.why }
        table.add(
          ids[first.id], minute(first.at), inert(first.user?.text ?? "–"),
          inert(first.type), first.summary, "\(events)", "\(failures?.count ?? 0)",
          inert(state ?? "pending"))
      }
      text = table.text(isColored: isColored, width: width)
    }
    if let lost {
      text +=
        "no connection since \(minute(lost.at)), \(counted(lost.count, "attempts")): \(inert(lost.why))\n"
    }
    return text
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("remote", remote?.text)
    json.member("lost", object: lost) { lost, json in
      json.member("at", "\(lost.at)")
      json.member("attempts", lost.count)
      json.member("why", lost.why)
    }
    json.member("pending", rows) { row, json in
      json.member("id", row.first.id)
      json.member("at", "\(row.first.at)")
      json.member("user", row.first.user?.text)
      json.member("type", row.first.type)
      json.member("events", row.events)
      json.member("attempts", row.failures?.count ?? 0)
      json.member("givenUp", row.failures?.isGivenUp ?? false)
      json.member("why", row.failures?.why)
    }
  }
}

/// The actions that the remote refused, with the reasons.
struct RefusedTable: Report {
  let units: [RefusedEvents.Unit]

  func table(isColored: Bool) -> String {
    guard !units.isEmpty else { return "the remote refused nothing\n" }
    let ids = ShortIDs(units.flatMap { $0.events.map(\.id) })
    return units.map { unit in
      let reason = unit.reason
      var text = unit.events.map { event in
        let parts = [
          ids[event.id], minute(event.at), inert(event.user?.text ?? "–"), inert(event.type),
          event.summary,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ") + "\n"
      }.joined()
      text += "  refused: \(inert(reason?.why ?? "no reason given"))\n"
      if let help = reason?.help { text += "  help: \(inert(help))\n" }
      return text
    }.joined()
  }

  func write(_ json: inout JSONWriter) {
    json.objects(units) { unit, json in
      json.member("at", unit.at.map { "\($0)" })
      json.member("code", unit.reason?.code.rawValue)
      json.member("why", unit.reason?.why)
      json.member("help", unit.reason?.help)
      json.member("events", unit.events) { event, json in
        json.member("id", event.id)
        json.member("at", "\(event.at)")
        json.member("user", event.user?.text)
        json.member("type", event.type)
        json.key(plain: "data")
        event.data.write(&json)
      }
    }
  }
}

/// The shortest prefixes of ids, at least eight characters, that are unique among them.
struct ShortIDs {
  private let form: TableForm

  init(_ ids: [EventID]) {
    form = TableForm(idLength: TableForm.idLength(of: ids.map(\.description)))
  }

  subscript(id: EventID) -> String { form.short("\(id)") }
}
