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
    let isDryRun = shell.options.dryRun
    let (events, views, bytes) = (content.count, content.views, page.bytes.count)
    try shell.show(
      "\(isDryRun ? "would write" : "wrote") \(outputName(out.text)): \(counted(events, "events")), "
        + "\(counted(views, "views")), \(counted(bytes, "bytes"))\n"
    ) { json in
      json.member("file", out.text)
      json.member("bytes", bytes)
      json.member("events", events)
      json.member("views", views)
      if isDryRun { json.member("dryRun", true) }
    }
  }
}
