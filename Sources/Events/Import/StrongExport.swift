extension TrainingDialect {
  /// The dialect of Strong's "Export data": a row for every set.
  ///
  /// The rows with one date and workout name are a session. The columns of all versions since 2016, including the
  /// French and German ones, are:
  ///
  ///     2016     Date,Workout Name,Exercise Name,Set Order,kg,Reps,km,Seconds,Notes
  ///     to 2018  …,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes[,RPE]
  ///     iOS      Date,Workout Name,Duration,Exercise Name,Set Order,Weight,…
  ///     Android  …;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;…;Workout Duration
  ///     newer    "Workout #";"Date";…;"Duration (sec)";…;"Weight (kg)";…;"Distance (meters)";…
  ///
  /// A weight of 0 stays 0, because these files do not distinguish a body weight set from an empty bar. Zero seconds,
  /// distance and RPE mean "none". The weight of an exercise with the word "assisted" in its name is assistance, and
  /// becomes negative.
  static let strong = TrainingDialect(
    columns: [
      "workout #": (.unused, nil),
      "date": (.start, nil), "datum": (.start, nil),
      "workout name": (.title, nil), "workout-name": (.title, nil),
      "nom de l'entraînement": (.title, nil),
      "duration": (.duration, nil), "workout duration": (.duration, nil),
      "durée": (.duration, nil), "dauer": (.duration, nil), "workout-dauer": (.duration, nil),
      "exercise name": (.exercise, nil), "nom de l'exercice": (.exercise, nil),
      "name der übung": (.exercise, nil),
      "set order": (.kind, nil), "ordre de la série": (.kind, nil),
      "reihenfolge festlegen": (.kind, nil),
      "weight": (.weight, nil), "poids": (.weight, nil), "gewicht": (.weight, nil),
      "kg": (.weight, "kg"), "lb": (.weight, "lb"), "lbs": (.weight, "lb"),
      "weight unit": (.weightUnit, nil),
      "reps": (.reps, nil), "réps": (.reps, nil), "wiederh.": (.reps, nil),
      "rpe": (.rpe, nil),
      "distance": (.distance, nil), "entfernung": (.distance, nil),
      "km": (.distance, "km"), "mi": (.distance, "mi"), "mi.": (.distance, "mi"),
      "miles": (.distance, "mi"),
      "distance unit": (.distanceUnit, nil),
      "seconds": (.seconds, nil), "secondes": (.seconds, nil), "sekunden": (.seconds, nil),
      "notes": (.setNote, nil), "notizen": (.setNote, nil),
      "workout notes": (.sessionNote, nil), "notes d'entraînement": (.sessionNote, nil),
      "workout-notizen": (.sessionNote, nil),
    ],
    required: [
      (.start, "Date"), (.title, "Workout Name"), (.exercise, "Exercise Name"),
      (.kind, "Set Order"), (.weight, "Weight"), (.reps, "Reps"),
    ],
    kinds: [
      "w": .warmup, "warm_up": .warmup, "d": .drop, "drop_set": .drop, "f": .failure,
      "failure": .failure,
    ],
    numbersSets: true,
    rests: ["rest timer", "ruhezeit"],
    namesAssistance: true, fillsWithZeros: true)
}
