import Events
import Projections

struct LogCommand: Command {
  static let name = "log"
  static let summary = "show the events themselves"
  static let example = "replog log --type SetLogged --since 2026-03-01 --json"
  static let accepts: GlobalOptions.Accepted = []
  var selection = LineSelection()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&selection.type, "--type", "only events of this type, or of these: A,B")
    try a.option(&selection.since, "--since", "only events from this time or day on")
    try a.option(&selection.until, "--until", "only events up to this time or day")
    try a.option(&selection.about, "--about", "only events that are, or name, this id")
    try a.option(&selection.seq, "--seq", "only this stretch of the log")
  }

  func run(_ shell: inout Shell) throws {
    var selection = selection
    selection.user = shell.options.user
    let log = try shell.openLog()
    try selection.check(log)
    if selection.about?.isEmpty ?? false {
      throw UsageError.invalid("", for: "'--about'", expected: "an id", of: "log")
    }
    if let about = selection.about { selection.about = try LineSelection.whole(about, in: log) }
    if shell.options.json { return try printLines(log, selection, &shell) }
    var table = Table(
      ("seq", .right), ("at", .left), ("user", .left), ("type", .left), ("what", .left))
    var lines = log.lines()
    while let line = try lines.next() {
      guard try selection.includes(line, lines) else { continue }
      table.add(
        "\(line.seq)", minute(line.at), line.user?.text ?? "–", lines.type,
        try lines.event().summary)
    }
    if table.isEmpty { return try shell.print("no events") }
    try shell.print(table.text(isColored: shell.isColored), terminator: "")
  }

  /// The whole log is printed as it is; lines that are taken out of their place lose what ties them to
  /// it. On a terminal, what one would obey is escaped: replog writes no such bytes, others may have.
  private func printLines(
    _ log: Log, _ selection: LineSelection, _ shell: inout Shell
  ) throws {
    let isSeen = shell.printsToTerminal
    var lines = log.lines()
    while let line = try lines.next() {
      guard try selection.includes(line, lines) else { continue }
      var bytes: [UInt8] = []
      if selection.isEverything {
        bytes = lines.line.array
        if isSeen { bytes = Array(inertJSON(String(decoding: bytes, as: UTF8.self)).utf8) }
        bytes.append(UInt8(ascii: "\n"))
      } else {
        try lines.writeAlone(to: &bytes)
      }
      try shell.print(bytes)
    }
  }
}

/// Which lines of a log are meant.
struct LineSelection {
  var type: String?
  var since: Moment?
  var until: Moment?
  var about: String?
  var seq: SeqRange?
  var user: Name?

  var isEverything: Bool {
    type == nil && since == nil && until == nil && about == nil && seq == nil && user == nil
  }

  private var types: Set<String> = []

  /// Refuses a type that neither this build nor the log knows: it is a misspelled one.
  mutating func check(_ log: Log) throws {
    types = Set(type.map { $0.split(separator: ",").map(String.init) } ?? [])
    let known = EventType.all.map(\.name)
    var strange = types.subtracting(known)
    var lines = log.lines()
    while !strange.isEmpty, try lines.next() != nil { strange.remove(lines.type) }
    if let type = strange.min() {
      throw UsageError.invalid(
        type, for: "'--type'", expected: "a type of event",
        near: nearest(to: type, among: known))
    }
  }

  /// Whether the line that `lines` stands on is meant.
  func includes(_ line: LineReader.Line, _ lines: LineReader) throws -> Bool {
    if let seq, !seq.range.contains(line.seq) { return false }
    if let user, line.user != user { return false }
    if let since, !since.isNotAfter(line.at) { return false }
    if let until, !until.isNotBefore(line.at) { return false }
    if type != nil, !types.contains(lines.type) { return false }
    guard let about else { return true }
    return try LineSelection.ids(lines).contains(about)
  }

  /// The id of an event, and all texts in its data.
  private static func ids(_ lines: LineReader) throws -> [String] {
    [lines.id.description] + texts(try lines.event().data)
  }

  private static func texts(_ json: JSON) -> [String] {
    switch json {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(texts)
    case .object(let members): members.flatMap { texts($0.value) }
    default: []
    }
  }

  /// The id that `beginning` is the beginning of.
  static func whole(_ beginning: String, in log: Log) throws -> String {
    var meant: Set<String> = []
    var lines = log.lines()
    while try lines.next() != nil {
      for id in try ids(lines) where id.utf8.starts(with: beginning.utf8) {
        if id == beginning { return id }
        if EventID(id) != nil { meant.insert(id) }
      }
    }
    guard let only = meant.first else {
      throw Refusal("no event is, or names, '\(beginning)'")
    }
    guard meant.count == 1 else {
      throw Refusal("\(meant.count) ids begin with '\(beginning)'", help: "give more of the id")
    }
    return only
  }
}

/// A time, or a whole day of whoever did it.
enum Moment: ArgumentValue {
  case time(Timestamp)
  case day(LocalDay)

  static var placeholder: String { "TIME|DATE" }
  static var expected: String { "a time or a date" }

  init?(argument text: String) {
    if let day = LocalDay(text) {
      self = .day(day)
    } else if let time = Timestamp(text) {
      self = .time(time)
    } else {
      return nil
    }
  }

  func isNotAfter(_ time: Timestamp) -> Bool {
    switch self {
    case .time(let bound): bound.milliseconds <= time.milliseconds
    case .day(let bound): bound <= time.day
    }
  }

  func isNotBefore(_ time: Timestamp) -> Bool {
    switch self {
    case .time(let bound): bound.milliseconds >= time.milliseconds
    case .day(let bound): bound >= time.day
    }
  }
}

struct VerifyCommand: Command {
  static let name = "verify"
  static let summary = "read everything and say what is wrong, and where"
  static let example = "replog verify && echo sound"
  static let accepts: GlobalOptions.Accepted = []

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    let log = try shell.openExistingLog()
    let verification = Verification(log, system: shell.system)
    let advice = "'replog repair' shows what can be kept"
    try shell.show(
      VerificationReport(
        file: log.name, verification: verification,
        advice: shell.logPath == "-" ? nil : helpNaming(shell.options.log?.text, advice)))
    if verification.isDamaged {
      shell.status = .damagedLog
    } else if !verification.findings.isEmpty {
      shell.status = .refused
    }
  }
}
