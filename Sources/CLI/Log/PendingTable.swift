import Events
import Projections

/// The events that wait to be synced, an action a row.
struct PendingTable: Report {
  struct Row {
    let id: EventID
    let at: Timestamp
    let user: Name?
    let type: String
    let summary: String
    let events: Int
    let failures: SyncState.Failures?

    init(_ first: Event, _ events: Int, _ failures: SyncState.Failures?) {
      (id, at, user) = (first.id, first.at, first.user)
      (type, summary) = (first.type, first.summary)
      (self.events, self.failures) = (events, failures)
    }
  }

  let rows: [Row]
  let remote: SyncState.Remote?
  let lost: SyncState.LostConnection?

  func table(isColored: Bool) -> String {
    var text = ""
    if rows.isEmpty {
      text = "no events are waiting to be synced\n"
    } else {
      var table = Table([
        .short("id"), .text("since"), .short("user"), .text("type"), .text("what"),
        .number("events"), .number("attempts"), .text("state"),
      ])
      for row in rows {
        let state = row.failures.map { ($0.isGivenUp ? "given up: " : "failed: ") + $0.why }
        table.add(
          row.id.short, minute(row.at), inert(row.user?.text ?? "–"),
          inert(row.type), row.summary, "\(row.events)", "\(row.failures?.count ?? 0)",
          inert(state ?? "pending"))
      }
      text = table.text(isColored: isColored)
    }
    if let lost {
      text +=
        "no connection since \(minute(lost.at)), \(counted(lost.count, "attempts")): \(inert(lost.why))\n"
    }
    return text
  }

  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("remote", remote?.text)
      json.key(plain: "lost")
      if let lost {
        json.object { json in
          json.member("at", "\(lost.at)")
          json.member("attempts", lost.count)
          json.member("why", lost.why)
        }
      } else {
        json.null()
      }
      json.member("pending", rows) { row, json in
        json.member("id", row.id)
        json.member("at", "\(row.at)")
        json.member("user", row.user?.text)
        json.member("type", row.type)
        json.member("events", row.events)
        json.member("attempts", row.failures?.count ?? 0)
        json.member("givenUp", row.failures?.isGivenUp ?? false)
        json.member("why", row.failures?.why)
      }
    }
  }
}

/// The actions that the remote refused, with the reasons.
struct RefusedTable: Report {
  let units: [RefusedEvents.Unit]

  func table(isColored: Bool) -> String {
    guard !units.isEmpty else { return "the remote refused nothing\n" }
    return units.map { unit in
      let reason = unit.reason
      var text = unit.events.map { event in
        let parts = [
          event.id.short, minute(event.at), inert(event.user?.text ?? "–"), inert(event.type),
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

extension EventID {
  /// The beginning of the id, which names the event unless another one was recorded in the same millisecond.
  var short: String { "\("\(self)".prefix(13))…" }
}
