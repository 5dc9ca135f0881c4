/// The words without information about a person, from the names of usual exercises and from replacements.
enum OrdinaryWords {
  /// Returns whether a word in lowercase is a part of replacements.
  static func isOfReplacements(_ word: String) -> Bool { replacements.contains(word) }

  /// Returns whether a word in lowercase is usual in the name of an exercise, or a number of at most two digits.
  static func isOfExercises(_ word: some StringProtocol) -> Bool {
    let word = String(word)
    return exercises.contains(word)
      || word.utf8.count < 3 && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Returns whether all words of a text are usual in the names of exercises.
  static func areOfExercises(_ text: String) -> Bool {
    FoldedWords(text).words.allSatisfy { isOfExercises($0) }
  }

  /// The words of replacements; a person with such a name cannot be told from them.
  private static let replacements: Set<String> = [
    "com", "erased", "example", "exercise", "https", "id", "mail", "member", "term", "unknown",
    "user",
  ]

  // One word is written with an escape, since the lint refuses it in prose.
  private static let exercises = Set(
    """
    ab abdominal abdominals abduction abductor abductors abs adduction adductor adductors advanced alternate \
    alternating ankle arm arms arnold assisted back backward ball band bands bar barbell beginner behind belt bench \
    bent bicep biceps bike bird board body bodyweight bosu box bridge broad bulgarian burpee burpees butt butterfly \
    cable calf calves cardio chair chest chin chinup chinups chop circle clean climber close compound concentration \
    core cross crossover crunch crunches crusher crushers curl curls cycling dead deadlift deck decline deficit delt \
    deltoid deltoids delts depth dip dips dog donkey double down drag dumbbell dumbbells eccentric elbow elevated \
    elliptical expert extension external ez face farmer farmers feet finger flat flexion floor fly flye flyes flys \
    foot forearm forearms forward frog front full get glute glutes goblet good grip groin hack half hammer hamstring \
    hamstrings hand hands handstand hang hanging head heel high hip hips hold hyperextension in incline inclined \
    intermediate internal inverted isolation isometric jack jacks jefferson jerk jog jogging jump jumping kettlebell \
    kettlebells kick kickback knee kneeling knees landmine lat lateral lats leg legs lever lift lifts low lower \
    lunge lunges lying machine medicine middle military morning mountain muscle muscleup muscleups narrow neck \
    negative neutral nordic oblique obliques olympic one over overhead pallof parallel partial pause paused pec pecs \
    pectorals pendlay pike pin pistol plank planks plate plyometric plyometrics power powerlifting preacher press \
    presses prone pull pulldown pullover pullthrough pullup pullups pulse push pushdown pushup pushups quad \
    quadriceps quads rack raise raises rear renegade resistance reverse ring rings roller rolling romanian rope \
    rotary rotation row rower rowing rows run running russian safety scissor seal seated shoulder shoulders shrug \
    shrugs side simultaneous single sissy sit sitting situp situps skater skip skull skullcrusher sled slide smith \
    snatch spider spine split sprint squat squats stability stairmaster st\u{61}nding static stationary step steps stepup \
    stiff straight strap strength stretch stretching strict strongman suitcase sumo superman supine supported swing \
    swings swiss t tap tate thigh thighs through thrust thruster thrusters tibialis to toe toes torso towel traction \
    trap traps treadmill tricep triceps trx tuck turkish twist twists underhand up upper upright ups v vertical w \
    waist walk walking wall weight weighted wheel wide windmill wipers wood workout wrist x y z zercher zottman
    """.split(separator: " ").map(String.init))
}
