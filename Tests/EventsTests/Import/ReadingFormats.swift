import Events

/// Reads `text` as an export of `source`.
func training(
  _ text: String, from source: TrainingSource, by user: Name = "ann",
  defaults: TrainingDefaults = TrainingDefaults()
) throws(ImportError) -> ImportedTraining {
  try training(Array(text.utf8), from: source, by: user, defaults: defaults)
}

/// Reads `bytes` as an export of `source`.
func training(
  _ bytes: [UInt8], from source: TrainingSource, by user: Name = "ann",
  defaults: TrainingDefaults = TrainingDefaults()
) throws(ImportError) -> ImportedTraining {
  try Bytes.of(bytes) { (bytes) throws(ImportError) in
    try ImportedTraining(bytes, from: source, by: user, defaults: defaults)
  }
}

/// Reads `text` as a catalogue.
func catalogue(_ text: String) throws(ImportError) -> ImportedCatalogue {
  try Bytes.of(Array(text.utf8)) { (bytes) throws(ImportError) in try ImportedCatalogue(bytes) }
}

/// Returns the error that reading throws, or nil if it throws none.
func refusal<R>(_ body: () throws(ImportError) -> R) -> ImportError? {
  do {
    _ = try body()
    return nil
  } catch { return error }
}

extension ImportedTraining {
  /// The sets, in order.
  var setsLogged: [SetLogged] {
    drafts.compactMap { draft in
      guard case .sessions(.setLogged(let set)) = draft.body else { return nil }
      return set
    }
  }

  /// The starts of sessions, in order.
  var starts: [SessionStarted] {
    drafts.compactMap { draft in
      guard case .sessions(.sessionStarted(let start)) = draft.body else { return nil }
      return start
    }
  }

  /// The starts and the ends of sessions, in order.
  var times: [String] {
    drafts.compactMap { draft in
      switch draft.body {
      case .sessions(.sessionStarted), .sessions(.sessionEnded): draft.at?.description
      default: nil
      }
    }
  }

  /// The sum of repetitions times kilograms over all sets.
  var volume: Double { setsLogged.reduce(0) { $0 + Double($1.reps) * ($1.weight?.kilograms ?? 0) } }
}

extension ImportedCatalogue {
  /// The exercises, in order.
  var exercises: [ExerciseCatalogued] {
    drafts.compactMap { draft in
      guard case .exercises(.exerciseCatalogued(let exercise)) = draft.body else { return nil }
      return exercise
    }
  }
}
