import Events
import Projections

/// `replog why`: the events that caused a value of a view.
let whyCommand = Request(
  "why",
  "show the events that a value of a view depends on, and the events that they superseded",
  """
  replog why pbs "[exercise=squat].weightKg"
  replog why plan "days[day=monday].type" --as-of 40
  """,
  (view: ViewArgument(PersonalBestsView.self), path: PathArgument(RecordPath()))
) {
  try $1.positional(&$0.view, "VIEW", "the view, for example pbs or plan")
  try $1.positional(
    &$0.path, "PATH", "the path of the value, for example '[exercise=squat].weightKg'")
} perform: { value, _, shell in
  let (view, path) = (value.view.view, value.path.path)
  let question = try EnteredFault.OfView(view, PathCondition(path, .notEqual))
  let log = try shell.openLog()
  try shell.requireUser(in: log)
  let (user, asOf) = (try shell.viewer(ofAny: view, log), shell.options.asOf)
  shell.noteBeyondEnd(shell.options.asOf, of: log)
  guard let causes = try ValueCauses(view, path, of: user, in: log, asOf: asOf) else {
    try shell.requireExisting(question, of: user, asOf: asOf, log)
    throw UsageError(
      code: .notFound, message: "'\(path)' has no value in \(view.name)",
      help:
        "'replog why-not' with '\(PathCondition(path, .exists))' shows whether it ever had one")
  }
  var report = CausesReport(view: view, causes: causes, log: log)
  do {
    if let found = try causes.correction(shell.draftDefaults()) {
      let command = try shell.revertLine(of: found.event, log)
      report.correction = (command, found.value)
    }
  } catch let refusal as Refusal { report.refusal = refusal.message }
  shell.endProgress()
  try shell.show(report)
}
.with(\.accepts, .asOf)
.with(
  \.remark,
  """
  The needed events alone give the same value, and none of them can be left out. The superseded events \
  ('overruled' in the output) set the path to a different value, or are needed for the next best value. To \
  find the next best value, the command leaves out the latest needed event, and then more of the needed events \
  until the value changes. If the output proposes a command, replog has tried it on the log, and it changes \
  the value. \(ofLastEvent)
  """)

/// `replog why-not`: the reason why a condition on a view does not hold.
let whyNotCommand = Request(
  "why-not", "show why a condition does not hold: when it last held, or the nearest value",
  """
  replog why-not pbs "[exercise=squat].weightKg > 120"
  replog why-not plan "days[day=monday].exercises[exercise=squat] exists"
  """, (view: "", condition: "")
) {
  try $1.positional(&$0.view, "VIEW", EnteredFault.viewHelp)
  try $1.positional(&$0.condition, "CONDITION", EnteredFault.conditionHelp)
} perform: { given, _, shell in
  let fault = try EnteredFault.OfView(given.view, given.condition, of: "why-not")
  let log = try shell.openLog()
  try shell.requireUser(in: log)
  let (user, asOf) = (try shell.viewer(ofAny: fault.view, log), shell.options.asOf)
  shell.noteBeyondEnd(shell.options.asOf, of: log)
  let unmet = try UnmetCondition(fault.condition, in: fault.view, of: user, log, asOf: asOf)
  guard !unmet.holds else {
    throw Refusal(
      .conditionHolds, "the condition holds: \(fault.condition.path) is \(shown(unmet.value))",
      help: "'replog why' shows the events that the value needs")
  }
  if !unmet.hasLed { try shell.requireExisting(fault, of: user, asOf: asOf, log) }
  var report = UnmetConditionReport(view: fault.view, unmet: unmet, log: log)
  if asOf == nil, let end = unmet.end?.event {
    do {
      if try unmet.isMet(undoingEnd: shell.draftDefaults()) ?? false {
        report.correction = try shell.revertLine(of: end, log)
      }
    } catch let refusal as Refusal { report.refusal = refusal.message }
  }
  shell.endProgress()
  try shell.show(report)
}
.with(\.accepts, .asOf)
.with(
  \.remark,
  """
  If the condition ever held, the command shows when it last began and ceased to hold. Otherwise, the command \
  shows the value that came nearest to satisfying the condition, and the event that would have to be different. \
  \(ofLastEvent)
  """)

extension PathArgument {
  init(_ path: RecordPath) { self.path = path }
}

extension Shell {
  /// Returns the command that undoes an event of a log by its user.
  func revertLine(of event: Event, _ log: Log) throws -> String {
    let line = Remedy.Step.revert(event.seq, isBatch: false).commandLine
    let path = options.log.map { " --log \(quotedForShell($0.text))" } ?? ""
    let isDefault = try event.user == log.defaultUser()
    let user = isDefault ? "" : event.user.map { " --user \(quotedForShell($0.text))" } ?? ""
    return line + path + user
  }
}
