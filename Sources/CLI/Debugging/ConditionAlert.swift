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
    var accepted: Alert?
    var waiting: Set<EventID> = []
    while let part = try followed.next() {
      reportPart(part, of: followed)
      let log = try openLogQuietly()
      // The user of a view may not be in the log yet.
      guard !part.isMissing, try !fault.view.isPersonal || namedOrDefaultUser(of: log) != nil
      else { continue }
      var lines = part.isOfPending ? nil : part.lines()
      let isFirst = accepted == nil
      // The events before a part that was rewritten may differ from those that were folded.
      if isFirst || lines != nil && part.change != .appended {
        let user = fault.view.isPersonal ? try namedOrDefaultUser(of: log) : nil
        let start = ConditionTrace(fault.condition, in: fault.view, of: user)
        if start.holds { try show(flipFrom: start) }
        if start.holds, once { return }
        (accepted, lines) = (Alert(trace: start, once: once), log.lines())
      }
      guard var alert = accepted else { continue }
      let start = part.isOfPending ? 0 : part.start?.seq ?? 0
      if let lines, try show(&alert, lines, to: log.accepted, where: { seq, _ in seq > start }) {
        return
      }
      accepted = alert
      if try show(&alert, &waiting, of: log) { return }
      if isFirst, !alert.trace.hasLed {
        let user = fault.view.isPersonal ? try namedOrDefaultUser(of: log) : nil
        try requireExisting(fault, of: user, asOf: options.asOf, log, isFollowed: true)
      }
      try flush()
    }
  }

  /// Shows the changes by the waiting events of a log, and returns whether the alert is done.
  ///
  /// - Parameter waiting: The waiting events that were folded before; on return, all of them.
  private mutating func show(
    _ alert: inout Alert, _ waiting: inout Set<EventID>, of log: Log
  ) throws -> Bool {
    // If the log has grown since, its next part comes first. The waiting events follow it.
    guard let lines = log.pendingLines(), log.accepted == alert.last else { return false }
    let known = waiting
    waiting = []
    alert.isPending = true
    return try show(&alert, lines) { _, id in
      waiting.insert(id)
      return !known.contains(id)
    }
  }

  /// A condition on a view of the events so far.
  private struct Alert {
    var trace: ConditionTrace
    let once: Bool
    /// The position of the last event.
    var last = 0
    /// A Boolean value indicating whether the next events wait to be synced.
    var isPending = false
  }

  /// Folds events in, and prints each that changes the condition.
  ///
  /// - Parameters:
  ///   - end: The position of the last event to read; nil for no limit.
  ///   - isNew: A closure that returns whether an event was not there at the last look.
  /// - Returns: A Boolean value indicating whether the one event was printed that `--follow` alone waits for.
  private mutating func show(
    _ alert: inout Alert, _ first: LineReader, to end: Int? = nil,
    where isNew: (_ seq: Int, EventID) -> Bool
  ) throws -> Bool {
    var lines = first
    while let line = try lines.next(), line.seq <= end ?? .max {
      guard line.seq > alert.last else { continue }
      alert.last = line.seq
      let isNew = isNew(line.seq, lines.id)
      guard line.area != nil else { continue }
      let event = try lines.event()
      guard options.asOf?.includes(event) ?? true, let flip = alert.trace.apply(event),
        alert.once ? flip.holds : isNew
      else { continue }
      try show(flip, at: lines, isPending: alert.isPending)
      foundDifference()
      if alert.once { return true }
    }
    return false
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
  private mutating func show(
    _ flip: ConditionChange, at lines: borrowing LineReader, isPending: Bool
  ) throws {
    guard options.json else { return try print(flip.lines, terminator: "") }
    var line: [UInt8] = []
    try lines.writeAlone(to: &line)
    line.removeLast()
    if isPending { line = ProvisionalMarks.added(toLine: line) }
    try printLine { json in
      json.member("seq", flip.event.seq)
      json.key(plain: "event")
      json.raw(line)
      json.member("before", flip.before)
      json.member("after", flip.after)
      json.member("holds", flip.holds)
      if isPending { json.member("pending", true) }
    }
  }
}
