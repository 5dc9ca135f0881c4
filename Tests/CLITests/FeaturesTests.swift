import Foundation
import TestSupport
import Testing

@testable import CLI

/// Examples/FEATURES.md holds a row for every rule of the applications that were taken apart, and each row
/// names a command that is there and a test that is there.
@Suite struct FeaturesTests {
  private struct Row {
    let rule: String
    /// The words between backquotes in the columns of what carries it, and of what shows it.
    let carriers: [String]
    let tests: [String]
  }

  private static func quoted(_ text: Substring) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private static func rows() throws -> [Row] {
    let page = Workdir.repository.appendingPathComponent("Examples/FEATURES.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
        let cells = line.split(separator: "|")
        try #require(cells.count == 4, "\(line)")
        return Row(
          rule: cells[0].trimmingCharacters(in: .whitespaces), carriers: quoted(cells[2]),
          tests: quoted(cells[3]))
      }
  }

  @Test func `every rule has a row, and nothing is missing`() throws {
    let rules = try Self.rows().map(\.rule)
    let areas = [("A", 26), ("B", 7), ("C", 7), ("D", 17), ("E", 10), ("F", 9), ("G", 3)]
    for (letter, count) in areas {
      for number in 1...count {
        let code = "\(letter)\(number)"
        #expect(
          rules.contains { $0 == code || $0.hasPrefix(code + " ") || $0.hasPrefix(code + ",") },
          "no row for \(code)")
      }
    }
    for part in ["1H", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9"] {
      #expect(rules.contains { $0.hasPrefix(part) }, "no row for \(part)")
    }
  }

  @Test func `every row names a test that exists`() throws {
    let sources = try Workdir.texts(under: "Tests", ending: ".swift").values.joined()
    let transcripts = try Workdir.texts(under: "Tests", ending: ".test")
    for row in try Self.rows() {
      #expect(!row.tests.isEmpty, "\(row.rule)")
      for test in row.tests {
        let isThere = transcripts[test] != nil || sources.contains("`\(test)`(")
        #expect(isThere, "\(row.rule): \(test)")
      }
    }
  }

  @Test func `every row names a command that exists and that a transcript types`() throws {
    let typed = try Workdir.texts(under: "Tests", ending: ".test").values.joined()
    let names = Set(ReplogTests.commands.map { $0.command.name })
    for row in try Self.rows() {
      let commands = row.carriers.compactMap { text in
        let words = text.split(separator: " ")
        return [2, 1].map { words.prefix($0).joined(separator: " ") }.first(where: names.contains)
      }
      #expect(!commands.isEmpty, "\(row.rule)")
      for command in commands { #expect(typed.contains("replog \(command)"), "\(command)") }
    }
  }
}
