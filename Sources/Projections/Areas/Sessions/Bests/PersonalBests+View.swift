import Events

/// The best set of each exercise of a user.
public struct PersonalBestsView: PersonalView {
  /// A best set.
  public struct Row: Record {
    public let best: PersonalBests.Best
    /// The number of the exercise.
    public let number: Int?

    public static var key: String? { "exercise" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("exercise", row?.best.exercise, .plain.column(1, "exercise").exercise, "The exercise.")
      f("number", row?.number, .hidden, "The number of the exercise, as in `ids`.")
      f(
        "weightKg", row?.best.weight, .mass.column(3, "weight").placeholder("bw"),
        "The load in kilograms, negative for assistance; null for body weight only.")
      f("reps", row?.best.reps, .plain.column(2, "reps"), "Repetitions done.")
      f(
        "score", row?.best.score, .mass.column(4, "score").dropped(3),
        "Repetitions × load in kilograms; 0 for body weight only or with assistance.")
      f(
        "at", row?.best.at, .plain.column(5, "date").dropped(2),
        "The time at which the set was logged.")
      f("session", row?.best.session, .hidden, "The session of the set.")
      f("seq", row?.best.seq, .plain.column(6, "seq").dropped(1), "The event that logged the set.")
    }
  }

  public static let name = "pbs"
  public static let summary = "the best set of each exercise"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no sets"
  public static var _orderFields: [String]? { [] }

  public var rows: [Row]

  public init(of user: Name?, _ bests: PersonalBests, _ numbers: ExerciseNumbers) {
    rows = bests.bests.map { Row(best: $0, number: numbers[$0.exercise]) }
  }

  public static var exercise: (@Sendable (Row, Name) -> Row?)? {
    { row, exercise in row.best.exercise == exercise ? row : nil }
  }

  public static func row(
    _ key: Name, of user: Name?, _ bests: PersonalBests, _ numbers: ExerciseNumbers
  ) -> Row? { bests[key].map { Row(best: $0, number: numbers[key]) } }

  public static func row(_ row: Row, after event: Event, of source: Source) -> Row? {
    guard case .sessions(.setLogged(let set)) = event.body,
      source.first.scope.includes(event.user)
    else { return nil }
    let logged = TypedEvent(seq: event.seq, id: event.id, at: event.at, user: event.user, set)
    return Row(
      best: source.first.value.best(row.best, afterLogging: logged),
      number: source.second[row.best.exercise])
  }

  public static func touched(by event: Event, of source: Source) -> [Name]? {
    guard case .sessions(let fact) = event.body else { return event.changesMerges ? nil : [] }
    switch fact {
    case .setLogged(let set): return [source.first.merges[set.exercise]]
    case .sessionStarted, .sessionRevised, .sessionEnded, .sessionReopened, .setMoved: return []
    // The others name a set or a session, which may belong to any exercise.
    default: return nil
    }
  }
}
