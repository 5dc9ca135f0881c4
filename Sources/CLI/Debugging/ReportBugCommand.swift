import Events
import Projections

/// `replog report-bug`: a folder that shows a wrong value to the authors of an app, without personal data.
struct ReportBugCommand: Command {
  let name = "report-bug"
  let summary = "create a folder that reproduces a wrong value, without personal data"
  let example = """
    replog report-bug pbs "[exercise=squat].weightKg > 300" -o bug
    replog report-bug pbs "[exercise=squat].weightKg > 300" --want 105 -o bug
    """
  let remark = """
    The folder is a scenario for 'golden run'. It contains the smallest log for which the condition holds, with \
    names and text replaced as by 'scrub'. It also contains the view with the correct value, so the scenario fails \
    until the value is right. If a value is the sum of thousands of events, the report needs all of them. For a \
    smaller report, use a condition on part of the value. Without --want, the correct value is the value before the \
    condition began to hold; text in a user's own words becomes null. The folder also has a page about the value and \
    a seal of the log. The report is searched for each replaced name, id and text; the condition and the value of \
    --want are also searched for those of the whole log. The condition is checked in three ways: by replaying the \
    log, by tracing the value, and by evaluating it on the whole view.
    """
  let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  private var view = ""
  private var condition = ""
  private var wanted: String?
  private var out: FilePath?

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&view, "VIEW", EnteredFault.viewHelp)
    try a.positional(&condition, "CONDITION", EnteredFault.conditionHelp)
    try a.option(
      &wanted, "--want",
      "the correct value, as JSON or text (default: the value before the condition held)")
    try a.option(&out, "-o", "the new folder")
  }

  func run(_ shell: inout Shell) throws {
    let fault = try EnteredFault.OfView(view, condition, of: name)
    guard let out else { throw UsageError.missing("'-o DIR'", of: name) }
    let given = try wanted.map { try value($0, of: fault) }
    try requireFree(out.text, shell)
    let log = try shell.openExistingLog()
    try shell.requireUser(in: log)
    let (user, asOf) = (try shell.viewer(ofAny: fault.view, log), shell.options.asOf)
    let flips = try log.flips(of: fault.condition, in: fault.view, of: user, asOf: asOf)
    guard flips.holds else {
      try shell.requireExisting(fault, of: user, asOf: asOf, log)
      throw fault.notFailing
    }
    let search = try minimized(log, fault, user, &shell)
    guard search.selection.count > 0 else {
      throw Refusal(
        .conditionHolds, "the condition holds for an empty log: \(fault.condition)",
        help: "no event is at fault")
    }
    let report = try report(
      on: search.selection.events(), from: log, fault, user,
      wanted: given ?? fault.value(before: flips), shell)
    let files = try files(report, fault.view)
    if !shell.options.dryRun { try write(files, to: out.text, shell) }
    shell.endProgress()
    try shell.show(report, search, in: out.text, files.map(\.path))
  }

  /// Returns the wanted value that was typed, for which the condition must not hold.
  private func value(_ text: String, of fault: EnteredFault.OfView) throws -> JSON {
    let json = try? Bytes.of(Array(text.utf8)) { (bytes) throws(LineError) in try JSON(bytes) }
    let value = json ?? .string(text)
    let path = fault.condition.path
    _ = try EnteredFault.OfView(fault.view, PathCondition(path, .equal, value))
    guard fault.condition.holds(for: value) else { return value }
    throw UsageError(
      code: .conflictingOptions,
      message: "the correct value must not satisfy the condition, got \(shown(value))",
      help: "the condition describes the fault: \(fault.condition)")
  }

  private func requireFree(_ folder: String, _ shell: Shell) throws {
    try shell.requireOther(folder)
    try shell.system.requireMakeable(folders: folder + "/expected", tries: !shell.options.dryRun)
    guard try shell.system.exists(folder) else { return }
    throw LogError(.refused, folder, "the folder already exists", help: "choose another name")
  }

  /// Returns the search for the smallest log, after it has ended.
  private func minimized(
    _ log: Log, _ fault: EnteredFault.OfView, _ user: Name?, _ shell: inout Shell
  ) throws -> Minimization {
    var search = try Minimization(of: log)
    shell.endProgress()
    search.onProgress = shell.searchProgress()
    // Some seconds; a small log for a fault that few events make is found with less.
    search.mostJudged = 5_000_000 + 16 * search.count
    shell.system.catchInterruptions()
    do { try search.run(fault, of: .fixed(user), shell) } catch is ProgramJudge.Interruption {
      throw LogError(.system, "", "interrupted; nothing was written")
    }
    return search
  }

  private func report(
    on events: [Event], from log: Log, _ fault: EnteredFault.OfView, _ user: Name?, wanted: JSON,
    _ shell: Shell
  ) throws -> BugReport {
    do {
      return try BugReport(
        of: events, from: log, fault.condition, in: fault.view, of: user, wanted: wanted,
        key: shell.chanceKey(), defaults: shell.draftDefaults())
    } catch let left as BugReport.LeftValue {
      throw Refusal(
        .personalDataLeft, "\(left.place) would still contain a replaced name or text",
        help: "choose a condition and a value for '--want' without personal data")
    } catch is BugReport.Dependence {
      throw Refusal(
        .doesNotFail, "without personal data the condition does not hold: \(fault.condition)",
        help: "choose a condition that does not depend on names or text")
    } catch let difference as ViewProof.Difference {
      throw Refusal(
        "the views of the new log differ: \(told(difference))",
        help: "nothing was written; this is a bug in replog, at the place above")
    }
  }

  /// Returns the files of a report, the log last: a folder without a log is not a scenario.
  private func files(
    _ report: BugReport, _ view: any LogView.Type
  ) throws -> [(path: String, bytes: [UInt8])] {
    let file = try GoldenFile(view, report.user.map { .user($0) } ?? .latest)
    let seal = try Log(report.lines, name: "events.jsonl").seal()
    return [
      ("expected/\(file.name)", report.expected),
      ("report.md", Array(page(report, view, file.name).utf8)),
      ("seal.txt", Array(SealReport(seal: seal, isResumable: false).table(isColored: false).utf8)),
      ("events.jsonl", report.lines),
    ]
  }

  /// Returns the page about the value.
  private func page(_ report: BugReport, _ view: any LogView.Type, _ file: String) -> String {
    let name = hyphened(view.name)
    let user = report.user.map { " --user \(quotedForShell($0.text))" } ?? ""
    let condition = quotedForShell("\(report.condition)")
    let kept =
      "Times, exercises, loads\(report.keepsBody ? ", body weights" : "") and repetitions"
    let wanted =
      report.isWanted
      ? "`expected/\(file)` has the correct value, so the first command finds a difference."
      : "`expected/\(file)` is the current view, because the path has no value."
    return """
      # A wrong value in the view `\(view.name)`

      | | |
      | --- | --- |
      | condition | `\(report.condition)` |
      | value | `\(shown(report.value))` |
      | events | \(report.lines.count { $0 == UInt8(ascii: "\n") }), without personal data |
      | replog | \(Release.version) |

      \(wanted)

      \(kept) are kept. Someone who knows some of this data may be able to identify a person.

      ```sh
      replog golden run .
      replog bisect \(name) \(condition)\(user) --log events.jsonl
      replog verify --log events.jsonl --seal seal.txt
      ```

      """
  }

  private func write(
    _ files: [(path: String, bytes: [UInt8])], to folder: String, _ shell: Shell
  ) throws {
    try shell.system.makeFolders(folder + "/expected")
    for (path, bytes) in files {
      try shell.system.replaceFile(
        "\(folder)/\(path)", with: bytes, patience: 10, overwrites: false, ownerOf: shell.logPath)
    }
  }
}

extension EnteredFault.OfView {
  /// Returns the value before the condition began to hold; null if it is personal or an id, or if there was none.
  fileprivate func value(before flips: ConditionChanges) -> JSON {
    guard let before = flips.flips.last?.before,
      case .field(let field?) = view.end(of: condition.path),
      !field.isPersonal, case .value(let kind) = field.content, kind != .id, kind != .texts
    else { return .null }
    return before
  }
}

extension Shell {
  /// Shows the content of the folder of a report, and the checks that it passed.
  fileprivate mutating func show(
    _ report: BugReport, _ search: Minimization, in folder: String, _ files: [String]
  ) throws {
    let isDryRun = options.dryRun
    func text() -> String {
      let (all, left) = (counted(search.count, "events"), grouped("\(search.selection.count)"))
      var text = inert(folder) + (isDryRun ? " would be written" : "") + ": "
      text += "\(all) reduced to \(left) in \(counted(search.runs, "runs"))"
      text +=
        search.isMinimal
        ? "; no single event can be removed\n"
        : "; the search ended early, since the value needs many events\n"
      text += "checked: \(counted(report.persons, "people")) renamed, the views are the same\n"
      text += "searched: no replaced value is left\n"
      text +=
        "judged three times: \(inert("\(report.condition)")) holds, with \(shown(report.value))\n"
      for file in files { text += "  \(inert(file))\n" }
      return report.isWanted ? text : text + "the expected view has no value to replace\n"
    }
    try show(text()) { json in
      json.member("folder", folder)
      json.member("events", search.selection.count)
      json.member("of", search.count)
      json.member("runs", search.runs)
      json.member("isMinimal", search.isMinimal)
      json.member("persons", report.persons)
      json.member("views", report.proof.views)
      json.member("condition", "\(report.condition)")
      json.member("value", report.value)
      json.member("isWanted", report.isWanted)
      json.member("files", files)
      if isDryRun { json.member("dryRun", true) }
    }
  }
}
