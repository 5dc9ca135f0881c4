import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

/// The candidates for command lines, as `replog complete` prints them for every shell.
@Suite struct CommandLineCompletionTests {
  /// Words as a shell has them, and the candidates that begin with the last one.
  private static let lines: [(words: String, candidates: [String])] = [
    ("pl", ["plan", "plates"]),
    ("--v", ["--version"]),
    ("plan a", ["add", "assign"]),
    ("plan mon", ["monday"]),
    ("program s", ["start"]),
    ("post --", ["--help"]),
    ("plan add m", ["monday"]),
    ("plan add monday ''", ["bench-press", "dips"]),
    ("plan add monday dips --s", ["--sets", "--superset", "--seed"]),
    ("plan add monday dips --sets ''", []),
    ("plan add monday dips ''", []),
    ("set log dips 12 --kind w", ["warmup"]),
    ("set log dips 12 --kind=w", ["--kind=warmup"]),
    ("set log dips 12 --kind= ''", []),
    ("set log dips 12 --not-an-option=", []),
    ("set log --quiet d", ["dips"]),
    ("set log -- d", ["dips"]),
    ("set log dips -- --k", []),
    ("set log -5 d", []),
    ("help pl", ["plan", "plates"]),
    ("help plan a", ["add", "assign"]),
    ("blame plan-", ["plan-week", "plan-done", "plan-weeks"]),
    ("exercises show d", ["dips"]),
    ("plan --user ''", ["ann", "ben"]),
    ("plan --user=b", ["--user=ben"]),
    ("--user ''", ["ann", "ben"]),
    ("--user=a", ["--user=ann"]),
    ("--us", ["--user"]),
    ("session --user ann 019", [annSession]),
    ("--user=ben session 019", [benSession]),
    ("--quiet --user ben session 019", [benSession]),
    ("revert @1 @2", ["@22", "@21", "@20"]),
    ("plan share monday --title ''", []),
    ("--log nowhere.jsonl plan add monday ''", []),
    ("plan add --log=nowhere.jsonl monday ''", []),
    ("plan add --log '~/events.jsonl' monday d", ["dips"]),
    ("plan add --log '' monday d", ["dips"]),
    ("plan --user '' --time-zone", []),
    ("nonsense ''", []),
    ("nonsense -", []),
    ("nonsense word ''", []),
  ]

  private static let annSession = "019caf81-b800-72da-b50d-38a1a6a359c1"
  private static let benSession = "019cc028-6a00-7d4a-b933-c6393258db3f"

  @Test func `completion offers what the parser accepts`() throws {
    let workdir = try Workdir()
    #expect(try workdir.run("replog demo --log events.jsonl").status == 0)
    for (words, candidates) in Self.lines {
      let found = try workdir.run("replog complete -- \(words)")
      var replies = found.output.split(separator: "\n")
      #expect(found.status == 0 && found.errors == "" && replies.popLast() == ":values", "\(found)")
      let last = words.split(separator: " ").last.map(String.init) ?? ""
      let current = last == "''" ? "" : last
      let values = replies.map { String($0.prefix { $0 != "\t" }) }
      #expect(values.filter { $0.hasPrefix(current) } == candidates, "\(words)")
    }
  }

  @Test func `the shell completes files and folders`() throws {
    let workdir = try Workdir()
    for (words, reply) in [
      ("diff --other ev", ":files"), ("import ''", ":files"), ("import --log=", ":files"),
      ("--log ''", ":files"), ("golden run ''", ":folders"),
      ("golden run '' --quiet ''", ":folders"),
    ] {
      let found = try workdir.run("replog complete -- \(words)")
      #expect(found.output.hasSuffix(reply + "\n") && found.errors == "", "\(words): \(found)")
    }
  }

  @Test func `completion never fails, even without words or with an unreadable log`() throws {
    let workdir = try Workdir()
    #expect(try workdir.run("echo nonsense > bad.jsonl && mkfifo pipe").status == 0)
    for log in ["nowhere.jsonl", "-", "bad.jsonl", "/", "pipe"] {
      let found = try workdir.run("replog complete -- --log \(log) exercises show ''")
      #expect(found.output == ":values\n" && found.errors == "" && found.status == 0, "\(found)")
    }
    let all = try workdir.run("replog complete --")
    #expect(all.output.hasPrefix("sign-up\t") && all.errors == "" && all.status == 0)
    #expect(try workdir.run("REPLOG_NOW=never replog complete -- pl").errors == "")
  }

  @Test func `candidates have summaries`() throws {
    let workdir = try Workdir()
    let first = try workdir.run("replog complete -- ''").output
    #expect(first.contains("\npost\tadd, like, unlike, edit, delete\n"))
    #expect(first.contains("\nundo\t\(try Self.summary(of: "undo"))\n"))
    #expect(first.contains("\n--version\tshow the version\n"))
    let verbs = try workdir.run("replog complete -- plan ''").output
    #expect(verbs.contains("\t\(try Self.summary(of: "plan add"))\n"))
  }

  private static func summary(of name: String) throws -> String {
    try #require(Replog.commands.all.first { $0.name == name }).summary
  }

  @Test func `every option has a help text, and every value of an argument has a completion`() {
    for command in Replog.commands.all {
      let words = command.name.split(separator: " ").map(String.init)
      let declared = Declarations.of(command).all
      let offered = Self.complete(words + ["-"]).candidates
      var places = words
      for argument in declared {
        guard let completion = argument.completion, !argument.isByPlace else {
          if argument.isByPlace {
            expect(Self.complete(places + [""]), argument, command.name)
            places.append("1")
          }
          continue
        }
        expect(Self.complete(words + [argument.name, ""]), argument, command.name)
        let joined = Self.complete(words + [argument.name + "="])
        expect(joined, argument, command.name)
        #expect(joined.prefix == argument.name + "=" && completion != .verbs)
      }
      for option in declared where !option.isByPlace {
        let candidate = CompletionCandidate(value: option.name, summary: option.help)
        #expect(offered.contains(candidate), "\(command.name) \(option.name)")
      }
    }
    #expect(Replog.commands.all.count > 100)
  }

  private static func complete(_ words: [String]) -> CommandLineCompletion {
    CommandLineCompletion(words, Replog.commands)
  }

  private func expect(
    _ found: CommandLineCompletion, _ argument: Declarations.Argument, _ command: String
  ) {
    let place = "\(command) \(argument.name)"
    switch argument.completion {
    case .words(let words):
      #expect(Set(words).isSubset(of: found.candidates.map(\.value)), "\(place)")
    case .commands: #expect(found.candidates.count > 60, "\(place)")
    case nil, .verbs, .nothing: #expect(found.source == .nothing, "\(place)")
    case .files, .folders, .live: #expect(found.source == argument.completion, "\(place)")
    }
  }

  @Test func `arguments that name a thing in the log, a file or a view are completed`() {
    var count = 0
    for command in Replog.commands.all {
      for argument in Declarations.of(command).all {
        let named = argument.type is Reference.Type || argument.type is EventList.Type
        let isFile = argument.type is FilePath.Type || argument.type is ViewArgument.Type
        guard named || isFile else { continue }
        count += 1
        #expect(argument.completion != .nothing, "\(command.name) \(argument.name)")
        guard named, case .live = argument.completion else {
          #expect(!named, "\(command.name) \(argument.name)")
          continue
        }
      }
    }
    #expect(count > 100)
  }
}
