import Events

extension SetRevised {
  /// Returns the weight of a set after the revision, given the old one; the functions below do so for other values.
  func weight(after old: Weight?) -> Weight? { cleared.contains(.weight) ? nil : weight ?? old }
  func rpe(after old: Double?) -> Double? { cleared.contains(.rpe) ? nil : rpe ?? old }
  func note(after old: String?) -> String? { cleared.contains(.note) ? nil : note ?? old }
  func seconds(after old: Double?) -> Double? { cleared.contains(.seconds) ? nil : seconds ?? old }
  func metres(after old: Double?) -> Double? { cleared.contains(.metres) ? nil : metres ?? old }
  func rir(after old: Double?) -> Double? { cleared.contains(.rir) ? nil : rir ?? old }
  func superset(after old: SupersetGroup?) -> SupersetGroup? {
    cleared.contains(.superset) ? nil : superset ?? old
  }
  func isPerSide(after old: Bool) -> Bool { cleared.contains(.perSide) ? false : isPerSide ?? old }
}

extension SetLogged {
  func revised(by revision: SetRevised) -> SetLogged {
    SetLogged(
      session: session, exercise: exercise, reps: revision.reps ?? reps,
      weight: revision.weight(after: weight), kind: revision.kind ?? kind,
      rpe: revision.rpe(after: rpe), seconds: revision.seconds(after: seconds),
      metres: revision.metres(after: metres), completed: revision.completed ?? completed,
      note: revision.note(after: note), rir: revision.rir(after: rir),
      superset: revision.superset(after: superset), isPerSide: revision.isPerSide(after: isPerSide))
  }

  /// Returns the revision that gives another set the values of this set, except for its exercise.
  ///
  /// - Parameter doneAt: The time at which the set was done, if the revision completes it.
  func revision(of id: EventID, from old: SetLogged, doneAt: Timestamp? = nil) -> SetRevised {
    var cleared: [SetDetail] = []
    if weight == nil, old.weight != nil { cleared.append(.weight) }
    if rpe == nil, old.rpe != nil { cleared.append(.rpe) }
    if note == nil, old.note != nil { cleared.append(.note) }
    if seconds == nil, old.seconds != nil { cleared.append(.seconds) }
    if metres == nil, old.metres != nil { cleared.append(.metres) }
    if rir == nil, old.rir != nil { cleared.append(.rir) }
    if superset == nil, old.superset != nil { cleared.append(.superset) }
    return SetRevised(
      set: id, reps: changed(reps, from: old.reps), weight: changed(weight, from: old.weight),
      kind: changed(kind, from: old.kind), rpe: changed(rpe, from: old.rpe),
      note: changed(note, from: old.note), cleared: cleared,
      seconds: changed(seconds, from: old.seconds), metres: changed(metres, from: old.metres),
      completed: changed(completed, from: old.completed), rir: changed(rir, from: old.rir),
      superset: changed(superset, from: old.superset),
      isPerSide: changed(isPerSide, from: old.isPerSide),
      doneAt: completed && !old.completed ? doneAt : nil)
  }

  /// Returns whether two sets are the same, with notes compared byte by byte.
  static func isVerbatim(_ one: SetLogged, _ other: SetLogged) -> Bool {
    one == other && String?.isVerbatim(one.note, other.note)
  }
}

extension History.LoggedSet {
  /// Applies a revision; if it marks the set as done and has no time for that, the set was done at `time`.
  mutating func revise(_ revision: SetRevised, at time: Timestamp) {
    if !completed, revision.completed == true {
      delay = (revision.doneAt ?? time).milliseconds &- at.milliseconds
    }
    revise(revision)
  }

  mutating func revise(_ revision: SetRevised) {
    reps = revision.reps ?? reps
    weight = revision.weight(after: weight)
    kind = revision.kind ?? kind
    rpe = revision.rpe(after: rpe)
    note = revision.note(after: note)
    seconds = revision.seconds(after: seconds)
    metres = revision.metres(after: metres)
    completed = revision.completed ?? completed
    rir = revision.rir(after: rir)
    superset = revision.superset(after: superset)
    isPerSide = revision.isPerSide(after: isPerSide)
  }

  /// Returns the fact that would log the current set.
  func logged(into session: Name) -> SetLogged {
    SetLogged(
      session: session, exercise: exercise, reps: reps, weight: weight, kind: kind, rpe: rpe,
      seconds: seconds, metres: metres, completed: completed, note: note, rir: rir,
      superset: superset, isPerSide: isPerSide)
  }
}
