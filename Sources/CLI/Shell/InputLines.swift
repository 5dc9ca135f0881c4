import Events

/// The lines of standard input, each at most so long, in memory one piece at a time.
struct InputLines {
  let system: System
  /// The most bytes of a line.
  private let longest: Int
  private var number = 0
  private var buffer: [UInt8] = []
  private var position = 0
  private var isOver = false

  init(system: System, longest: Int = Log.longestLine) {
    (self.system, self.longest) = (system, longest)
  }

  /// Returns whether a whole line is there, or anything comes, be it the end, within a tenth of a second.
  func hasMore() throws(LogError) -> Bool {
    if isOver || newline(from: position) != nil { return true }
    return try system.hasInput(within: 100)
  }

  /// Calls `body` with the next line, without its newline, and its number, from 1.
  ///
  /// The line is read in place, and must not be kept.
  ///
  /// - Returns: false, without a call, at the end.
  mutating func next(
    _ body: (Bytes, _ number: Int) throws(LogError) -> Void
  ) throws(LogError) -> Bool {
    var searched = position
    while true {
      if let end = newline(from: searched) {
        // However much of it one read happened to bring, a line that is too long is refused alike.
        guard end - position <= longest else { throw .tooLong(longest, line: number + 1) }
        try pass(to: end, body)
        position = end + 1
        return true
      }
      if isOver {
        guard position < buffer.count else { return false }
        try pass(to: buffer.count, body)
        position = buffer.count
        return true
      }
      buffer.removeFirst(position)
      position = 0
      searched = buffer.count
      guard buffer.count <= longest else { throw .tooLong(longest, line: number + 1) }
      let piece = try system.readInput(1 << 16)
      isOver = piece.isEmpty
      buffer += piece
    }
  }

  private func newline(from start: Int) -> Int? {
    Bytes.of(buffer) { $0.firstIndex(of: UInt8(ascii: "\n"), from: start) }
  }

  private mutating func pass(
    to end: Int, _ body: (Bytes, Int) throws(LogError) -> Void
  ) throws(LogError) {
    number += 1
    let (start, number) = (position, number)
    try Bytes.of(buffer) { (bytes) throws(LogError) in try body(bytes[start..<end], number) }
  }
}

extension LogError {
  fileprivate static func tooLong(_ longest: Int, line: Int) -> LogError {
    var error = LogError(
      .refused, "standard input",
      "expected a line of at most \(longest >> 20) MiB, found a longer one")
    error.line = line
    return error
  }
}
