/// A cache of what a log comes to, in a folder next to it: `LOG.checkpoint`.
///
///     manifest   the position, the files, and where things are in them; replaced by rename
///     1.part     an index of lines: from ids, users and areas to the places of lines
///     2.part     states of projections, of one user each
///     …
///
/// A file is written once and never changed. What a log grows by is indexed in a new file; when many
/// small indexes have piled up, one takes their place. The states of a user are written anew when the log
/// has grown by several times their size in lines of that user, and a reader of older ones folds those
/// lines in, which the index finds. So what is written is in proportion to what the log grows by.
///
/// It is bound to its log by the length of the prefix it covers and by `seq` and `sum` of the
/// last line there: sums are a chain, so the last one depends on all lines before. Where one is missing
/// it does not, and no checkpoint is written. Every part has a checksum, and what does not fit, in the
/// least part, is as if it were not there. An index is believed in nothing: each line it leads to is
/// read and checked against the sum of the line before.
///
/// Files are read and not mapped, because reading a mapping beyond the end of a file that was cut ends
/// the process.
public struct Checkpoint: Sendable {
  /// The part of the log that a checkpoint covers.
  public struct Position: Equatable, Sendable {
    /// The number of bytes; the last one is a newline.
    package let end: Int
    /// The position and the sum of the last line.
    package let seq: Int
    let sum: UInt64
  }

  /// The error of a checkpoint that is not as it was written.
  @usableFromInline package struct Damage: Error, Equatable, Sendable {
    @usableFromInline package init() {}
  }

  /// Returns the path of the checkpoint of the log at `path`.
  package static func path(of path: String) -> String { path + ".checkpoint" }

  /// The table of contents.
  let manifest: Manifest
  private let files: PartFiles

  /// The part of the log that it covers.
  @usableFromInline package var position: Position { manifest.position }

  /// Opens the checkpoint next to the log at `path`; nil where there is none that fits.
  ///
  /// - Parameters:
  ///   - log: the log, opened; it is read only now, so that what is read is not older than the checkpoint.
  ///   - owner: the user whose file it is, if that is known.
  init?(
    of path: String, _ log: Descriptor, owner: UInt32? = nil, _ system: System,
    decoder: @autoclosure () -> LineDecoder = LineDecoder()
  ) {
    let folder = Checkpoint.path(of: path)
    do {
      let file = try system.open(folder + "/" + Manifest.name, for: .nonblocking)
      // The owner decides what views show.
      let owner = try owner ?? system.status(log).owner.user
      let trust = Trust(owners: [owner, System.effectiveUser])
      let status = try system.status(file)
      guard status.isRegular, trust.covers(status), status.size <= Checkpoint.largestManifest,
        trust.covers(try system.status(path: folder))
      else { return nil }
      let memory = try Memory(file, range: 0..<status.size, system: system)
      guard memory.bytes.count == status.size, let manifest = Manifest(memory.bytes) else {
        return nil
      }
      self.manifest = manifest
      files = PartFiles(folder: folder, trust: trust, system: system)
      guard try Checkpoint.fits(manifest.position, log, system, decoder()) else { return nil }
    } catch {
      return nil
    }
  }

  /// More than the manifest of any log that fits on a disk.
  private static let largestManifest = 1 << 26

  /// The users whose files are believed.
  struct Trust: Equatable, Sendable {
    let owners: [UInt32]

    /// Returns whether a file or folder is of one of the owners, and no other user may change it.
    func covers(_ status: FileStatus) -> Bool {
      owners.contains(status.owner.user) && status.mode & 0o022 == 0
    }
  }

  /// Returns whether the line that ends at a position of `log` has its `seq` and `sum`, rightly.
  ///
  /// Two lines are read, and not out of a mapping: before it is known that the position is one of this
  /// log, it may be cut off meanwhile.
  private static func fits(
    _ position: Position, _ log: Descriptor, _ system: System, _ decoder: LineDecoder
  ) throws -> Bool {
    // Nearly all lines are short; two of the longest are 2 MiB with their newlines.
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
  /// Returns the version of code, of all words that it depends on.
  package static func code(of words: [String]) -> UInt64 {
    // In bytes: joined as texts, eighty words took twenty times as many instructions.
    var bytes: [UInt8] = []
    for word in words {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      bytes += word.utf8
    }
    return Bytes.of(bytes) { XXH64.hash($0) }
  }

  /// Returns the code of a checkpoint of a log of which every event was known, or not.
  ///
  /// In both cases it is that of the vocabulary: a build with fewer events than the one that wrote
  /// the states would show other ones.
  static func code(knowingAll: Bool) -> UInt64 {
    knowingAll ? vocabularyCode & ~1 : vocabularyCode | 1
  }

  /// The code of ``EventType/vocabulary``, made once: eighty texts took a tenth of an append each time.
  private static let vocabularyCode = code(of: EventType.vocabulary)

  /// A Boolean value indicating whether every event was known to the build that wrote it.
  package var knewAll: Bool { manifest.code == Checkpoint.code(knowingAll: true) }

  /// A Boolean value indicating whether no line means something to this build that meant nothing to the
  /// one that wrote it, or the other way round.
  ///
  /// States and the index by area are then of use. The others are always: they are made of the bytes of
  /// lines.
  package var isCompatible: Bool {
    knewAll || manifest.code == Checkpoint.code(knowingAll: false)
  }
}

// MARK: - Look-ups

extension Checkpoint {
  /// Returns the places of the lines in which an id may stand, in order; the lines decide.
  ///
  /// - Parameter isOwn: whether only lines are wanted whose event has the id.
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

  /// Returns what the newest index that has a stream keeps of it; nil where none has.
  func head(of stream: UInt64) throws -> LineIndex.Stream? {
    for segment in manifest.segments.reversed() {
      if let found = try entry(of: stream, in: segment, from: .max) { return found }
    }
    return nil
  }

  /// Returns the newest states of a stream with the places of the lines after them, in order.
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

  /// Returns the places of the lines of a stream from a place on, in order.
  func places(of stream: UInt64, from start: Int) throws -> [Int] {
    var places: [[Int]] = []
    for segment in manifest.segments.reversed() where segment.range.upperBound > start {
      places.append(try entry(of: stream, in: segment, from: start)?.places ?? [])
    }
    return Array(places.reversed().joined())
  }

  /// Returns the lines of a stream in one index; nil where it has none.
  ///
  /// - Parameter start: the first place that is wanted; nil for that after the states of the entry.
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

  /// Calls `body` with a bucket of a table, as it was written.
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
  /// Calls `body` with one of the states at a place; nil where none has the name.
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
