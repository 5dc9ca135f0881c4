import Events

/// A thing worth telling a user about the facts that follow from a request.
public enum Remark: Equatable, Sendable {
  /// An exercise that the log has never met, and those it may be a misspelling of.
  case newExercise(Name, near: [Familiar])
  /// The set that was revised or removed, and what it is now; nil for one that is gone.
  case changed(History.LoggedSet, now: History.LoggedSet?)
  /// A class that is full, and the position on its waiting list.
  case waitingList(title: String, position: Int)
  /// Sets were recorded without a comment.
  case noComment
  /// A week was named by one of its days that is no Monday.
  case weekOf(LocalDay, monday: LocalDay)

  /// An exercise that the log names.
  public struct Familiar: Equatable, Sendable {
    public let exercise: Name
    /// The number of sets that the user logged of it.
    public let sets: Int
  }
}
