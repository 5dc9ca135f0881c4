/// The seals in a file with output of `replog seal`, with or without `--json`.
public struct SealFile: Sendable {
  /// The seals, in the order of the file.
  public let seals: [Seal]

  /// The largest file that is read, in bytes: about ten thousand seals.
  package static let largest = 4 << 20

  /// Reads `bytes`, which are called `name` in errors.
  ///
  /// - Throws: `LogError.Kind.misuse` with the position of the first byte that does not belong to a seal.
  public init(_ bytes: [UInt8], name: String) throws(LogError) {
    seals = try Bytes.of(bytes) { (bytes) throws(LogError) in
      do throws(LineError) {
        let seals = try SealFile.seals(bytes)
        if seals.isEmpty { throw LineError(0, "expected a seal, found none") }
        return seals
      } catch {
        throw SealFile.misuse(error, bytes, name)
      }
    }
  }

  private static func seals(_ bytes: Bytes) throws(LineError) -> [Seal] {
    var scanner = Scanner(bytes)
    scanner.space()
    return scanner.peek == UInt8(ascii: "{") ? try objects(&scanner) : try blocks(bytes)
  }

  /// Reads consecutive JSON objects.
  private static func objects(_ scanner: inout Scanner) throws(LineError) -> [Seal] {
    var seals: [Seal] = []
    scanner.space()
    while scanner.peek != nil {
      let start = scanner.offset
      var fields = SealFields(start: start)
      guard case .object(let members) = try JSON(&scanner, depth: 0) else {
        throw LineError(start, "expected a seal, found another value")
      }
      // Other members may belong to a later version.
      for (name, value) in members where SealFields.names.contains(name) {
        switch value {
        case .number(.integer(let number)): try fields.set(name, "\(number)", at: start)
        case .string(let text): try fields.set(name, text, at: start)
        case .null: break
        default: throw SealFields.invalid(name, at: start)
        }
      }
      seals.append(try fields.seal())
      scanner.space()
    }
    return seals
  }

  /// Reads lines with a name and a value; each `seq` begins the next seal.
  private static func blocks(_ bytes: Bytes) throws(LineError) -> [Seal] {
    var seals: [Seal] = []
    var open: SealFields?
    var start = 0
    while start < bytes.count {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let words = String(decoding: bytes[start..<end].array, as: UTF8.self)
        .split { $0.isWhitespace }.map(String.init)
      if words.first == "seq" {
        if let open { seals.append(try open.seal()) }
        open = SealFields(start: start)
      }
      if !words.isEmpty {
        guard words.count == 2, SealFields.names.contains(words[0]), open != nil else {
          throw LineError(
            start, "expected a seal, found another line",
            help: "a seal is the output of \(.seal), from the line 'seq' on")
        }
        try open?.set(words[0], words[1], at: start)
      }
      start = end + 1
    }
    if let open { seals.append(try open.seal()) }
    return seals
  }

  private static func misuse(_ error: LineError, _ bytes: Bytes, _ name: String) -> LogError {
    let before = bytes[0..<min(error.offset, bytes.count)]
    var result = LogError(
      .misuse, name, error.message,
      help: error.help ?? "a seal is the output of \(.seal) or \(.show(.sealAsJSON))")
    if bytes.count > 0 { result.line = before.count(of: UInt8(ascii: "\n")) + 1 }
    return result
  }
}

/// The fields of a seal that is being read.
private struct SealFields {
  /// The names of all fields, in the order of the output.
  static let names = ["seq", "bytes", "sha256", "sum", "state"]

  /// The offset of the seal's first byte in the file.
  let start: Int
  private var seq: Int?
  private var bytes: Int?
  private var hash: SHA256Words?
  private var sum: UInt64?
  private var state: SHA256Words?

  init(start: Int) { self.start = start }

  /// Sets the field called `name`; a second value for a field is an error.
  mutating func set(_ name: String, _ text: String, at offset: Int) throws(LineError) {
    let isNew: Bool
    switch name {
    case "seq": isNew = SealFields.set(SealFields.count(text), &seq)
    case "bytes": isNew = SealFields.set(SealFields.count(text), &bytes)
    case "sha256": isNew = SealFields.set(SHA256Words(text), &hash)
    case "sum": isNew = SealFields.set(SealFields.sum(text), &sum)
    default: isNew = SealFields.set(SHA256Words(text), &state)
    }
    guard isNew else { throw SealFields.invalid(name, at: offset) }
  }

  private static func set<V>(_ value: V?, _ field: inout V?) -> Bool {
    guard let value, field == nil else { return false }
    field = value
    return true
  }

  private static func count(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text),
      count <= Log.lastPosition
    else { return nil }
    return count
  }

  private static func sum(_ text: String) -> UInt64? {
    guard text.utf8.count == 16, text == text.lowercased(), !text.hasPrefix("+") else { return nil }
    return UInt64(text, radix: 16)
  }

  static func invalid(_ name: String, at offset: Int) -> LineError {
    let expected =
      switch name {
      case "seq", "bytes": "a whole number"
      case "sum": "16 hexadecimal digits"
      default: "64 hexadecimal digits"
      }
    return LineError(offset, "a seal must have exactly one '\(name)', which must be \(expected)")
  }

  /// Returns the seal; the first three fields are required.
  func seal() throws(LineError) -> Seal {
    guard let seq, let bytes, let hash else {
      let missing = seq == nil ? "seq" : bytes == nil ? "bytes" : "sha256"
      throw LineError(start, "expected the field '\(missing)' of a seal, found none")
    }
    var continuation: Seal.Continuation?
    if let sum, let state { continuation = Seal.Continuation(sum: sum, state: state) }
    return Seal(seq: seq, bytes: bytes, hash: hash, continuation: continuation)
  }
}
