import Events

struct SampleCommand: Command {
  static let name = "sample"
  static let summary = "print a synthetic log, the same for the same arguments"
  static let example = """
    replog sample --events 100000 --seed 7 | replog pbs --all-users --log - --json
    """
  static let accepts: GlobalOptions.Accepted = []
  var events: Int?
  var users: Int?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&events, "--events", "how many; 1,000 if left out")
    try a.option(&users, "--users", "how many people; 10 if left out")
  }

  func run(_ shell: inout Shell) throws {
    let events = events ?? 1_000
    let users = users ?? 10
    guard (0...1_000_000_000).contains(events) else {
      throw UsageError.invalid(
        "\(events)", for: "'--events'", expected: "0…1,000,000,000", of: Self.name)
    }
    guard (1...1_000_000).contains(users) else {
      throw UsageError.invalid("\(users)", for: "'--users'", expected: "1…1,000,000", of: Self.name)
    }
    var log = SampleLog(events: events, users: users, seed: shell.options.seed ?? 1)
    var lines: [UInt8] = []
    while log.next(into: &lines) {
      guard lines.count > 1 << 16 else { continue }
      try shell.print(lines)
      lines.removeAll(keepingCapacity: true)
    }
    try shell.print(lines)
  }
}
