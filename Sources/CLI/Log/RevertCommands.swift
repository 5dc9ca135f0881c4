import Events
import Projections

@CommandList var undoCommands: [any Command] {
  Request(
    "undo", "undo your last action; repeat to go further back", "replog undo", (),
    perform: { try $2.perform(Revert([.latest])) }
  )
  .with(\.accepts, [.dryRun, .anybody])
  .with(\.offer, .changes)
  Request(
    "redo", "redo your last undo; repeat to go further", "replog redo", (),
    perform: { try $2.perform(.redo) }
  )
  .with(\.accepts, [.dryRun, .anybody])
  Request(
    "revert", "undo your own events by appending new ones", "replog revert @45 --dry-run",
    (events: [Reference](), isBatch: false, isForced: false)
  ) {
    try $1.several(
      &$0.events, "REF", "the event: '@45' for position 45, its id, a prefix of it, or 'last'")
    try $1.flag(&$0.isBatch, "--batch", "undo all events of the same batch")
    try $1.flag(
      &$0.isForced, "--force", "undo the events even if later events changed the same values")
  } perform: {
    try $2.perform(Revert($0.events, isBatch: $0.isBatch, isForced: $0.isForced))
  }
  .with(\.accepts, [.dryRun, .anybody])
}

extension Shell {
  /// Appends the events that undo others; with `--dry-run` it only checks them.
  fileprivate mutating func perform(_ revert: Revert) throws {
    isDecided = true
    let defaults = try draftDefaults()
    var passed: [Revert.PassedOver] = []
    let appended = try asMeant { shell in
      let user = shell.options.user
      passed = []
      return shell.options.dryRun
        ? try shell.openLog().dryRun(revert, by: user, defaults: defaults) { passed.append($0) }
        : try shell.openAppender().perform(revert, by: user, defaults: defaults) {
          passed.append($0)
        }
    }
    tell(passed)
    tell(appended.setAside)
    // The last event notes what is undone; those of a large import would fill the screen.
    let isLong = appended.acknowledgements.count > 20
    let read = options.json ? nil : try? replay(openLogQuietly(), ExerciseNames())
    let names = read ?? ExerciseNames()
    try show(
      appended, told: undone(by: appended, names), isBrief: isLong,
      in: TrainingWords(isLong ? [] : remarks(on: appended), names))
  }

  /// Notes the events that an undo or a redo left as they are.
  private mutating func tell(_ passed: [Revert.PassedOver]) {
    guard let last = passed.last else { return }
    let events = passed.suffix(3).map { "\($0.seq) (\($0.type))" }
    let others = passed.count > 3 ? " and \(passed.count - 3) more" : ""
    let isOneReason = passed.allSatisfy { $0.reason == last.reason }
    note(
      "skipped event\(passed.count == 1 ? "" : "s") \(events.joined(separator: ", "))\(others)"
        + (isOneReason ? ": \(last.reason)" : ", which cannot be undone"))
  }

  /// Returns remarks on the sets that an undo revised or restored; none if it appended nothing.
  private func remarks(on appended: Appended) -> [Remark] {
    let events = appended.acknowledgements.map(\.event)
    let sets = events.compactMap { event -> EventID? in
      switch event.body {
      case .sessions(.setRevised(let revision)): revision.set
      case .sessions(.setRestored(let restoration)): restoration.set
      default: nil
      }
    }
    guard !sets.isEmpty, !options.json, let first = events.first, let user = first.user,
      let log = try? openLogQuietly(),
      let before = try? replay(log, asOf: .seq(first.seq - 1), OfUser<History>(user))
    else { return [] }
    var after = before
    for event in events { after.apply(event) }
    return sets.compactMap { id in
      after.value.set(id).map { .changed(before.value.set(id) ?? $0, now: $0) }
    }
  }

  /// Returns descriptions of the effects of an undo, by the ids of its notes.
  private mutating func undone(
    by appended: Appended, _ names: ExerciseNames
  ) throws -> [EventID: String] {
    guard !options.json else { return [:] }
    var told: [EventID: String] = [:]
    for event in appended.acknowledgements.map(\.event) {
      guard case .corrections(.eventsReverted(let note)) = event.body else { continue }
      let undone = Set(note.events)
      var found: [(seq: Int, text: String)] = []
      var lines = try openLogQuietly().lines()
      while found.count < undone.count, let line = try lines.next() {
        guard undone.contains(lines.id) else { continue }
        let text = undone.count == 1 ? try lines.event().wordsOfUndone(names) : ""
        found.append((line.seq, text))
      }
      guard let first = found.first, let last = found.last else { continue }
      let verb = note.isRedo ? "undo reversed" : "undone"
      told[event.id] =
        found.count == 1
        ? "\(verb): \(first.text) (event \(first.seq))"
        : "\(verb): \(grouped("\(found.count)")) events from \(first.seq) to \(last.seq)"
    }
    return told
  }
}

extension Event {
  /// Returns the words for an undone event; the values of a set are in the words for the event that undoes it.
  fileprivate func wordsOfUndone(_ names: ExerciseNames) -> String {
    switch body {
    case .sessions(.setRevised), .sessions(.setRestored): type.inWords
    default: words(names)
    }
  }
}
