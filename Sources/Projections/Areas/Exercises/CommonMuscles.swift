/// The muscles of the exercises with a common name.
///
/// The page Muscles of common exercises has the same rows in the same order. The muscles are those that public catalogues list
/// for most of the exercises with these words.
struct CommonMuscles {
  /// Texts that begin at a word of an id: `good-morning`.
  let names: [String]
  let muscles: ExerciseMuscles.Muscles

  private init(_ names: [String], _ primary: String, _ secondary: String...) {
    self.names = names
    muscles = ExerciseMuscles.Muscles(primary: [primary], secondary: secondary)
  }

  /// The common names; the first entry whose name an id contains applies.
  static let all: [CommonMuscles] = [
    .init(["bench-dip", "close-grip-bench", "jm-press"], "triceps", "chest", "shoulders"),
    .init(["tricep", "skull", "pushdown", "push-down"], "triceps"),
    .init(["glute-ham"], "hamstrings", "glutes", "calves"),
    .init(["leg-curl"], "hamstrings", "calves"),
    .init(["hamstring"], "hamstrings"),
    .init(["nordic"], "hamstrings", "calves"),
    .init(["romanian", "stiff-leg"], "hamstrings", "glutes", "lower back"),
    .init(["good-morning"], "hamstrings", "lower back", "glutes"),
    .init(["swing"], "hamstrings", "glutes", "lower back", "shoulders"),
    .init(
      [
        "leg-raise", "knee-raise", "plank", "crunch", "sit-up", "side-bend", "wood-chop",
        "woodchop", "dead-bug", "hollow", "situp", "toes-to-bar",
      ], "abdominals"),
    .init(["ab-wheel", "ab-roll"], "abdominals", "shoulders"),
    .init(["russian-twist", "pallof"], "abdominals"),
    .init(["calf"], "calves"),
    .init(["hip-thrust"], "glutes", "hamstrings"),
    .init(["pull-through"], "glutes", "hamstrings", "lower back"),
    .init(["glute"], "glutes", "hamstrings"),
    .init(["adduct"], "adductors"),
    .init(["abduct"], "abductors", "glutes"),
    .init(["back-extension", "hyperextension"], "lower back", "glutes", "hamstrings"),
    .init(["deadlift"], "lower back", "glutes", "hamstrings", "quadriceps", "traps", "forearms"),
    .init(["rack-pull"], "lower back", "glutes", "hamstrings", "traps", "forearms"),
    .init(
      ["farmer", "carry"], "forearms", "traps", "quadriceps", "hamstrings", "glutes", "lower back",
      "abdominals"),
    .init(["wrist"], "forearms"),
    .init(["turkish"], "shoulders", "triceps", "abdominals", "quadriceps", "glutes"),
    .init(
      ["clean-pull", "snatch-pull"], "hamstrings", "glutes", "lower back", "quadriceps", "traps",
      "forearms"),
    .init(["snatch-bal"], "quadriceps", "shoulders", "triceps", "glutes"),
    .init(
      ["clean-and-press"], "shoulders", "quadriceps", "glutes", "hamstrings", "lower back", "traps",
      "triceps"),
    .init(
      ["clean-and-jerk", "clean-jerk"], "quadriceps", "glutes", "hamstrings", "lower back",
      "shoulders", "traps", "triceps"),
    .init(
      ["snatch", "clean"], "quadriceps", "glutes", "hamstrings", "lower back", "shoulders", "traps"),
    .init(["push-press"], "shoulders", "triceps", "quadriceps"),
    .init(["jerk"], "shoulders", "triceps", "quadriceps", "glutes"),
    .init(["thruster"], "shoulders", "quadriceps", "glutes", "triceps"),
    .init(
      ["overhead-squat"], "quadriceps", "glutes", "hamstrings", "shoulders", "lower back",
      "abdominals"),
    .init(["front-squat"], "quadriceps", "glutes", "hamstrings", "abdominals"),
    .init(["squat", "leg-press"], "quadriceps", "glutes", "hamstrings"),
    .init(["leg-extension"], "quadriceps"),
    .init(["lunge", "step-up"], "quadriceps", "glutes", "hamstrings"),
    .init(["box-jump"], "quadriceps", "glutes", "hamstrings", "calves"),
    .init(["face-pull", "pull-apart"], "shoulders", "middle back", "traps"),
    .init(["rear-delt", "reverse-fly"], "shoulders", "middle back"),
    .init(
      [
        "lateral-raise", "side-raise", "side-lateral", "external-rotation", "internal-rotation",
        "front-raise",
      ], "shoulders"),
    .init(["upright"], "shoulders", "traps", "biceps"),
    .init(["handstand", "overhead-press", "shoulder-press", "military"], "shoulders", "triceps"),
    .init(["shoulder"], "shoulders"),
    .init(["straight-arm"], "lats"),
    .init(["muscle-up"], "lats", "biceps", "chest", "triceps", "middle back"),
    .init(
      ["pull-up", "pullup", "chin-up", "chinup", "pulldown", "pull-down"], "lats", "biceps",
      "middle back"),
    .init(["rope-climb"], "lats", "biceps", "forearms", "middle back"),
    .init(["row"], "middle back", "biceps", "lats"),
    .init(["shrug"], "traps"),
    .init(["hammer-curl", "reverse-curl"], "biceps", "forearms"),
    .init(["curl"], "biceps"),
    .init(["fly"], "chest"),
    .init(["crossover"], "chest", "shoulders"),
    .init(["butterfly", "pec"], "chest"),
    .init(["pullover"], "chest", "lats", "triceps"),
    .init(
      ["push-up", "pushup", "bench", "chest", "incline-press", "floor-press"], "chest", "shoulders",
      "triceps"),
    .init(["dip"], "chest", "triceps", "shoulders"),
    .init(["press"], "shoulders", "triceps"),
    .init(["neck"], "neck"),
  ]
}
