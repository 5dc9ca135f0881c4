import Events

/// An exercise of the log with a name near a typed one.
public struct NearExercise: Equatable, Sendable {
  public let exercise: Name
  /// The near name: the id, or another name of the exercise.
  public let name: String
  /// The number of sets of the exercise that the user logged.
  public let sets: Int
}

extension [NearExercise] {
  /// The maximum number of exercises that a text names.
  private static var most: Int { 5 }

  /// The likeliest exercises, as a part of a remedy.
  package var choices: Remedy {
    let named = prefix(Self.most).map { near -> Remedy in
      let sets = near.sets == 0 ? "" : " (\(counted(near.sets, "sets")))"
      return "\(.exercise(near.name))\(sets)"
    }
    return named.enumerated().reduce("") { list, next in
      let joint = next.offset == 0 ? "" : next.offset == named.count - 1 ? " or " : ", "
      return "\(list)\(joint)\(next.element)"
    }
  }
}
