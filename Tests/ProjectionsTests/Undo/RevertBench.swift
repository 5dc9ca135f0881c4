import Events
import Projections
import TestSupport
import Testing

/// A history that grows by what is undone in it, of one lifter.
struct RevertBench {
  var all: [Event]

  init(_ history: Fact...) { all = events([.signedIn("ann")] + history) }

  /// Undoes, and returns the facts but the note of what they undo.
  @discardableResult
  mutating func revert(
    _ references: Reference..., batch: Bool = false, force: Bool = false, by user: Name? = nil
  ) throws -> [Event.Body] {
    try perform(Revert(references, isBatch: batch, isForced: force), by: user)
  }

  mutating func undo() throws -> [Event.Body] { try revert(.latest) }

  mutating func redo() throws -> [Event.Body] { try perform(.redo) }

  private mutating func perform(_ request: Revert, by user: Name? = nil) throws -> [Event.Body] {
    let defaults = DraftDefaults(now: moment("2026-03-02T20:00:00Z"), seed: 1)
    let appended = try log.dryRun(request, by: user, defaults: defaults).acknowledgements
    batches[all.count + 1] = appended.count
    all += appended.map(\.event)
    guard case .corrections(.eventsReverted(let note)) = all.last?.body else {
      Issue.record("nothing notes what is undone")
      return []
    }
    #expect(note.count == appended.count - 1)
    return appended.dropLast().map(\.event.body)
  }

  mutating func add(_ bodies: Event.Body...) {
    for body in bodies {
      let seq = all.count + 1
      all.append(
        Event(
          id: id(seq), at: moment("2026-03-02T19:00:00Z"), user: "ann", body, seq: seq))
    }
  }

  /// The numbers of events that were written together, by the position of the first.
  var batches: [Int: Int] = [:]

  var log: Log {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    do {
      for event in all {
        sum = try event.write(to: &bytes, batch: batches[event.seq] ?? 1, previousSum: sum)
      }
    } catch { Issue.record(error) }
    return Log(bytes, name: "test.jsonl")
  }

  func refusal(_ references: Reference..., batch: Bool = false, force: Bool = false) -> Refusal? {
    refusal(of: Revert(references, isBatch: batch, isForced: force))
  }

  func refusal(of request: Revert) -> Refusal? {
    do {
      _ = try log.dryRun(
        request, by: nil,
        defaults: DraftDefaults(now: moment("2026-03-02T20:00:00Z"), seed: 1))
      return nil
    } catch { return error as? Refusal }
  }
}
