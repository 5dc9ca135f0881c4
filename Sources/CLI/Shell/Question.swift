import Events

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

  /// Asks a question, and returns whether the answer is yes.
  mutating func isAnsweredYes(_ question: String) throws -> Bool {
    complain(question)
    var input = InputLines(system: system)
    var answer: [UInt8] = []
    _ = try input.next { line, _ in answer = line.array }
    return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
  }
}
