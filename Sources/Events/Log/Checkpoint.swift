/// A cache of projections at a position of a log, in a file beside it: `LOG.checkpoint`.
///
///     part part part …   directory          buckets            footer
///     └─ bytes of a      └─ of each bucket: └─ of each part:   └─ 80 bytes, see `Footer`
///        projection's       offset, length,    key, offset,
///        state              checksum           length, checksum
///
/// The parts are found by their key through a hash table: reading one costs three reads, however
/// many others there are, and that a key is absent is said by a bucket with a checksum of its own.
/// Numbers are 64 bits, the lowest byte first; checksums are XXH64.
///
/// It is bound to its log by the length of the prefix it stands for and by `seq` and `sum` of the
/// last line there: sums are a chain, so the last one stands for all lines before. Where one is missing
/// it does not, and no checkpoint is written. What does not fit, in the least part, is as if it were not
/// there.
///
/// The file is never changed, only replaced, so what was opened stays as it is. It is read and not
/// mapped, because reading a mapping beyond the end of a file that somebody cut ends the process.
public struct Checkpoint: Sendable {
  /// The part of the log that a checkpoint stands for.
  public struct Position: Equatable, Sendable {
    /// How many bytes; the last one is a newline.
    public let end: Int
    /// Position and sum of the last line.
    public let seq: Int
    let sum: UInt64
  }

  /// Which part of a checkpoint: what is kept, and of which user.
  public struct Key: Hashable, Sendable {
    let bytes: [UInt8]

    /// The part `name` of `user`, or of everybody. The name has no `/`.
    public init(_ name: String, _ user: Name? = nil) {
      bytes = Array(name.utf8) + (user.map { [UInt8(ascii: "/")] + Array($0.text.utf8) } ?? [])
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The user, if this is the part `name` of one.
    public func user(of name: String) -> Name? {
      let start = Array((name + "/").utf8)
      guard bytes.starts(with: start) else { return nil }
      return Name(String(decoding: bytes.dropFirst(start.count), as: UTF8.self))
    }
  }

  /// Something in a checkpoint is not as it was written.
  public struct Damage: Error, Equatable, Sendable {
    public init() {}
  }

  /// The name of the checkpoint of the log at `path`.
  public static func path(of path: String) -> String { path + ".checkpoint" }

  /// A version of code, of all that it depends on.
  public static func code(of words: [String]) -> UInt64 {
    Bytes.of(words.joined(separator: "\n")) { XXH64.hash($0) }
  }

  /// What it stands for.
  public let position: Position
  /// The version of whatever made and reads the parts.
  public let code: UInt64
  private let file: Descriptor
  private let footer: Footer
  private let system: System

  /// The checkpoint beside the log at `path`; nil where there is none that fits.
  ///
  /// - Parameter log: the log, opened; its size is taken only now, so that it is not older than the
  ///   checkpoint.
  init?(of path: String, _ log: Descriptor, _ system: System) {
    do {
      file = try system.open(Checkpoint.path(of: path), for: .glancing)
      let status = try system.status(file)
      // Whoever can write it decides what views show.
      let owners = [try system.status(log).owner.user, System.effectiveUser]
      guard status.isRegular, status.size >= Footer.size, owners.contains(status.owner.user),
        status.mode & 0o022 == 0
      else { return nil }
      let end = try Memory(
        file, range: status.size - Footer.size..<status.size, system: system)
      guard let footer = Footer(end.bytes, fileSize: status.size) else { return nil }
      self.footer = footer
    } catch {
      return nil
    }
    self.system = system
    position = footer.position
    code = footer.code
    guard (try? Checkpoint.fits(position, log, system)) ?? false else { return nil }
  }

  /// Whether the line that ends at a position of `log` has its `seq` and `sum`, rightly.
  ///
  /// Two lines are read, and not out of a mapping: before it is known that the position is one of this
  /// log, nobody can say that it will not be cut off meanwhile.
  private static func fits(
    _ position: Position, _ log: Descriptor, _ system: System
  ) throws -> Bool {
    guard try system.status(log).size >= position.end else { return false }
    // Nearly all lines are short; two of the longest are 2 MiB with their newlines.
    for length in [1 << 12, 2 * (Log.longestLine + 1)] {
      let start = max(0, position.end - length)
      let memory = try Memory(log, range: start..<position.end, system: system)
      let bytes = memory.bytes
      guard bytes.count == position.end - start, bytes[bytes.count - 1] == UInt8(ascii: "\n")
      else { return false }
      let last = Tail.lastLine(bytes, before: bytes.count)
      var previous: Range<Int>?
      if last.lowerBound > 0 { previous = Tail.lastLine(bytes, before: last.lowerBound) }
      let isWhole = start == 0 || previous.map { $0.lowerBound > 0 } ?? false
      guard isWhole else { continue }
      let decoder = LineDecoder()
      let envelope = try decoder.logged(bytes[last])
      guard envelope.seq == position.seq, envelope.sum == position.sum else { return false }
      try decoder.check(
        envelope, bytes[last], after: try previous.map { try decoder.logged(bytes[$0]) })
      return true
    }
    return false
  }

  // MARK: - Parts

  /// Where a part is.
  struct Entry {
    let key: Key
    let range: Range<Int>
    let checksum: UInt64
  }

  /// Calls `body` with the bytes of a part; nil when there is none under `key`.
  func bytes<R>(of key: Key, _ body: (Bytes) throws -> R) throws -> R? {
    guard let entry = try entries(inBucket: footer.bucket(of: key)).first(where: { $0.key == key })
    else { return nil }
    return try bytes(of: entry, body)
  }

  /// Calls `body` with the bytes of the part at `entry`.
  func bytes<R>(of entry: Entry, _ body: (Bytes) throws -> R) throws -> R {
    let memory = try memory(entry.range)
    guard XXH64.hash(memory.bytes) == entry.checksum else { throw Damage() }
    return try body(memory.bytes)
  }

  /// Whether there is a part under `key`.
  ///
  /// - Throws: what says that it cannot be told.
  public func holds(_ key: Key) throws -> Bool {
    try entries(inBucket: footer.bucket(of: key)).contains { $0.key == key }
  }

  /// All keys, in no order.
  public func keys() throws -> [Key] { try entries().map(\.key) }

  /// All entries, in the order of the file.
  func entries() throws -> [Entry] {
    try (0..<footer.buckets).flatMap { try entries(inBucket: $0) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func entries(inBucket number: Int) throws -> [Entry] {
    let place = footer.directory + number * Footer.directoryEntry
    let entry = try memory(place..<place + Footer.directoryEntry)
    let range = try range(entry.bytes.word(at: 0), entry.bytes.word(at: 8))
    let memory = try memory(range)
    let bytes = memory.bytes
    guard XXH64.hash(bytes, seed: footer.seed(ofBucket: number)) == entry.bytes.word(at: 16)
    else { throw Damage() }
    var entries: [Entry] = []
    var index = 0
    while index < bytes.count {
      guard index + 32 <= bytes.count, bytes.word(at: index) <= bytes.count - index - 32
      else { throw Damage() }
      let end = index + 32 + Int(bytes.word(at: index))
      entries.append(
        Entry(
          key: Key(bytes: bytes.array(in: index + 32..<end)),
          range: try self.range(bytes.word(at: index + 8), bytes.word(at: index + 16)),
          checksum: bytes.word(at: index + 24)))
      index = end
    }
    return entries
  }

  /// A stretch of the file before its footer.
  private func range(_ offset: UInt64, _ length: UInt64) throws -> Range<Int> {
    let end = UInt64(footer.fileSize - Footer.size)
    guard offset <= end, length <= end - offset else { throw Damage() }
    return Int(offset)..<Int(offset + length)
  }

  private func memory(_ range: Range<Int>) throws -> Memory {
    let memory = try Memory(file, range: range, system: system)
    guard memory.bytes.count == range.count else { throw Damage() }
    return memory
  }
}

/// Reads the states that a checkpoint keeps, one for each use: equal names in them are one.
public struct CheckpointReader {
  /// What is read.
  public let checkpoint: Checkpoint
  private let scratch = Scratch()

  public init(_ checkpoint: Checkpoint) { self.checkpoint = checkpoint }

  /// The state that is kept under `key`; nil when there is none.
  ///
  /// - Throws: what says that the checkpoint is not to be used.
  public func state<P: Payload>(_ key: Checkpoint.Key) throws -> P? {
    try checkpoint.bytes(of: key) { bytes in
      var scanner = Scanner(bytes, from: 0, scratch: scratch.view)
      let state: P = try FieldReader.payload(&scanner, version: P.version, checks: false)
      try scanner.end()
      return state
    }
  }
}

extension Checkpoint {
  /// The last bytes of a checkpoint: what it stands for, and where its table is.
  ///
  ///      0  "replogCP"                  40  sum of the last line
  ///      8  version of this format      48  size of the file
  ///     16  version of the code         56  where the directory begins
  ///     24  length of the log           64  how many buckets there are
  ///     32  `seq` of the last line      72  checksum of the 72 bytes before
  struct Footer {
    static let size = 80
    /// Bytes that the directory has for each bucket.
    static let directoryEntry = 24
    /// "replogCP", and the version of the format.
    private static let magic: UInt64 = 0x5043_676F_6C70_6572
    private static let format: UInt64 = 1

    let position: Position
    let code: UInt64
    let fileSize: Int
    let directory: Int
    let buckets: Int

    /// All of it but its checksum.
    private let head: [UInt8]
    private let checksum: UInt64

    init(position: Position, code: UInt64, fileSize: Int, directory: Int, buckets: Int) {
      (self.position, self.code, self.fileSize) = (position, code, fileSize)
      (self.directory, self.buckets) = (directory, buckets)
      var head: [UInt8] = []
      for word in [
        Footer.magic, Footer.format, code, UInt64(position.end), UInt64(position.seq), position.sum,
        UInt64(fileSize), UInt64(directory), UInt64(buckets),
      ] { append(word, to: &head) }
      self.head = head
      checksum = Bytes.of(head) { XXH64.hash($0) }
    }

    /// The footer that `bytes` are; nil when they are none of a file of this size.
    init?(_ bytes: Bytes, fileSize: Int) {
      guard bytes.count == Footer.size, XXH64.hash(bytes[0..<72]) == bytes.word(at: 72),
        bytes.word(at: 0) == Footer.magic, bytes.word(at: 8) == Footer.format,
        bytes.word(at: 48) == UInt64(fileSize),
        let end = Int(exactly: bytes.word(at: 24)), end > 0,
        let seq = Int(exactly: bytes.word(at: 32)),
        let directory = Int(exactly: bytes.word(at: 56)), directory <= fileSize - Footer.size,
        let buckets = Int(exactly: bytes.word(at: 64)), buckets > 0,
        buckets <= (fileSize - Footer.size - directory) / Footer.directoryEntry
      else { return nil }
      self.init(
        position: Position(end: end, seq: seq, sum: bytes.word(at: 40)), code: bytes.word(at: 16),
        fileSize: fileSize, directory: directory, buckets: buckets)
    }

    /// What is written.
    var bytes: [UInt8] {
      var bytes = head
      append(checksum, to: &bytes)
      return bytes
    }

    /// In which bucket a part is, if there is one.
    func bucket(of key: Key) -> Int {
      Int(Bytes.of(key.bytes) { XXH64.hash($0) } % UInt64(buckets))
    }

    /// With what the checksum of a bucket begins: no bucket passes for another, or for one of another
    /// checkpoint.
    func seed(ofBucket number: Int) -> UInt64 { checksum &+ UInt64(number) }
  }

  /// Appends a number, its lowest byte first.
  static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}
