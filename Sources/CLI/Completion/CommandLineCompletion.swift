import Events
import Projections

/// A candidate for the word at the cursor, with a summary for people.
struct CompletionCandidate: Equatable {
  let value: String
  var summary = ""
}

/// The completion of the last word of a command line: the word at the cursor, which may be empty.
///
/// It reads the words like the parser, but refuses nothing. It does not compare candidates with the word at the cursor:
/// each shell does that by the user's own rules.
struct CommandLineCompletion {
  /// The candidates that do not depend on the log: commands, verbs, options, words.
  private(set) var candidates: [CompletionCandidate] = []
  /// The source of other values: the log, files or folders.
  private(set) var source = Completion.nothing
  /// The option before the value in the same word, `--kind=`; otherwise empty.
  private(set) var prefix = ""
  /// The log and the user on the command line.
  private(set) var log: FilePath?
  private(set) var user: Name?

  private let table: CommandTable
  private let current: String
  /// The words before the cursor that are not read yet.
  private var words: ArraySlice<String>

  init(_ words: [String], _ table: CommandTable) {
    self.table = table
    current = words.last ?? ""
    self.words = words.dropLast()
    // Shared options may precede the command.
    let shared = Declarations.allShared
    while let word = self.words.first, Parser.isOption(word) {
      guard readOption(of: shared) else { return }
    }
    guard let noun = self.words.popFirst() else {
      if !current.hasPrefix("-") { candidates = table.firstCandidates }
      let alone = [
        CompletionCandidate(value: "--help", summary: "list all commands"),
        CompletionCandidate(value: "--version", summary: "show the version"),
      ]
      offer(current.hasPrefix("-") ? shared : [], and: alone)
      return
    }
    complete(noun)
  }

  /// Completes a word after the first word of a command.
  private mutating func complete(_ noun: String) {
    let verbs = table.verbs(of: noun)
    if words.isEmpty, !current.hasPrefix("-") { candidates = table.verbCandidates(of: noun) }
    let verb = verbs.first { $0.name == "\(noun) \(words.first ?? "")" }
    if verb != nil { words.removeFirst() }
    guard let command = verb ?? table.all.first(where: { $0.name == noun }) else {
      // A noun alone has a help page.
      if !verbs.isEmpty, words.isEmpty, current.hasPrefix("-") { offer([], and: [Self.help]) }
      return
    }
    let arguments = Declarations.of(command).all
    let options = arguments.filter { !$0.isByPlace }
    var places = arguments.filter(\.isByPlace)[...]
    var (latest, isOver) = (noun, false)
    while let word = words.first {
      if !isOver, Parser.isOption(word) {
        isOver = word == "--"
        guard readOption(of: options) else { return }
      } else {
        latest = words.removeFirst()
        if places.first?.kind != .several { places = places.dropFirst() }
      }
    }
    guard isOver || !current.hasPrefix("-") else { return offer(options, and: [Self.help]) }
    offer(places.first?.completion, after: latest)
  }

  private static let help = CompletionCandidate(
    value: "--help", summary: "show the options and an example")

  /// Reads an option and its value; returns false if the value is at the cursor, and offers it.
  private mutating func readOption(of options: [Declarations.Argument]) -> Bool {
    let word = words.removeFirst()
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = options.first(where: { $0.name == parts[0] }), option.kind != .flag else {
      return true
    }
    guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst() else {
      offer(option.completion)
      return false
    }
    switch option.name {
    case "--log": log = FilePath(argument: value)
    case "--user": user = Name(argument: value)
    default: break
    }
    return true
  }

  /// Offers options, or the values of the option at the cursor with `=`.
  private mutating func offer(
    _ options: [Declarations.Argument], and others: [CompletionCandidate]
  ) {
    if current.hasPrefix("-"), let end = current.firstIndex(of: "=") {
      prefix = String(current[...end])
      offer(options.first { $0.name == current[..<end] }?.completion)
    } else {
      candidates += options.map { CompletionCandidate(value: $0.name, summary: $0.help) }
      candidates += others
    }
  }

  private mutating func offer(_ completion: Completion?, after word: String = "") {
    switch completion {
    case nil, .nothing: break
    case .words(let words): candidates += words.map { CompletionCandidate(value: $0) }
    case .commands:
      candidates += table.firstCandidates
      candidates += CommandTable.helpPages.map {
        CompletionCandidate(value: $0.name, summary: $0.summary)
      }
    case .verbs: candidates += table.verbCandidates(of: word)
    case .files, .folders, .live: source = completion ?? .nothing
    }
  }
}

extension CommandTable {
  /// The first words of command lines, each with the summary of its command or with its verbs.
  fileprivate var firstCandidates: [CompletionCandidate] {
    firstWords.map { noun in
      let summary = all.first { $0.name == noun }?.summary ?? verbList(of: noun)
      return CompletionCandidate(value: noun, summary: summary)
    }
  }

  fileprivate func verbCandidates(of noun: String) -> [CompletionCandidate] {
    verbs(of: noun).map { command in
      let verb = String(command.name.dropFirst(noun.count + 1))
      return CompletionCandidate(value: verb, summary: command.summary)
    }
  }
}
