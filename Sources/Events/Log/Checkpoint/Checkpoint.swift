/// A cache of indexes and view states for a log, in a folder next to it: `LOG.checkpoint`.
///
///     manifest   the position, the files, and the places of their tables; replaced by rename
///     1.part     an index of lines: from ids, users and areas to the places of lines
///     2.part     states of projections, of one user each
///     …
///
/// A file is written once and never changed. New lines are indexed in a new file; many small indexes are merged into
/// one. The states of a user are written again when the user's new lines are several times larger than the states. A
/// reader of older states finds these lines by the index and folds them in. The amount written is therefore
/// proportional to the growth of the log.
///
/// A checkpoint is bound to its log by the length of the covered prefix, and by `seq` and `sum` of the last covered
/// line. Checksums are chained, so the last one depends on all lines before. If a line lacks its checksum, no
/// checkpoint is written. Every part of a checkpoint has a checksum, and a part that does not match is ignored. A
/// reader never trusts an index: it reads each line that the index returns, and checks the line against the checksum
/// of the line before.
///
/// If another log takes the name, its checkpoint may hold data about persons who are not in that log. The next append
/// removes a checkpoint that does not fit.
///
/// Files are read and not mapped. Reading a mapping beyond the end of a truncated file would kill the process.
public struct Checkpoint: Sendable {
  /// The part of the log that a checkpoint covers.
  public struct Position: Equatable, Sendable {
    /// The number of bytes; the last of them is a newline.
    package let end: Int
    /// The `seq` of the last line.
    package let seq: Int
    let sum: UInt64
  }

  /// The error for a checkpoint that differs from the one that was written.
  @usableFromInline package struct Damage: Error, Equatable, Sendable {
    @usableFromInline package init() {}
  }

  /// Returns the path of the checkpoint for the log at `path`.
  package static func path(of path: String) -> String { path + ".checkpoint" }

  /// The table of contents of the checkpoint.
  let manifest: Manifest
  private let files: PartFiles

  /// The part of the log that the checkpoint covers.
  @usableFromInline package var position: Position { manifest.position }

  /// Opens the checkpoint next to the log at `path`, or returns nil if there is none that fits.
  ///
  /// - Parameters:
  ///   - log: The open log. Its size must be read later, so that the log is not older than the checkpoint.
  ///   - owner: The user who owns the log, if the caller knows it.
  ///   - isUnfit: A Boolean value set to true if there is a checkpoint that can be trusted, but of another log, damaged
  ///     or of another format.
  init?(
    of path: String, _ log: Descriptor, owner: UInt32? = nil, _ system: System,
    decoder: @autoclosure () -> LineDecoder = LineDecoder(), isUnfit: inout Bool
  ) {
    isUnfit = false
    let folder = Checkpoint.path(of: path)
    do {
      let file = try system.open(folder + "/" + Manifest.name, for: .nonblocking)
      // A user who can write the checkpoint decides what views show.
      let owner = try owner ?? system.status(log).owner.user
      let trust = Trust(owners: [owner, System.effectiveUser])
      let status = try system.status(file)
      guard status.isRegular, trust.covers(status), status.size <= Checkpoint.largestManifest,
        trust.covers(try system.status(path: folder))
      else { return nil }
      let memory = try Memory(file, range: 0..<status.size, system: system)
      guard memory.bytes.count == status.size else { return nil }
      isUnfit = true
      guard let manifest = Manifest(memory.bytes),
        try Checkpoint.fits(manifest.position, log, system, decoder())
      else { return nil }
      isUnfit = false
      self.manifest = manifest
      files = PartFiles(folder: folder, trust: trust, system: system)
    } catch {
      // If the log could not be read, nothing is known about the checkpoint.
      if error is SystemError { isUnfit = false }
      return nil
    }
  }

  /// Opens the checkpoint next to the log at `path`, or returns nil if there is none that fits.
  init?(of path: String, _ log: Descriptor, _ system: System) {
    var isUnfit = false
    self.init(of: path, log, system, isUnfit: &isUnfit)
  }

  /// The largest manifest that is read, in bytes; no log that fits on a disk has a larger one.
  private static let largestManifest = 1 << 26

  /// The users whose files are trusted.
  struct Trust: Equatable, Sendable {
    let owners: [UInt32]

    /// Returns whether one of the owners has the file or folder, and no other user can change it.
    func covers(_ status: FileStatus) -> Bool {
      owners.contains(status.owner.user) && status.mode & 0o022 == 0
    }
  }

  /// Returns whether the line that ends at a position of `log` has the `seq` and the correct `sum` of the position.
  ///
  /// The method reads two lines, without a mapping: until the position is known to fit, another process may truncate
  /// the log.
  static func fits(
    _ position: Position, _ log: Descriptor, _ system: System, _ decoder: LineDecoder
  ) throws -> Bool {
    // Usually lines are short; two lines of the maximum length take 2 MiB.
    for length in [1 << 12, 2 * (LogFormat.longestLine + 1)] {
      let start = max(0, position.end - length)
      let memory = try Memory(log, range: start..<position.end, system: system)
      let bytes = memory.bytes
      guard bytes.count == position.end - start, bytes[bytes.count - 1] == UInt8(ascii: "\n")
      else { return false }
      let last = bytes.lastLine(before: bytes.count)
      var previous: Range<Int>?
      if last.lowerBound > 0 { previous = bytes.lastLine(before: last.lowerBound) }
      let isWhole = start == 0 || previous.map { $0.lowerBound > 0 } ?? false
      guard isWhole else { continue }
      let envelope = try decoder.logged(bytes[last])
      guard envelope.seq == position.seq, envelope.sum == position.sum else { return false }
      try decoder.check(
        envelope, bytes[last], after: try previous.map { try decoder.logged(bytes[$0]) })
      return true
    }
    return false
  }
}

// MARK: - The vocabulary

extension Checkpoint {
  /// Returns a version number of code that depends on these words.
  package static func code(of words: [String]) -> UInt64 {
    // Bytes, not strings: joining eighty words as strings took twenty times as many instructions.
    var bytes: [UInt8] = []
    for word in words {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      bytes += word.utf8
    }
    return Bytes.of(bytes) { XXH64.hash($0) }
  }

  /// Returns the version of the code that wrote a checkpoint, with a bit for a log without unknown events.
  ///
  /// The version depends on the vocabulary, because a build with fewer event types would compute other states.
  static func code(knowingAll: Bool) -> UInt64 {
    knowingAll ? vocabularyCode & ~1 : vocabularyCode | 1
  }

  /// The version of ``EventType/vocabulary``, computed once: hashing eighty strings took a tenth of an append.
  private static let vocabularyCode = code(of: EventType.vocabulary)

  /// A Boolean value indicating whether the build that wrote it could decode every event.
  package var knewAll: Bool { manifest.code == Checkpoint.code(knowingAll: true) }

  /// A Boolean value indicating whether this build and the writing build interpret every line in the same way.
  ///
  /// Only then are the states and the index by area usable. The other indexes are always usable, since they depend
  /// only on the bytes of lines.
  package var isCompatible: Bool { knewAll || manifest.code == Checkpoint.code(knowingAll: false) }
}

// MARK: - Look-ups

extension Checkpoint {
  /// Returns the offsets of the lines that may contain an id, in order; the caller must check the lines.
  ///
  /// - Parameter isOwn: A Boolean value indicating whether to return only lines whose event has the id.
  func places(of id: EventID, isOwn: Bool) throws -> [Int] {
    let hash = LineIndex.hash(id, key: manifest.key)
    var places: [Int] = []
    for segment in manifest.segments {
      let open = UInt64(IndexTable.hashBits - segment.ids.bits)
      try withBucket(Int(hash >> open), of: segment.ids, in: segment) { (bytes) throws(LineError) in
        let mask = (UInt64(1) << open) - 1
        try IDEntries.forEach(
          in: bytes, bits: segment.ids.bits, base: segment.range.lowerBound
        ) { found, place in
          guard found & mask == hash & mask, !isOwn || place & 1 == 0 else { return }
          places.append(Int(truncatingIfNeeded: place >> 1))
        }
      }
    }
    guard places.allSatisfy({ $0 >= 0 && $0 < position.end }) else { throw Damage() }
    return places.sorted()
  }

  /// Returns the entry of a stream in the newest index that has the stream, or nil if none has.
  func head(of stream: UInt64) throws -> LineIndex.Stream? {
    for segment in manifest.segments.reversed() {
      if let found = try entry(of: stream, in: segment, from: .max) { return found }
    }
    return nil
  }

  /// Returns the newest states of a stream, with the offsets of the lines after the states, in order.
  func stream(_ stream: UInt64) throws -> LineIndex.Stream {
    var found: LineIndex.Stream?
    for segment in manifest.segments.reversed() {
      if let end = found?.state?.end, end >= segment.range.upperBound { break }
      guard let entry = try entry(of: stream, in: segment, from: found?.state?.end) else {
        continue
      }
      guard let later = found else {
        found = entry
        continue
      }
      found?.places = entry.places + later.places
    }
    return found ?? LineIndex.Stream()
  }

  /// Returns the offsets of the lines of a stream from an offset on, in order.
  func places(of stream: UInt64, from start: Int) throws -> [Int] {
    var places: [[Int]] = []
    for segment in manifest.segments.reversed() where segment.range.upperBound > start {
      places.append(try entry(of: stream, in: segment, from: start)?.places ?? [])
    }
    return Array(places.reversed().joined())
  }

  /// Returns the lines of a stream in one index, or nil if the index does not have the stream.
  ///
  /// - Parameter start: The first offset to return; nil for the first one after the states of the entry.
  private func entry(
    of stream: UInt64, in segment: Manifest.Segment, from start: Int?
  ) throws -> LineIndex.Stream? {
    let table = segment.streams
    var found: LineIndex.Stream?
    let bucket = table.bits == 0 ? 0 : Int(stream >> UInt64(64 - table.bits))
    try withBucket(bucket, of: table, in: segment) { (bytes) throws(LineError) in
      try StreamEntries.forEach(in: bytes) { (hash, entry) throws(LineError) in
        guard hash == stream else { return true }
        found = try LineIndex.Stream(entry, base: segment.range.lowerBound, from: start)
        return false
      }
    }
    if let last = found?.places.last, last >= segment.range.upperBound { throw Damage() }
    return found
  }

  /// Calls `body` with a bucket of a table, after checking its checksum.
  func withBucket(
    _ number: Int, of table: IndexTable, in segment: Manifest.Segment,
    _ body: (Bytes) throws(LineError) -> Void
  ) throws {
    let file = (segment.number, segment.size)
    let (range, checksum) = try files.withBytes(
      table.directoryRange(of: number), of: file, mayKeep: true, table.bucket)
    try files.withBytes(range, of: file, mayKeep: true) { (bytes) throws(LineError) in
      guard XXH64.hash(bytes, seed: table.seed(number, segment.stamp)) == checksum else {
        throw ByteReader.damage
      }
      try body(bytes)
    }
  }
}

// MARK: - States

extension Checkpoint {
  /// Calls `body` with the state called `name` at a place, or returns nil if no state has the name.
  func state<R>(
    _ name: UInt64, at place: StatePlace, of owner: [UInt8],
    _ body: (Bytes) throws(LineError) -> R
  ) throws -> R? {
    guard place.end <= position.end,
      let file = manifest.states.first(where: { $0.number == place.file })
    else { throw Damage() }
    let end = place.offset + place.head
    let head = try files.withBytes(place.offset..<end, of: (file.number, file.size)) {
      (bytes) throws(LineError) in try StateTable(bytes, seed: file.stamp &+ UInt64(place.offset))
    }
    guard head.owner == owner else { throw Damage() }
    guard let entry = head.entries.first(where: { $0.name == name }) else { return nil }
    let range = end + entry.range.lowerBound..<end + entry.range.upperBound
    return try files.withBytes(range, of: (file.number, file.size)) { (bytes) throws(LineError) in
      guard XXH64.hash(bytes, seed: name) == entry.checksum else { throw ByteReader.damage }
      return try body(bytes)
    }
  }
}
