import Foundation
import Testing

@testable import CLI

@Suite struct ReplogTests {
  static let commands = Replog.commands.all.map { CommandName($0) }

  /// A command type, named for the test log.
  struct CommandName: Sendable, CustomTestStringConvertible {
    let type: any Command.Type
    init(_ type: any Command.Type) { self.type = type }
    var testDescription: String { type.name }
  }

  @Test func `no two commands have one name`() {
    // Not `\.type.name`: the compiler cannot make a key path through a metatype.
    let names = Self.commands.map { $0.type.name }
    #expect(Set(names).count == names.count)
  }

  @Test func `the verbs of a noun are the commands that begin with it and a space`() {
    for noun in Replog.commands.firstWords + ["pla", "plan add", "", "é"] {
      let names = Self.commands.map { $0.type.name }.filter { $0.hasPrefix(noun + " ") }
      #expect(Replog.commands.verbs(of: noun).map { $0.name } == names, "\(noun)")
    }
    #expect(!Replog.commands.verbs(of: "plan").isEmpty)
  }

  @Test(arguments: commands)
  func `a command's example is one that its own parser takes`(_ command: CommandName) throws {
    for line in command.type.example.split(separator: "\n") {
      let lines = Self.commandLines(String(line))
      let found = try lines.map { try Replog.commands.command(for: $0) }
      let (type, rest) = try #require(found.first { $0.0.name == command.type.name })
      var parser = try Parser(rest, Declarations.of(type), command: type.name)
      try Self.walk(type, &parser)
    }
  }

  @Test(arguments: commands)
  func `a help page names every argument and fits a terminal`(_ command: CommandName) {
    let page = HelpPage(command.type, Replog.commands).text
    for argument in Declarations.of(command.type).all { #expect(page.contains(argument.name)) }
    let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(command.type.summary))
    #expect(Self.tooLong(page) == [])
  }

  /// Returns the lines that a terminal of 80 columns would break.
  static func tooLong(_ page: String) -> [String] {
    page.split(separator: "\n").map(String.init).filter { displayWidth($0) > 80 }
  }

  @Test func `the overview and the pages of nouns fit a terminal`() {
    #expect(Self.tooLong(Replog.commands.overview) == [])
    let pages = Replog.commands.firstWords.compactMap { Replog.commands.page(ofNoun: $0) }
    #expect(!pages.isEmpty)
    for page in pages { #expect(Self.tooLong(page) == []) }
  }

  @Test(arguments: ["repair", "checkpoint"])
  func `what is about a file alone has no option for anything else`(_ name: String) throws {
    let command = try #require(Self.commands.first { $0.type.name == name })
    let names = Set(Declarations.of(command.type).all.map(\.name))
    #expect(names.isDisjoint(with: ["--user", "--now", "--seed", "--no-checkpoint"]))
    #expect(names.isSuperset(of: ["--log", "--json", "--dry-run", "--quiet"]))
    #expect(!HelpPage(command.type, Replog.commands).text.contains("standard input"))
  }

  @Test(arguments: commands)
  func `what is typed nearly right is understood`(_ command: CommandName) {
    let typed = command.type.name + "x"
    #expect(throws: UsageError.self) {
      try Replog.commands.command(for: typed.split(separator: " ").map(String.init))
    }
    do {
      _ = try Replog.commands.command(for: typed.split(separator: " ").map(String.init))
    } catch {
      #expect(error.help?.contains("'\(command.type.name)'") ?? false)
    }
  }

  private static func walk(_ command: any Command.Type, _ parser: inout Parser) throws {
    var instance = command.init()
    var options = GlobalOptions()
    try instance.arguments(&parser)
    try options.arguments(&parser, command.accepts)
  }

  /// The words of each `replog` on a shell command, without its quotes.
  private static func commandLines(_ line: String) -> [[String]] {
    let parts = line.components(separatedBy: "|").flatMap { $0.components(separatedBy: "&&") }
    return parts.map(words).filter { $0.first == "replog" }.map { Array($0.dropFirst()) }
  }

  private static func words(_ part: String) -> [String] {
    part.components(separatedBy: "\"").enumerated().flatMap { index, piece in
      index % 2 == 1 ? [piece] : piece.split(separator: " ").map(String.init)
    }
  }
}
