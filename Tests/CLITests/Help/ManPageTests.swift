import Foundation
import TestSupport
import Testing

@testable import CLI

@Suite struct ManPageTests {
  /// The page as it is read, without the marks of roff.
  private static func plain(_ text: String) -> String {
    var text = text
    for (mark, shown) in [
      ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\""),
      ("\\(ti", "~"), ("\\&", ""), ("\\(ha", "^"), ("\\[u2026]", "…"), ("\\[u00D7]", "×"),
    ] { text = text.replacing(mark, with: shown) }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `the page has every command, its summary and its arguments`() {
    let page = Self.plain(ManPage.text(of: Replog.commands)).lowercased()
    // The page is long, and what is sought in it is much: as bytes it is found a hundred times faster.
    func expect(_ text: String, _ comment: String) {
      if strstr(page, text.lowercased()) == nil { Issue.record("\(comment)") }
    }
    for command in Replog.commands.all {
      let usage = HelpPage(command, Replog.commands).usage
      expect(usage, usage)
      expect(command.summary, command.summary)
      for argument in Declarations.of(command).all {
        expect(argument.name, "\(command.name) \(argument.name)")
        expect(argument.help, argument.help)
      }
    }
    for status in 0...5 { #expect(page.contains(".tp \(status) ")) }
    #expect(ManPage.text(of: Replog.commands).allSatisfy { $0.isASCII })
  }

  @Test(arguments: [
    ("groff", "groff -ww -man -Tutf8 replog.1 > /dev/null"),
    ("mandoc", "mandoc -T lint -W style replog.1"),
    ("man", "MANPAGER=cat man -l replog.1 | grep -q 'EXIT STATUS'"),
  ])
  func `a formatter of manual pages reports nothing`(_ tool: String, _ line: String) throws {
    let workdir = try Workdir()
    #expect(try workdir.run("replog man > replog.1").status == 0)
    guard try workdir.run("command -v \(tool)").status == 0 else {
      return print("skipped: no \(tool)")
    }
    let found = try workdir.run(line, environment: ["LANG": "C.UTF-8"])
    #expect(found.status == 0 && found.output == "" && found.errors == "", "\(found)")
  }
}
