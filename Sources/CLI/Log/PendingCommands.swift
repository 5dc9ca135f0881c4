import Events
import Projections

@CommandList var pendingCommands: [any Command] {
  pendingCommand
  Request(
    "pending retry", "retry the events that the sync gave up on", "replog pending retry", (),
    perform: { try $2.retryPending() }
  )
  .with(\.accepts, [.dryRun, .anybody])
  aboutAction(
    "pending drop", "drop a pending action permanently; it moves to the refused actions",
    .pendingEvents
  ) { try $1.dropPending($0) }
  refusedCommand
  aboutAction(
    "refused retry", "submit a refused action again, for example after its user has signed in",
    .refusedEvents
  ) { try $1.retryRefused($0) }
}

/// Returns a command about one action, which an event of it names.
private func aboutAction(
  _ name: String, _ summary: String, _ events: LiveValue,
  _ perform: @escaping @Sendable (Reference, inout Shell) throws -> Void
) -> any Command {
  Request(name, summary, "replog \(name) 0199f3a2", Reference.latest) {
    try $1.positional(&$0, "ID", "the action: the id of one of its events, or a prefix of it")
  } perform: {
    try perform($0, &$2)
  }
  .with(\.accepts, [.dryRun, .anybody])
  .with(\.completions, ["ID": .live(events)])
}

/// `replog pending`: the events that wait to be synced.
private let pendingCommand = Request(
  "pending", "show the events that are waiting to be synced", "replog pending", (),
  perform: { _, _, shell in
    let (pending, state) = try shell.pendingEvents()
    var rows: [PendingTable.Row] = []
    for unit in pending?.units ?? [] {
      guard let events = try pending?.events(of: unit), let first = events.first else { continue }
      rows.append((first, events.count, state.failures(of: unit)))
    }
    if pending == nil { shell.note("this log is not synced with another one") }
    let ids = ShortIDs(pending?.units.flatMap(\.ids) ?? [])
    try shell.show(
      PendingTable(
        rows: rows, ids: ids, width: shell.tableWidth, remote: state.remote, lost: state.lost))
  }
)
.with(\.accepts, .anybody)
.with(
  \.remark,
  """
  The remote accepts or refuses all events of an action together. If the remote reports five times that it \
  could not write an action, replog stops sending it until you run 'replog pending retry'. Failed connections are \
  not counted.
  """)

/// `replog refused`: the events that the remote refused.
private let refusedCommand = Request(
  "refused", "show the actions that the remote refused, with the reasons", "replog refused", (),
  perform: { _, _, shell in
    let refused = try RefusedEvents(ofLogAt: shell.requireDevice(), system: shell.system)
    try shell.show(RefusedTable(units: refused.units), wraps: true)
  }
)
.with(\.accepts, .anybody)

extension Shell {
  /// Returns the path of the log, which can be read and is not standard input.
  fileprivate func requireDevice() throws -> String {
    let path = try requirePath()
    guard path != "-" else {
      throw UsageError(message: "standard input is not synced", help: "name a file with --log PATH")
    }
    // A folder, or a link to a missing file, is no log without companions.
    _ = try openLogQuietly()
    return path
  }

  /// Returns the pending events of the log; nil if it is not synced.
  fileprivate func pendingEvents() throws -> (PendingEvents?, SyncState) {
    let path = try requireDevice()
    let pending = try PendingEvents(ofLogAt: path, system: system)
    return (pending, SyncState(DeviceFiles(of: path, system), system))
  }

  private func client() throws -> SyncClient {
    let path = try requirePath()
    guard try pendingEvents().0 != nil else {
      var error = LogError(
        .refused, path, "this log is not synced with another one, so no events are waiting",
        help: "name another log with \(.give(.log)), or sync it first, as 'replog help sync' shows")
      error.code = .notSynced
      throw error
    }
    return try SyncClient(path: path, now: now(), system: system)
  }

  fileprivate mutating func retryPending() throws {
    let count = try client().retry(isDryRun: options.dryRun)
    try show(
      count == 0
        ? "the sync has not given up on any event; it will submit all events next time\n"
        : "\(counted(count, "actions")) \(submitted) again at the next sync\n",
      "actions", count)
  }

  fileprivate mutating func dropPending(_ reference: Reference) throws {
    let client = try client()
    let pending = try pendingEvents().0
    let id = try reference.event(
      among: pending?.units.map(\.ids) ?? [], "pending action",
      help: "'replog pending' shows them")
    let dropped =
      try options.dryRun
      ? pending?.dependents { $0.ids.contains(id) }.map(\.events) ?? [] : client.drop(id)
    guard !dropped.isEmpty else {
      throw Refusal(
        "the action has been synced in the meantime and is no longer pending",
        help:
          """
          \(.show(.logWithIDs)) shows it if the remote accepted it; if the remote refused it, \(.retryRefused(id)) \
          submits it again
          """)
    }
    var text = options.dryRun ? "would be dropped\n" : "dropped; 'replog refused' still shows it\n"
    for event in dropped.dropFirst().compactMap(\.first) {
      text +=
        "\(options.dryRun ? "would be dropped" : "dropped") too, because it depends on this action: "
        + [minute(event.at), inert(event.type), event.summary].joined(separator: " ") + "\n"
    }
    try show(text, "actions", dropped.count)
  }

  private var submitted: String { "\(options.dryRun ? "would" : "will") be submitted" }

  fileprivate mutating func retryRefused(_ reference: Reference) throws {
    let client = try client()
    let units = try RefusedEvents(ofLogAt: requirePath(), system: system).units
    let id = try reference.event(
      among: units.map { $0.events.map(\.id) }, "refused action",
      help: "'replog refused' shows them")
    guard let unit = units.first(where: { $0.events.contains { $0.id == id } }) else { return }
    guard unit.reason?.code != .conflict else {
      throw Refusal(
        "the remote has another event with this id, so it would refuse this one again",
        help: "if the fact is missing, record it again")
    }
    if !options.dryRun { _ = try client.retryRefused(id) }
    try show(
      "\(counted(unit.events.count, "events")) \(submitted) again at the next sync\n",
      "events", unit.events.count)
  }

  /// Prints a result: a text, or a JSON object with a number.
  private mutating func show(_ text: String, _ name: StaticString, _ count: Int) throws {
    try show(text) { [options] in
      $0.member(name, count)
      if options.dryRun { $0.member("dryRun", true) }
    }
  }
}

extension Reference {
  /// Returns an event of the action that the reference names; a prefix may match several events of one action.
  fileprivate func event(
    among actions: [[EventID]], _ kind: String, help: Remedy
  ) throws -> EventID {
    let names = actions.flatMap { ids in
      let names = ids.map { Name($0) }
      guard case .prefix(let text) = self else { return names }
      return Array(names.filter { $0.text.hasPrefix(text) }.prefix(1))
    }
    let name = try resolve(among: names, kind, help: help)
    guard let id = EventID(name.text) else { preconditionFailure("the name of an event is its id") }
    return id
  }
}
