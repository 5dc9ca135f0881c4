import Events

extension Reference {
  /// Returns the position of the event that is meant: `@45`, its id or the beginning of it, or `last`.
  ///
  /// - Throws: a refusal where none is meant, or several; `LogError` when the log is damaged.
  public func eventPosition(in log: Log) throws -> Int {
    switch self {
    case .event(let seq, _): return try checked(seq, in: log)
    case .latest:
      let seq = try log.tail().seq
      guard seq > 0 else { throw Refusal("the log has no event yet") }
      return seq
    case .prefix(let text):
      if let seq = position ?? Int(text).flatMap({ $0 > 0 && text.count < 8 ? $0 : nil }) {
        return try checked(seq, in: log)
      }
      return try position(ofIDBeginning: text, in: log)
    }
  }

  private func checked(_ seq: Int, in log: Log) throws -> Int {
    var lines = log.lines()
    while let line = try lines.next(), line.seq <= seq { if line.seq == seq { return seq } }
    throw Refusal("the log has no event \(seq)", help: "'replog log' shows what it has")
  }

  private func position(ofIDBeginning text: String, in log: Log) throws -> Int {
    if text.isEmpty { throw Refusal("the id of the event must not be empty") }
    var found: [Int] = []
    var lines = log.lines()
    while let line = try lines.next() {
      let id = lines.id.description
      if id == text { return line.seq }
      if id.utf8.starts(with: text.utf8) { found.append(line.seq) }
    }
    guard let only = found.first else {
      throw Refusal(
        "no event has the id '\(text)'", help: "'replog log --json' shows ids; @45 is that at 45")
    }
    guard found.count == 1 else {
      throw Refusal("\(found.count) ids begin with '\(text)'", help: "give more of the id")
    }
    return only
  }
}
