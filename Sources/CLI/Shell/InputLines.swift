import Events

/// The lines of standard input, each with a maximum length, read one piece at a time.
struct InputLines {
  let system: System
  /// The maximum number of bytes of a line.
  private let longest: Int
  private var number = 0
  private var buffer: [UInt8] = []
  private var position = 0
  /// An offset with no newline before it in the next line; the newline itself, if it was found.
  private var searched = 0
  private var isOver = false

  init(system: System, longest: Int = Log.longestLine) {
    (self.system, self.longest) = (system, longest)
  }

  /// Returns whether a whole line or the end has arrived within some seconds.
  ///
  /// - Parameter isStopped: A closure that is called when bytes arrive; true stops waiting, and nil is false.
  mutating func hasLine(
    within seconds: Double = 0.1, unless isStopped: (() -> Bool)? = nil
  ) throws(LogError) -> Bool {
    // The answers to earlier lines are not held back for a line that arrives byte by byte.
    var deadline: Double?
    while newline() == nil, !isOver {
      let now = system.monotonicSeconds()
      let end = deadline ?? now + seconds
      deadline = end
      guard try system.hasInput(within: Int32(max(0, (end - now) * 1_000))), isStopped?() != true
      else { return false }
      try read()
    }
    return true
  }

  /// Calls `body` with the next line, without its newline, and its number, from 1.
  ///
  /// The line is read in place and must not be kept.
  ///
  /// - Returns: False at the end, without a call.
  mutating func next(
    _ body: (Bytes, _ number: Int) throws(LogError) -> Void
  ) throws(LogError) -> Bool {
    while true {
      if let end = newline() {
        // A line that is too long is refused even if one read contained all of it.
        guard end - position <= longest else { throw .tooLong(longest, line: number + 1) }
        try pass(to: end, body)
        position = end + 1
        searched = position
        return true
      }
      if isOver {
        guard position < buffer.count else { return false }
        try pass(to: buffer.count, body)
        position = buffer.count
        return true
      }
      try read()
    }
  }

  /// Reads the available bytes after those that were not passed on yet.
  private mutating func read() throws(LogError) {
    buffer.removeFirst(position)
    searched -= position
    position = 0
    guard buffer.count <= longest else { throw .tooLong(longest, line: number + 1) }
    let piece = try system.readInput(1 << 16)
    isOver = piece.isEmpty
    buffer += piece
  }

  /// Returns the offset of the next newline; nil if there is none yet.
  private mutating func newline() -> Int? {
    let found = Bytes.of(buffer) { $0.firstIndex(of: UInt8(ascii: "\n"), from: searched) }
    searched = found ?? buffer.count
    return found
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
      "a line must be at most \(longest >> 20) MiB long",
      help: "end each line with a newline, or shorten its texts")
    error.line = line
    return error
  }
}
