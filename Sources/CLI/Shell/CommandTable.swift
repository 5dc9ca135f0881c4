import Projections

/// The table of commands, for looking up a command line and for creating the pages.
struct CommandTable: Sendable {
  /// The closures that return the groups, in the order of the overview.
  ///
  /// A group is created for the first look at its commands. To create all of them took half of a short append.
  private let makers: [@Sendable () -> CommandGroup]
  /// The closure for the group in which a command is looked for first.
  private let first: @Sendable () -> CommandGroup

  /// Creates a table.
  ///
  /// - Parameter first: The group with the commands that scripts run most often, one of the others.
  init(
    lookingFirstIn first: @escaping @Sendable () -> CommandGroup,
    _ makers: @Sendable () -> CommandGroup...
  ) { (self.first, self.makers) = (first, makers) }

  /// The groups, in the order of the overview.
  var groups: [CommandGroup] { makers.map { $0() } }

  /// All commands, in the order of the overview.
  var all: [any Command] { groups.flatMap(\.commands) }

  /// Returns the command with a name; nil if there is none.
  func command(named name: String) -> (any Command)? {
    for make in [first] + makers {
      if let command = make().commands.first(where: { $0.name == name }) { return command }
    }
    return nil
  }

  /// Returns the command for a line that begins with `words`; nil if there is none.
  func command(beginning words: Substring) -> (any Command)? {
    let names = words.split(separator: " ", maxSplits: 2).prefix(2)
    return command(named: names.joined(separator: " ")) ?? command(named: String(names.first ?? ""))
  }

  /// The first words of all commands, in the order of the overview, each once.
  var firstWords: [String] {
    var words: [String] = []
    for command in all {
      let word = String(command.name.prefix { $0 != " " })
      if !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// Returns the second words after a noun that is not a command, for one line.
  func verbList(of noun: String) -> String {
    verbs(of: noun).map { String($0.name.dropFirst(noun.count + 1)) }.joined(separator: ", ")
  }

  /// Returns the commands with a verb after this noun.
  func verbs(of noun: String) -> [any Command] {
    // In bytes: comparing texts by their characters took 1,500 instructions for each of 150 names.
    let beginning = Array(noun.utf8) + [UInt8(ascii: " ")]
    return all.filter { $0.name.utf8.starts(with: beginning) }
  }
}

extension CommandTable {
  /// Returns the command that `words` begin with, and the remaining words.
  ///
  /// Options may precede it.
  func command(for words: [String]) throws(UsageError) -> (any Command, [String]) {
    let places = places(in: words)
    // The word after an unknown option may be its value, and a secret.
    let leading = words.prefix(places.first ?? words.count).first {
      Parser.isOption($0) && !Parser.isOption($0, of: Declarations.allShared)
    }
    if let leading { throw .unknownOption(leading, near: [], of: "replog") }
    guard let first = places.first else {
      throw UsageError(
        message: "expected a command, found '\(words.first ?? "")'",
        help: "'replog help all' lists all commands")
    }
    if places.count > 1 {
      let two = words[first] + " " + words[places[1]]
      if let command = command(named: two) {
        return (command, words.indices.filter { !places.prefix(2).contains($0) }.map { words[$0] })
      }
    }
    let noun = words[first]
    let found = command(named: noun)
    let rest = words.indices.filter { $0 != first }.map { words[$0] }
    if let found, places.count == 1 { return (found, rest) }
    let verbs = verbs(of: noun).map { $0.name }
    if let found, places.count > 1 {
      let next = words[places[1]]
      if found.takes(next) || takes(next, found, notOneOf: verbs) { return (found, rest) }
    }
    if !verbs.isEmpty, places.count == 1 { throw .missingVerb(of: noun, verbs) }
    let typed = places.prefix(verbs.isEmpty ? 1 : 2).map { words[$0] }.joined(separator: " ")
    let names = verbs.isEmpty ? all.map { $0.name } : verbs
    let near = near(typed, among: names)
    throw near.isEmpty && !verbs.isEmpty
      ? .unknownVerb(typed, of: noun, verbs) : .unknownCommand(typed, near: near)
  }

  /// Returns whether a word after a noun is an argument of its command, instead of a misspelled verb.
  ///
  /// A verb consists only of letters and hyphens.
  private func takes(_ word: String, _ command: any Command, notOneOf verbs: [String]) -> Bool {
    if verbs.isEmpty { return true }
    let seconds = verbs.map { String($0.drop { $0 != " " }.dropFirst()) }
    return Declarations.of(command).all.contains { $0.kind == .positional }
      && (!word.allSatisfy { $0.isLetter || $0 == "-" }
        || nearest(to: word, among: seconds).isEmpty)
  }

  /// Returns the places of the words that are neither shared options nor their values.
  func places(in words: [String]) -> [Int] {
    var places: [Int] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      if word == "--" { break }
      if Parser.isOption(word) {
        // Before the command, a shared option may have a value.
        if places.isEmpty, Declarations.shared.contains(word) { index += 1 }
        if !places.isEmpty { break }
      } else {
        places.append(index)
      }
      index += 1
    }
    return places
  }
}

/// A group of commands on the overview.
struct CommandGroup: Sendable {
  let title: String
  let commands: [any Command]

  init(_ title: String, @CommandList _ commands: () -> [any Command]) {
    (self.title, self.commands) = (title, commands())
  }
}

/// A builder of a list of commands from single commands and shorter lists.
@resultBuilder enum CommandList {
  static func buildExpression(_ command: any Command) -> [any Command] { [command] }
  static func buildExpression(_ commands: [any Command]) -> [any Command] { commands }
  static func buildBlock(_ parts: [any Command]...) -> [any Command] { parts.flatMap(\.self) }
}
