import Events
import Projections

/// `replog why`: the needed and the overruled events of a value, and its next best value.
struct CausesReport: ObjectReport {
  let view: any LogView.Type
  let causes: ValueCauses
  let log: Log
  /// The command that changes the value, and the value after it; nil if there is none.
  var correction: (command: String, value: JSON?)?
  /// The reason why no command changes the value; nil if one does, or if none was tried.
  var refusal: String?

  /// The maximum number of events that people see of each kind, the latest ones.
  private static let mostShown = 10

  func table(isColored: Bool) -> String {
    let place = causes.path.steps.isEmpty ? view.name : causes.path.description
    var text = "\(inert(place)) is \(shown(causes.value))\n"
    text += "needs\n"
    if causes.needed.isEmpty { text += "  no event: an empty log has the same value\n" }
    text += list(causes.needed)
    if !causes.isMinimal { text += "  the search took too long: fewer events may suffice\n" }
    if !causes.overruled.isEmpty { text += "overruled\n" + list(causes.overruled) }
    if let next = causes.next {
      let left = EventList.text(of: next.without)
      text +=
        next.value == causes.value
        ? "without \(left): the same value\n" : "without \(left): \(shown(next.value))\n"
    }
    if let correction {
      text += "to change it to \(shown(correction.value)): \(inert(correction.command))\n"
    } else if let refusal {
      text += "no undo can change it: \(inert(refusal))\n"
    }
    return text
  }

  private func list(_ all: [ValueCauses.Cause]) -> String {
    let more = all.count - Self.mostShown
    var text = more > 0 ? "  \(counted(more, "earlier events")) not shown, and\n" : ""
    for cause in all.suffix(Self.mostShown) {
      text += "  " + cause.event.heading.replacingAll("\n", with: "\n  ") + "\n"
      if let change = cause.change {
        let part = change.path == causes.path ? "" : "\(inert(change.path.description)): "
        text += "    \(part)\(shown(change.before)) → \(shown(change.after))\n"
      }
      if !cause.undoneBy.isEmpty { text += "    undone by \(named(cause.undoneBy))\n" }
      if !cause.restoredBy.isEmpty { text += "    restored by \(named(cause.restoredBy))\n" }
      if let event = cause.restores { text += "    restores \(named([event]))\n" }
    }
    return text
  }

  private func named(_ events: [Event]) -> String {
    let named = events.prefix(3).map { "\($0.seq) \(inert($0.type))" }.joined(separator: ", ")
    return events.count > 3 ? "\(named), …" : named
  }

  func writeMembers(_ json: inout JSONWriter) {
    let lines = log.objects(at: (causes.needed + causes.overruled).map(\.event.seq))
    json.member("view", view.name)
    json.member("path", causes.path.description)
    json.member("value", causes.value)
    json.key("needed")
    write(causes.needed, lines, &json)
    json.member("isMinimal", causes.isMinimal)
    json.key("overruled")
    write(causes.overruled, lines, &json)
    json.member("next", object: causes.next) { next, json in
      json.key("without")
      json.array { json in for seq in next.without { json.integer(seq) } }
      json.member("value", next.value)
      json.markIfPending(next.without, in: log)
    }
    json.member("remedy", object: correction) { correction, json in
      json.member("command", correction.command)
      json.member("value", correction.value)
    }
    json.member("refusal", refusal)
  }

  private func write(_ all: [ValueCauses.Cause], _ lines: [Int: JSON], _ json: inout JSONWriter) {
    json.objects(all) { cause, json in
      json.member("seq", cause.event.seq)
      json.member("event", lines[cause.event.seq])
      json.member("path", cause.change?.path.description)
      json.member("before", cause.change?.before)
      json.member("after", cause.change?.after)
      for (key, events) in [("undoneBy", cause.undoneBy), ("restoredBy", cause.restoredBy)] {
        json.key(key)
        json.array { json in for event in events { json.integer(event.seq) } }
      }
      json.member("restores", cause.restores?.seq)
      let events =
        [cause.event] + cause.undoneBy + cause.restoredBy + [cause.restores].compactMap(\.self)
      json.markIfPending(events.map(\.seq), in: log)
    }
  }
}

/// `replog why-not`: the time when a condition held, or the nearest value.
struct UnmetConditionReport: ObjectReport {
  let view: any LogView.Type
  let unmet: UnmetCondition
  let log: Log
  /// The command after which the condition holds again; nil if there is none.
  var correction: String?
  /// The reason why the event that ended it cannot be undone; nil if it can, or if there is none.
  var refusal: String?

  func table(isColored: Bool) -> String {
    var text = "\(inert("\(unmet.condition)")) does not hold: it is \(shown(unmet.value))\n"
    if let end = unmet.end {
      text += unmet.start.map { "it held from\n" + block($0) } ?? "it held from the start\n"
      text += "until\n" + block(end)
    } else if let nearest = unmet.nearest {
      text += "it never held; the nearest value is \(shown(nearest.value))"
      text += nearest.writer.map { ", set by\n" + block($0) } ?? ", the value in an empty log\n"
    } else {
      text += "it never held, and there never was a value\n"
    }
    if let correction { text += "to make it hold: \(inert(correction))\n" }
    if let refusal { text += "the event that ended it cannot be undone: \(inert(refusal))\n" }
    return text
  }

  private func block(_ change: ConditionChange) -> String {
    block(change.event) + "    \(shown(change.before)) → \(shown(change.after))\n"
  }

  private func block(_ event: Event) -> String {
    "  " + event.heading.replacingAll("\n", with: "\n  ") + "\n"
  }

  func writeMembers(_ json: inout JSONWriter) {
    let events = [unmet.start?.event, unmet.end?.event, unmet.nearest?.writer]
    let lines = log.objects(at: events.compactMap { $0?.seq })
    json.member("view", view.name)
    json.member("condition", "\(unmet.condition)")
    json.member("value", unmet.value)
    for (key, change) in [("held" as StaticString, unmet.start), ("until", unmet.end)] {
      json.member(key, object: change) { change, json in
        json.member("seq", change.event.seq)
        json.member("event", lines[change.event.seq])
        json.member("before", change.before)
        json.member("after", change.after)
        json.markIfPending(change.event.seq, in: log)
      }
    }
    json.member("nearest", object: unmet.nearest) { nearest, json in
      json.member("value", nearest.value)
      json.member("seq", nearest.writer?.seq)
      json.member("event", nearest.writer.flatMap { lines[$0.seq] })
      json.markIfPending(nearest.writer?.seq, in: log)
    }
    json.member("remedy", correction)
    json.member("refusal", refusal)
  }
}

extension EventList {
  /// Returns positions as an option takes them: `@4,@7`.
  static func text(of seqs: [Int]) -> String {
    let shown = seqs.prefix(10).map { "@\($0)" }.joined(separator: ",")
    return seqs.count > 10 ? "\(shown),…" : shown
  }
}
