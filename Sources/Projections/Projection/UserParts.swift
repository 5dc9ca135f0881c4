import Events

/// The parts of a state that is others side by side, each of which is folded by itself where several states share it.
///
///     static var _parts: UserParts<Self>? {
///       UserParts { (history: History, weight: BodyWeight) in Self(history, weight) }
///     }
///
/// Three views hold the history: a reader of all views would fold it three times.
public struct UserParts<Whole: UserProjection>: Sendable {
  /// A closure that adds the parts to what is folded.
  let add: @Sendable (SharedFolds) -> Void
  /// A closure that returns the state of a user, made of its parts.
  let state: @Sendable (SharedFolds, Name?) -> Whole

  /// Creates the parts of a state.
  ///
  /// - Parameter make: A closure that makes the state of parts that were folded up to the same event.
  init<each P: UserProjection>(_ make: @escaping @Sendable (repeat each P) -> Whole) {
    add = { folds in repeat folds.add(state: (each P).self) }
    state = { folds, user in make(repeat folds.state((each P).self, of: user)) }
  }
}
