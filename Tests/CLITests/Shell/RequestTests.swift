import Events
import Projections
import Testing

@testable import CLI

@Suite struct RequestTests {
  private static let friday = Timestamp("2026-03-06T18:04:11+01:00")

  /// Returns the output of a command with these arguments.
  private static func output(of command: some Command, _ words: [String]) throws -> String {
    let now = try #require(friday)
    let surroundings = Parser.Surroundings(clock: { UserClock(now: now) }, open: { nil })
    var command = command
    try command.arguments(
      Parser(words, Declarations.of(command), command: command.name, in: surroundings))
    var shell = Shell(output: .collected([]))
    try command.run(&shell)
    try shell.flush()
    guard case .collected(let shown) = shell.output else { return "" }
    return String(decoding: shown, as: UTF8.self)
  }

  private static let command = Request(
    "day", "print a weekday and a time", "replog day today", Weekday.sunday
  ) {
    try $1.positional(&$0, as: PlanDay.self, "DAY", "the weekday")
  } perform: { day, past, shell in
    try shell.print("\(day.rawValue) \(minute(past))")
  }
  .with(\.at, "the time (default: now)")

  @Test func `days and times are relative to the time of the command`() throws {
    #expect(try Self.output(of: Self.command, ["tomorrow"]) == "saturday –\n")
    #expect(
      try Self.output(of: Self.command, ["monday", "--at", "yesterday 18:30"])
        == "monday 2026-03-05 18:30\n")
  }

  @Test func `the option for a past time comes last, and only if it has a help text`() {
    let names = Declarations.of(Self.command).all.map(\.name)
    #expect(names.starts(with: ["DAY", "--at"]))
    let without = Self.command.with(\.at, nil)
    #expect(!Declarations.of(without).all.map(\.name).contains("--at"))
  }

  @Test func `arguments that a request refuses are not executed`() throws {
    let refusing = Self.command.with(\.validate) { day in
      if day == .saturday { throw UsageError.nothing("to do", of: "day") }
    }
    #expect(throws: UsageError.nothing("to do", of: "day")) {
      try Self.output(of: refusing, ["tomorrow"])
    }
    #expect(try Self.output(of: refusing, ["today"]) == "friday –\n")
  }

  @Test func `a weight without a unit causes a note`() throws {
    for (word, isOut) in [("60", true), ("60kg", false), ("5x100", true), ("12", false)] {
      let request = Request("set", "", "", (weight: EnteredSet?.none, plain: EnteredWeight?.none)) {
        try $1.option(&$0.weight, "--set", "")
        try $1.option(&$0.plain, "--weight", "")
      } perform: { _, _, _ in
      }
      let option = word == "60" || word == "60kg" ? "--weight" : "--set"
      var command = request
      let parser = try Parser([option, word], Declarations.of(command), command: command.name)
      try command.arguments(parser)
      #expect(parser.leavesUnitOut == isOut, "\(word)")
    }
  }

  @Test func `choices are accepted in upper and lower case`() {
    #expect(Weight.Unit(argument: "KG") == .kg)
    #expect(Sex(argument: "Female") == .female)
    #expect(Sex(argument: "woman") == nil)
  }
}
