import Events
import Projections

/// The outcome of a sync, for people and for programs.
struct SyncTable: ObjectReport {
  let report: SyncReport
  let remote: SyncState.Remote
  let isDryRun: Bool
  /// The option that names the log, for the next step; empty for the default log.
  let log: String

  /// The number of events of other devices.
  private var received: Int { max(0, report.received - report.taken.count - report.duplicates) }

  func table(isColored: Bool) -> String {
    var parts = [
      "\(counted(received, "events")) \(isDryRun ? "would be " : "")received",
      "\(grouped("\(report.taken.count)")) sent",
    ]
    if report.restored > 0 { parts.append("\(grouped("\(report.restored)")) restored") }
    if report.adopted > 0 { parts.append("\(grouped("\(report.adopted)")) adopted") }
    if report.waiting > 0 { parts.append("\(grouped("\(report.waiting)")) waiting") }
    if report.givenUp > 0 { parts.append("\(grouped("\(report.givenUp)")) of them given up") }
    var text = "\(inert(remote.name)): \(parts.joined(separator: ", ")); at seq \(report.seq)\n"
    let short = ShortIDs((report.refused + report.failed).compactMap(\.ids.first))
    func name(_ ids: [EventID]) -> String { ids.first.map { short[$0] } ?? "" }
    for (ids, reason) in report.refused {
      text += "\(isDryRun ? "would be " : "")refused \(name(ids)): \(inert(reason.why))\n"
      if let help = reason.help { text += "  help: \(inert(help))\n" }
    }
    if report.givenUp > 0 {
      text +=
        "given up after \(SyncState.mostFailures) failures; to submit again: replog pending retry\(inert(log))\n"
    }
    for (ids, reason) in report.failed {
      text += "not sent \(name(ids)): \(inert(reason.why))\n"
      if let help = reason.help { text += "  help: \(inert(help))\n" }
    }
    return text
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("received", received)
    json.member("sent", report.taken.count)
    json.member("duplicates", report.duplicates)
    json.member("restored", report.restored)
    json.member("adopted", report.adopted)
    json.member("waiting", report.waiting)
    json.member("givenUp", report.givenUp)
    json.member("seq", report.seq)
    json.member("notes", report.notes)
    json.member("refused", report.refused, SyncTable.write)
    json.member("failed", report.failed, SyncTable.write)
    json.member("kept", report.kept)
    if isDryRun { json.member("dryRun", true) }
  }

  private static func write(
    _ fate: (ids: [EventID], reason: UnitFate.Reason), _ json: inout JSONWriter
  ) {
    json.member("ids", fate.ids.map(\.description))
    json.member("code", fate.reason.code.rawValue)
    json.member("why", fate.reason.why)
    json.member("help", fate.reason.help)
  }
}

extension SyncState.Remote {
  /// The name of the file, or the command.
  fileprivate var name: String {
    switch self {
    case .path(let path): path.split(separator: "/").last.map(String.init) ?? path
    case .command(let line): line
    }
  }
}
