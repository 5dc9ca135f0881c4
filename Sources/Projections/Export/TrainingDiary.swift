import Events

/// The sessions of a user as a diary in Markdown, one session at a time.
///
/// A person's text is escaped, so that it has no special meaning in Markdown or in HTML made from it.
public struct TrainingDiary {
  private let names: ExerciseNames
  /// The sets that are the best of their exercises.
  private let bests: Set<Int>
  private var day: LocalDay?

  /// Creates the diary of the sets of one user.
  public init(_ names: ExerciseNames, _ bests: PersonalBests) {
    self.names = names
    self.bests = Set(bests.bests.map(\.seq))
  }

  public static func title(of user: Name?) -> String {
    "# Training diary" + (user.map { " of \(inertMarkdown($0.text))" } ?? "") + "\n"
  }

  /// Returns a session, with its day before it if it is the first of that day; pass sessions oldest first.
  public mutating func text(of session: History.Session) -> String {
    var text = ""
    let day = session.startedAt.day
    if day != self.day { text += "\n## \(day.weekday.title), \(day)\n" }
    self.day = day
    text += "\n### \(heading(of: session))\n"
    if let note = session.note { text += "\n" + TrainingDiary.quoted(note) }
    let exercises = TrainingDiary.runs(of: session.sets)
    if !exercises.isEmpty { text += "\n" }
    for sets in exercises {
      text += "- \(inertMarkdown(names[sets[0].exercise]))\n"
      for set in sets { text += "  - \(line(of: set))\n" }
    }
    return text
  }

  private func heading(of session: History.Session) -> String {
    var parts = [TrainingDiary.clock(session.startedAt)]
    if let end = session.endedAt {
      let minutes = (end.milliseconds - session.startedAt.milliseconds) / 60_000
      if minutes > 0 { parts[0] += ", \(minutes) min" }
    } else {
      parts[0] += ", open"
    }
    parts.append(session.title.map(inertMarkdown) ?? "Session")
    return parts.joined(separator: ": ")
  }

  private func line(of set: History.LoggedSet) -> String {
    var parts = [work(of: set)]
    switch set.kind {
    case .normal: break
    case .warmup: parts.append("warm-up")
    case .drop: parts.append("drop set")
    case .failure: parts.append("to failure")
    }
    if let superset = set.superset { parts.append("superset \(superset.rawValue)") }
    if let rpe = set.rpe { parts.append("RPE \(plainNumber(rpe))") }
    if let rir = set.rir { parts.append("RIR \(plainNumber(rir))") }
    if !set.completed { parts.append("not done") }
    var line = parts.joined(separator: ", ")
    if bests.contains(set.seq) { line += " **(best)**" }
    if let note = set.note { line += ": \(inertMarkdown(note))" }
    return line
  }

  /// Returns the work of a set as entered: `5 × 100 kg`, `12 × bw`, `5000 m in 1650 s`.
  private func work(of set: History.LoggedSet) -> String {
    var parts: [String] = []
    let extents = [
      set.metres.map { "\(plainNumber($0)) m" }, set.seconds.map { "\(plainNumber($0)) s" },
    ].compactMap(\.self)
    if set.reps > 0 || set.weight != nil || extents.isEmpty {
      let weight = set.weight.flatMap { $0.value == 0 ? nil : $0 }
      let load = weight.map { "\(plainNumber($0.value)) \($0.unit.rawValue)" } ?? "bw"
      parts.append("\(set.reps) × \(load)")
    }
    if !extents.isEmpty { parts.append(extents.joined(separator: " in ")) }
    return parts.joined(separator: ", ") + (set.isPerSide ? " per side" : "")
  }

  /// Returns the sets in runs of consecutive sets of the same exercise.
  private static func runs(of sets: [History.LoggedSet]) -> [[History.LoggedSet]] {
    var runs: [[History.LoggedSet]] = []
    for set in sets {
      if runs.last?.last?.exercise == set.exercise {
        runs[runs.count - 1].append(set)
      } else {
        runs.append([set])
      }
    }
    return runs
  }

  /// Returns the time of day: `18:04`.
  private static func clock(_ time: Timestamp) -> String {
    String(time.description.dropFirst(11).prefix(5))
  }

  /// Returns a text of several lines as a quotation.
  private static func quoted(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { "> \(inertMarkdown(String($0)))\n" }.joined()
  }
}

/// Returns a text on one line that has no meaning in Markdown at any place in a line.
func inertMarkdown(_ text: String) -> String {
  var inert = ""
  for scalar in trimmed(plainMarkdown(text)).unicodeScalars {
    if "&~$@".unicodeScalars.contains(scalar) { inert += "\\" }
    inert.unicodeScalars.append(scalar)
  }
  // At the beginning of a line these begin a list, or turn the line before into a heading.
  let number = inert.unicodeScalars.prefix { ("0"..."9").contains($0) }
  let mark = inert.unicodeScalars.dropFirst(number.count).first
  guard let mark, (number.isEmpty ? "-+=" : ".)").unicodeScalars.contains(mark) else {
    return inert
  }
  return String(number) + "\\" + String(inert.unicodeScalars.dropFirst(number.count))
}
