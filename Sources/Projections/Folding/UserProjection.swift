import Events

/// A projection of one user's events, written as if there were no other users.
public protocol UserProjection: Projection {
  // MARK: - For replays of many users

  // Every projection of an app has these by default, as those of `Projection`.

  /// Folds into each user's state those of their events that have `bit`.
  ///
  /// With one loop for all types, `pbs` took a tenth more.
  ///
  /// - Parameter isExact: A Boolean value indicating whether states let go of nothing.
  static func _apply(
    _ run: inout EventRun, wantedBy bit: UInt64, to states: inout NameMap<Self>,
    exactly isExact: Bool)

  /// An empty state that lets go of what is rarely needed again; nil for a projection that never does.
  static var _forgetful: Self? { get }

  /// A Boolean value indicating whether a fact was folded in that needs what was let go of.
  var _missesFacts: Bool { get }

  /// The parts of a state that is others side by side; nil for one that is folded as a whole.
  static var _parts: UserParts<Self>? { get }

  /// Keeps a way to the exact state as of now, for a fact that needs it.
  ///
  /// - Parameter again: returns that state; nil where the log can no longer be read.
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
