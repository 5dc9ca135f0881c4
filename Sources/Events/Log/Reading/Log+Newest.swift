extension Log {
  /// Calls `body` with a reader at each line in the last `size` bytes, in the order of the log.
  ///
  /// The first line is the first one that begins in these bytes. Cost: proportional to `size`, for a log of any size.
  ///
  /// - Throws: `LogError.Kind.damaged` with the position of the damage; any error that `body` throws.
  package func forEachLine(
    inLast size: Int, _ body: (LineReader.Line, LineReader) throws -> Void
  ) throws {
    let end = try tail().end
    var start = 0
    if end > size {
      guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: end - size - 1) else {
        return
      }
      start = newline + 1
    }
    guard start < end else { return }
    var lines = LineReader(self, LineDecoder(), in: start..<end, isInside: start > 0)
    while let line = try lines.next() { try body(line, lines) }
  }
}
