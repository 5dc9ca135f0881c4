import Events

/// A merge of three versions of a fact: the last imported, the current and the wanted version.
struct Merge {
  /// A Boolean value indicating whether the wanted version replaces a change by the user.
  let overwrites: Bool
  /// A Boolean value indicating whether a change by the user was kept although another value is wanted.
  private(set) var isKept = false

  private mutating func callAsFunction<V: Equatable>(_ imported: V, _ now: V, _ wanted: V) -> V {
    if overwrites || now == wanted { return wanted }
    if wanted == imported { return now }
    if now == imported { return wanted }
    isKept = true
    return now
  }

  private mutating func callAsFunction(
    _ imported: String?, _ now: String?, _ wanted: String?
  ) -> String? {
    self(
      Verbatim(wrappedValue: imported), Verbatim(wrappedValue: now), Verbatim(wrappedValue: wanted)
    ).wrappedValue
  }

  mutating func callAsFunction(
    _ imported: SessionFacts, _ now: SessionFacts,
    _ wanted: SessionFacts
  ) -> SessionFacts {
    SessionFacts(
      title: self(imported.title, now.title, wanted.title),
      note: self(imported.note, now.note, wanted.note),
      startedAt: self(imported.startedAt, now.startedAt, wanted.startedAt),
      endedAt: self(imported.endedAt, now.endedAt, wanted.endedAt))
  }

  mutating func callAsFunction(
    _ imported: SetLogged, _ now: SetLogged, _ wanted: SetLogged
  ) -> SetLogged {
    var exercise = self(imported.exercise, now.exercise, wanted.exercise)
    if exercise != now.exercise, !overwrites, !SetLogged.isVerbatim(imported, now) {
      // The set would be logged again, and the user's changes would be those of an import.
      (exercise, isKept) = (now.exercise, true)
    }
    return SetLogged(
      session: now.session, exercise: exercise, reps: self(imported.reps, now.reps, wanted.reps),
      weight: self(imported.weight, now.weight, wanted.weight),
      kind: self(imported.kind, now.kind, wanted.kind),
      rpe: self(imported.rpe, now.rpe, wanted.rpe),
      seconds: self(imported.seconds, now.seconds, wanted.seconds),
      metres: self(imported.metres, now.metres, wanted.metres),
      completed: self(imported.completed, now.completed, wanted.completed),
      note: self(imported.note, now.note, wanted.note),
      // No export has the other two.
      rir: now.rir, superset: self(imported.superset, now.superset, wanted.superset),
      isPerSide: now.isPerSide)
  }
}
