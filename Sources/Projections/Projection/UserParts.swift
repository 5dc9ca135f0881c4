import Events

/// The parts of a state that is others side by side, each of which is folded by itself where several states share it.
///
///     static var _parts: UserParts<Self>? {
///       UserParts { (history: History, weight: BodyWeight) in Self(history, weight) }
///     }
///
/// For a reader of all views: three of them hold the history, and each folded one of its own.
public struct UserParts<Whole: UserProjection>: Sendable {
  /// Has the parts folded.
  let add: @Sendable (ReplayedViews) -> Void
  /// Returns the state of a user, made of its parts.
  let state: @Sendable (ReplayedViews, Name?) -> Whole
  /// Returns the users of whom there is a part.
  let users: @Sendable (ReplayedViews) -> Set<Name?>

  /// Creates the parts of a state.
  ///
  /// - Parameter make: A closure that makes the state of parts that were folded up to the same event.
  init<each P: UserProjection>(_ make: @escaping @Sendable (repeat each P) -> Whole) {
    add = { views in repeat views.add(state: (each P).self) }
    state = { views, user in make(repeat views.state((each P).self, of: user)) }
    users = { views in
      var users: Set<Name?> = []
      repeat users.formUnion(views.users(of: (each P).self))
      return users
    }
  }
}
