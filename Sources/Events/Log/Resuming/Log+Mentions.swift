extension Log {
  /// Calls `body` with a reader on each line that may name an id, in the order of the log.
  ///
  /// They are the lines that the checkpoint's index leads to, and all after it.
  ///
  /// - Returns: false, before any call, where no checkpoint can tell.
  /// - Throws: `LogError.Kind.damaged` with the place; whatever `body` throws.
  package func forEachLine(
    holding id: EventID, _ body: (LineReader.Line, LineReader) throws -> Void
  ) throws -> Bool {
    guard let checkpoint else { return false }
    let decoder = LineDecoder()
    // The fault of a line is for a pass over all lines to report.
    guard let places = try? checkpoint.places(of: id, isOwn: false),
      let found = try? places.map({ try line(at: $0, decoder) })
    else { return false }
    for (reader, line) in found { try body(line, reader) }
    var lines = lines(behind: checkpoint.position)
    while let line = try lines.next() { try body(line, lines) }
    return true
  }
}
