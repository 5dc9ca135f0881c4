extension Log {
  /// Calls `body` with a reader at each line, from the last line backwards, until `body` returns false.
  ///
  /// Cost: each line is checked against the line before it, which takes twice the time of a forward pass.
  ///
  /// - Throws: `LogError.Kind.damaged` with the position of the damage; any error that `body` throws.
  package func forEachLineBackwards(_ body: (LineReader.Line, LineReader) throws -> Bool) throws {
    let decoder = LineDecoder()
    var end = try tail().end
    while end > 0 {
      let range = bytes.lastLine(before: end)
      var reader = LineReader(self, decoder, in: range, isInside: range.lowerBound > 0)
      guard let line = try reader.next(), try body(line, reader) else { return }
      end = range.lowerBound
    }
  }
}
