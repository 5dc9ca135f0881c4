import Events

/// The table of commands as the scripts of shells have it: lists of words, and one entry an argument.
///
/// Each script is this table and a small walk through it, the same in each: it finds the command, passes
/// over the words that are typed, and offers what the word at the cursor may be.
struct CompletionTable {
  /// A command, with its arguments.
  struct Entry {
    let name: String
    let summary: String
    let arguments: [Declarations.Argument]
  }

  let commands: [Entry]
  /// The words that a command line begins with, and those that come after some of them, each with a summary.
  let first: [(word: String, summary: String)]
  private let nouns: [String]
  let verbs: [(noun: String, verbs: [(word: String, summary: String)])]

  init(_ table: CommandTable) {
    let all = table.all
    commands = all.map { command in
      Entry(
        name: command.name, summary: command.summary,
        arguments: Declarations.of(command).all)
    }
    let nouns = table.firstWords
    self.nouns = nouns
    first = nouns.map { noun in
      (noun, all.first { $0.name == noun }?.summary ?? table.verbList(of: noun))
    }
    verbs = nouns.compactMap { noun in
      let verbs = table.verbs(of: noun)
      guard !verbs.isEmpty else { return nil }
      return (noun, verbs.map { (String($0.name.dropFirst(noun.count + 1)), $0.summary) })
    }
  }

  /// The options that may come before the command and take a value.
  var leading: [String] { Declarations.shared }

  /// Returns the entry of an argument: `--kind|words:normal warmup|what the set was for`.
  ///
  /// A name that begins with `*` is that of all words that are left; a flag has `-` in place of its values.
  func entry(_ argument: Declarations.Argument, withHelp: Bool) -> String {
    let name = (argument.kind == .several ? "*" : "") + argument.name
    return [name, values(argument.completion)].joined(separator: "|")
      + (withHelp ? "|" + argument.help : "")
  }

  private func values(_ completion: Completion?) -> String {
    switch completion {
    case nil: "-"
    case .nothing: ""
    case .words(let words): "words:" + words.joined(separator: " ")
    case .commands: "words:" + nouns.joined(separator: " ")
    case .files: "files"
    case .folders: "folders"
    case .live(let value): "live:" + value.rawValue
    case .verbs: "verbs"
    }
  }
}
