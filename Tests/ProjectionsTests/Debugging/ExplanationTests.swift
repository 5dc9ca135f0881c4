import Events
import TestSupport
import Testing

@testable import Projections

/// What is told of an event is what a pass finds that decodes each line and folds each view twice.
@Suite struct ExplanationTests {
  /// The relations of the event at a position, as texts: those to earlier events and those of later ones.
  private static func relations(of seq: Int, _ events: [Event]) -> (
    origins: [String], followers: [String]
  ) {
    guard let target = events.first(where: { $0.seq == seq }) else { return ([], []) }
    var creators: [EventID: Event] = [:]
    var followers: [String] = []
    for event in events where event.seq != seq {
      if event.seq < seq {
        for id in event.createdEntities { creators[id] = event }
      } else {
        for (kind, id) in event.references where target.createdEntities.contains(id) {
          followers.append("\(event.seq) \(event.type) \(kind)")
        }
      }
    }
    let origins = target.references.compactMap { kind, id in
      creators[id].map { "\($0.seq) \($0.type) \(kind)" }
    }
    return (origins, followers)
  }

  private static func texts(_ relations: [Explanation.Relation]) -> [String] {
    relations.map { "\($0.seq) \($0.type) \($0.kind)" }
  }

  private static func texts(_ changes: [(view: String, change: ViewChange)]) -> [String] {
    changes.map { view, change in
      let values = [change.before, change.after].map { $0.map { "\($0.json)" } ?? "none" }
      return "\(view) \(change.path) \(values)"
    }
  }

  @Test func `the links and changes equal those from every line and view`() throws {
    var (origins, followers, changes) = (0, 0, 0)
    for events in RandomFacts.logs.prefix(20) {
      let log = log(events)
      for event in events where event.seq % 7 == 3 {
        let told = try Explanation(of: event.seq, in: log)
        #expect(told.event == event)
        #expect(told.chain == .unbroken && told.batch == (1, 1))
        let expected = Self.relations(of: event.seq, events)
        #expect(Self.texts(told.origins) == expected.origins)
        #expect(Self.texts(told.followers) == expected.followers)
        let (old, new) = try log.states(
          of: Views.all, of: event.user, asOf: .seq(event.seq - 1), .seq(event.seq))
        var expectedChanges: [(view: String, change: ViewChange)] = []
        for (old, new) in zip(old, new) {
          new.reportChanges(from: old) { expectedChanges.append((new.name, $0)) }
        }
        #expect(Self.texts(told.changes) == Self.texts(expectedChanges))
        origins += told.origins.count
        followers += told.followers.count
        changes += told.changes.count
      }
    }
    #expect(origins > 20 && followers > 20 && changes > 100, "\(origins) \(followers) \(changes)")
  }

  @Test
  func `the batch is that of its line, and the checksum continues the previous line's`()
    throws
  {
    var (bytes, sum): ([UInt8], UInt64) = ([], 0)
    let facts: [Fact] = [
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5)),
      .by("ann", .logged("s", "row", 5)),
      .by("ann", .logged("s", "dips", 5)), .by("ann", .logged("s", "squat", 6)),
      .by("ann", .logged("s", "squat", 7)),
    ]
    for event in events(facts) {
      // The second to the fourth are a batch; the fifth has no sum, and the sixth none to continue.
      sum = try event.write(
        to: &bytes, batch: event.seq == 2 ? 3 : 1, previousSum: event.seq == 5 ? nil : sum)
    }
    let log = Log(bytes, name: "test.jsonl")
    let told = try (1...6).map { try Explanation(of: $0, in: log) }
    #expect(told.map(\.batch.count) == [1, 3, 3, 3, 1, 1])
    #expect(told.map(\.batch.place) == [1, 1, 2, 3, 1, 1])
    #expect(told.map(\.chain) == [.unbroken, .unbroken, .unbroken, .unbroken, .missing, .missing])
    #expect(throws: Refusal.self) { try Explanation(of: 7, in: log) }
  }

  @Test func `the first damage is named, within the data of a line or around it`() throws {
    let whole = lines(events((1...9).map { .by("ann", .logged("s", "squat", $0)) }))
    var texts = whole.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    // Data that cannot be read, without a sum that would tell.
    func damageData(_ seq: Int) {
      texts[seq - 1] =
        String(
          texts[seq - 1].replacing(#""reps":"#, with: #""rips":"#).prefix { $0 != "}" }) + "}}"
    }
    func failure(_ seq: Int) -> Int? {
      do { _ = try Explanation(of: seq, in: log(lines: texts)) } catch {
        return (error as? LogError)?.line
      }
      return nil
    }
    damageData(7)
    #expect(failure(9) == 7 && failure(3) == 7)
    texts[4] = "{}"
    #expect(failure(9) == 5 && failure(3) == 5)
    damageData(4)
    #expect(failure(9) == 4 && failure(3) == 4 && failure(4) == 4)
  }

  @Test func `more views than fit into a run are folded one by one`() throws {
    let events = RandomFacts.logs[3]
    let views = Array(repeating: Views.all, count: 3).flatMap { $0 }
    try #require(views.count > 64)
    let folded = try log(events).states(of: views, of: "ann", asOf: .seq(30))
    for (view, state) in zip(views, folded) {
      var fold = view._fold(of: "ann")
      for event in events.prefix(30) { fold.fold(event) }
      #expect(state.json == fold.json, "\(view.name)")
    }
  }
}
