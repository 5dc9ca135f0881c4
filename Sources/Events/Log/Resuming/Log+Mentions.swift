extension Log {
  /// Calls `body` with a reader at each line that may contain an id, in the order of the log.
  ///
  /// These are the lines that the checkpoint's index returns, and all lines after the checkpoint.
  ///
  /// - Returns: False, before any call, if no checkpoint has an index of the id.
  /// - Throws: `LogError.Kind.damaged` with the position of the damage; any error that `body` throws.
  package func forEachLine(
    holding id: EventID, _ body: (LineReader.Line, LineReader) throws -> Void
  ) throws -> Bool {
    guard let checkpoint else { return false }
    let decoder = LineDecoder()
    // A pass over all lines reports the damage of a line.
    guard let places = try? checkpoint.places(of: id, isOwn: false),
      let found = try? places.map({ try line(at: $0, decoder) })
    else { return false }
    for (reader, line) in found { try body(line, reader) }
    var lines = lines(behind: checkpoint.position)
    while let line = try lines.next() { try body(line, lines) }
    return true
  }
}
