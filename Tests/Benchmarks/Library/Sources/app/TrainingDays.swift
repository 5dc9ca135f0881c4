import Events
import Projections

/// The sets and the kilograms that a user logged on each day, without later corrections.
struct TrainingDays: UserProjection {
  struct Day: Equatable {
    let day: LocalDay
    var sets = 0
    var kilograms = 0.0
  }

  private(set) var days: [Day] = []

  static var reads: Areas { [.sessions] }

  mutating func apply(_ event: Event) {
    guard case .sessions(.setLogged(let set)) = event.body else { return }
    if days.last?.day != event.at.day { days.append(Day(day: event.at.day)) }
    days[days.count - 1].sets += 1
    days[days.count - 1].kilograms += Double(set.reps) * (set.weight?.kilograms ?? 0)
  }
}

/// The training of each day of a user.
struct TrainingDaysView: PersonalView {
  struct Row: Record {
    let day: TrainingDays.Day

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("day", row?.day.day, .plain, "The day in the calendar of the user.")
      f("sets", row?.day.sets, .plain, "The number of sets.")
      f("kilograms", row?.day.kilograms, .plain, "The kilograms of all sets.")
    }
  }

  static let name = "training-days"
  static let summary = "the training of each day"
  static let scaling = Scaling.perUser
  var rows: [Row]

  init(of user: Name?, _ training: TrainingDays, _: EmptyProjection) {
    rows = training.days.map(Row.init)
  }
}
