import Events
import Projections
import Testing

/// What a user, or somebody who is about to be one, may do after a history, and what follows.
///
///     Given(.signedIn("ann"), .by("ann", .added(.monday, "squat")))
///       .when(ClearDay(day: .monday))
///       .then(.cleared(.monday))
///
/// Everything goes the way of the command: the history is a log of lines, the decision reads it
/// there, and what follows is rehearsed as an append, so that a value out of range is refused too.
public struct Given {
  private let log: Log

  /// The facts that happened, oldest first.
  public init(_ history: Fact...) { log = TestSupport.log(events(history)) }

  /// The same, in a list.
  public init(_ history: [Fact]) { log = TestSupport.log(events(history)) }

  /// The same, as events with ids and times of their own.
  public init(events: [Event]) { log = TestSupport.log(events) }

  /// `user` asks for `decision`; nil for whoever signed in last. An hour after the first fact unless
  /// it is said when.
  public func when(
    _ decision: some Decision, by user: Name? = nil, at time: String = "2026-03-02T13:00:00Z"
  ) -> Outcome {
    outcome(at: moment(time)) { now in try decision.drafts(log, by: user, at: now) }
  }

  /// Somebody asks for `admission`.
  public func when(
    _ admission: some Admission, at time: String = "2026-03-02T13:00:00Z"
  ) -> Outcome {
    outcome(at: moment(time)) { now in try admission.admit(log, at: now).drafts(at: now) }
  }

  private func outcome(at now: Timestamp, _ decide: (Timestamp) throws -> [Draft]) -> Outcome {
    Outcome(
      now: now,
      result: Result {
        let drafts = try decide(now)
        _ = try log.rehearse(drafts, supplying: Supply(now: now, seed: 1))
        return drafts
      })
  }
}

/// What came of asking.
public struct Outcome {
  let now: Timestamp
  let result: Result<[Draft], any Error>

  /// Exactly these facts follow, now, by `user` if one is named.
  public func then(
    _ facts: Event.Body..., by user: Name? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    switch result {
    case .success(let drafts):
      #expect(drafts.map(\.body) == facts, sourceLocation: sourceLocation)
      #expect(drafts.allSatisfy { $0.at == now }, sourceLocation: sourceLocation)
      guard let user else { return }
      #expect(drafts.allSatisfy { $0.user == user }, sourceLocation: sourceLocation)
    case .failure(let error):
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  /// It is so already.
  public func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) {
    then(sourceLocation: sourceLocation)
  }

  /// A rule, or a limit of a field, refuses it in these words.
  public func thenRefused(
    _ message: String, help: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    switch result {
    case .success(let drafts):
      Issue.record("not refused: \(drafts.map(\.body))", sourceLocation: sourceLocation)
    case .failure(let refusal as Refusal):
      #expect(refusal.message == message, sourceLocation: sourceLocation)
      let isRange = message.hasPrefix("'") && message.contains("' must ")
      let range = isRange ? "nothing was recorded; give a value within the range" : nil
      #expect(refusal.help == help ?? range, sourceLocation: sourceLocation)
    case .failure(let error):
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }
}

/// A weight as somebody typed it, which must be one.
public func entered(_ text: String) -> EnteredWeight {
  guard let weight = EnteredWeight(text) else { preconditionFailure("'\(text)' is no weight") }
  return weight
}
