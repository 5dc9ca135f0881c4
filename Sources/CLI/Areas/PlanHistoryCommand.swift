import Events
import Projections

/// `replog plan history`: the changes that led to the current plan.
struct PlanHistoryCommand: Command {
  let name = "plan history"
  let summary = "show each change of the plan: when, by which event, and the result"
  let example = "replog plan history monday"
  let remark = """
    With --json, 'before' and 'after' have the exercises between the beginning and the end that did not change. \
    'replog plan --as-of SEQ' shows the whole week.
    """
  let accepts: GlobalOptions.Accepted = [.asOf, .table]
  var day: Weekday?
  private var isSealed = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&day, "DAY", "the weekday (default: the whole week)")
    try a.flag(&isSealed, "--seal", "also print the seal of the log")
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let user = try shell.viewer(log)
    let (units, names) = try replay(
      log, asOf: shell.options.asOf, ByUser<WeightUnit>(only: user),
      WhenNeeded<ExerciseNames>(isNeeded: !shell.options.json))
    var story = PlanStory(unit: units[user].unit, names: names.value, width: shell.tableWidth)
    var fold = ViewFold<PlanView>(of: user)
    var before = PlanView(fold.source).rows
    try log.forEachEvent(of: fold.interests, asOf: shell.options.asOf) { event in
      // Numbers of exercises are not a change of the plan.
      guard event.area == .plan, event.user == user else { return fold.fold(event) }
      fold.fold(event)
      let after = PlanView(fold.source).rows
      for (old, new) in zip(before.flatMap(\.days), after.flatMap(\.days))
      where old.day == day ?? new.day {
        if let chapter = PlanStory.Chapter(event, old, new) { story.chapters.append(chapter) }
      }
      before = after
    }
    try shell.show(story)
    if isSealed { try shell.tellSeal(of: log) }
  }
}

/// The changes of a plan, in order.
struct PlanStory: Report {
  /// A change of a day; it keeps only the exercises that changed, since a day may have many.
  struct Chapter {
    let event: Event
    /// The day before, with the exercises that changed.
    let before: PlanView.Day
    /// The day after, with the exercises that changed.
    let after: PlanView.Day
    /// The whole day after; of a day with many exercises only those that changed.
    let result: PlanView.Day
    /// The number of exercises of the day after.
    let count: Int

    /// The largest number of exercises of a day that is shown as a whole.
    private static let most = 20

    /// Creates the change between two states of a day; nil if they have the same plan.
    init?(_ event: Event, _ old: PlanView.Day, _ new: PlanView.Day) {
      (before, after) = (old.differing(from: new), new.differing(from: old))
      guard old.type != new.type || !before.exercises.isEmpty || !after.exercises.isEmpty else {
        return nil
      }
      (self.event, count) = (event, new.exercises.count)
      result = count > Self.most ? after : new
    }
  }

  let unit: Weight.Unit
  let names: ExerciseNames
  let width: Int?
  var chapters: [Chapter] = []

  init(unit: Weight.Unit, names: ExerciseNames, width: Int?) {
    (self.unit, self.names, self.width) = (unit, names, width)
  }

  func table(isColored: Bool) -> String {
    guard !chapters.isEmpty else { return "the plan was never changed\n" }
    var text = ""
    var last = 0
    for chapter in chapters {
      let event = chapter.event
      if event.seq != last {
        let line = cut(event.headline)
        text += isColored ? "\u{1B}[1m\(line)\u{1B}[0m\n" : line + "\n"
      }
      last = event.seq
      text += cut("    \(chapter.after.day.rawValue): \(told(chapter))") + "\n"
    }
    return text
  }

  private func cut(_ line: String) -> String {
    width.map { shortened(inert(line), to: $0) } ?? inert(line)
  }

  /// Returns the day after a change in words: its kind, and its exercises in order.
  private func told(_ chapter: Chapter) -> String {
    let day = chapter.result
    var exercises = day.exercises.map(\.planned).map { exercise -> String in
      let load = [exercise.sets.map(String.init), exercise.each]
        .compactMap(\.self).joined(separator: " × ")
      let parts = [
        names[exercise.exercise], load, exercise.weight.map { shown($0, in: unit) } ?? "",
      ]
      return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
    if day.exercises.count < chapter.count {
      exercises.append("\(counted(chapter.count, "exercises")) in all")
    }
    let kind = day.type.map { [$0] } ?? []
    if exercises.isEmpty { return (kind + ["nothing to do"]).joined(separator: "; ") }
    return (kind + [exercises.joined(separator: ", ")]).joined(separator: "; ")
  }

  func write(_ json: inout JSONWriter) {
    json.objects(chapters) { chapter, json in
      json.members(of: BlameIndex.Writer(chapter.event))
      json.member("day", chapter.after.day.rawValue)
      json.member("before", RecordTree(chapter.before).json)
      json.member("after", RecordTree(chapter.after).json)
    }
  }
}
