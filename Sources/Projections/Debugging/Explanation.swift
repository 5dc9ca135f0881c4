import Events

/// An event with everything that the log contains about it.
public struct Explanation: Sendable {
  /// Another event, and the kind of entity that connects it with this one.
  public struct Relation: Sendable {
    public let seq: Int
    public let type: String
    public let kind: String
  }

  /// The result of checking the checksum of the event's line against the line before.
  public enum Chain: String, Sendable {
    /// The checksum continues that of the line before: neither line was changed after it was written.
    case unbroken
    /// The line or the line before has no checksum, or there is no line before: a change cannot be detected.
    case missing
    /// The event waits to be synced: its line has no checksum in the log yet.
    case pending
  }

  public let event: Event
  /// The bytes of its line, without the newline; of an event that waits to be synced, without `sum` and `batch`.
  public let line: [UInt8]
  /// The number of events that were written in one batch with it, and its place among them, from 1.
  public let batch: (count: Int, place: Int)
  public let chain: Chain
  /// The events that created the entities that it refers to.
  public private(set) var origins: [Relation] = []
  /// The later events that refer to entities that it created.
  public private(set) var followers: [Relation] = []
  /// A remark that the event has no effect, because its user may not change the entity; nil for any other event.
  public private(set) var remark: String?
  /// The changes of the views of the event's user.
  public private(set) var changes: [(view: String, change: ViewChange)] = []
  /// The events that would undo it, as one command; nil if it cannot be undone.
  public private(set) var undoing: [Event]?
  /// The reason why it cannot be undone; nil if it can.
  public private(set) var refusal: String?

  /// Creates the explanation of the event at a position, without the events that would undo it.
  ///
  /// Cost: two passes. The first ends at the event and decodes nothing. The second decodes each event and folds the
  /// views that read the event.
  ///
  /// - Throws: `Refusal` if the log has no such event; `LogError.Kind.damaged`, with the place.
  public init(of seq: Int, in log: Log) throws {
    try self.init(Self.line(at: seq, in: log), in: log) { _, _, _ in }
  }

  /// Creates the explanation of the event of a reference, with the events that would undo it now.
  ///
  /// - Parameter defaults: A closure that returns the defaults of the events that would be appended.
  /// - Throws: The errors of `defaults`, and those of `init(of:in:)`.
  public init(
    of reference: Reference, in log: Log, undoneBy defaults: () throws -> DraftDefaults
  ) throws {
    let target: EventLine
    if case .latest = reference {
      target = try Self.line(at: reference.eventPosition(in: log), in: log)
    } else {
      target = try reference.eventLine(in: log)
    }
    let seq = target.line.seq
    let revert = Revert([.prefix("@\(seq)")])
    if let user = target.line.user {
      var pass = RevertPass(by: user, [.seq(seq)], isBatch: false)
      try self.init(target, in: log, pass.choice) { try pass.read($0, $1, $2) }
      pass.finish(at: try log.tail().seq)
      let defaults = try defaults()
      undo(defaults, in: log) { try revert.drafts(pass, log, defaults: defaults) }
    } else {
      try self.init(target, in: log) { _, _, _ in }
      let defaults = try defaults()
      undo(defaults, in: log) { try revert.drafts(log, by: nil, defaults: defaults) }
    }
  }

  /// Returns the line of the event at a position.
  ///
  /// Errors name the first damaged line, since the data of an earlier line may be damaged too.
  private static func line(at seq: Int, in log: Log) throws -> EventLine {
    do {
      if let line = try EventLine(at: seq, in: log) { return line }
      throw Refusal(.notFound, "the log has no event \(seq)")
    } catch {
      try requireEvents(in: log)
      throw error
    }
  }

  /// Throws the damage of the first line that has no event.
  private static func requireEvents(in log: Log) throws {
    try log.forEachLine { (_, lines) throws(LogError) in
      _ = try lines.links()
      return false
    } _: { _, _ in
      true
    }
  }

  /// Creates the explanation of a line's event, by one pass over the log.
  ///
  /// - Parameters:
  ///   - choice: Other lines for `read`; nil for none.
  ///   - read: A closure called with each of these lines, a reader at it, and its event.
  private init(
    _ target: EventLine, in log: Log, _ choice: RevertPass.Choice? = nil,
    _ read: (LineReader.Line, LineReader, Event) throws -> Void
  ) throws {
    do { event = try target.lines.event() } catch {
      try Self.requireEvents(in: log)
      throw error
    }
    if log.isPending(event.seq) {
      var bytes: [UInt8] = []
      try target.lines.writeAlone(to: &bytes)
      (line, chain) = (Array(bytes.dropLast()), .pending)
    } else {
      line = target.lines.line.array
      chain = target.lines.isUnbroken ? .unbroken : .missing
    }
    let place = event.seq - target.batch.start + 1
    batch = place <= target.batch.count ? (target.batch.count, place) : (1, 1)
    let (seq, created) = (event.seq, event.createdEntities)
    // An event that undoes others may refer to thousands.
    let referenced = Set(event.referencedEntities)
    // The event changes no other view.
    var states = Views.all.map { $0._fold(of: event.user) }.filter { $0.interests.include(event) }
    var origins: [EventID: (seq: Int, type: String)] = [:]
    var ownership = Ownership()
    let target = event.links
    let changed = target.changed.map { [$0.id] } ?? []
    try log.forEachLine(decoding: states.interest(asOf: .seq(seq - 1))) {
      (line, lines, event) throws(LogError) in
      let links: EntityLinks
      if let event { links = event.links } else { links = try lines.links() }
      if choice?.includes(line, lines) ?? false { return true }
      if line.seq > seq { return links.refer(toAny: created) }
      return referenced.contains(lines.id) || links.created.map(referenced.contains) ?? false
        || links.refer(toAny: changed) || links.share(target)
    } fold: { run in
      states.fold(&run)
    } _: { line, lines in
      let other = try lines.event()
      if other.seq < seq {
        ownership.insert(other.id, by: other.user)
        _ = ownership.record(other.links, other.id, by: other.user)
        for id in other.createdEntities { origins[id] = (other.seq, other.type) }
      } else if other.seq > seq {
        for (kind, id) in other.references where created.contains(id) {
          followers.append(Relation(seq: other.seq, type: other.type, kind: kind))
        }
      }
      if choice?.includes(line, lines) ?? false { try read(line, lines, other) }
      return true
    }
    remark = ownership.record(event.links, event.id, by: event.user)
    self.origins = event.references.compactMap { kind, id in
      origins[id].map { Relation(seq: $0.seq, type: $0.type, kind: kind) }
    }
    for old in states {
      var new = old
      new.fold(event)
      new.reportChanges(from: old) { changes.append((new.name, $0)) }
    }
  }

  /// Sets the events that would undo the event now, or the refusal.
  private mutating func undo(
    _ defaults: DraftDefaults, in log: Log, _ drafts: () throws -> [Draft]
  ) {
    do {
      undoing = try log.dryRun(try drafts(), defaults: defaults).acknowledgements.map(\.event)
    } catch let error as Refusal {
      refusal = error.message
    } catch { refusal = "\(error)" }
  }
}
