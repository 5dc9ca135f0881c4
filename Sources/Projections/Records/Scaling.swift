import Events

/// The events that a view needs of a log that is partitioned among files or machines.
public enum Scaling: Sendable {
  /// The events of one user: a part with all of them gives the same rows as the whole log.
  ///
  /// Only the exercise numbers also depend on the other users.
  case perUser
  /// Any part: the rows of all parts give those of the whole log, by a rule in words.
  case mergeable(by: StaticString)
  /// The events of all users in some areas, in one stream; in other areas those of one user.
  case stream(of: Areas)
}
