import Events
import Projections

extension Shell {
  /// A Boolean value indicating whether the user can be asked and can answer.
  var canAsk: Bool { system.isInputTerminal && system.isTerminal(.error) }

  /// Notes that a command reads standard input, if that is a terminal: otherwise it would seem to hang.
  ///
  /// - Parameter path: The file that the command reads; there is a note only for `-`.
  mutating func noteReading(_ things: String, from path: String = "-") {
    guard path == "-", system.isInputTerminal else { return }
    note("reading \(things) from the terminal; Control-D ends the input")
  }

  /// Returns the content of a file that an option names.
  ///
  /// - Throws: A usage error if the file is standard input, and the log too.
  mutating func contents(
    of file: FilePath, for option: String, _ things: String, limit: Int
  ) throws -> [UInt8] {
    guard file.text != "-" || logPath != "-" else {
      throw UsageError(
        message: "'\(option)' must name a file, got standard input, which is the log",
        help: "save one of the two inputs in a file")
    }
    noteReading(things, from: file.text)
    return try system.contents(file.text, limit: limit)
  }

  /// Asks a question, and returns whether the answer is yes.
  mutating func isAnsweredYes(_ question: String) throws -> Bool {
    ["y", "yes"].contains(try answer(to: question).lowercased())
  }

  /// Asks a question, and returns the answer; it is empty at the end of the input.
  private mutating func answer(to question: String) throws -> String {
    complain(question)
    var input = InputLines(system: system)
    var answer: [UInt8] = []
    _ = try input.next { line, _ in answer = line.array }
    return trimmed(String(decoding: answer, as: UTF8.self))
  }

  /// Asks which exercise a refused request means, and returns the request with the answer.
  ///
  /// - Returns: The request; nil if there is nobody to ask, if the refusal offers no exercise, or without an answer.
  mutating func answered(
    _ decision: any Decision, _ refusal: Refusal
  ) throws -> (any ExerciseRequest)? {
    let names = (refusal.help?.steps ?? []).compactMap { step -> String? in
      if case .exercise(let name) = step { name } else { nil }
    }
    guard !names.isEmpty, canAsk, !options.json, var request = decision as? any ExerciseRequest
    else { return nil }
    let titles = (try? replay(openLogQuietly(), ExerciseNames())) ?? ExerciseNames()
    let list = zip(1..., names).map { "  \($0)  \(inert(titles[Name($1)]))\n" }.joined()
    let text = try answer(
      to: "\(inert(refusal.message)); which one is it?\n\(list)  n  a new exercise\nnumber or n: ")
    if text.lowercased() == "y", names.count == 1 {
      request.exercise = names[0]
    } else if text.lowercased() == "n" {
      request.isNew = true
    } else if let number = Int(text), names.indices.contains(number - 1) {
      request.exercise = names[number - 1]
    } else {
      return nil
    }
    return request
  }
}
