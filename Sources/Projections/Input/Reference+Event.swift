import Events

extension Reference {
  /// Returns the position of the referenced event: `@45`, its id or a prefix of it, or `last`.
  ///
  /// - Throws: A refusal if the reference matches no event, or several; `LogError` if the log is damaged.
  public func eventPosition(in log: Log) throws -> Int {
    guard case .latest = self else { return try eventLine(in: log).line.seq }
    let seq = try log.tail().seq
    guard seq > 0 else { throw Refusal(.notFound, "the log has no events yet") }
    return seq
  }

  /// Returns the line of the referenced event.
  ///
  /// - Throws: The errors of `eventPosition(in:)`.
  func eventLine(in log: Log) throws -> EventLine {
    switch self {
    case .event(let seq, _): return try Self.line(at: seq, in: log)
    case .latest: return try Self.line(at: eventPosition(in: log), in: log)
    case .prefix(let text):
      if let seq = position ?? Int(text).flatMap({ $0 > 0 && text.count < 8 ? $0 : nil }) {
        return try Self.line(at: seq, in: log)
      }
      return try EventLine(ofIDBeginning: text, in: log)
    }
  }

  private static func line(at seq: Int, in log: Log) throws -> EventLine {
    guard let line = try EventLine(at: seq, in: log) else {
      throw Refusal(
        .notFound, "the log has no event \(seq)", help: "\(.show(.log)) shows its events")
    }
    return line
  }
}

/// The line of an event.
struct EventLine {
  let line: LineReader.Line
  let lines: LineReader
  /// The last batch of several events that began at or before the line; nil if none did.
  let batch: (start: Int, count: Int)

  /// Finds the line of the event at a position; nil if the log has none.
  ///
  /// Cost: one pass up to the position, without decoding.
  init?(at seq: Int, in log: Log) throws {
    var batch = (start: 0, count: 1)
    var found: EventLine?
    try log.forEachLine(where: { (line, lines) in line.seq >= seq || lines.batch > 1 }) {
      line, lines in
      if lines.batch > 1 { batch = (line.seq, lines.batch) }
      if line.seq == seq { found = EventLine(line, lines, batch) }
      return line.seq < seq
    }
    guard let found else { return nil }
    self = found
  }

  /// Finds the line of the event with an id that is, or starts with, a text.
  ///
  /// - Throws: A refusal if there is no such event, or several.
  init(ofIDBeginning text: String, in log: Log) throws {
    if text.isEmpty { throw Refusal(.emptyValue, "the id of the event must not be empty") }
    let whole = EventID(text).flatMap { $0.description == text ? $0 : nil }
    let isMeant: @Sendable (EventID) -> Bool = { id in
      whole.map { $0 == id } ?? id.description.utf8.starts(with: text.utf8)
    }
    var batch = (start: 0, count: 1)
    var (found, count): (EventLine?, Int) = (nil, 0)
    try log.forEachLine(where: { (_, lines) in lines.batch > 1 || isMeant(lines.id) }) {
      line, lines in
      if lines.batch > 1 { batch = (line.seq, lines.batch) }
      guard isMeant(lines.id) else { return true }
      if count == 0 { found = EventLine(line, lines, batch) }
      count += 1
      return whole == nil
    }
    guard let found else {
      throw Refusal(
        .notFound, "no event has the id '\(text)'",
        help: "\(.show(.logWithIDs)) shows ids; @45 is the event at position 45")
    }
    guard count == 1 else {
      throw Refusal(
        .ambiguous, "\(count) ids start with '\(text)'", help: "enter more characters of the id")
    }
    self = found
  }

  private init(_ line: LineReader.Line, _ lines: LineReader, _ batch: (start: Int, count: Int)) {
    (self.line, self.lines, self.batch) = (line, lines, batch)
  }
}
