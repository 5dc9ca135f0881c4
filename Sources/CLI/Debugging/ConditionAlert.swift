import Events
import Projections

/// `replog bisect --follow`: a condition on a view of a growing log.
extension Shell {
  /// Waits for an event after which a condition begins to hold, and prints it.
  ///
  /// - Parameter once: Whether it ends with the first such event. Otherwise it prints each event after which the
  ///   condition begins or ceases to hold.
  mutating func waitForChange(of fault: EnteredFault.OfView, once: Bool) throws {
    let followed = try followedLog()
    var (trace, user): (ConditionTrace?, Name?)
    while let part = try followed.next() {
      reportPart(part, of: followed)
      // The user of a view may not be in the log yet.
      guard !part.isMissing, try findsViewer(of: fault.view, in: part.log) else { continue }
      let isFirst = trace == nil
      var lines = part.lines()
      // The events before a part that was rewritten may differ from those that were folded.
      if isFirst || part.change != .appended {
        user = fault.view.isPersonal ? try namedOrDefaultUser(of: part.log) : nil
        let start = ConditionTrace(fault.condition, in: fault.view, of: user)
        if start.holds { try show(flipFrom: start) }
        if start.holds, once { return }
        (trace, lines) = (start, part.log.lines())
      }
      while let line = try lines.next() {
        guard line.area != nil else { continue }
        let event = try lines.event()
        guard options.asOf?.includes(event) ?? true, let flip = trace?.apply(event) else {
          continue
        }
        if once ? !flip.holds : event.seq <= part.start?.seq ?? 0 { continue }
        try show(flip, at: lines)
        foundDifference()
        if once { return }
      }
      if isFirst, trace?.hasLed == false {
        try requireExisting(fault, of: user, asOf: options.asOf, part.log, isFollowed: true)
      }
      try flush()
    }
  }

  /// Returns whether a view of a log has a user, or needs none.
  private mutating func findsViewer(of view: any LogView.Type, in log: Log) throws -> Bool {
    try !view.isPersonal || namedOrDefaultUser(of: log) != nil
  }

  /// Prints that a condition holds for an empty log.
  private mutating func show(flipFrom start: ConditionTrace) throws {
    foundDifference()
    guard options.json else {
      return try print("the condition holds for an empty log: \(shown(start.value))")
    }
    try printLine { json in
      json.member("seq", 0)
      json.member("event", JSON?.none)
      json.member("before", JSON?.none)
      json.member("after", start.value)
      json.member("holds", true)
    }
  }

  /// Prints a change of a condition by the event of the current line.
  private mutating func show(_ flip: ConditionChange, at lines: borrowing LineReader) throws {
    guard options.json else { return try print(flip.lines, terminator: "") }
    var line: [UInt8] = []
    try lines.writeAlone(to: &line)
    try printLine { json in
      json.member("seq", flip.event.seq)
      json.key(plain: "event")
      json.raw(line.dropLast())
      json.member("before", flip.before)
      json.member("after", flip.after)
      json.member("holds", flip.holds)
    }
  }
}
