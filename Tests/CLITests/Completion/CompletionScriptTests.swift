import Foundation
import TestSupport
import Testing

/// The scripts, run in the shells that they are for.
@Suite struct CompletionScriptTests {
  private static let annSession = "019caf81-b800-72da-b50d-38a1a6a359c1"
  private static let benSession = "019cc028-6a00-7d4a-b933-c6393258db3f"

  /// A line up to the cursor, and some of the words that are offered there.
  static let lines: [(line: String, words: [String], not: [String])] = [
    ("replog pl", ["plan", "plates"], ["pbs"]),
    ("replog plan a", ["add", "assign"], ["edit"]),
    ("replog plan ", ["add", "monday"], ["bench-press"]),
    ("replog plan add m", ["monday"], ["tuesday"]),
    ("replog plan add monday ", ["bench-press", "dips"], ["monday"]),
    ("replog plan add monday dips --s", ["--sets", "--seed"], ["--reps"]),
    ("replog set log dips 12 --kind w", ["warmup"], ["drop"]),
    ("replog set log 'ben", ["bench-press"], ["dips"]),
    ("replog --user ann post like 019cb", ["019cb27f-1980-781a-9121-eb98f00d89ca"], []),
    ("replog --user=ben session 019", [benSession], [annSession]),
    ("replog session --user ann 019", [annSession], [benSession]),
    ("replog session --user=ben 019", [benSession], [annSession]),
    ("replog plan --user ", ["ann", "ben"], []),
    ("replog diff --other ev", ["events.jsonl"], ["dips"]),
    ("replog import ev", ["events.jsonl"], []),
    ("replog golden run ex", ["examples"], ["events.jsonl"]),
    ("replog help plan a", ["add"], ["edit"]),
    ("replog exercises show d", ["dips"], ["bench-press"]),
    ("replog blame plan-", ["plan-week"], ["pbs"]),
    ("replog revert 019cb27f @1", [], ["monday"]),
    ("replog plan share monday --title ", [], ["events.jsonl", "monday"]),
    ("replog plan add --log nowhere.jsonl monday ", [], ["dips"]),
  ]

  private func workdir(_ shell: String) throws -> Workdir {
    let workdir = try Workdir()
    #expect(try workdir.run("replog demo --log events.jsonl && mkdir examples").status == 0)
    #expect(try workdir.run("replog completions \(shell) > _replog").status == 0)
    return workdir
  }

  private func expect(
    _ line: (line: String, words: [String], not: [String]), _ offered: [String],
    _ found: Workdir.Result
  ) {
    let words = Set(offered.map { String($0.prefix { $0 != "\t" && $0 != "/" }) })
    #expect(words.isSuperset(of: line.words), "\(line.line): \(found)")
    #expect(words.isDisjoint(with: line.not), "\(line.line): \(found)")
    #expect(found.errors == "", "\(line.line)")
  }

  private func has(_ shell: String, _ workdir: Workdir) throws -> Bool {
    let found = try workdir.run("command -v \(shell)").status == 0
    if !found { print("skipped: no \(shell)") }
    return found
  }

  /// Prints what bash would offer for a line.
  private static let bashDriver = #"""
    . ./_replog
    COMP_LINE=$LINE COMP_POINT=${#LINE}
    _replog replog
    printf '%s\n' "${COMPREPLY[@]}"
    """#

  @Test func `bash offers what the word at the cursor may be`() throws {
    let workdir = try workdir("bash")
    guard try has("bash", workdir) else { return }
    try Self.bashDriver.write(
      to: workdir.url.appendingPathComponent("drive"), atomically: true, encoding: .utf8)
    for line in Self.lines {
      let found = try workdir.run("bash ./drive", environment: ["LINE": line.line])
      expect(line, found.output.components(separatedBy: "\n"), found)
    }
    // bash breaks words at '=', and replaces what comes after.
    for (line, reply) in [
      ("replog explain @15", "@15"), ("replog set log x 12 --kind=w", "warmup"),
    ] {
      let found = try workdir.run("bash ./drive", environment: ["LINE": line])
      #expect(found.output == reply + "\n", "\(found)")
    }
  }

  @Test func `bash offers a name with special characters as one word, quoted and unquoted`()
    throws
  {
    let workdir = try workdir("bash")
    guard try has("bash", workdir) else { return }
    try Self.bashDriver.write(
      to: workdir.url.appendingPathComponent("drive"), atomically: true, encoding: .utf8)
    let facts = #"""
      {"type":"PushUpsLogged","user":"x y$z","data":{"count":3}}
      {"type":"PushUpsLogged","user":"o'neil","data":{"count":3}}
      """#
    try facts.write(
      to: workdir.url.appendingPathComponent("facts"), atomically: true, encoding: .utf8)
    #expect(try workdir.run("replog append < facts").status == 0)
    for (line, reply) in [
      ("x", #"x\ y\$z"#), ("'x", "x y$z"), (#"x\ "#, #"x\ y\$z"#), (#""x"#, ""),
      ("o", #"o\'neil"#), (#""o"#, "o'neil"), ("'o", ""),
    ] {
      let found = try workdir.run(
        "bash ./drive", environment: ["LINE": "replog plan --user " + line])
      #expect(found.output == reply + "\n", "\(line): \(found)")
    }
  }

  @Test func `fish offers what the word at the cursor may be`() throws {
    let workdir = try workdir("fish")
    guard try has("fish", workdir) else { return }
    for line in Self.lines + [("replog set log x 12 --kind=w", ["--kind=warmup"], [])] {
      let found = try workdir.run(
        "fish --no-config -c 'source ./_replog; complete -C \"$LINE\"'",
        environment: ["LINE": line.line])
      expect(line, found.output.components(separatedBy: "\n"), found)
    }
  }

  @Test func `zsh offers what the word at the cursor may be`() throws {
    let workdir = try workdir("zsh")
    guard try has("zsh", workdir) else { return }
    // The prompt is the question that the terminal answers, with the line and a tab; what zsh would show
    // is written down instead, and then it ends.
    let settings = #"""
      unsetopt prompt_cr prompt_sp
      zmodload zsh/zle
      unset zle_bracketed_paste
      PROMPT='[y/N] '
      autoload -U compinit
      compinit -u -C -d "$HOME/compdump"
      source ./_replog
      compadd() {
        if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
        local -a hits
        builtin compadd -A hits "$@"
        print -rl -- $hits >> hits
      }
      finish() { exit 0 }
      comppostfuncs=(finish)
      """#
    try settings.write(
      to: workdir.url.appendingPathComponent(".zshrc"), atomically: true, encoding: .utf8)
    let terminal = Workdir.independent("terminal.py")
    for line in Self.lines + [("replog set log x 12 --kind=w", ["warmup"], [])] {
      let found = try workdir.run(
        #": > hits; python3 "$TERMINAL" 'zsh -i' "$LINE" > shown; cat hits"#,
        environment: [
          "LINE": line.line + "\t", "TERMINAL": terminal, "TERM": "dumb",
          "ZDOTDIR": workdir.url.path,
        ])
      expect(
        line,
        found.output.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) },
        found)
    }
  }
}
