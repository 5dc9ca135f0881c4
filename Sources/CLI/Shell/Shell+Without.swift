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

  /// Notes the excluded events, and the events that refer to entities that they created.
  private mutating func noteDependents(of seqs: Set<Int>, _ log: Log) throws {
    var (left, created) = ([Event](), [EventID: Int]())
    var dependents: [Int: [Event]] = [:]
    var lines = log.lines()
    while let line = try lines.next() {
      if seqs.contains(line.seq) {
        let event = try lines.event()
        left.append(event)
        for id in event.createdEntities { created[id] = event.seq }
      } else if !created.isEmpty, line.area != nil {
        let event = try lines.event()
        let outer = event.referencedEntities.compactMap { created[$0] }.first
        if let outer { dependents[outer, default: []].append(event) }
      }
    }
    guard left.count <= Self.mostNamed else {
      guard let first = left.first, let last = left.last else { return }
      let after = left.flatMap { dependents[$0.seq] ?? [] }.sorted { $0.seq < $1.seq }
      let stood =
        after.isEmpty ? "no other event refers to them" : "dependent events: \(named(after))"
      return note(
        "without \(left.count) events, \(first.seq) \(first.type) to \(last.seq) \(last.type): "
          + stood)
    }
    for event in left {
      let after = dependents[event.seq] ?? []
      let whose = event.user.map { " by \($0)" } ?? ""
      note(
        "without \(event.seq) \(event.type)\(whose): "
          + (after.isEmpty ? "no event refers to it" : "dependent events: \(named(after))"))
    }
  }

  /// Returns some events in words, the first of them one by one.
  private func named(_ events: [Event]) -> String {
    let named = events.prefix(Self.mostNamed).map { "\($0.seq) \($0.type)" }
    let more = events.count > named.count ? " and \(events.count - named.count) more" : ""
    return named.joined(separator: ", ") + more
  }
}
