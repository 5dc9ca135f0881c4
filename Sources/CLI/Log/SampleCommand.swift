import Events

struct SampleCommand: Command {
  let name = "sample"
  let summary = "generate a synthetic log; the same options give the same log"
  let example = """
    replog sample --events 100000 --seed 7 | replog pbs --all-users --log - --json
    """
  let isAboutNamedLog = false
  var events: Int?
  var users: Int?
  var areas: SampleAreas?

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(
      &events, "--events", "the number of events (default: 1,000, or a year with '--areas')")
    try a.option(
      &users, "--users",
      "the number of users (default: 10; with '--areas', 3 or one for every \(grouped("\(Self.manyOfUser)")) events, "
        + "whichever is greater)")
    try a.option(
      &areas, "--areas",
      "the areas in a sample of a whole year, for example 'sessions,push-ups', or 'all'")
  }

  /// The maximum number of events of a user in a sample of areas; they end before the year 9999.
  private static let mostOfUser = 10_000_000
  /// The number of events after which a sample of areas has another user: those of some six years.
  private static let manyOfUser = 20_000

  func run(_ shell: inout Shell) throws {
    guard (0...1_000_000_000).contains(events ?? 0) else {
      throw UsageError.invalid(
        "\(events ?? 0)", for: "'--events'", expected: "0…1,000,000,000", of: name)
    }
    guard (1...1_000_000).contains(users ?? 1) else {
      throw UsageError.invalid("\(users ?? 1)", for: "'--users'", expected: "1…1,000,000", of: name)
    }
    let seed = shell.options.seed ?? 1
    guard let areas else {
      var log = SampleLog(events: events ?? 1_000, users: users ?? 10, seed: seed)
      return try print(of: events ?? 1_000, &shell) { log.next(into: &$0) }
    }
    let users = users ?? max(3, (events ?? 0) / Self.manyOfUser)
    guard (events ?? 0) / users <= Self.mostOfUser else {
      throw UsageError.invalid(
        "\(users)", for: "'--users'",
        expected: "at least \((events ?? 0) / Self.mostOfUser + 1) for so many events",
        of: name)
    }
    var log = SampleYear(events: events, users: users, seed: seed, areas: areas.areas)
    try print(of: events, &shell) { log.next(into: &$0) }
  }

  /// Prints the lines of a log; `events` is their number if it is known in advance.
  private func print(
    of events: Int?, _ shell: inout Shell, _ next: (inout [UInt8]) -> Bool
  ) throws {
    var lines: [UInt8] = []
    // On a terminal the lines themselves show the progress.
    let progress =
      shell.printsToTerminal || events == nil ? nil : shell.showProgress(staysDuringOutput: true)
    var made = 0
    while next(&lines) {
      made += 1
      guard lines.count > 1 << 16 else { continue }
      if let events { progress?.report(made, of: events, .events) }
      try shell.print(lines)
      lines.removeAll(keepingCapacity: true)
    }
    try shell.print(lines)
    // A log is private, but the umask of most shells makes it readable for all.
    if let remark = shell.remarkOnOutput { shell.note(remark) }
  }
}
