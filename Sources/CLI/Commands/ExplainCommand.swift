import Events
import Projections

/// `replog explain`: one event told whole.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "tell one event whole: its line, its effects and what became of it"
  static let example = "replog explain @45"
  static let accepts: GlobalOptions.Accepted = [.table]
  var events: [Reference] = []

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    // As a list, since '@45' is the event here and not what it is about.
    try a.several(&events, "REF", "the event: '@45', its id or the beginning of it, or 'last'")
  }

  func run(_ shell: inout Shell) throws {
    guard let reference = events.first, events.count == 1 else {
      throw UsageError(
        message: "expected one event, found \(events.count)", help: "see 'replog help explain'")
    }
    let log = try shell.openLog()
    let seq = try reference.eventPosition(in: log)
    var explanation = try Explanation(of: seq, in: log)
    explanation.undo(try shell.draftDefaults(), in: log)
    try shell.show(
      ExplanationReport(explanation, isColored: shell.isColored, width: shell.tableWidth))
  }
}

/// An event with all that the log tells about it.
struct Explanation {
  /// Another event, and the kind of thing by which it is tied to this one.
  struct Relation {
    let seq: Int
    let type: String
    let kind: String
  }

  let event: Event
  let line: [UInt8]
  /// The number of events that were written together with it, and its place among them, from 1.
  let batch: (count: Int, place: Int)
  /// The events that created what it refers to.
  private(set) var origins: [Relation] = []
  /// The later events that refer to what it created.
  private(set) var followers: [Relation] = []
  /// The changes of the views of its user.
  private(set) var changes: [(view: String, change: ViewChange)] = []
  /// The events that would undo it, as one command; nil where none can.
  private(set) var undoing: [Event]?
  /// The reason why nothing undoes it; nil where something does.
  private(set) var refusal: String?

  /// Creates the explanation of the event at a position by one pass over the log.
  init(of seq: Int, in log: Log) throws {
    var target: (event: Event, line: [UInt8])?
    var creators: [EventID: (seq: Int, type: String)] = [:]
    var (batch, found, origins, followers) = (
      (start: 0, count: 1), (1, 1), [Relation](), [Relation]()
    )
    var lines = log.lines()
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
        target = (event, lines.line.array)
      } else {
        for id in event.createdEntities { creators[id] = (event.seq, event.type) }
      }
    }
    guard let target else { throw Refusal("the log has no event \(seq)") }
    (event, line) = (target.event, target.line)
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
  mutating func undo(_ defaults: DraftDefaults, in log: Log) {
    do {
      let undone = try log.dryRun(
        Revert([.prefix("@\(event.seq)")]), by: event.user, defaults: defaults)
      undoing = undone.acknowledgements.map(\.event)
    } catch let error as Refusal {
      refusal = error.message
    } catch { refusal = "\(error)" }
  }
}
