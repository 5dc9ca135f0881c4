import Events

/// A request of a signed-in user: with its state, a decider.
///
/// All rules are here and none in a fold. `decide` may refuse; once it has returned facts, they
/// happened.
public protocol Decision: Sendable {
  /// A Boolean value indicating whether a host that asks for a profile asks before this; true unless declared.
  static var needsProfile: Bool { get }

  /// The state that it looks at.
  associatedtype State: Projection

  /// Returns the facts that follow; none when it is so already.
  ///
  /// Pure.
  ///
  /// - Throws: the reason why it is not done.
  func decide(_ state: State, _ context: Context) throws(Refusal) -> [Event.Body]

  /// Returns what is worth telling the user about the facts, given the state before them; nothing unless
  /// declared.
  ///
  /// Pure, as `decide`.
  func remarks(on facts: [Event.Body], _ state: State) -> [Remark]
}

extension Decision {
  public static var needsProfile: Bool { true }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] { [] }
}

/// The input of a decision next to its state: the only door for time and person.
public struct Context: Equatable, Sendable {
  /// The time, on the clock of the user.
  public let now: Timestamp
  /// The user who asks; signed in.
  public let user: Name
  /// The time in the past for which the user enters it; nil for now.
  public let past: Timestamp?

  public init(now: Timestamp, user: Name, past: Timestamp? = nil) {
    self.now = now
    self.user = user
    self.past = past
  }
}

extension Draft {
  /// Returns the draft, whose limits nothing needs to check again.
  ///
  /// - Throws: `Refusal` of a value that is out of range.
  func withinLimits() throws(Refusal) -> Draft {
    if let breach {
      throw Refusal(
        .outOfRange, breach, help: "nothing was recorded; give a value within the range")
    }
    return checked()
  }
}
