import Events

/// The number of each exercise.
public struct ExerciseNumbersView: LogView {
  public struct Row: Record {
    public let exercise: Name
    public let number: Int
    public let seq: Int
    public let place: Int

    public static var key: String? { "exercise" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("exercise", row?.exercise, .plain, "The exercise.")
      f(
        "number", row?.number, .plain.column(1, "number"),
        "The number, counted from 1 in the order in which the log first names the exercises.")
      f("seq", row?.seq, .hidden, "The position of the event that first names the exercise.")
      f("place", row?.place, .hidden, "The place of the exercise in that event, from 1.")
    }
  }

  public static let name = "ids"
  public static let summary = "the stable number of each exercise"
  public static let scaling = Scaling.mergeable(
    by: "keep the lowest (seq, place) of each exercise, sort by it, and number from 1")
  public static let emptyText = "no exercises"
  public static var _orderFields: [String]? { [] }

  public var rows: [Row]

  public init(_ numbers: ExerciseNumbers) {
    rows = zip(1..., numbers.exercises).map { number, exercise in
      let first = numbers.firstMention(ofNumber: number)
      return Row(exercise: exercise, number: number, seq: first.seq, place: first.place)
    }
  }

  public static func row(_ key: Name, of numbers: ExerciseNumbers) -> Row? {
    numbers[key].map { number in
      let first = numbers.firstMention(ofNumber: number)
      return Row(exercise: key, number: number, seq: first.seq, place: first.place)
    }
  }

  public static func touched(by event: Event) -> [Name]? { event.body.exercises }
}
