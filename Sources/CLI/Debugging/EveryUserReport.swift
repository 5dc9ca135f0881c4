import Events
import Projections

/// `replog bisect --all-users`: the users for whom a condition holds or held, each with the first event of it.
private struct ConditionUsersReport: Report {
  /// The users with the changes of the condition on their views.
  let users: [(user: Name, changes: ConditionChanges)]
  let log: Log
  let width: Int?

  func table(isColored: Bool) -> String {
    guard !users.isEmpty else { return "the condition never holds for any user\n" }
    var table = Table([
      .text("user"), .number("seq"), .text("at", turn: 2), .text("type", turn: 1),
      .short("before"), .short("after"), .number("until"),
    ])
    for (user, changes) in users {
      let first = changes.first
      table.add(
        user.text, first.map { "\($0.event.seq)" } ?? "–", minute(first?.event.at),
        first?.event.type ?? "–", text(first?.before),
        text(first == nil ? changes.start : first?.after), changes.until.map { "\($0)" } ?? "–")
    }
    return table.text(isColored: isColored, width: width)
  }

  func write(_ json: inout JSONWriter) {
    let lines = log.objects(at: users.compactMap { $0.changes.first?.event.seq })
    json.objects(users) { entry, json in
      let first = entry.changes.first
      json.member("user", entry.user.text)
      json.member("seq", first?.event.seq ?? 0)
      json.member("event", first.flatMap { lines[$0.event.seq] })
      json.member("before", first?.before)
      json.member("after", first == nil ? entry.changes.start : first?.after)
      json.member("until", entry.changes.until)
      json.markIfPending(first?.event.seq, in: log)
    }
  }
}

/// `replog blame --all-users`: the users whose views have a value at a path, each with the event that wrote it.
private struct ValueUsersReport: Report {
  let users: [(user: Name, line: Blame.Line)]
  let log: Log
  let width: Int?

  func table(isColored: Bool) -> String {
    guard !users.isEmpty else { return "no user has a value at this path\n" }
    var table = Table([
      .text("user"), .number("seq"), .text("at", turn: 2), .text("type", turn: 1), .short("value"),
    ])
    for (user, line) in users {
      let writer = line.writer
      table.add(
        user.text, writer.map { "\($0.seq)" } ?? "–", minute(writer?.at), writer?.type ?? "–",
        text(line.value))
    }
    return table.text(isColored: isColored, width: width)
  }

  func write(_ json: inout JSONWriter) {
    json.objects(users) { entry, json in
      let writer = entry.line.writer
      json.member("user", entry.user.text)
      json.member("value", entry.line.value)
      json.member("seq", writer?.seq)
      json.member("at", writer?.at.description)
      json.member("type", writer?.type)
      json.markIfPending(writer?.seq, in: log)
    }
  }
}

/// Returns a value as its JSON for a cell of a table.
private func text(_ value: JSON?) -> String { value?.jsonText ?? "–" }

extension ConditionChanges {
  /// The position of the event after which the condition ceased to hold; nil if it holds at the end.
  fileprivate var until: Int? { holds ? nil : flips.last?.event.seq }
}

extension Shell {
  /// Shows the users for whom a condition holds or held.
  mutating func showUsers(with fault: EnteredFault.OfView) throws {
    let log = try openLog()
    let users = try log.users()
    let changes = try log.flips(
      of: fault.condition, in: fault.view, ofEach: users, asOf: options.asOf)
    let found = zip(users, changes).filter { $1.holdsFromStart || !$1.flips.isEmpty }
    if !found.isEmpty { foundDifference() }
    if found.isEmpty, !changes.contains(where: \.hasLed), let user = users.first {
      try requireExisting(fault, of: user, asOf: options.asOf, log)
    }
    try show(
      ConditionUsersReport(
        users: found.map { (user: $0, changes: $1) }, log: log, width: tableWidth))
  }

  /// Shows the users whose views have a value at a path.
  mutating func showUsers(
    having path: RecordPath, in view: any LogView.Type, isSealed: Bool
  ) throws {
    let log = try openLog()
    noteBeyondEnd(options.asOf, of: log)
    let users = try log.users()
    let lines = try Blame.lines(view, path, ofEach: users, in: log, asOf: options.asOf)
    let found = zip(users, lines).compactMap { user, line in line.map { (user: user, line: $0) } }
    try show(ValueUsersReport(users: found, log: log, width: tableWidth))
    if isSealed { try tellSeal(of: log) }
  }
}

extension LogView {
  /// Refuses `--all-users` for a view without users, and together with `--user`.
  static func requirePersonal(_ options: GlobalOptions, command: String) throws(UsageError) {
    guard options.user == nil else { throw .excluding("--all-users", "--user", of: command) }
    guard !isPersonal else { return }
    throw UsageError(
      message: "the view '\(name)' is the same for all users", help: "leave '--all-users' out")
  }
}
