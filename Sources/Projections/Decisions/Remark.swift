import Events

/// A remark for a user about the facts that result from a request.
public enum Remark: Equatable, Sendable {
  /// The set that was revised, moved or removed, and the set afterwards; nil if it was removed.
  case changed(History.LoggedSet, now: History.LoggedSet?)
  /// A logged set, its number in its session, and the records that it beats.
  case logged(History.LoggedSet, number: Int, [NewBest])
  /// The start of the open session that sets are added to.
  case openSince(Timestamp)
  case deleted(History.Session)
  /// A full class, and the user's position on its waiting list.
  case waitingList(title: String, position: Int)
  /// A remark that sets were recorded without a comment.
  case noComment
  /// A week that was named by a day other than its Monday.
  case weekOf(LocalDay, monday: LocalDay)
  /// An exercise that is merged into another one, for which the request counts.
  case counts(Name, for: Name)
  /// A common name that a request takes for an exercise of the log, such as "squat".
  case read(String, as: NearExercise)
  /// An exercise that is new to a log with other exercises.
  case new(Name)
  /// An exercise of a program, and its one-repetition maximum from the profile.
  case profileMaximum(Name, Weight)
  /// Two exercises that are merged now, the number of sets of the first, and the differences between their sets.
  case merged(Name, into: Name, sets: Int, [MergeDifference])
}
