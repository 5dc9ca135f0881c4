import Events

/// A difference between the sets of two merged exercises, which their common records then mix.
public enum MergeDifference: Equatable, Sendable {
  /// The last weight of the first exercise is in one unit, and that of the other exercise in another one.
  case unit(Weight.Unit, Weight.Unit)
  /// Only one of the exercises, this one, has sets with assistance.
  case assistance(Name)
  /// Only one of the exercises, this one, has sets of a time or a distance without repetitions.
  case timed(Name)
}
