extension TrainingDialect {
  /// The dialect of Hevy's "Export workouts": a row for every set, with the newest workout first.
  ///
  ///     "title","start_time","end_time","description","exercise_title","superset_id",
  ///     "exercise_notes","set_index","set_type","weight_kg","reps","distance_km",
  ///     "duration_seconds","rpe"
  ///
  /// The units are in the header: `weight_lbs` and `distance_miles`, each depending on the user's settings. A blank
  /// weight means body weight alone. The weight of an exercise with the word "assisted" in its name is assistance, and
  /// becomes negative. The notes of an exercise are in each of its rows, and the first of its sets gets them. Start,
  /// exercise and `set_index` do not identify a set: an exercise done twice in one workout repeats them. The exercises
  /// of a superset have the same id, a number from 0 that counts the supersets of a workout. A superset of a single
  /// exercise is ignored.
  static let hevy = TrainingDialect(
    columns: [
      "title": (.title, nil), "start_time": (.start, nil), "end_time": (.end, nil),
      "description": (.sessionNote, nil), "exercise_title": (.exercise, nil),
      "superset_id": (.superset, nil), "exercise_notes": (.exerciseNote, nil),
      "set_index": (.unused, nil), "set_type": (.kind, nil),
      "weight_kg": (.weight, "kg"), "weight_lbs": (.weight, "lb"), "reps": (.reps, nil),
      "distance_km": (.distance, "km"), "distance_miles": (.distance, "mi"),
      "duration_seconds": (.seconds, nil), "rpe": (.rpe, nil),
    ],
    required: [
      (.title, "title"), (.start, "start_time"), (.exercise, "exercise_title"),
      (.kind, "set_type"), (.weight, "weight_kg"), (.reps, "reps"),
    ],
    kinds: ["normal": .normal, "warmup": .warmup, "failure": .failure, "dropset": .drop],
    numbersSets: false,
    rests: [],
    namesAssistance: true)
}
