import Events

/// A request of a signed-in user, decided by its state.
///
/// All rules are in decisions and none in a fold. `decide` refuses the request, or returns the facts to record.
public protocol Decision: Sendable {
  /// A Boolean value indicating whether a host that requires a profile asks for it first; by default true.
  static var needsProfile: Bool { get }

  /// The projection that the decision reads.
  associatedtype State: Projection

  /// Returns the resulting facts; an empty array if nothing changes.
  ///
  /// The function is pure.
  ///
  /// - Throws: The reason for the refusal.
  func decide(_ state: State, _ context: Context) throws(Refusal) -> [Event.Body]

  /// Returns the id of a fact to which another fact of the request refers; by default nil, for an id of the append.
  ///
  /// The id must be one that no event of the log has.
  func id(of fact: Event.Body, among facts: [Event.Body]) -> EventID?

  /// Returns remarks for the user about the facts, given the state before them; by default none.
  ///
  /// The function is pure, like `decide`.
  func remarks(on facts: [Event.Body], _ state: State) -> [Remark]
}

extension Decision {
  public static var needsProfile: Bool { true }

  public func id(of fact: Event.Body, among facts: [Event.Body]) -> EventID? { nil }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] { [] }
}

/// The input of a decision besides its state: the only source of the time and the user.
public struct Context: Equatable, Sendable {
  /// The time, on the clock of the user.
  public let now: Timestamp
  /// The signed-in user who makes the request.
  public let user: Name
  /// The past time for which the user makes the entry; nil for now.
  public let past: Timestamp?

  public init(now: Timestamp, user: Name, past: Timestamp? = nil) {
    (self.now, self.user, self.past) = (now, user, past)
  }
}

extension Draft {
  /// Returns the draft after a check of its limits, so that no later check is needed.
  ///
  /// - Throws: A `Refusal` if a value is out of range.
  func withinLimits() throws(Refusal) -> Draft {
    if let breach {
      if SecretValue.isReason(of: breach) {
        throw Refusal(.holdsSecret, breach, help: SecretValue.help)
      }
      throw Refusal(.outOfRange, breach, help: "nothing was recorded; correct the value")
    }
    return checked()
  }
}
