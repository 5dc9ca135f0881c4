import Events
import Projections

// The words of a sample of areas.

extension SampleWords {
  /// The exercises of the three training days of a week.
  static let trainingDays = [
    [
      SampleExercise("bench-press-barbell", 95), SampleExercise("overhead-press-barbell", 60),
      SampleExercise("dip", 0), SampleExercise("lateral-raise-dumbbell", 12),
    ],
    [
      SampleExercise("deadlift-barbell", 160), SampleExercise("bent-over-row-barbell", 80),
      SampleExercise("pull-up", 0), SampleExercise("rowing-machine", 0, .metres),
    ],
    [
      SampleExercise("squat-barbell", 130), SampleExercise("leg-press-machine", 200),
      SampleExercise("leg-curl-machine", 45), SampleExercise("plank", 0, .seconds),
    ],
  ]

  private static func entry(
    _ exercise: String, _ name: String, _ bodyPart: String, _ equipment: String, _ target: String
  ) -> DescribeExercise {
    var entry = DescribeExercise(exercise: exercise, name: name)
    (entry.bodyPart, entry.equipment) = (bodyPart, equipment)
    (entry.primaryMuscles, entry.secondaryMuscles) = ([target], ["abdominals"])
    entry.instructions = ["Set up.", "Lift.", "Lower under control."]
    entry.gifUrl = "https://example.com/\(exercise).gif"
    return entry
  }

  /// The descriptions of the exercises of those days.
  static let catalogue: [DescribeExercise] = [
    entry("bench-press-barbell", "Bench press", "chest", "barbell", "pectorals"),
    entry("overhead-press-barbell", "Overhead press", "shoulders", "barbell", "delts"),
    entry("dip", "Dip", "chest", "body weight", "triceps"),
    entry("lateral-raise-dumbbell", "Lateral raise", "shoulders", "dumbbell", "delts"),
    entry("deadlift-barbell", "Deadlift", "back", "barbell", "spine"),
    entry("bent-over-row-barbell", "Bent-over row", "back", "barbell", "upper back"),
    entry("pull-up", "Pull-up", "back", "body weight", "lats"),
    entry("rowing-machine", "Rowing machine", "cardio", "machine", "cardiovascular system"),
    entry("squat-barbell", "Squat", "upper legs", "barbell", "quads"),
    entry("leg-press-machine", "Leg press", "upper legs", "machine", "quads"),
    entry("leg-curl-machine", "Leg curl", "upper legs", "machine", "hamstrings"),
    entry("plank", "Plank", "waist", "body weight", "abdominals"),
  ]

  static let videos: [(String, String)] = [
    ("workout", "20 minutes, no equipment"), ("technique", "Deadlift, from the side"),
    ("mobility", "Hips in ten minutes"), ("workout", "Ganzkörper für Eilige"),
    ("technique", "Bracing"), ("mobility", "Schultern öffnen"),
  ]

  static let dishes = [
    "Lentil soup", "Chicken and rice", "Tofu bowl", "Porridge", "Linsen mit Spätzle", "Beef stew",
    "Omelette", "Pasta al forno", "Salmon, greens", "Bean chili", "Quark mit Beeren", "味噌汁",
    "Falafel", "Turkey wrap", "Greek salad",
  ]

  static let workoutIdeas = [
    "- 5 × 5 squat\n- 3 × 8 row", "- 3 × 10 push-up\n- 3 × 60 s plank", "Rest, then 3 × 3 bench.",
  ]

  static let mealIdeas = [
    "1. Lentil soup\n2. Tofu bowl", "1. Chicken and rice\n2. Quark mit Beeren", "Eat more greens.",
  ]

  /// Two sessions as Strong exports them.
  static let exported = """
    Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
    2024-12-18 18:00:00,"Evening Workout",50min,"Squat (Barbell)",1,80,5,0,0,"","",
    2024-12-18 18:00:00,"Evening Workout",50min,"Squat (Barbell)",2,80,5,0,0,"","",
    2024-12-18 18:00:00,"Evening Workout",50min,"Pull Up",1,0,6,0,0,"","",
    2024-12-21 10:30:00,"Saturday",40min,"Bench Press (Barbell)",1,60,8,0,0,"","",8
    2024-12-21 10:30:00,"Saturday",40min,"Bench Press (Barbell)",2,60,7,0,0,"grip","",9
    """
}
