import Events
import Projections

/// `replog plan history`: the changes that led to the current plan.
let planHistoryCommand = Request(
  "plan history", "show each change to the plan, with its time, event and result",
  "replog plan history monday", (day: Weekday?.none, isSealed: false)
) {
  try $1.positional(&$0.day, "DAY", "the weekday (default: the whole week)")
  try $1.flag(&$0.isSealed, "--seal", "also print the seal of the log")
} perform: { options, _, shell in
  let log = try shell.openLog()
  let user = try shell.viewer(log)
  let (units, names) = try replay(
    log, asOf: shell.options.asOf, ByUser<WeightUnit>(only: user),
    WhenNeeded<ExerciseNames>(isNeeded: !shell.options.json))
  var story = PlanStory(
    unit: units[user].unit, names: names.value, log: log, width: shell.tableWidth)
  var changes = PlanChanges(of: user)
  try log.forEachEvent(of: changes.interests, asOf: shell.options.asOf) { event in
    story.changes += changes.changes(by: event).filter {
      $0.after.day == options.day ?? $0.after.day
    }
  }
  try shell.show(story)
  if options.isSealed { try shell.tellSeal(of: log) }
}
.with(\.accepts, [.asOf, .table])
.with(
  \.remark,
  """
  With --json, 'before' and 'after' leave out the unchanged exercises at the beginning and the end of the day. If \
  an exercise moved within the day, they contain only that exercise. 'beforePosition' and 'afterPosition' are the \
  positions of the first exercise in each. 'replog plan --as-of SEQ' shows the whole week.
  """)

/// The changes of a plan, in order.
struct PlanStory: Report {
  let unit: Weight.Unit
  let names: ExerciseNames
  let log: Log
  let width: Int?
  var changes: [PlanChange] = []

  func table(isColored: Bool) -> String {
    guard !changes.isEmpty else { return "the plan was never changed\n" }
    var text = ""
    var last = 0
    for change in changes {
      let event = change.event
      if event.seq != last {
        let line = cut(event.headline)
        text += isColored ? "\u{1B}[1m\(line)\u{1B}[0m\n" : line + "\n"
      }
      last = event.seq
      text += cut("    \(change.after.day.rawValue): \(told(change))") + "\n"
    }
    return text
  }

  private func cut(_ line: String) -> String {
    width.map { shortened(inert(line), to: $0) } ?? inert(line)
  }

  /// Returns the day after a change in words: its kind, and its exercises in order.
  private func told(_ change: PlanChange) -> String {
    let day = change.result
    var exercises = day.exercises.map(\.planned).map { exercise -> String in
      let load = [exercise.sets.map(String.init), exercise.each]
        .compactMap(\.self).joined(separator: " × ")
      let parts = [
        names[exercise.exercise], load, exercise.weight.map { shown($0, in: unit) } ?? "",
      ]
      return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
    if day.exercises.count < change.count {
      exercises.append("\(counted(change.count, "exercises")) in all")
    }
    let kind = day.type.map { [$0] } ?? []
    if exercises.isEmpty { return (kind + ["no exercises"]).joined(separator: "; ") }
    return (kind + [exercises.joined(separator: ", ")]).joined(separator: "; ")
  }

  func write(_ json: inout JSONWriter) {
    json.objects(changes) { change, json in
      json.members(of: BlameIndex.Writer(change.event))
      json.member("day", change.after.day.rawValue)
      json.member("before", RecordTree(change.before).json)
      json.member("after", RecordTree(change.after).json)
      json.member("beforePosition", change.beforePosition)
      json.member("afterPosition", change.afterPosition)
      json.markIfPending(change.event.seq, in: log)
    }
  }
}
