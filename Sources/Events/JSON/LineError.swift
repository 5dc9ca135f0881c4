/// What is wrong with one line, and where in it.
public struct LineError: Error, Equatable, Sendable {
  /// Offset of the offending byte from the start of the line.
  public var offset: Int
  /// What was expected and found: lower case, no full stop, none of the user's texts.
  public var message: String
  /// The next step, when there is one beyond reading the message.
  public var help: String?

  /// An error at byte `offset` of the line.
  public init(_ offset: Int, _ message: String, help: String? = nil) {
    self.offset = offset
    self.message = message
    self.help = help
  }
}

extension LineError {
  /// `what` was expected at `offset`; what was found is read from the bytes.
  static func expected(_ what: String, in bytes: Bytes, at offset: Int) -> LineError {
    LineError(offset, "expected \(what), found \(found(in: bytes, at: offset))")
  }

  /// A field that a payload needs is not there.
  static func missing(_ field: StaticString, at offset: Int) -> LineError {
    LineError(offset, "expected the field '\(field)', found none")
  }

  /// The fields do not come in canonical order; the reader starts over and looks them up by name.
  @usableFromInline static let unordered = LineError(0, "")

  /// Names the byte at `offset` so that any terminal can show it.
  private static func found(in bytes: Bytes, at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the line" }
    let byte = bytes[offset]
    switch byte {
    case 0: return "a NUL byte"
    case 0xEF where offset == 0: return "byte 0xef (a byte order mark?)"
    case 0x20..<0x7F: return "'\(Character(Unicode.Scalar(byte)))'"
    default:
      let hex = String(byte, radix: 16)
      return "byte 0x\(hex.count == 1 ? "0" : "")\(hex)"
    }
  }
}
