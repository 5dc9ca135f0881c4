import Events

/// A user of a sample of areas: habits that last, and what is next.
struct SampleMember: Sendable {
  /// Something to do at a time.
  struct Errand: Sendable {
    /// The time, in milliseconds since 1970.
    let due: Int64
    let act: @Sendable (inout SampleYear) -> Void
  }

  /// An exercise of a training day.
  struct Lift: Sendable {
    let exercise: Name
    /// The load that a user of average strength lifts once, in kilograms.
    let kilograms: Double
  }

  let index: Int
  let name: Name
  let unit: Weight.Unit
  let offsetMinutes: Int16
  /// The strength in per cent of the average.
  let strength: Int
  /// The weight of the body at the start, in tenths of a kilogram.
  let bodyWeight: Int
  /// The millisecond of the day at which sessions usually begin.
  let hour: Int64
  let trainingDays: [Weekday]
  var generator: SeededGenerator
  /// The generator of the ids of events, so that one event more changes no choice after it.
  var ids: SeededGenerator

  /// The day whose errands are being run, from the first day of the sample.
  var day: Int
  /// The errands of that day that are left, the last one first.
  private(set) var errands: [Errand] = []
  var sessions = 0
  /// The latest post that the user shared and did not delete.
  var post: Name?
  /// The workouts that the user created and did not delete.
  var workouts: [Name] = []

  init(_ index: Int, generator: SeededGenerator) {
    self.index = index
    self.generator = generator
    ids = SeededGenerator(seed: self.generator.next())
    let people = SampleWords.people
    name = Name(index < people.count ? people[index] : "user-\(index + 1)")
    offsetMinutes = SampleWords.offsets[index % SampleWords.offsets.count]
    unit = offsetMinutes < 0 ? .lb : .kg
    strength = self.generator.within(60...120)
    bodyWeight = self.generator.within(580...920)
    hour = Int64(self.generator.within(34...39)) * 1_800_000
    trainingDays =
      index % 2 == 0 ? [.monday, .wednesday, .friday] : [.tuesday, .thursday, .saturday]
    // All join within a month.
    day = index % 30
  }

  /// The first day of the user.
  var joining: Int { index % 30 }

  /// The time of the next errand; nil when the day is done.
  var due: Int64? { errands.last?.due }

  mutating func add(_ errand: Errand) {
    // After those of the same time that are there already.
    let place = errands.firstIndex { $0.due <= errand.due } ?? errands.count
    errands.insert(errand, at: place)
  }

  mutating func takeErrand() -> Errand? { errands.popLast() }

  func timestamp(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds, offsetMinutes: offsetMinutes)
  }
}
