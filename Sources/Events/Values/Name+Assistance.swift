extension Name {
  /// A Boolean value indicating whether a word of an exercise's name is "assisted": "Pull Up (Assisted)".
  ///
  /// The load of such an exercise is help, so a positive number of an import or an entry becomes a negative load.
  package var isAssisted: Bool {
    let word = "assisted".utf8
    func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) }
    return text.utf8.split(whereSeparator: { !isLetter($0) })
      .contains { $0.count == word.count && zip($0, word).allSatisfy { $0 | 0x20 == $1 } }
  }
}
