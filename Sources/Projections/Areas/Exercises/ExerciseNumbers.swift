import Events

/// A whole number for every exercise, for programs that cannot use names.
///
/// The first exercise that the log names is 1, the next new one 2, and no number ever changes.
///
/// Source: RedGym's `getSequentialId(for:)`; its pictures are at `/api/gifs/<number>/`.
public struct ExerciseNumbers: Projection {
  private var numbers = NameMap<Int>()
  /// The exercises by number; the number of `exercises[0]` is 1.
  public private(set) var exercises: [Name] = []
  /// The positions of the events that first name the exercises.
  private var seqs: [Int] = []
  /// The places of the exercises among those that these events name, from 1.
  private var places: [Int] = []

  public init() {}
  // Listed: deriving the areas from all fields took two million instructions at each start. A test compares the list.
  public static var reads: Areas { [.exercises, .plan, .sessions, .workouts, .program, .feed] }
  public static var _kept: CheckpointCodec<Self>? { CheckpointCodec("ExerciseNumbers") }

  /// The number of an exercise; nil if the log does not name it.
  public subscript(exercise: Name) -> Int? { numbers[exercise] }

  /// Returns the position of the event that first names an exercise, and its place in that event, from 1.
  ///
  /// The numbers of a whole log follow from those of its parts by this order.
  public func firstMention(ofNumber number: Int) -> (seq: Int, place: Int) {
    (seqs[number - 1], places[number - 1])
  }

  public mutating func apply(_ set: TypedEvent<SetLogged>) {
    meet(set.payload.exercise, set.seq, 1)
  }

  public mutating func apply(_ event: Event) {
    for (place, exercise) in zip(1..., event.body.exercises) { meet(exercise, event.seq, place) }
  }

  public func _ignores(_ set: TypedEvent<SetLogged>) -> Bool {
    numbers.place(of: set.payload.exercise) != nil
  }

  public func _ignores(_ event: Event) -> Bool {
    // Nearly all events are sets, so this avoids an array for them.
    if case .sessions(.setLogged(let set)) = event.body {
      return numbers.place(of: set.exercise) != nil
    }
    return event.body.exercises.allSatisfy { numbers.place(of: $0) != nil }
  }

  private mutating func meet(_ exercise: Name, _ seq: Int, _ place: Int) {
    guard numbers.place(of: exercise) == nil else { return }
    exercises.append(exercise)
    seqs.append(seq)
    places.append(place)
    numbers[exercise] = exercises.count
  }
}

/// A projection that contains exercise numbers, which other numbers can replace.
package protocol ExerciseNumbering: Projection {
  /// Replaces the numbers, for views only; a later event would get a number that may be taken.
  ///
  /// An exercise that only other parts of the log name has a number too, as in the whole log.
  ///
  /// - Returns: The first exercise of the log without a number in `numbers`; nil if all have one.
  mutating func renumber(_ numbers: [(exercise: Name, number: Int)]) -> Name?
}

extension ExerciseNumbers: ExerciseNumbering {
  package mutating func renumber(_ new: [(exercise: Name, number: Int)]) -> Name? {
    let numbered = Set(new.map(\.exercise))
    if let missing = exercises.first(where: { !numbered.contains($0) }) { return missing }
    for (exercise, number) in new { numbers[exercise] = number }
    return nil
  }
}

extension Pair: ExerciseNumbering where B: ExerciseNumbering {
  package mutating func renumber(_ numbers: [(exercise: Name, number: Int)]) -> Name? {
    second.renumber(numbers)
  }
}

extension ExerciseNumbers: NestedPayload {
  @usableFromInline package static var version: Int { 3 }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercises = try f.list("exercises", old?.exercises)
    seqs = try f.list("seqs", old?.seqs)
    places = try f.list("places", old?.places)
    guard seqs.count == exercises.count, places.count == exercises.count else {
      throw LineError(0, "each exercise must have a first mention")
    }
    for exercise in exercises { numbers[exercise] = numbers.entries.count + 1 }
  }
}
