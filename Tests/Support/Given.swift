import Events
import Projections
import Testing

/// The history before a decision by a user, or by a person without an account.
///
///     Given(.signedIn("ann"), .by("ann", .added(.monday, "squat")))
///       .when(ClearDay(day: .monday))
///       .then(.cleared(.monday))
///
/// The test takes the same path as the command. The history is a log of lines, and the decision reads that log. A dry
/// run then appends the resulting facts, so a value out of range is also refused.
public struct Given {
  private let log: Log

  /// Creates a history of facts, oldest first.
  public init(_ history: Fact...) { log = TestSupport.log(events(history)) }

  /// Creates a history of a list of facts, oldest first.
  public init(_ history: [Fact]) { log = TestSupport.log(events(history)) }

  /// Creates a history of events with given ids and times.
  public init(events: [Event]) { log = TestSupport.log(events) }

  /// Returns the outcome of `decision` by `user`, by default the user who signed in last.
  ///
  /// The default time is an hour after the first fact.
  public func when(
    _ decision: some Decision, by user: Name? = nil, at time: String = "2026-03-02T13:00:00Z"
  ) -> Outcome { outcome(at: moment(time)) { now in try decision.drafts(log, by: user, at: now) } }

  /// Returns the outcome of `decision`, entered now for a past time, which its facts have.
  public func when(_ decision: some Decision, by user: Name? = nil, past time: String) -> Outcome {
    outcome(at: moment(time)) { past in
      try decision.drafts(log, by: user, at: moment("2026-03-02T13:00:00Z"), past: past)
    }
  }

  /// Returns the remarks to the user about the facts of `decision`.
  public func remarks(on decision: some Decision, by user: Name? = nil) throws -> [Remark] {
    var remarks: [Remark] = []
    _ = try log.dryRun(
      decision, by: user, defaults: DraftDefaults(now: moment("2026-03-02T13:00:00Z"), seed: 1),
      remarks: &remarks)
    return remarks
  }

  /// Returns the outcome of `admission`, by a person without an account.
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
        _ = try log.dryRun(drafts, defaults: DraftDefaults(now: now, seed: 1))
        return drafts
      })
  }
}

/// The outcome of a decision.
public struct Outcome {
  let now: Timestamp
  let result: Result<[Draft], any Error>

  /// Expects exactly these facts at the current time, by `user` if one is given.
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

  /// Expects no facts, because the state is already the requested one.
  public func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) {
    then(sourceLocation: sourceLocation)
  }

  /// Expects that a rule, or a limit of a field, refuses the decision with this message.
  public func thenRefused(
    _ message: String, help: Remedy? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    switch result {
    case .success(let drafts):
      Issue.record("not refused: \(drafts.map(\.body))", sourceLocation: sourceLocation)
    case .failure(let refusal as Refusal):
      #expect(refusal.message == message, sourceLocation: sourceLocation)
      let isRange = message.hasPrefix("'") && message.contains("' must ")
      let range: Remedy? = isRange ? "nothing was recorded; correct the value" : nil
      #expect(refusal.help == help ?? range, sourceLocation: sourceLocation)
    case .failure(let error):
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }
}

/// Returns the entered weight of a text, which must be one.
public func entered(_ text: String) -> EnteredWeight {
  guard let weight = try? EnteredWeight(text) else { preconditionFailure("'\(text)' is no weight") }
  return weight
}
