import Events

/// The names, exercises and texts of a sample.
enum SampleWords {
  /// The exercises, the most popular first.
  static let exercises: [SampleExercise] = favourites + common + rare

  /// An index in `exercises` for each of 1,024 draws.
  ///
  /// The exercise at index n has the weight 1 / (n + 2), the usual distribution of favourites (Zipf's law). A table
  /// makes the draw for each set cheap.
  static let draws: [Int] = {
    let weights = exercises.indices.map { 1_000_000 / ($0 + 2) }
    let total = weights.reduce(0, +)
    var draws: [Int] = []
    var reached = 0
    for (place, weight) in weights.enumerated() {
      reached += weight
      while draws.count * total < reached * 1024 { draws.append(place) }
    }
    return draws
  }()

  private static let favourites = [
    SampleExercise("bench-press-barbell", 95), SampleExercise("squat-barbell", 130),
    SampleExercise("deadlift-barbell", 160), SampleExercise("overhead-press-barbell", 60),
    SampleExercise("bent-over-row-barbell", 80), SampleExercise("pull-up", 0),
    SampleExercise("lat-pulldown-cable", 70), SampleExercise("biceps-curl-dumbbell", 18),
    SampleExercise("leg-press-machine", 200), SampleExercise("romanian-deadlift-barbell", 110),
    SampleExercise("incline-bench-press-dumbbell", 34),
    SampleExercise("lateral-raise-dumbbell", 12),
    SampleExercise("push-up", 0), SampleExercise("triceps-pushdown-cable", 35),
    SampleExercise("dip", 0), SampleExercise("hip-thrust-barbell", 120),
    SampleExercise("front-squat-barbell", 100), SampleExercise("seated-row-cable", 70),
    SampleExercise("leg-curl-machine", 45), SampleExercise("leg-extension-machine", 60),
    SampleExercise("plank", 0, .seconds), SampleExercise("calf-raise-machine", 90),
    SampleExercise("face-pull-cable", 30), SampleExercise("hammer-curl-dumbbell", 18),
    SampleExercise("rowing-machine", 0, .metres), SampleExercise("goblet-squat-kettlebell", 32),
  ]

  private static let common = [
    SampleExercise("chest-fly-machine", 60), SampleExercise("chest-press-machine", 75),
    SampleExercise("shoulder-press-machine", 55), SampleExercise("shoulder-press-dumbbell", 26),
    SampleExercise("pull-up-assisted", -25), SampleExercise("dip-assisted", -20),
    SampleExercise("hack-squat-machine", 140), SampleExercise("smith-machine-squat", 110),
    SampleExercise("preacher-curl-machine", 35), SampleExercise("cable-crossover", 25),
    SampleExercise("hip-abduction-machine", 70), SampleExercise("hip-adduction-machine", 70),
    SampleExercise("back-extension", 0), SampleExercise("hanging-leg-raise", 0),
    SampleExercise("ab-crunch-machine", 45), SampleExercise("cable-crunch", 50),
    SampleExercise("reverse-fly-machine", 40), SampleExercise("pec-deck", 55),
    SampleExercise("t-bar-row", 60), SampleExercise("low-row-machine", 75),
    SampleExercise("glute-kickback-cable", 20), SampleExercise("treadmill-run", 0, .metres),
    SampleExercise("stationary-bike", 0, .metres), SampleExercise("elliptical", 0, .metres),
  ]

  private static let rare = [
    SampleExercise("chin-up", 0), SampleExercise("muscle-up", 0), SampleExercise("burpee", 0),
    SampleExercise("lunge-dumbbell", 22), SampleExercise("step-up-dumbbell", 20),
    SampleExercise("split-squat-dumbbell", 24), SampleExercise("swing-kettlebell", 24),
    SampleExercise("turkish-get-up-kettlebell", 16), SampleExercise("farmers-walk", 40, .metres),
    SampleExercise("power-clean-barbell", 80), SampleExercise("snatch-barbell", 60),
    SampleExercise("clean-and-jerk-barbell", 75), SampleExercise("push-press-barbell", 70),
    SampleExercise("good-morning-barbell", 60), SampleExercise("rack-pull-barbell", 170),
    SampleExercise("sumo-deadlift-barbell", 155), SampleExercise("deficit-deadlift-barbell", 130),
    SampleExercise("pause-squat-barbell", 110), SampleExercise("box-squat-barbell", 120),
    SampleExercise("close-grip-bench-press-barbell", 80), SampleExercise("floor-press-barbell", 85),
    SampleExercise("shrug-barbell", 110), SampleExercise("upright-row-barbell", 45),
    SampleExercise("skull-crusher-barbell", 35), SampleExercise("wrist-curl-dumbbell", 14),
    SampleExercise("pullover-dumbbell", 26), SampleExercise("single-arm-row-dumbbell", 36),
    SampleExercise("wall-sit", 0, .seconds), SampleExercise("side-plank", 0, .seconds),
    SampleExercise("bird-dog", 0),
  ]

  /// The names of the first users; later users are numbered.
  static let people = [
    "ann", "ben", "cleo", "dan", "eva", "finn", "gita", "hugo", "ida", "jun", "kai", "lea", "max",
    "nia", "oli", "pia", "quinn", "rosa", "sam", "tove", "uma", "vera", "will", "xenia", "yara",
    "zoe",
  ]
  static let familyNames = [
    "Lee", "Okafor", "Müller", "Sørensen", "Rao", "O'Brien", "García", "佐藤",
  ]
  static let providers: [Name] = ["google", "google", "apple", "password"]

  /// The UTC offsets in minutes.
  static let offsets: [Int16] = [60, 0, -480, 330, -300, 120, 540]

  /// The kinds of workout of a weekday.
  static let types = ["Chest", "Back", "Legs", "Shoulders", "Arms", "Full body", "Push", "Pull"]
  static let sessionTitles = [
    "Morning", "Evening", "Lunch break", "Heavy day", "Mit Jürgen", "Deload",
  ]
  static let sessionNotes = [
    "slept badly", "new shoes", "gym was \"packed\"", "tired – kept it short",
  ]
  static let postTitles = [
    "Push day", "Leg day, no excuses", "20 minutes", "Für Anfänger", "My \"PPL\"",
  ]
  static let descriptions = [
    "Short and heavy", "Rest 3 min between sets", "Langsam ablassen — 3 s",
  ]

  /// The notes on sets, with quotes, escapes and several scripts.
  static let notes = [
    "felt easy", "grip slipped", "\"last one\" was ugly", "Schulter zwickt – nächstes Mal weniger",
    "belt", "paused 2 s", "slow\nthen fast", "new best 💪", "フォームを直す", "left/right uneven",
  ]
}

/// An exercise of a sample.
struct SampleExercise: Sendable {
  /// The measure of a set, in addition to repetitions.
  enum Measure: Sendable { case load, seconds, metres }

  let name: Name
  /// The load that a user of average strength lifts once, in kilograms.
  ///
  /// Negative values are assistance; 0 is the body alone.
  let kilograms: Int
  let measure: Measure

  init(_ name: Name, _ kilograms: Int, _ measure: Measure = .load) {
    (self.name, self.kilograms, self.measure) = (name, kilograms, measure)
  }
}
