extension Log {
  /// Calls `body` with each wanted line and a reader at it, in the order of the log, until `body` returns false.
  ///
  /// Several threads check the lines and call `isWanted`.
  ///
  /// - Throws: `LogError.Kind.damaged` with the position of the damage, after the calls for the lines before it; the
  ///   errors of `isWanted` and of `body`.
  package func forEachLine(
    where isWanted: @escaping @Sendable (LineReader.Line, LineReader) throws(LogError) -> Bool,
    _ body: (LineReader.Line, LineReader) throws -> Bool
  ) throws {
    try forEachLine { (line, lines, _) throws(LogError) in
      try isWanted(line, lines)
    } _: {
      try body($0, $1)
    }
  }

  /// Calls `body` with each wanted line, and `fold` with the events that readers want.
  ///
  /// Each event is decoded once, by several threads.
  ///
  /// - Parameters:
  ///   - interest: The events for `fold`; nil for no events.
  ///   - isWanted: A closure called with each line, and with its event if readers want the event.
  ///   - fold: A closure called with the events of a few hundred lines, after the calls of `body` for these lines.
  ///   - body: A closure that returns whether to continue.
  package func forEachLine(
    decoding interest: Interest? = nil,
    where isWanted:
      @escaping @Sendable (LineReader.Line, LineReader, Event?) throws(LogError) -> Bool,
    fold: (inout EventRun) -> Void = { _ in },
    _ body: (LineReader.Line, LineReader) throws -> Bool
  ) throws {
    let (scan, tailError) = parts(from: WantedLines()) { (part, reader) throws(LogError) in
      try part.fill(from: &reader, interest, isWanted)
    }
    var reader = LineReader(self, LineDecoder(), in: 0..<0, isInside: false)
    do {
      try scan.run { part in
        for checked in part.content.lines {
          reader.move(to: checked)
          guard try body(checked.line, reader) else { throw Enough() }
        }
        if interest != nil { fold(&part.content.run) }
        if let failure = part.failure { throw failure }
      }
      if let tailError { throw tailError }
    } catch is Enough {}
  }

  /// The error that ends a pass early.
  private struct Enough: Error {}
}

/// The wanted lines of one part of a log, and the events that readers want.
private struct WantedLines: Sendable {
  private(set) var lines: [LineReader.Checked] = []
  var run = EventRun()

  /// Replaces these lines and events with those of `reader`, up to the first error.
  mutating func fill(
    from reader: inout LineReader, _ interest: Interest?,
    _ isWanted: (LineReader.Line, LineReader, Event?) throws(LogError) -> Bool
  ) throws(LogError) {
    lines.removeAll(keepingCapacity: true)
    run.clear()
    while let line = try reader.next() {
      var event: Event?
      if let interest, let wanted = try reader.event(of: line, for: interest) {
        run.append(decoded: wanted.event, wanted.bits)
        event = wanted.event
      }
      if try isWanted(line, reader, event) { lines.append(reader.checked(line)) }
    }
  }
}
