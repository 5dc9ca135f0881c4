import Events
import Projections

/// The acknowledgements of events in the words of a lifter.
struct TrainingWords {
  private let names: ExerciseNames
  private let remarks: [Remark]
  /// The command that undoes the decision; nil with '--dry-run'.
  private let undo: String?
  /// The exercise that the log did not have, until its first set was told.
  private var newcomer: Name?
  /// The logged sets whose events follow, in their order.
  private var logged: ArraySlice<Logged>

  private typealias Logged = (set: History.LoggedSet, number: Int, bests: [NewBest])

  /// Creates the words for the facts of a decision.
  ///
  /// - Parameters:
  ///   - names: The display names of exercises.
  ///   - undo: The command that undoes the decision, in quotes; nil with '--dry-run'.
  init(_ remarks: [Remark], _ names: ExerciseNames, undo: String? = "'replog undo'") {
    (self.remarks, self.names, self.undo) = (remarks, names, undo)
    newcomer =
      remarks.lazy.compactMap { if case .new(let exercise) = $0 { exercise } else { nil } }
      .first
    let sets = remarks.compactMap { remark -> Logged? in
      guard case .logged(let set, let number, let bests) = remark else { return nil }
      return (set, number, bests)
    }
    logged = sets[...]
  }

  /// Returns the lines about the next event, without its position; never empty.
  ///
  /// - Parameter showsUnit: Whether a weight among the fields has its unit even in kilograms.
  mutating func lines(_ event: Event, showsUnit: Bool) -> [String] {
    let lines = trainingLines(event)
    return lines.isEmpty ? [event.words(names, showsUnit: showsUnit)] : lines
  }

  /// Returns the lines about a set, a session or a planned exercise; empty for any other event.
  private mutating func trainingLines(_ event: Event) -> [String] {
    if case .plan(.exerciseAdded(let addition)) = event.body { return lines(addition) }
    guard case .sessions(let fact) = event.body else { return [] }
    switch fact {
    case .setLogged:
      guard let (set, number, bests) = logged.popFirst() else { return [] }
      return [(["\(work(set)), set \(number)"] + details(set)).joined(separator: ", ")]
        + bests.map(line) + newness(of: set.exercise)
    case .setRevised, .setRemoved:
      guard let (before, now) = event.changed(remarks) else { return [] }
      guard let now else { return ["\(work(before)) removed"] }
      let old = [before.workInWords(in: before.unit)] + details(before)
      let new = [work(now)] + details(now)
      return ["\(new.joined(separator: ", ")); was \(old.joined(separator: ", "))"]
    case .sessionStarted(let start):
      let count = start.planned.count
      let planned = count == 0 ? nil : "\(counted(count, "exercises")) planned"
      let parts = [start.title.map(inert), planned, start.note.map(quoted)].compactMap(\.self)
      return ["session started" + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")]
    case .sessionEnded: return ["session ended"]
    case .sessionDiscarded:
      let isDeleted = remarks.contains { if case .deleted = $0 { true } else { false } }
      return [isDeleted ? "session deleted" : "session discarded"]
    case .setMoved(let move):
      return changedSet(move.set).map { ["\(work($0)) is now set \(move.position)"] } ?? []
    case .setRestored(let restoration):
      return changedSet(restoration.set).map { ["\(work($0)) restored"] } ?? []
    default: return []
    }
  }

  /// Returns the set of a remark about its change; nil if there is none.
  private func changedSet(_ id: EventID) -> History.LoggedSet? {
    for case .changed(let set, _) in remarks where set.id == id { return set }
    return nil
  }

  /// Returns the lines about a planned exercise: `Monday: Squat 3 × 8 × 60 kg`.
  private mutating func lines(_ addition: ExerciseAdded) -> [String] {
    let planned = addition.planned
    let name = "\(addition.day.title): \(inert(names[planned.exercise]))"
    let isWhole = planned.sets != nil && planned.each != nil
    let parts: [String?] = [
      isWhole
        ? "\(name) \(planned.work(in: planned.weight?.unit ?? .kg))" : planned.line(of: name),
      planned.superset.map { "superset \($0.rawValue)" },
      planned.restSeconds.map { "rest \(duration($0))" },
    ]
    return [parts.compactMap(\.self).joined(separator: ", ")] + newness(of: planned.exercise)
  }

  /// Returns the line about the first set of an exercise that the log did not have; empty for any other set.
  private mutating func newness(of exercise: Name) -> [String] {
    guard newcomer == exercise else { return [] }
    newcomer = nil
    return [
      "'\(inert(exercise.text))' is new to this log" + (undo.map { "; \($0) removes it" } ?? "")
    ]
  }

  /// Returns a new best with the record that it beats: `new best: 105 kg (heaviest), before 100 kg on 2026-02-23`.
  func line(_ best: NewBest) -> String {
    let unit = best.set.unit
    let old = best.before
    let value: (Double) -> String
    switch best.kind {
    case .heaviest, .oneRepMax: value = { kilograms($0, in: unit) }
    case .longest: value = duration
    case .farthest: value = distance
    case .set:
      return "new best: \(best.set.workInWords(in: unit)) (best set), previously "
        + "\(old.set.workInWords(in: old.set.unit)) on \(old.set.at.day)"
    }
    return
      "new best: \(value(best.value)) (\(best.kind.words)), previously \(value(old.value ?? 0)) "
      + "on \(old.set.at.day)"
  }

  private func work(_ set: History.LoggedSet) -> String {
    "\(inert(names[set.exercise])) \(set.workInWords(in: set.unit))"
  }

  /// Returns the properties of a set besides its work.
  private func details(_ set: History.LoggedSet) -> [String] {
    let kind: String? =
      switch set.kind {
      case .normal: nil
      case .warmup: "warm-up"
      case .drop: "drop set"
      case .failure: "to failure"
      }
    return [
      kind, set.superset.map { "superset \($0.rawValue)" }, set.rpe.map { "RPE \(decimal($0))" },
      set.rir.map { "RIR \(decimal($0))" }, set.completed ? nil : "not done",
      set.note.map(quoted),
    ].compactMap(\.self)
  }

  private func quoted(_ text: String) -> String { "\"\(inert(shortened(text, to: 40)))\"" }
}

extension NewBest.Kind {
  fileprivate var words: String {
    switch self {
    case .heaviest: "heaviest"
    case .oneRepMax: "estimated 1RM"
    case .set: "set"
    case .longest: "longest"
    case .farthest: "farthest"
    }
  }
}

extension History.LoggedSet {
  /// The unit in which its weight was entered.
  fileprivate var unit: Weight.Unit { weight?.unit ?? .kg }
}

extension Shell {
  /// Returns the words for the facts of a decision, with the display names of the exercises.
  ///
  /// The names are read only if an exercise is shown. The facts are already on the device, so an error hides only the
  /// names.
  func words(for appended: Appended, _ remarks: [Remark]) -> TrainingWords {
    let undo = options.dryRun ? nil : advice("'replog undo'")
    let hasSets = remarks.contains { remark in
      switch remark {
      case .logged, .changed: true
      default: false
      }
    }
    let namesExercises = appended.acknowledgements.contains { !$0.event.body.exercises.isEmpty }
    guard hasSets || namesExercises, !options.json, let log = try? openLogQuietly(),
      let names = try? replay(log, ExerciseNames())
    else { return TrainingWords(remarks, ExerciseNames(), undo: undo) }
    return TrainingWords(remarks, names, undo: undo)
  }

  /// Prints the sum of the session that a decision ended, if any: its work, its bests, the last session of its kind,
  /// and the rest of the plan.
  mutating func printSummary(of appended: Appended) throws {
    let ended = appended.acknowledgements.map(\.event).last {
      if case .sessions(.sessionEnded) = $0.body { true } else { false }
    }
    guard !options.json, !options.dryRun, let ended,
      case .sessions(.sessionEnded(let end)) = ended.body, let user = ended.user,
      let log = try? openLogQuietly(),
      let (training, units, workouts, numbers, names) = try? replay(
        log, OfUser<WeekTraining>(user), OfUser<WeightUnit>(user), Workouts(), ExerciseNumbers(),
        ExerciseNames()),
      let summary = SessionSummary(of: end.session, in: training.value.history)
    else { return }
    let day = summary.session.startedAt.day
    let week = WeekDoneView(training.value, Pair(workouts, numbers), week: day)
    let report = SessionEndReport(
      summary: summary, planned: week.rows.first?.days[day.weekday.index].exercises ?? [],
      words: TrainingWords([], names), names: names, unit: units.value.unit)
    for line in report.lines { try print("   \(line)") }
  }
}

/// The lines after the acknowledgement of a session's end.
private struct SessionEndReport {
  let summary: SessionSummary
  /// The exercises of the day, planned and done.
  let planned: [WeekDoneView.Exercise]
  let words: TrainingWords
  let names: ExerciseNames
  let unit: Weight.Unit

  var lines: [String] {
    var lines =
      [figures(summary.session)]
      + summary.bests.map { "\(inert(names[$0.set.exercise])), \(words.line($0))" }
    if let previous = summary.previous {
      let title = previous.title.map { "\(inert($0)) " } ?? ""
      lines.append("last time, \(title)on \(previous.startedAt.day): \(figures(previous))")
    }
    return lines + [left, ranges].compactMap(\.self)
  }

  private func figures(_ session: History.Session) -> String {
    let volume =
      session.sets.isEmpty
      ? nil
      : HistoryView.Row(session: session).cell(of: "volumeKg", in: unit)
        ?? kilograms(session.volumeKg, in: unit)
    // A day that was logged as planned took no time.
    let seconds = session.seconds.flatMap { $0 > 0 ? $0 : nil }
    let length = session.wasLeftOpen ? "open for more than a day" : seconds.map(time)
    return [length, counted(session.sets.count, "sets"), volume]
      .compactMap(\.self).joined(separator: ", ")
  }

  /// Returns a duration to the minute: `58 min`, `1 h 5 min`.
  private func time(_ seconds: Double) -> String {
    let minutes = Int(min(seconds / 60, 1e9))
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// The planned exercises, those of the session's template, otherwise of the weekday.
  private var progress: [PlannedProgress] {
    summary.session.planned.isEmpty
      ? planned.filter(\.isPlanned).map(\.progress) : summary.session.progress
  }

  /// The sets that met a planned range of repetitions; nil if none was planned.
  private var ranges: String? {
    let ranges = progress.filter { $0.planned.maxReps != nil }.map { progress in
      "\(inert(names[progress.planned.exercise])) \(progress.planned.each ?? "") in "
        + "\(progress.met) of \(counted(max(progress.sets, progress.done), "sets")), "
        + "\(progress.metMost) with "
        + "\(progress.planned.maxReps ?? 0)"
    }
    return ranges.isEmpty ? nil : "repetition ranges met: \(ranges.joined(separator: "; "))"
  }

  /// The planned sets that were not done, of the session's template, otherwise of the weekday; nil if none were planned.
  private var left: String? {
    let session = summary.session
    let isOfTemplate = !session.planned.isEmpty
    let all = progress
    guard !all.isEmpty else { return nil }
    let plan =
      isOfTemplate ? "the template" : "\(session.startedAt.day.weekday.title)'s plan"
    let left = all.filter { !$0.isDone }.map {
      "\(inert(names[$0.planned.exercise])) \($0.sets - $0.done) of \(counted($0.sets, "sets"))"
    }
    return left.isEmpty
      ? "\(plan) is done" : "left in \(plan): \(left.joined(separator: "; "))"
  }
}
