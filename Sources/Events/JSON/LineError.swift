/// An error in one line, with its position.
public struct LineError: Error, Equatable, Sendable {
  /// The offset of the wrong byte from the start of the line.
  public var offset: Int
  /// The expected and the found value, in lowercase, without a full stop and without the user's texts.
  public var message: String
  /// The next step; nil if the message is enough.
  public var help: Remedy?

  /// Creates an error at byte `offset` of the line.
  package init(_ offset: Int, _ message: String, help: Remedy? = nil) {
    (self.offset, self.message, self.help) = (offset, message, help)
  }
}

extension LineError {
  /// Returns the error for a missing value at `offset`, described by `what`; the found value is read from the bytes.
  static func expected(_ what: String, in bytes: Bytes, at offset: Int) -> LineError {
    LineError(offset, "expected \(what), found \(found(in: bytes, at: offset))")
  }

  /// Returns the error for a missing required field of a payload.
  static func missing(_ field: StaticString, at offset: Int) -> LineError {
    LineError(offset, "expected the field '\(field)', found none")
  }

  /// The error for fields that are not in canonical order; the reader then starts again and finds fields by name.
  @usableFromInline static let unordered = LineError(0, "")

  /// Returns a description of the byte at `offset` that is safe for any terminal.
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
