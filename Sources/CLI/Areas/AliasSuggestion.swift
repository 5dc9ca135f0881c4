import Events
import Projections

extension ImportArguments {
  /// Suggests exercises of the catalogue for the names in the file, and appends nothing.
  func suggest(_ bytes: TextFile, _ source: TrainingSource, _ shell: inout Shell) throws {
    let log = try shell.openLog()
    let catalogue = try replay(log, ExerciseCatalogue())
    guard !catalogue.exercises.isEmpty else {
      throw Refusal(
        .noCatalogue, "the log has no catalogue in which to look up the names",
        help: "import one: replog import exercises.json")
    }
    if let user = shell.options.user, try log.userWithoutAccount() != user,
      try replay(log, OfUser<Identity>(user)).value.signIn == nil
    {
      shell.note(
        "'\(user)' is not signed in; before you run these lines: replog sign-in ADDRESS\(shell.givenPlace)"
      )
    }
    let training: ImportedTraining
    do throws(ImportError) {
      let defaults = TrainingDefaults(unit: .kg, clock: .offset(0), lifter: lifter)
      // Each name is an exercise, as in the file.
      training = try ImportedTraining(
        bytes, from: source, by: "nobody", defaults: defaults, exercise: { Name($0) })
    } catch { throw LogError(error, file) }
    var names = OrderedDictionary<Name, (name: String, sets: Int)>()
    for set in (0..<training.sessions).lazy.flatMap({ training.session(at: $0).sets.map(\.set) }) {
      names[set.exercise] = (set.exercise.text, (names[set.exercise]?.sets ?? 0) + 1)
    }
    try shell.show(
      SuggestionReport(
        suggestions: AliasSuggestions(names.values, in: catalogue).suggestions,
        names: names.values.count,
        file: LogError.name(of: file), options: shell.givenPlace))
  }
}

/// The exercises that the names in an export may mean, as command lines to read and run.
private struct SuggestionReport: Report {
  let suggestions: [AliasSuggestions.Suggestion]
  /// The number of names in the file.
  let names: Int
  let file: String
  /// The given options for the log and the user.
  let options: String
  /// The similarity, in percent, from which a line is a command; below it is a comment, for a decision by the user.
  private static let strong = 85

  func table(isColored: Bool) -> String {
    guard !suggestions.isEmpty else {
      return "# \(inert(file)): the catalogue has all \(counted(names, "names"))\n"
    }
    var lines = [
      "# \(inert(file)): not in the catalogue: \(grouped("\(suggestions.count)")) of "
        + "\(counted(names, "names")); check the lines below, keep the correct ones, and run them"
    ]
    for suggestion in suggestions {
      lines += ["", "# \(inert(suggestion.name)), \(counted(suggestion.sets, "sets"))"]
      if suggestion.candidates.isEmpty { lines.append("# the catalogue has no similar exercise") }
      for (place, candidate) in suggestion.candidates.enumerated() {
        let command = command(candidate, for: suggestion.name)
        let isStrong = place == 0 && percent(candidate) >= SuggestionReport.strong
        lines.append("\(isStrong ? "" : "# ")\(command)  # \(percent(candidate)) %")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func percent(_ candidate: AliasSuggestions.Candidate) -> Int {
    Int((candidate.likeness * 100).rounded())
  }

  private func command(_ candidate: AliasSuggestions.Candidate, for name: String) -> String {
    let exercise = quotedForShell(candidate.exercise.text)
    let isLikeOption = [name, candidate.exercise.text].contains { $0.hasPrefix("-") }
    return
      "replog exercises alias\(options)\(isLikeOption ? " --" : "") \(quotedForShell(name)) \(exercise)"
  }

  func write(_ json: inout JSONWriter) {
    json.objects(suggestions) { suggestion, json in
      json.member("name", suggestion.name)
      json.member("sets", suggestion.sets)
      json.member("suggestions", suggestion.candidates) { candidate, json in
        json.member("exercise", candidate.exercise.text)
        json.member("name", candidate.name)
        json.member("likeness", Double(percent(candidate)) / 100)
        json.member("command", command(candidate, for: suggestion.name))
      }
    }
  }
}

extension Shell {
  /// The given options for the log and the user, each after a space; empty if none were given.
  fileprivate var givenPlace: String {
    let user = options.user.map { " --user \(quotedForShell($0.text))" }
    let log = options.log.map { " --log \(quotedForShell($0.text))" }
    return (user ?? "") + (log ?? "")
  }
}
