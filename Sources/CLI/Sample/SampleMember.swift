import Events
import Projections

/// A user of a sample of areas: lasting habits, and the remaining actions of the day.
struct SampleMember: Sendable {
  let index: Int
  let name: Name
  let unit: Weight.Unit
  let offsetMinutes: Int16
  /// The strength in percent of the average.
  let strength: Int
  /// The body weight at the start, in tenths of a kilogram.
  let bodyWeight: Int
  let trainingDays: [Weekday]
  var generator: SeededGenerator
  /// The generator of event ids, separate so that an additional event changes no later choice.
  var ids: SeededGenerator

  /// The day, counted from the first day of the sample.
  var day: Int
  /// The remaining actions of the day, the last one first; times are in milliseconds since 1970.
  private(set) var agenda: [(due: Int64, act: SampleYear.Action)] = []
  var sessions = 0
  /// The latest post that the user shared and did not delete.
  var post: Reference?
  /// The workouts that the user created and did not delete.
  var workouts: [Reference] = []

  init(_ index: Int, generator: SeededGenerator) {
    (self.index, self.generator) = (index, generator)
    ids = SeededGenerator(seed: self.generator.next())
    let people = SampleWords.people
    name = Name(index < people.count ? people[index] : "user-\(index + 1)")
    offsetMinutes = SampleWords.offsets[index % SampleWords.offsets.count]
    unit = offsetMinutes < 0 ? .lb : .kg
    strength = self.generator.within(60...120)
    bodyWeight = self.generator.within(580...920)
    trainingDays =
      index % 2 == 0 ? [.monday, .wednesday, .friday] : [.tuesday, .thursday, .saturday]
    day = index % 30 - 1
  }

  /// The first day of the user: all join within a month.
  var joining: Int { index % 30 }
  /// The day of the year, from 0; other users are some days off.
  var dayOfYear: Int { (day + index % 7) % SampleYear.days }
  var date: LocalDay { LocalDay(number: SampleYear.start.number + day) }
  /// A Boolean value indicating whether the week is a light one.
  var isDeload: Bool { day / 7 % 4 == 3 }

  var givenName: String { "\(name.text.prefix(1).uppercased())\(name.text.dropFirst())" }
  var familyName: String { SampleWords.familyNames[index % SampleWords.familyNames.count] }
  var email: String { "\(name)@example.com" }
  /// The provider that the user signs in with; nil for a password.
  var provider: String? { index % 2 == 0 ? nil : index % 4 == 1 ? "google" : "apple" }

  func timestamp(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds, offsetMinutes: offsetMinutes)
  }

  /// Returns the time a number of seconds after midnight of a day of the sample.
  func time(_ day: Int, _ seconds: Int) -> Int64 {
    Int64(SampleYear.start.number + day) * 86_400_000 + Int64(seconds) * 1000
      - Int64(offsetMinutes) * 60_000
  }

  /// Adds an action after the actions of the same time.
  mutating func add(_ due: Int64, _ act: @escaping SampleYear.Action) {
    agenda.insert((due, act), at: agenda.firstIndex { $0.due <= due } ?? agenda.count)
  }

  mutating func nextAction() -> (due: Int64, act: SampleYear.Action)? { agenda.popLast() }
}

// MARK: Strength and weight

extension SampleMember {
  /// Returns a load in kilograms as the user enters it, in steps of plates.
  func load(_ kilograms: Double) -> EnteredWeight {
    switch unit {
    case .kg: EnteredWeight((kilograms / 2.5).rounded() * 2.5, .kg)
    case .lb: EnteredWeight((kilograms / 0.453_592_37 / 5).rounded() * 5, .lb)
    }
  }

  /// Returns the current one-repetition maximum in kilograms: some percent more every year for five years.
  func most(_ kilograms: Double) -> Double {
    let days = min(day, 5 * SampleYear.days)
    return kilograms * Double(strength) / 100 * (1 + Double(days) * 0.000_2)
  }

  /// Returns a share of the one-repetition maximum; nil for an exercise without weights.
  func load(of lift: SampleExercise, _ share: Double) -> EnteredWeight? {
    lift.kilograms > 0 ? load(most(Double(lift.kilograms)) * share) : nil
  }

  /// The current body weight: less from March on, more from October on.
  var weight: EnteredWeight {
    let tenths = bodyWeight - min(max(0, dayOfYear - 60), 210) / 6 + max(0, dayOfYear - 270) / 3
    let kilograms = Double(tenths) / 10
    return unit == .kg
      ? EnteredWeight(kilograms, .kg)
      : EnteredWeight((kilograms / 0.453_592_37 * 10).rounded() / 10, .lb)
  }

  var maxes: [Lift: EnteredWeight] {
    [
      .squat: load(most(130)), .bench: load(most(95)), .deadlift: load(most(160)),
      .press: load(most(60)),
    ]
  }
}
