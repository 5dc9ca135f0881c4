/// A buffer for the text of a `TextFile`, in memory while it is small and then in an unnamed file.
///
/// The file is in the folder of TMPDIR, otherwise in /tmp. It disappears when the process ends for any reason.
struct TextBuffer {
  /// The largest number of bytes in memory.
  static let largestHeld = 16 << 20

  private let system: System
  private let limit: Int
  private var held: [UInt8] = []
  private var file: Descriptor?
  private var count = 0

  /// Creates an empty buffer.
  ///
  /// - Parameter limit: The largest number of bytes that it accepts.
  init(_ system: System, limit: Int = .max) { (self.system, self.limit) = (system, limit) }

  mutating func append(_ part: [UInt8]) throws(ImportError) {
    count += part.count
    guard count <= limit else {
      throw ImportError(
        kind: .malformed,
        message: "expected at most \(grouped("\(limit)")) bytes, found more",
        help: System.largestTextHelp)
    }
    if file == nil, count <= TextBuffer.largestHeld { return held += part }
    do throws(SystemError) {
      if file == nil { file = try system.openNameless() }
      guard let file else { return }
      try system.writeAll(held, to: file)
      held = []
      try system.writeAll(part, to: file)
    } catch {
      throw ImportError(
        kind: .unreadable,
        message: "cannot store a temporary copy in \(system.temporaryFolder): \(error.reason)",
        help: error.isOfLimit
          ? error.advice.map { Remedy($0) } : "set TMPDIR to a folder with more space")
    }
  }

  /// Returns the appended text.
  ///
  /// - Parameter encoding: The original encoding of the text.
  func file(_ encoding: TextEncoding) -> TextFile {
    guard let file else { return TextFile(Memory(held), encoding) }
    return TextFile(file, count: count, encoding, system)
  }
}

extension System {
  /// The next step for a file that is too large.
  static let largestTextHelp: Remedy = "split the file between two sessions, and import the parts"

  /// Opens a new file for reading and for writing at its end, and removes its name.
  fileprivate func openNameless() throws(SystemError) -> Descriptor {
    let path = temporaryPath()
    return try holdingSignals { () throws(SystemError) in
      let file = try open(path, for: .creating)
      remove(path)
      return file
    }
  }
}
