import Events
import Projections

struct RevertCommand: Command {
  static let name = "revert"
  static let summary = "undo events of yours by new ones; the past stays as it is"
  static let example = "replog revert @45 --dry-run"
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  var events: [Reference] = []
  var isBatch = false
  var isForced = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.several(
      &events, "REF",
      "the event: @45 for that at position 45, its id, the beginning of it, or 'last'"
    )
    try a.flag(&isBatch, "--batch", "all events that were written together with each")
    try a.flag(&isForced, "--force", "take back what later events made of it, too")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(Revert(events, isBatch: isBatch, isForced: isForced))
  }
}

struct UndoCommand: Command {
  static let name = "undo"
  static let summary = "undo what you did last; again and again to go further back"
  static let example = "replog undo"
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}
  func run(_ shell: inout Shell) throws { try shell.perform(Revert([.latest])) }
}

extension Shell {
  /// Appends the events that undo others; with `--dry-run` it only checks them.
  fileprivate mutating func perform(_ revert: Revert) throws {
    isDecided = true
    let defaults = try draftDefaults()
    let user = options.user
    let appended =
      options.dryRun
      ? try openLog().dryRun(revert, by: user, defaults: defaults)
      : try openAppender().perform(revert, by: user, defaults: defaults)
    tell(appended.setAside)
    let logged = appended.acknowledgements.map(\.event).filter {
      if case .sessions(.setLogged) = $0.body { true } else { false }
    }
    if !logged.isEmpty {
      note(
        "what was removed is logged anew as \(logged.map { "@\($0.seq)" }.joined(separator: ", ")): "
          + "an id is written once, and the time is that of the undoing")
    }
    try show(appended, told: undone(by: appended))
  }

  /// Returns descriptions of the effects of an undo, by the ids of its notes.
  private mutating func undone(by appended: Appended) throws -> [EventID: String] {
    guard !options.json else { return [:] }
    var told: [EventID: String] = [:]
    for event in appended.acknowledgements.map(\.event) {
      guard case .corrections(.eventsReverted(let note)) = event.body else { continue }
      let undone = Set(note.events)
      var found: [(seq: Int, text: String)] = []
      var lines = try openLogQuietly().lines()
      while found.count < undone.count, let line = try lines.next() {
        guard undone.contains(lines.id) else { continue }
        let summary = undone.count == 1 ? try lines.event().summary : ""
        found.append((line.seq, lines.type + (summary.isEmpty ? "" : " (\(summary))")))
      }
      guard let first = found.first, let last = found.last else { continue }
      let verb = note.isRedo ? "redone" : "undone"
      told[event.id] =
        found.count == 1
        ? "\(first.seq) \(first.text) is \(verb)"
        : "\(grouped("\(found.count)")) events from \(first.seq) to \(last.seq) are \(verb)"
    }
    return told
  }
}
