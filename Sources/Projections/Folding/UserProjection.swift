import Events

/// A projection of one user's events, written as if there were no other users.
public protocol UserProjection: Projection {
  // MARK: - For replays of many users

  // Every projection of an app has these by default, like those of `Projection`.

  /// Folds the events that have `bit` into the states of their users.
  ///
  /// Each type has its own loop: with one loop for all types, `pbs` took a tenth longer.
  ///
  /// - Parameter isExact: A Boolean value indicating whether states discard nothing.
  static func _apply(
    _ run: inout EventRun, wantedBy bit: UInt64, to states: inout NameMap<Self>,
    exactly isExact: Bool)

  /// An empty state that discards rarely needed facts; nil for a projection that never discards any.
  static var _forgetful: Self? { get }

  /// A Boolean value indicating whether an event was folded in that needs discarded facts.
  var _missesFacts: Bool { get }

  /// The parts of a composed state; nil for a projection that is folded as a whole.
  static var _parts: UserParts<Self>? { get }

  /// Stores a closure that returns the exact current state, for an event that needs it.
  ///
  /// - Parameter again: A closure that returns this state; nil if the log can no longer be read.
  mutating func _remember(_ again: @escaping @Sendable () -> Self?)
}

extension UserProjection {
  public static var _forgetful: Self? { nil }
  public var _missesFacts: Bool { false }
  public static var _parts: UserParts<Self>? { nil }
  public mutating func _remember(_ again: @escaping @Sendable () -> Self?) {}

  public static func _apply(
    _ run: inout EventRun, wantedBy bit: UInt64, to states: inout NameMap<Self>,
    exactly isExact: Bool
  ) {
    guard run.isWanted(by: bit) else { return }
    let empty = isExact ? Self() : _forgetful ?? Self()
    for index in 0..<run.count where run.isWanted(index, by: bit) {
      run.withEvent(at: index) { event in
        guard let user = event.user else { return }
        states[states.place(of: user, orNew: empty)].apply(event)
      } set: { set in
        guard let user = set.user else { return }
        states[states.place(of: user, orNew: empty)].apply(set)
      }
    }
  }
}
