import Events

extension Shell {
  /// A Boolean value indicating whether the user can be asked and can answer.
  var canAsk: Bool { system.isInputTerminal && system.isTerminal(.error) }

  /// Asks a question, and returns whether the answer is yes.
  mutating func isAnsweredYes(_ question: String) throws -> Bool {
    complain(question)
    var input = InputLines(system: system)
    var answer: [UInt8] = []
    _ = try input.next { line, _ in answer = line.array }
    return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
  }
}
