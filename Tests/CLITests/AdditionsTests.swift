import Events
import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

/// Tests that name the parts of an addition that the compiler does not demand.
@Suite struct AdditionsTests {
  /// The commands without output that a transcript could expect: scripts and a page for other programs.
  private static let untyped: Set = ["completions", "man", "version"]

  /// The second forms of views in the table, which an option of the view's command selects.
  private static let forms: Set = ["TemplateView", "OwnTimetableView", "WeekdayCardsView"]

  @Test func `a transcript types every command`() throws {
    let typed = try Workdir.texts(under: "Tests", ending: ".test").values.joined()
    let names = ReplogTests.commands.map { $0.command.name }.filter { !Self.untyped.contains($0) }
    #expect(names.count > 150)
    for name in names {
      #expect(
        typed.contains("replog \(name)"), "no file of Tests/CLITests/Transcripts types '\(name)'")
    }
  }

  @Test func `a test of decisions or projections names every type of event`() throws {
    let tests = try Workdir.texts(under: "Tests/ProjectionsTests", ending: ".swift")
    let facts = try Workdir.texts(under: "Tests/Support", ending: ".swift")
    let text = tests.merging(facts) { $0 + $1 }.values.joined()
    for name in EventType.all.map(\.name) {
      let fact = name.prefix(1).lowercased() + name.dropFirst()
      #expect(
        text.contains(name) || text.contains(fact),
        "no file of Tests/ProjectionsTests names \(name)")
    }
  }

  @Test func `the table of views has every view of the sources`() throws {
    let sources = try Workdir.texts(under: "Sources/Projections/Areas", ending: ".swift")
    let listed = Self.forms.union(Views.all.map { "\($0)" })
    var count = 0
    for (file, text) in sources {
      for match in text.matches(
        of: /\n(?:public |package )?struct (\w+): (?:LogView|PersonalView)\b/)
      {
        #expect(listed.contains(String(match.1)), "Views.swift lacks \(match.1) of \(file)")
        count += 1
      }
    }
    #expect(count == listed.count)
  }
}
