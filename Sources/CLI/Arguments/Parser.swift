import Events
import Projections

/// A parser that sets the arguments of a command from the words of a command line.
///
/// The command's declarations split the words, in any order. These are `--name value`, `--name=value`, `--flag`, and
/// positional words without dashes. After `--` all words are positional. Words that begin with a dash and a digit are
/// always positional.
final class Parser: Arguments {
  /// The time of the command and its log, on which values may depend.
  struct Surroundings {
    /// A closure that returns the clock of the command.
    let clock: () throws -> UserClock
    /// A closure that opens the log, or returns nil to leave positions to the command.
    let open: () throws -> Log?
  }

  private let command: String
  /// The surroundings; nil if only the syntax is checked.
  private let surroundings: Surroundings?
  /// The log; it is opened for the first position.
  private lazy var log: Result<Log?, any Error> = Result { try surroundings?.open() }
  /// A Boolean value indicating whether a weight was entered without its unit.
  private(set) var leavesUnitOut = false
  /// The notes about texts that have another meaning, too.
  private(set) var notes: [String] = []
  private var places: [String] = []
  private var options: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Creates a parser by splitting `words` according to `declarations`.
  init(
    _ words: [String], _ declarations: Declarations, command: String,
    in surroundings: Surroundings? = nil
  ) throws(UsageError) {
    (self.command, self.surroundings) = (command, surroundings)
    var rest = words[...]
    var isOver = false
    while let word = rest.popFirst() {
      if isOver || !Parser.isOption(word) {
        places.append(word)
      } else if word == "--" {
        isOver = true
      } else {
        try read(word, &rest, declarations)
      }
    }
    let expected = declarations.all.count { $0.kind == .positional }
    if places.count > expected, !declarations.all.contains(where: { $0.kind == .several }) {
      var error = UsageError.superfluous(
        places[expected], of: command, mayBeSecret: declarations.mayMeetSecrets)
      if let help = Parser.joining(places, expected, declarations)
        ?? Parser.naming(places[expected], declarations, without: options)
      {
        error.help = help
      }
      throw error
    }
  }

  /// Returns the help for an entry that was typed as several words; nil if there is none.
  private static func joining(
    _ places: [String], _ expected: Int, _ declarations: Declarations
  ) -> String? {
    let entry = places[max(0, expected - 1)...].joined(separator: " ")
    let last = declarations.all.last { $0.kind == .positional }
    if last?.placeholder == EnteredSet.placeholder {
      let near: EnteredSet? = EnteredSet.nearest(to: entry)
      if let set = (try? EnteredSet(entry)) ?? near { return "write it as one word: \(set)" }
      if (try? EnteredSet(places[expected])) != nil {
        return "enter different sets one at a time, and equal sets as one word: 3x5x100kg"
      }
    }
    return isUnit(places[expected]) ? oneWord : nil
  }

  /// Returns the help for a word that only one option takes, in words of its own; nil if none or several take it.
  private static func naming(
    _ word: String, _ declarations: Declarations, without given: [String: [String]]
  ) -> String? {
    let takers = declarations.all.filter {
      $0.kind == .option && given[$0.name] == nil && $0.choices.contains(word)
    }
    guard takers.count == 1 else { return nil }
    return "did you mean '\(takers[0].name) \(word)'?"
  }

  /// The help for a weight that was typed as two words.
  private static let oneWord = "write a weight and its unit as one word: 60kg"

  private static func isUnit(_ word: String) -> Bool {
    ["kg", "kgs", "lb", "lbs"].contains(word.lowercased())
  }

  /// Returns whether a word names an argument.
  static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    return !(word.dropFirst().first?.isNumber ?? false)
  }

  /// Returns whether a word is one of some options, with or without its value, or `--`.
  static func isOption(_ word: String, of options: [Declarations.Argument]) -> Bool {
    let name = word.prefix { $0 != "=" }
    return word == "--" || options.contains { $0.name == name }
  }

  private func read(
    _ word: String, _ rest: inout ArraySlice<String>, _ declarations: Declarations
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let named = declarations.all.filter { !$0.isByPlace }
    guard let argument = named.first(where: { $0.name == name }) else {
      if let error = declarations.declined[name] { throw error }
      let names = named.map(\.name)
      throw .unknownOption(name, near: nearest(to: name, among: names), of: command)
    }
    if argument.kind == .flag {
      guard parts.count == 1 else {
        throw UsageError(
          code: .invalidValue, message: "'\(name)' takes no value",
          help: "see \(UsageError.page(of: command))")
      }
      flags.insert(name)
      return
    }
    guard options[name] == nil || argument.kind == .repeated else {
      throw UsageError(
        message: "'\(name)' must not be given more than once",
        help: "see \(UsageError.page(of: command))")
    }
    if parts.count == 2 {
      options[name, default: []].append(String(parts[1]))
    } else if let next = rest.first, Parser.isOption(next, of: named) {
      throw .spelledLikeOption(next, behind: name)
    } else if let value = rest.popFirst() {
      options[name, default: []].append(value)
    } else {
      throw .missing("value after '\(name)'", of: command)
    }
  }

  func values<V: ArgumentValue>(
    _ kind: Declarations.Argument.Kind, _ name: String, isRequired: Bool, _ help: String
  ) throws -> [V] {
    let isNamed = kind == .option || kind == .repeated
    let count = isNamed ? 0 : kind == .positional ? min(1, places.count) : places.count
    let texts = isNamed ? options[name] ?? [] : Array(places.prefix(count))
    places.removeFirst(count)
    guard !texts.isEmpty || !isRequired else {
      throw UsageError.missing(isNamed ? "'\(name) \(V.placeholder)'" : name, of: command)
    }
    return try texts.map { text in
      let value: V = try read(text, isNamed ? "'\(name)'" : name)
      return kind == .positional || kind == .option ? try located(value) : value
    }
  }

  func flag(_ value: inout Bool, _ name: String, _ help: String) throws {
    value = flags.contains(name)
  }

  func clock() throws -> UserClock? { try surroundings?.clock() }

  /// Returns a value with the name of the event or the entity at a position, `@45`, in place of the position.
  private func located<V: ArgumentValue>(_ value: V) throws -> V {
    guard let reference = value as? Reference, reference.position != nil, let log = try log.get()
    else { return value }
    return try reference.located(in: log) as? V ?? value
  }

  private func read<V: ArgumentValue>(_ text: String, _ name: String) throws(UsageError) -> V {
    guard let value = V(argument: text) else {
      var error = UsageError.invalid(
        text, for: name, expected: V.expected, near: nearest(to: text, among: V.choices, limit: 2),
        of: command)
      if let near = V.nearest(to: text) { error.help = "write \(near)" }
      if Parser.isUnit(text) { error.help = Parser.oneWord }
      throw error
    }
    if value.isWithoutUnit { leavesUnitOut = true }
    if let note = value.note { notes.append("'\(text)' \(note)") }
    return value
  }
}
