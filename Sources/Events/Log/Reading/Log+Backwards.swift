extension Log {
  /// Calls `body` with a reader on each line, from the last one backwards, until it returns false.
  ///
  /// Cost: each line is checked against the one before it, which is twice what a pass forwards takes.
  ///
  /// - Throws: `LogError.Kind.damaged` with the place; whatever `body` throws.
  package func forEachLineBackwards(
    _ body: (LineReader.Line, LineReader) throws -> Bool
  ) throws {
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
