import Foundation
import Projections
import Testing

@testable import CLI

@Suite struct ReplogTests {
  static let commands = Replog.commands.all.map { CommandName($0) }

  /// A command, named for the test log.
  struct CommandName: Sendable, CustomTestStringConvertible {
    let command: any Command
    init(_ command: any Command) { self.command = command }
    var testDescription: String { command.name }
  }

  @Test func `no two commands have one name`() {
    let names = Self.commands.map(\.command.name)
    #expect(Set(names).count == names.count)
  }

  @Test
  func
    `the subcommands of a group are the commands whose names begin with the group's name and a space`()
  {
    for noun in Replog.commands.firstWords + ["pla", "plan add", "", "é"] {
      let names = Self.commands.map { $0.command.name }.filter { $0.hasPrefix(noun + " ") }
      #expect(Replog.commands.verbs(of: noun).map { $0.name } == names, "\(noun)")
    }
    #expect(!Replog.commands.verbs(of: "plan").isEmpty)
  }

  @Test(arguments: commands)
  func `a command's own parser accepts its example`(_ command: CommandName) throws {
    for line in command.command.example.split(separator: "\n") {
      let lines = Self.commandLines(String(line))
      let found = try lines.map { try Replog.commands.command(for: $0) }
      let (named, rest) = try #require(found.first { $0.0.name == command.command.name })
      var filled = named
      let parser = try Parser(rest, Declarations.of(named), command: named.name)
      var options = GlobalOptions()
      try filled.arguments(parser)
      try options.arguments(parser, named.accepts)
    }
  }

  @Test(arguments: commands)
  func `a help page names every argument and fits a terminal`(_ command: CommandName) {
    let page = HelpPage(command.command, Replog.commands).text
    for argument in Declarations.of(command.command).all where !Declarations.isGeneral(argument) {
      #expect(page.contains(argument.name))
    }
    let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(command.command.summary))
    #expect(Self.tooLong(page) == [])
  }

  /// Returns the lines that a terminal of 80 columns would break.
  static func tooLong(_ page: String) -> [String] {
    page.split(separator: "\n").map(String.init).filter { displayWidth($0) > 80 }
  }

  @Test func `the overview and the pages of nouns fit a terminal`() {
    let table = Replog.commands
    for page in [table.overview, table.everydayPage, table.optionsPage, table.firstSteps] {
      #expect(Self.tooLong(page) == [])
    }
    let pages = Replog.commands.firstWords.compactMap { Replog.commands.page(ofNoun: $0) }
    #expect(!pages.isEmpty)
    for page in pages { #expect(Self.tooLong(page) == []) }
  }

  @Test(arguments: ["repair", "checkpoint"])
  func `commands that work only on a file have no options about users, times or checkpoints`(
    _ name: String
  ) throws {
    let command = try #require(Self.commands.first { $0.command.name == name })
    let names = Set(Declarations.of(command.command).all.map(\.name))
    #expect(names.isDisjoint(with: ["--user", "--now", "--seed", "--no-checkpoint"]))
    #expect(names.isSuperset(of: ["--log", "--json", "--dry-run", "--quiet"]))
    #expect(!HelpPage(command.command, Replog.commands).text.contains("standard input"))
  }

  @Test(arguments: commands)
  func `a nearly correct command gets the right suggestion`(_ command: CommandName) {
    let typed = command.command.name + "x"
    #expect(throws: UsageError.self) {
      try Replog.commands.command(for: typed.split(separator: " ").map(String.init))
    }
    do {
      _ = try Replog.commands.command(for: typed.split(separator: " ").map(String.init))
    } catch {
      #expect(error.help?.contains("'\(command.command.name)'") ?? false)
    }
  }

  /// The words of each `replog` on a line of shell, without its quotes.
  static func commandLines(_ line: String) -> [[String]] {
    let parts = line.components(separatedBy: "|").flatMap { $0.components(separatedBy: "&&") }
    return parts.map(words).filter { $0.first == "replog" }.map { Array($0.dropFirst()) }
  }

  private static func words(_ part: String) -> [String] {
    part.split(omittingEmptySubsequences: false) { "\"'".contains($0) }.map(String.init)
      .enumerated().flatMap { index, piece in
        index % 2 == 1 ? [piece] : piece.split(separator: " ").map(String.init)
      }
  }
}
