/// The bytes of standard input that are no whole line yet, with a limit.
struct InputBuffer {
  private var bytes: [UInt8] = []
  /// A Boolean value indicating whether the current line is too long and is skipped to its end.
  private var isSkipping = false

  /// The longest line, in bytes.
  static let longest = 1 << 20

  /// A line, or nil for one that was too long.
  typealias Line = [UInt8]?

  /// Adds some bytes and returns the lines that they complete, without empty ones.
  mutating func add(_ piece: [UInt8]) -> [Line] {
    var (lines, rest): ([Line], ArraySlice<UInt8>) = ([], piece[...])
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      finish(into: &lines)
      rest = rest[(end + 1)...]
    }
    append(rest)
    return lines
  }

  /// Returns the last line, which has no newline.
  mutating func end() -> [Line] {
    var lines: [Line] = []
    finish(into: &lines)
    return lines
  }

  private mutating func append(_ piece: ArraySlice<UInt8>) {
    if isSkipping || bytes.count + piece.count > Self.longest {
      (bytes, isSkipping) = ([], true)
    } else {
      bytes += piece
    }
  }

  private mutating func finish(into lines: inout [Line]) {
    if isSkipping {
      lines.append(nil)
    } else if bytes.contains(where: { $0 > 0x20 }) {
      lines.append(bytes)
    }
    (bytes, isSkipping) = ([], false)
  }
}
