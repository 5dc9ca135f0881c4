import Events
import Projections

extension ReplayCommand {
  /// Writes the events of a replay and their changes as a page.
  func writePage(
    to out: FilePath, _ replay: inout LogReplay, of user: Name?, _ log: Log, _ shell: inout Shell
  ) throws {
    let states = try log.states(
      of: views.views, of: user, before: first ?? 1, asOf: shell.options.asOf)
    // Of a path only its last part, since the folder of the log says nothing about it.
    let name = log.name.split(separator: "/").last.map(String.init) ?? log.name
    var content = ReplayContent(of: name, user: user, from: states)
    var steps = try replay.nextSteps()
    while !steps.isEmpty {
      for step in steps { content.add(step) }
      steps = try replay.nextSteps()
    }
    content.finish()
    if content.count == 0 { shell.noteBeyondEnd(first.map { .seq($0) }, of: log) }
    let page = ReplayPage(content)
    if try shell.writePage(page.bytes, to: out) { return }
    try shell.show(
      WrittenReplay(
        file: out.text, events: content.count, views: content.views, bytes: page.bytes.count,
        isDryRun: shell.options.dryRun))
  }
}

/// The output of `replay -o`: the file, and its content.
private struct WrittenReplay: ObjectReport {
  let file: String
  let events: Int
  let views: Int
  let bytes: Int
  /// A Boolean value indicating whether nothing was written.
  let isDryRun: Bool

  func table(isColored: Bool) -> String {
    "\(isDryRun ? "would write" : "wrote") \(outputName(file)): \(counted(events, "events")), "
      + "\(counted(views, "views")), \(counted(bytes, "bytes"))\n"
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("file", file)
    json.member("bytes", bytes)
    json.member("events", events)
    json.member("views", views)
    if isDryRun { json.member("dryRun", true) }
  }
}
