import Events

/// An event with all that the log tells about it.
public struct Explanation: Sendable {
  /// Another event, and the kind of thing by which it is tied to this one.
  public struct Relation: Sendable {
    public let seq: Int
    public let type: String
    public let kind: String
  }

  /// The tie of the event's line to all lines before it.
  public enum Chain: String, Sendable {
    /// Its sum continues that of the line before: neither was changed since it was written.
    case unbroken
    /// It has no sum, or the line before has none or is missing: nothing tells whether it was changed.
    case missing
  }

  public let event: Event
  /// The bytes of its line, without the newline.
  public let line: [UInt8]
  /// The number of events that were written together with it, and its place among them, from 1.
  public let batch: (count: Int, place: Int)
  public let chain: Chain
  /// The events that created what it refers to.
  public private(set) var origins: [Relation] = []
  /// The later events that refer to what it created.
  public private(set) var followers: [Relation] = []
  /// The changes of the views of its user.
  public private(set) var changes: [(view: String, change: ViewChange)] = []
  /// The events that would undo it, as one command; nil where none can.
  public private(set) var undoing: [Event]?
  /// The reason why nothing undoes it; nil where something does.
  public private(set) var refusal: String?

  /// Creates the explanation of the event at a position by two passes over the log.
  ///
  /// - Throws: `Refusal` where the log has no such event; `LogError.Kind.damaged` with the place.
  public init(of seq: Int, in log: Log) throws {
    var target: (event: Event, line: [UInt8], chain: Chain)?
    var creators: [EventID: (seq: Int, type: String)] = [:]
    var (batch, found, origins, followers) = (
      (start: 0, count: 1), (1, 1), [Relation](), [Relation]()
    )
    var lines = log.lines()
    var hasSumBefore = true
    while let line = try lines.next() {
      if lines.batch > 1 { batch = (line.seq, lines.batch) }
      let event = try lines.event()
      if let target {
        let created = target.event.createdEntities
        for (kind, id) in event.references where created.contains(id) {
          followers.append(Relation(seq: event.seq, type: event.type, kind: kind))
        }
      } else if line.seq == seq {
        if line.seq < batch.start + batch.count, batch.count > 1 {
          found = (batch.count, line.seq - batch.start + 1)
        }
        for (kind, id) in event.references {
          guard let creator = creators[id] else { continue }
          origins.append(Relation(seq: creator.seq, type: creator.type, kind: kind))
        }
        let isChained = hasSumBefore && lines.chainedSum != nil
        target = (event, lines.line.array, isChained ? .unbroken : .missing)
      } else {
        for id in event.createdEntities { creators[id] = (event.seq, event.type) }
        hasSumBefore = lines.chainedSum != nil
      }
    }
    guard let target else { throw Refusal("the log has no event \(seq)") }
    (event, line, chain) = target
    self.batch = (found.0, found.1)
    (self.origins, self.followers) = (origins, followers)
    changes = try Self.changes(by: target.event, in: log)
  }

  /// Returns what an event changed in the views of its user.
  private static func changes(
    by event: Event, in log: Log
  ) throws -> [(view: String, change: ViewChange)] {
    let (old, new) = try log.states(
      of: Views.all, of: event.user, asOf: .seq(event.seq - 1), .seq(event.seq))
    var changes: [(view: String, change: ViewChange)] = []
    for (old, new) in zip(old, new) {
      new.reportChanges(from: old) { changes.append((new.name, $0)) }
    }
    return changes
  }

  /// Finds what would undo the event now.
  ///
  /// - Parameter defaults: The defaults of the events that would be appended.
  public mutating func undo(_ defaults: DraftDefaults, in log: Log) {
    do {
      let undone = try log.dryRun(
        Revert([.prefix("@\(event.seq)")]), by: event.user, defaults: defaults)
      undoing = undone.acknowledgements.map(\.event)
    } catch let error as Refusal {
      refusal = error.message
    } catch { refusal = "\(error)" }
  }
}
