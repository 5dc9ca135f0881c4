import Events

// Sessions and their sets as a checkpoint keeps them.
extension History.Session: NestedPayload {
  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    // Arguments are evaluated in source order, which is the order of the fields.
    self.init(
      session: try f("session", old?.session), title: try f.optional("title", old?.title),
      note: try f.optional("note", old?.note), startedAt: try f("startedAt", old?.startedAt),
      seq: try f("seq", old?.seq), endedAt: try f.optional("endedAt", old?.endedAt),
      template: try f.optional("template", old?.template),
      planned: try f.list("planned", old?.planned),
      sets: try f.list("sets", old.map { Array($0.sets.dropFirst($0.removed)) }))
    var removedSets = try f.list("removed", old.map { Array($0.sets.prefix($0.removed)) })
    for place in removedSets.indices { removedSets[place].isRemoved = true }
    (sets, removed) = (removedSets + sets, removedSets.count)
  }
}

extension History.LoggedSet: NestedPayload {
  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    // Arguments are evaluated in source order, which is the order of the fields.
    self.init(
      id: try f("id", old?.id), seq: try f("seq", old?.seq), at: try f("at", old?.at),
      exercise: try f("exercise", old?.exercise), reps: try f("reps", old?.reps),
      weight: try f.weight(old?.weight),
      kind: try f.withDefault(.normal, "kind", old?.kind), rpe: try f.optional("rpe", old?.rpe),
      seconds: try f.optional("seconds", old?.seconds),
      metres: try f.optional("metres", old?.metres),
      completed: try f.withDefault(true, "completed", old?.completed), note: nil, rir: nil,
      superset: nil, isPerSide: false)
    guard let extras = try f.optional("extras", old.flatMap(Extras.init)) else { return }
    (note, rir, superset, isPerSide) = (extras.note, extras.rir, extras.superset, extras.isPerSide)
    delay = Int64(extras.delay)
  }

  /// The values that few sets have; a set without any of them stores one byte for all.
  private struct Extras: NestedPayload {
    let note: String?
    let rir: Double?
    let superset: SupersetGroup?
    let isPerSide: Bool
    let delay: Int

    /// Creates the values of a set; nil if it has none.
    init?(_ set: History.LoggedSet) {
      guard
        set.note != nil || set.rir != nil || set.superset != nil || set.isPerSide
          || set.delay != 0
      else { return nil }
      (note, rir) = (set.note, set.rir)
      (superset, isPerSide, delay) = (set.superset, set.isPerSide, Int(set.delay))
    }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      note = try f.optional("note", old?.note)
      rir = try f.optional("rir", old?.rir)
      superset = try f.optional("superset", old?.superset)
      isPerSide = try f.withDefault(false, "perSide", old?.isPerSide)
      delay = try f.withDefault(0, "delay", old?.delay)
    }
  }
}
