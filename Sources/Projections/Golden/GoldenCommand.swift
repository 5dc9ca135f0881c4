import Events

/// A line of the commands of a scenario.
///
///     # Lines of a shell, without its powers: words, quotes, comments, and a file to read.
///     export REPLOG_NOW=2026-03-02T18:04:00+01:00
///     replog sign-in --provider google --subject 1093 --email ann@example.com
///     REPLOG_NOW=2026-03-03T18:00:00+01:00 replog set log squat 5x100kg
///     replog append < drafts.jsonl
///
/// The log is new, the time is 2026-01-01T12:00:00Z and the seed 1, unless a line sets other values. Lines run in the
/// folder of the scenario, up to the first that fails.
package struct GoldenCommand: Equatable, Sendable {
  /// The number of the line in the file, from 1.
  package let line: Int
  /// The words after `replog`.
  package let words: [String]
  /// The environment variables of the line.
  package let environment: [String: String]
  /// The file for standard input; nil for none.
  package let input: String?

  /// The variables that lines may set, with their initial values.
  private static let variables = ["REPLOG_NOW": "2026-01-01T12:00:00.000Z", "REPLOG_SEED": "1"]

  /// Returns the commands of a file.
  ///
  /// - Throws: `LogError`, with the place, for a line that is not a valid command.
  package static func all(in text: [UInt8], named name: String) throws(LogError) -> [GoldenCommand]
  {
    var (commands, environment): ([GoldenCommand], [String: String]) = ([], variables)
    var (joined, start) = ("", 0)
    let lines = String(decoding: text, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if joined.isEmpty { start = index + 1 }
      if line.last == "\\", index + 1 < lines.count {
        joined += line.dropLast()
        continue
      }
      let whole = joined + line
      joined = ""
      do throws(ShellWords.Problem) {
        let words = try ShellWords(whole)
        if let command = try command(words, at: start, &environment) { commands.append(command) }
      } catch {
        var place = LogError(.misuse, name, error.message, help: error.help)
        place.line = start
        throw place
      }
    }
    return commands
  }

  /// Returns the command of a line; nil for a line that only sets variables or is empty.
  private static func command(
    _ line: ShellWords, at number: Int, _ environment: inout [String: String]
  ) throws(ShellWords.Problem) -> GoldenCommand? {
    var (words, own) = (line.words[...], environment)
    let isExport = words.first == "export"
    if isExport { words = words.dropFirst() }
    while let word = words.first, let sign = word.firstIndex(of: "="), sign > word.startIndex {
      let name = String(word[..<sign])
      guard variables[name] != nil else {
        throw ShellWords.Problem(
          message: "the variable must be REPLOG_NOW or REPLOG_SEED, got '\(name)'")
      }
      own[name] = String(word[word.index(after: sign)...])
      words = words.dropFirst()
    }
    guard let first = words.first, !isExport else {
      guard words.isEmpty else {
        throw ShellWords.Problem(
          message: "'export' must be followed by NAME=VALUE, got '\(words[words.startIndex])'")
      }
      // A shell passes only exported variables on.
      if isExport { environment = own }
      return nil
    }
    guard first == "replog" else {
      throw ShellWords.Problem(
        message: "a line must begin with 'replog', got '\(first)'",
        help: "other programs are not run; put their output into a file of the folder")
    }
    return GoldenCommand(
      line: number, words: Array(words.dropFirst()), environment: own, input: line.input)
  }
}

/// The words of a shell line without variables, pipes and the like.
package struct ShellWords {
  package private(set) var words: [String] = []
  /// The file after `<`.
  private(set) var input: String?

  package struct Problem: Error {
    let message: String
    var help: Remedy? =
      "a line consists of words, quotes and '< FILE'; use a script for anything else"
  }

  package init(_ line: String) throws(Problem) {
    var (word, quote): (String?, Character?) = (nil, nil)
    var takesInput = false
    func end(_ words: inout ShellWords) {
      guard let whole = word else { return }
      if takesInput { words.input = whole } else { words.words.append(whole) }
      (word, takesInput) = (nil, false)
    }
    var rest = line[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("\\", "\""), ("\\", nil):
        guard let next = rest.first else {
          throw Problem(message: "'\\' must be followed by a character")
        }
        let isPlain = quote != nil && !"\\\"$`".contains(next)
        word = (word ?? "") + (isPlain ? "\\" : "") + String(next)
        rest.removeFirst()
      case ("$", "\""), ("`", "\""):
        throw Problem(message: "a line must consist of plain words, got '\(character)'")
      case (_, .some): word = (word ?? "") + String(character)
      case ("'", nil), ("\"", nil): (word, quote) = (word ?? "", character)
      case (" ", nil), ("\t", nil): end(&self)
      case ("#", nil) where word == nil: rest = ""
      case ("<", nil):
        end(&self)
        takesInput = true
      case _ where "|&;>()$`".contains(character):
        throw Problem(message: "a line must consist of plain words, got '\(character)'")
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw Problem(message: "a quoted word must end with its quote") }
    end(&self)
    if takesInput { throw Problem(message: "'<' must be followed by a file") }
  }
}
