import Events
import Projections

// Events that a view leaves out, as if they had never happened.
extension Shell {
  /// The maximum number of events that are noted one by one.
  private static let mostNamed = 3

  /// Excludes the events of `--without` from the part of the log to include, and notes the events that refer to them.
  mutating func leaveOut() throws {
    guard let list = options.without else { return }
    guard try isReadableAgain() else {
      let found = try requirePath() == "-" ? "standard input" : "a pipe"
      throw UsageError(
        message: "'--without' reads the log twice, so the log must not be \(found)",
        help: "save it in a file and name the file with --log PATH")
    }
    let log = try openLogQuietly()
    try resolveKnown(in: log)
    let seqs = try list.positions(in: log)
    try noteDependents(of: seqs, log)
    options.asOf = .without(seqs, of: options.asOf)
  }

  /// Notes the excluded events, and the events that depend on them.
  private mutating func noteDependents(of seqs: Set<Int>, _ log: Log) throws {
    let found = try Dependents(of: seqs, in: log)
    let left = found.left
    guard left.count <= Self.mostNamed else {
      guard let first = left.first, let last = left.last else { return }
      let after = found.referring(to: left.map(\.seq))
      return note(
        "left out \(left.count) events, \(first.seq) (\(first.type)) to \(last.seq) (\(last.type)): "
          + (after.isEmpty ? "no other event refers to them" : "dependent events: \(named(after))")
          + restored(by: found.restoring(left.map(\.seq)), "their values"))
    }
    for event in left {
      let after = found.referring(to: [event.seq])
      let whose = event.user.map { ", by \($0)" } ?? ""
      note(
        "left out event \(event.seq) (\(event.type)\(whose)): "
          + (after.isEmpty ? "no event refers to it" : "dependent events: \(named(after))")
          + restored(by: found.restoring([event.seq]), "its value"))
    }
  }

  /// Returns the end of a note about events that undid a later change and so copied excluded values.
  private func restored(by events: [Event], _ values: String) -> String {
    if events.isEmpty { return "" }
    return "; \(events.count == 1 ? "event" : "events") \(named(events)) "
      + "\(events.count == 1 ? "restores" : "restore") \(values)"
  }

  /// Returns some events in words, the first of them one by one.
  private func named(_ events: [Event]) -> String {
    let named = events.prefix(Self.mostNamed).map { "\($0.seq) (\($0.type))" }
    let more = events.count > named.count ? " and \(events.count - named.count) more" : ""
    return named.joined(separator: ", ") + more
  }
}
