import Events

/// The parts of a composed state; a part that several states share is folded once.
///
///     static var _parts: UserParts<Self>? {
///       UserParts { (history: History, weight: BodyWeight) in Self(history, weight) }
///     }
///
/// Three views hold the history, so a reader of all views would fold it three times. A checkpoint keeps each part
/// separately.
public struct UserParts<Whole: UserProjection>: Sendable {
  /// A closure that adds the parts to the shared folds.
  let add: @Sendable (SharedFolds) -> Void
  /// A closure that returns the state of a user, composed of its parts.
  let state: @Sendable (SharedFolds, Name?) -> Whole
  /// A closure that returns the state of a user at a checkpoint's position.
  let resumed: @Sendable (CheckpointReader, Name) throws -> Whole

  /// Creates the parts of a state.
  ///
  /// - Parameter make: A closure that composes the state from parts that were folded up to the same event.
  init<each P: UserProjection>(_ make: @escaping @Sendable (repeat each P) -> Whole) {
    add = { folds in repeat folds.add(state: (each P).self) }
    state = { folds, user in make(repeat folds.state((each P).self, of: user)) }
    resumed = { reader, user in make(repeat try Self.part((each P).self, of: user, reader)) }
  }

  private static func part<Q: UserProjection>(
    _ type: Q.Type, of user: Name, _ reader: CheckpointReader
  ) throws -> Q {
    guard let part = try OfUser<Q>(user)._resumed(by: reader) else { throw Checkpoint.Damage() }
    return part.value
  }
}
