import Events

/// The prompt that asks a language model to suggest a workout.
public struct SessionPrompt: Equatable, Sendable {
  public let text: String

  /// The number of sessions in the prompt, the newest ones.
  static let sessions = 5
  /// The number of best sets in the prompt, with the highest scores.
  static let bests = 15

  /// Creates the prompt from a user's history and program.
  ///
  /// It contains the program, the latest sessions and the best sets, but no name, no note and no address. The same log
  /// gives the same text.
  public init(
    _ history: History, _ bests: PersonalBests, _ program: Program, _ profile: Profile,
    _ names: ExerciseNames
  ) {
    var lines = ["Suggest the next workout for somebody who lifts weights.", ""]
    let body = profile.promptLines
    if !body.isEmpty { lines += body + [""] }
    lines += program.promptLines(names, history)
    let sessions = history.sessions.prefix(Self.sessions)
    lines.append("")
    lines +=
      sessions.isEmpty
      ? ["No session has been logged yet."] : ["The latest sessions, newest first:", ""]
    lines += sessions.map { session in
      let title = session.title.map { ", \(plainMarkdown($0))" } ?? ""
      let sets = session.sets.map { Self.words($0, names) }.joined(separator: "; ")
      return "- \(session.startedAt.day)\(title): " + (sets.isEmpty ? "no sets" : sets)
    }
    let best = bests.bests.filter { $0.score > 0 }
      .sorted { ($1.score, $0.exercise) < ($0.score, $1.exercise) }.prefix(Self.bests)
    if !best.isEmpty {
      lines += ["", "The best sets, by repetitions times weight:", ""]
      lines += best.map { best in
        let weight = best.weight.map { " × \(decimal($0.value)) \($0.unit.rawValue)" } ?? ""
        return "- \(plainMarkdown(names[best.exercise])): \(best.reps)\(weight)"
      }
    }
    lines += [
      "",
      "Answer with one workout as a list in Markdown: each exercise with sets, repetitions and weight, and "
        + "one sentence that gives the reason. Leave out muscles that were trained hard in the last two days.",
    ]
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ set: History.LoggedSet, _ names: ExerciseNames) -> String {
    var parts: [String] = []
    if set.reps > 0 { parts.append("\(set.reps)") }
    if let weight = set.weight, weight.value != 0 {
      parts.append("\(decimal(weight.value)) \(weight.unit.rawValue)")
    }
    if let seconds = set.seconds { parts.append("\(decimal(seconds, places: 1)) s") }
    if let metres = set.metres { parts.append("\(decimal(metres, places: 1)) m") }
    let effort =
      set.rpe.map { " at RPE \(decimal($0))" } ?? set.rir.map { " at RIR \(decimal($0))" } ?? ""
    let kind = set.kind == .normal ? "" : " (\(set.kind.rawValue))"
    return "\(plainMarkdown(names[set.exercise])) \(parts.joined(separator: " × "))\(effort)\(kind)"
  }
}

extension Program {
  /// Returns the lines of a prompt about the program, with the current training maxes or working weights.
  fileprivate func promptLines(_ names: ExerciseNames, _ history: History) -> [String] {
    guard let followed = followed?.settled(by: history) else {
      return ["There is no current program."]
    }
    let what =
      followed.isProgression
      ? "a \(followed.scheme.title), with these working weights"
      : "\(followed.scheme.rawValue), with these training maxes"
    return ["The program is \(what):", ""]
      + followed.lifts.map { lift in
        "- \(plainMarkdown(names[merges[lift.exercise]])): \(decimal(lift.trainingMax.value)) "
          + lift.trainingMax.unit.rawValue
      }
  }
}
