/// An imported file as UTF-8 text, which can be read from the beginning several times.
///
/// The file is read in windows; only a small file is in memory as a whole.
package struct TextFile: Sendable {
  private enum Content: Sendable {
    case held(Memory)
    case file(Descriptor)
  }

  /// A part of the file, valid as long as it exists.
  struct Window: Sendable {
    private let owner: Memory
    let bytes: Bytes
    /// The offset of the part's first byte in the text.
    let start: Int
    /// A Boolean value indicating whether no text follows.
    let isLast: Bool

    /// Calls `body` with the bytes, which stay valid until it returns.
    func withBytes<R>(_ body: (Bytes) -> R) -> R { withExtendedLifetime(owner) { body(bytes) } }

    fileprivate init(_ owner: Memory, _ bytes: Bytes, start: Int, isLast: Bool) {
      (self.owner, self.bytes, self.start, self.isLast) = (owner, bytes, start, isLast)
    }
  }

  /// The number of bytes of the text.
  package let count: Int
  package let encoding: TextEncoding
  private let content: Content
  private let system: System
  /// The number of bytes to read at a time.
  let windowSize: Int

  /// Creates a text from `bytes`, without checking them.
  ///
  /// - Parameter windowSize: The number of bytes in a window.
  package init(_ bytes: Bytes, windowSize: Int = .max) {
    self.init(Memory(bytes.array), .utf8, windowSize: windowSize)
  }

  /// Creates a text from `bytes` in UTF-8, UTF-16 or Windows-1252.
  package init(decoding bytes: [UInt8]) throws(ImportError) {
    self = try TextFile(Memory(bytes), .utf8).inUTF8(System())
  }

  init(_ memory: Memory, _ encoding: TextEncoding, windowSize: Int = .max) {
    content = .held(memory)
    (count, self.encoding, self.windowSize) = (memory.bytes.count, encoding, windowSize)
    system = System()
  }

  /// Creates a text from the first `count` bytes of a file, without checking them.
  init(_ file: Descriptor, count: Int, _ encoding: TextEncoding, _ system: System) {
    content = .file(file)
    (self.count, self.encoding, windowSize) = (count, encoding, 1 << 20)
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
        throw ImportError(kind: .unreadable, message: "cannot continue reading: \(error.reason)")
      }
      guard memory.bytes.count == end - start else {
        throw ImportError(
          kind: .unreadable, message: "the file became shorter while it was read",
          help: "import it again")
      }
      return Window(memory, memory.bytes, start: start, isLast: end == count)
    }
  }

  /// Returns the first bytes, at most 1 MiB, without a byte order mark and leading white space.
  package func beginning() throws(ImportError) -> [UInt8] {
    try window(from: 0, 1 << 20).withBytes { bytes in
      var start = bytes.has("\u{FEFF}", at: 0) ? 3 : 0
      while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
      return bytes[start..<bytes.count].array
    }
  }

  package func bytes() throws(ImportError) -> [UInt8] {
    try window(from: 0, count).withBytes { $0.array }
  }
}

extension System {
  /// The largest file that is read, in bytes.
  static let largestText = 256 << 20

  /// Opens a text file, or standard input for `-`, in UTF-8, UTF-16 or Windows-1252.
  ///
  /// A UTF-8 file is read in place. Input that cannot be read twice, such as a pipe, and decoded text are kept in a
  /// `TextBuffer`.
  package func text(at path: String) throws(LogError) -> TextFile {
    let bytes = try bytes(at: path)
    do throws(ImportError) { return try bytes.inUTF8(self) } catch {
      throw LogError(error, in: LogError.name(of: path))
    }
  }

  /// Reads a whole text file, or standard input for `-`, in UTF-8, UTF-16 or Windows-1252.
  ///
  /// - Parameter limit: The largest number of bytes to read.
  /// - Returns: The text in UTF-8, and the encoding of the file.
  package func text(
    at path: String, limit: Int
  ) throws(LogError) -> (bytes: [UInt8], encoding: TextEncoding) {
    let bytes = TextFile(Memory(try contents(path, limit: limit)), .utf8)
    do throws(ImportError) {
      // If the file is not text, its reader reports the position of the wrong byte.
      guard let encoding = try bytes.recognised().encoding, encoding != .utf8 else {
        return (try bytes.bytes(), .utf8)
      }
      return (try bytes.decoded(from: encoding, self).bytes(), encoding)
    } catch {
      throw LogError(error, in: LogError.name(of: path))
    }
  }

  /// Opens a file, or standard input for `-`, without decoding it.
  private func bytes(at path: String) throws(LogError) -> TextFile {
    let (file, size) = try readingInput { () throws(SystemError) in
      let file = path == "-" ? .standardInput : try open(path, for: .reading)
      let status = try status(file)
      return (file, status.isRegular ? status.size : 0)
    }
    // Files of the system have a size of 0 in spite of their content. Standard input may have been read in part.
    if path != "-", size > 0 {
      guard size <= System.largestText else {
        throw LogError.larger(path, System.largestText, help: System.largestTextHelp)
      }
      return TextFile(file, count: size, .utf8, self)
    }
    var text = TextBuffer(self, limit: System.largestText)
    while true {
      let part = try readingInput { () throws(SystemError) in try chunk(of: file, 1 << 16) }
      if part.isEmpty { return text.file(.utf8) }
      do throws(ImportError) { try text.append(part) } catch {
        throw LogError(error, in: LogError.name(of: path))
      }
    }
  }
}

extension LogError {
  /// Creates the error for a file that was not imported.
  package init(_ error: ImportError, in file: String) {
    self.init(error.kind == .unreadable ? .system : .refused, file, error.message, help: error.help)
    (line, column) = (error.line, error.column)
  }
}
