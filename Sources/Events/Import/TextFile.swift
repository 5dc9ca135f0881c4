/// A file from elsewhere as UTF-8, read from its beginning as often as is needed.
///
/// A file that is UTF-8 is read in windows and never held. What cannot be read twice, as a pipe, or has to
/// be decoded is held.
package struct TextFile: Sendable {
  private enum Content: Sendable {
    case held(Memory)
    case file(Descriptor)
  }

  /// A part of the file, valid as long as it is kept.
  struct Window: Sendable {
    private let owner: Memory
    /// The bytes of the part.
    let bytes: Bytes
    /// The offset of its first byte in the text.
    let start: Int
    /// A Boolean value indicating whether nothing follows.
    let isLast: Bool

    /// Calls `body` with the bytes, which are kept until it returns.
    fileprivate func withBytes<R>(_ body: (Bytes) -> R) -> R {
      withExtendedLifetime(owner) { body(bytes) }
    }

    fileprivate init(_ owner: Memory, _ bytes: Bytes, start: Int, isLast: Bool) {
      (self.owner, self.bytes, self.start, self.isLast) = (owner, bytes, start, isLast)
    }
  }

  /// The number of bytes of the text.
  package let count: Int
  /// The encoding of the file.
  package let encoding: TextEncoding
  private let content: Content
  private let system: System
  /// The number of bytes that are read at a time.
  let windowSize: Int

  /// Creates the text that `bytes` are, which are not looked at.
  ///
  /// - Parameter windowSize: The number of bytes that are given out at a time.
  package init(_ bytes: Bytes, windowSize: Int = .max) {
    self.init(Memory(bytes.array), .utf8, windowSize: windowSize)
  }

  private init(_ memory: Memory, _ encoding: TextEncoding, windowSize: Int = .max) {
    content = .held(memory)
    (count, self.encoding, self.windowSize) = (memory.bytes.count, encoding, windowSize)
    system = System()
  }

  private init(_ file: Descriptor, count: Int, _ system: System) {
    content = .file(file)
    (self.count, encoding, windowSize) = (count, .utf8, 1 << 20)
    self.system = system
  }

  /// Returns the part that begins at an offset.
  ///
  /// - Parameter size: The number of bytes, unless the text ends before.
  func window(from start: Int, _ size: Int) throws(ImportError) -> Window {
    let end = size < count - start ? start + size : count
    switch content {
    case .held(let memory):
      return Window(memory, memory.bytes[start..<end], start: start, isLast: end == count)
    case .file(let file):
      let memory: Memory
      do throws(SystemError) {
        memory = try Memory(file, range: start..<end, system: system)
      } catch {
        throw ImportError(kind: .unreadable, message: "cannot read on: \(error)")
      }
      guard memory.bytes.count == end - start else {
        throw ImportError(
          kind: .unreadable, message: "the file became shorter while it was read",
          help: "import it again")
      }
      return Window(memory, memory.bytes, start: start, isLast: end == count)
    }
  }

  /// Returns the first bytes, of which there are at most 64.
  package func beginning() throws(ImportError) -> [UInt8] {
    try window(from: 0, 64).withBytes { $0.array }
  }

  /// Returns all bytes of the text.
  package func bytes() throws(ImportError) -> [UInt8] {
    try window(from: 0, count).withBytes { $0.array }
  }

  /// Returns the offset of the first byte that is not part of UTF-8; `count` where all are.
  func endOfUTF8() throws(ImportError) -> Int {
    var start = 0
    while start < count {
      let window = try window(from: start, windowSize)
      let end = window.withBytes { $0.endOfUTF8() }
      // The last character may be cut off.
      if end < window.bytes.count, window.isLast || window.bytes.count - end > 3 || end == 0 {
        return start + end
      }
      start += end
    }
    return count
  }
}

extension System {
  /// The largest file that is read in parts.
  private static let largestFile = 256 << 20
  /// The largest file that is held: a pipe, or text that is not UTF-8.
  private static let largestHeld = 64 << 20

  /// Opens a file of text, or standard input for `-`, in UTF-8, UTF-16 or Windows-1252.
  ///
  /// Bytes that are no UTF-8 make all of a file Windows-1252, unless it has bytes that mean nothing there.
  package func text(at path: String) throws(LogError) -> TextFile {
    let (file, memory): (Descriptor, Memory)
    var size: Int?
    do throws(SystemError) {
      file = path == "-" ? .standardInput : try open(path, for: .reading)
      if path != "-" {
        let status = try status(file)
        // Files of the system say 0 and have bytes.
        size = status.isRegular && status.size > 0 ? status.size : nil
      }
      if let size, size <= Self.largestFile, let text = TextFile(utf8: file, count: size, self) {
        return text
      }
      memory = try Memory(
        reading: file, limit: size ?? 0 > Self.largestFile ? 0 : Self.largestHeld, system: self)
    } catch {
      let help = error.isMissing ? "name a file that is there, or '-' for standard input" : nil
      throw LogError(error, doing: "read the file", help: help)
    }
    if let size, size > Self.largestFile {
      throw LogError.larger(
        path, Self.largestFile, help: "import it in parts, cut between two sessions")
    }
    guard memory.bytes.count <= Self.largestHeld else {
      throw LogError.larger(
        path, Self.largestHeld,
        help: "save it as a file in UTF-8, which may have \(grouped("\(Self.largestFile)")) bytes")
    }
    return try TextFile(decoding: memory, path == "-" ? "standard input" : path)
  }

  /// Reads a whole file of text, or standard input for `-`, in UTF-8, UTF-16 or Windows-1252.
  ///
  /// - Parameter limit: The most bytes that are read.
  /// - Returns: The text in UTF-8, and the encoding of the file.
  package func text(
    at path: String, limit: Int
  ) throws(LogError) -> (bytes: [UInt8], encoding: TextEncoding) {
    let bytes = try contents(path, limit: limit)
    return Bytes.of(bytes) { view in
      let encoding = TextEncoding(of: view) ?? .utf8
      return (encoding == .utf8 ? bytes : TextEncoding.decoded(view, from: encoding), encoding)
    }
  }
}

extension TextFile {
  /// Creates the text of a file that is UTF-8; nil for any other, and one that cannot be read.
  fileprivate init?(utf8 file: Descriptor, count: Int, _ system: System) {
    self.init(file, count: count, system)
    guard let start = try? window(from: 0, windowSize),
      start.withBytes({ [nil, .utf8].contains(TextEncoding.marked($0)) }),
      let end = try? endOfUTF8(), end == count
    else { return nil }
  }

  /// Creates the text of a file that is held.
  fileprivate init(decoding memory: Memory, _ path: String) throws(LogError) {
    let (encoding, text, end) = withExtendedLifetime(memory) {
      let (bytes, encoding) = (memory.bytes, TextEncoding(of: memory.bytes))
      let isHeld = encoding == nil || encoding == .utf8
      let text = isHeld ? nil : encoding.map { TextEncoding.decoded(bytes, from: $0) }
      return (encoding, text, bytes.place(of: encoding == nil ? bytes.endOfUTF8() : 0))
    }
    guard let encoding else {
      var error = LogError(
        .refused, path, "expected text in UTF-8, UTF-16 or Windows-1252, found other bytes",
        help: "save the file as UTF-8 and import that")
      (error.line, error.column) = end
      throw error
    }
    self.init(text.map { Memory($0) } ?? memory, encoding)
  }
}

extension LogError {
  package static func larger(_ path: String, _ limit: Int, help: String? = nil) -> LogError {
    LogError(
      .refused, path == "-" ? "standard input" : path,
      "expected at most \(grouped("\(limit)")) bytes, found more", help: help)
  }
}
