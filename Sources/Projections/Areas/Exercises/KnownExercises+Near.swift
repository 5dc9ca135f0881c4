import Events

extension KnownExercises {
  /// Returns the exercise that `text` names in a request.
  ///
  /// It is an exercise of the log; for a merged exercise, it is the exercise that it is merged into. It is the text
  /// itself if `isNew` is true, or if no exercise of the log is near.
  ///
  /// - Parameter history: The history of the user, by which near exercises are ranked.
  public func resolve(_ text: String, isNew: Bool, in history: History) throws(Refusal) -> Name {
    let name = Name(trimmed(text))
    if isNew { return history.merges[name] }
    if let known = exercise(text) { return history.merges[known] }
    let near = near(text, in: history)
    guard !near.isEmpty else { return name }
    throw Refusal(
      .unknownExercise, "unknown exercise '\(name)'",
      help: "did you mean \(near.choices)? \(.give(.isNew)) records a new one")
  }

  /// Returns the exercise that `text` names in a request about several exercises.
  ///
  /// An exercise of the log stays the same if `isNew` is true, which then concerns the other exercises.
  func resolve(oneOfSeveral text: String, isNew: Bool, in history: History) throws(Refusal) -> Name
  {
    try resolve(text, isNew: isNew && exercise(text) == nil, in: history)
  }

  /// Returns the remark that a typed exercise counts for another one; none for any other exercise.
  func remarks(onTyped text: String, in history: History) -> [Remark] {
    let name = exercise(text) ?? Name(trimmed(text))
    let counted = history.merges[name]
    return counted == name ? [] : [.counts(name, for: counted)]
  }

  /// Returns the exercise that `text` names in a request for a program.
  ///
  /// The common name of a main lift, such as "squat", is also a name of the only exercise that it can mean.
  func resolve(lift text: String, isNew: Bool, in history: History) throws(Refusal) -> Name {
    if !isNew, let lift = Lift(namedBy: text), exercise(text) == nil {
      let meant = meant(byCommonName: text, in: history)
      if meant.count == 1, Lift(namedBy: meant[0].name) == lift { return meant[0].exercise }
    }
    return try resolve(oneOfSeveral: text, isNew: isNew, in: history)
  }

  /// Returns the exercises that a common name such as "squat" can mean, the likeliest first.
  ///
  /// The exercise of the same main lift with the most sets comes alone. Otherwise they are the near ones.
  func meant(byCommonName text: String, in history: History) -> [NearExercise] {
    if let lift = Lift(namedBy: text) {
      let same = numbers.exercises.filter { Lift(namedBy: $0.text) == lift }
      let ranked = ranked(same.map { (history.merges[$0], $0.text, 0) }, in: history)
      if let likeliest = ranked.first { return [likeliest] }
    }
    return near(text, in: history)
  }

  /// Returns the remark that a common name was taken for another exercise; none if the log has the name itself.
  func remarks(
    onCommonName text: String, takenFor exercise: Name, in history: History
  ) -> [Remark] {
    guard self.exercise(text) == nil,
      let near = meant(byCommonName: text, in: history).first(where: { $0.exercise == exercise })
    else { return [] }
    return [.read(text, as: near)]
  }

  /// Returns the remark that a typed exercise is new; none in a log without exercises, or for a name that is near one.
  func remarks(onNew text: String, in history: History) -> [Remark] {
    guard exercise(text) == nil, !numbers.exercises.isEmpty, near(text, in: history).isEmpty else {
      return []
    }
    return [.new(history.merges[Name(trimmed(text))])]
  }

  /// Returns the exercises near a name, the likeliest first.
  ///
  /// Exercises that share more words with the name come first, then those with more sets of the user, then those that
  /// the user did more recently.
  public func near(_ text: String, in history: History) -> [NearExercise] {
    let text = trimmed(text)
    guard !text.isEmpty else { return [] }
    var found = OrderedDictionary<Name, (exercise: Name, name: String, shared: Int)>()
    for (named, name) in allNames {
      let exercise = history.merges[named]
      guard let shared = nearness(of: text, to: name) else { continue }
      if shared > found[exercise]?.shared ?? .min { found[exercise] = (exercise, name, shared) }
    }
    return ranked(found.values, in: history)
  }

  /// Returns exercises in the order of the words that they share with a name, then of their use.
  private func ranked(
    _ found: [(exercise: Name, name: String, shared: Int)], in history: History
  ) -> [NearExercise] {
    let uses = history.uses(of: Set(found.map(\.exercise)))
    let ranked = found.map { near in
      let use = uses[near.exercise] ?? (sets: 0, last: .min)
      return (near, rank: (near.shared, use.sets, use.last))
    }
    return ranked.sorted { $0.rank == $1.rank ? $0.0.name < $1.0.name : $0.rank > $1.rank }
      .map { NearExercise(exercise: $0.exercise, name: $0.name, sets: $1.1) }
  }

  /// The ids of all exercises, and then their other names.
  private var allNames: [(exercise: Name, name: String)] {
    numbers.exercises.map { ($0, $0.text) } + titles.entries.map { ($0.value, $0.name.text) }
      + aliases.others.map { ($0.exercise, $0.alias) }
  }
}

extension History {
  /// Returns the number of sets of each of some exercises, and the start of the last session with one.
  ///
  /// - Complexity: Proportional to the number of all sets.
  fileprivate func uses(of exercises: Set<Name>) -> [Name: (sets: Int, last: Int64)] {
    var uses: [Name: (sets: Int, last: Int64)] = [:]
    for session in sessions {
      for set in session.sets where exercises.contains(set.exercise) {
        let start = session.startedAt.milliseconds
        let before = uses[set.exercise] ?? (0, start)
        uses[set.exercise] = (before.sets + 1, max(before.last, start))
      }
    }
    return uses
  }
}
