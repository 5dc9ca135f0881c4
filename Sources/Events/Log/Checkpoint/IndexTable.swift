/// A table of a part file: entries by their hash, in buckets that can be read separately.
///
///     directory                         buckets
///     └─ of each bucket: offset (4),    └─ entries, sorted by hash
///        checksum (8); the end (4)
///
/// The checksum of a bucket is seeded with its number and the stamp of its file. No bucket is therefore valid in place
/// of another one.
struct IndexTable: Equatable, Sendable {
  /// The number of bits that are kept of an id's hash.
  static let hashBits = 38

  /// The offset of the directory in the file.
  let start: Int
  /// The length in bytes of the directory and the buckets.
  let size: Int
  /// The binary logarithm of the number of buckets.
  let bits: Int

  var buckets: Int { 1 << bits }

  /// Returns the range of a bucket's directory entry in the file, including the end offset that follows.
  func directoryRange(of bucket: Int) -> Range<Int> {
    start + bucket * 12..<start + bucket * 12 + 16
  }

  /// The offset of the first bucket in the file.
  var bucketStart: Int { start + directorySize }
  var directorySize: Int { buckets * 12 + 4 }

  /// Returns the range of a bucket in the file and its checksum, given its directory `entry`.
  func bucket(_ entry: Bytes) throws(LineError) -> (range: Range<Int>, checksum: UInt64) {
    let (begin, end) = (Int(entry.half(at: 0)), Int(entry.half(at: 12)))
    guard begin <= end, end <= size - directorySize else { throw ByteReader.damage }
    return (bucketStart + begin..<bucketStart + end, entry.word(at: 4))
  }

  /// Returns the seed for a bucket's checksum.
  func seed(_ bucket: Int, _ stamp: UInt64) -> UInt64 { stamp &+ UInt64(start + bucket) }

  /// Appends a table of `count` entries, sorted by hash, to the bytes of a file.
  ///
  /// - Parameters:
  ///   - hashBits: The number of bits of a hash.
  ///   - write: A closure that appends the entry with a number; the entry begins with its hash.
  static func append(
    to bytes: inout [UInt8], stamp: UInt64, count: Int, bits: Int, hashBits: Int,
    hash: (Int) -> UInt64, write: (Int, inout [UInt8]) -> Void
  ) -> IndexTable {
    let start = bytes.count
    var next = 0
    let seeds = IndexTable(start: start, size: 0, bits: bits)
    bytes += [UInt8](repeating: 0, count: seeds.directorySize)
    for bucket in 0..<seeds.buckets {
      let begin = bytes.count
      while next < count, Int(hash(next) >> UInt64(hashBits - bits)) == bucket {
        write(next, &bytes)
        next += 1
      }
      let checksum = Bytes.of(bytes) {
        XXH64.hash($0[begin..<$0.count], seed: seeds.seed(bucket, stamp))
      }
      bytes.put(UInt64(begin - seeds.bucketStart), count: 4, at: start + bucket * 12)
      bytes.put(checksum, count: 8, at: start + bucket * 12 + 4)
    }
    bytes.put(UInt64(bytes.count - seeds.bucketStart), count: 4, at: start + seeds.buckets * 12)
    return IndexTable(start: start, size: bytes.count - start, bits: bits)
  }
}

extension [UInt8] {
  /// Overwrites `count` bytes with the lowest bytes of a number.
  fileprivate mutating func put(_ word: UInt64, count: Int, at place: Int) {
    for index in 0..<count {
      self[place + index] = UInt8(truncatingIfNeeded: word >> UInt64(index * 8))
    }
  }
}

// MARK: - Ids

/// The entries of the table of ids.
///
///     hash     the bits that the bucket does not imply, lowest byte first
///     place    4 × the distance from the first line + 0, for one line that is the event
///              4 × the distance + 1, for one line that names the id
///              4 × count + 2, and so many differences of 2 × distance + (0 or 1), for more lines
enum IDEntries {
  /// Returns the number of bytes of each hash in the table.
  static func width(bits: Int) -> Int { (IndexTable.hashBits - bits + 7) / 8 }

  /// Returns the binary logarithm of the number of buckets for `count` lines.
  static func bits(for count: Int) -> Int {
    max(0, Int.bitWidth - (count / 48).leadingZeroBitCount)
  }

  /// Appends the table of the index's mentions, which must be sorted.
  static func append(_ index: LineIndex, to bytes: inout [UInt8], stamp: UInt64) -> IndexTable {
    let mentions = index.mentions
    var groups: [Int] = []
    for place in mentions.indices
    where place == 0 || mentions[place].hash != mentions[place - 1].hash { groups.append(place) }
    let bits = min(bits(for: groups.count), 30)
    let width = width(bits: bits)
    let base = UInt64(index.range.lowerBound)
    groups.append(mentions.count)
    return IndexTable.append(
      to: &bytes, stamp: stamp, count: groups.count - 1, bits: bits, hashBits: IndexTable.hashBits,
      hash: { mentions[groups[$0]].hash }
    ) { number, bytes in
      let group = mentions[groups[number]..<groups[number + 1]]
      let first = mentions[groups[number]]
      Bytes.append(first.hash, count: width, to: &bytes)
      guard group.count > 1 else {
        bytes.append(varint: ((first.place >> 1) - base) << 2 | first.place & 1)
        return
      }
      bytes.append(varint: UInt64(group.count) << 2 | 2)
      var last = base << 1
      for mention in group {
        bytes.append(varint: mention.place - last)
        last = mention.place
      }
    }
  }

  /// Calls `body` with each entry of a bucket: the kept bits of its hash, and its lines as in ``LineIndex/Mention``.
  static func forEach(
    in bucket: Bytes, bits: Int, base: Int,
    _ body: (_ hash: UInt64, _ place: UInt64) -> Void
  ) throws(LineError) {
    let width = width(bits: bits)
    var reader = ByteReader(bucket)
    while !reader.isAtEnd {
      let range = try reader.range(count: width)
      let hash = bucket.word(at: range.lowerBound, before: range.upperBound)
      let head = try reader.varint()
      guard head & 2 != 0 else {
        body(hash, (head >> 2 &+ UInt64(base)) << 1 | head & 1)
        continue
      }
      guard head >> 2 <= UInt64(reader.rest) else { throw ByteReader.damage }
      var place = UInt64(base) << 1
      for _ in 0..<head >> 2 {
        place &+= try reader.varint()
        body(hash, place)
      }
    }
  }
}

// MARK: - Streams

/// The entries of the table of streams.
///
///     hash     64 bits
///     length   of the rest
///     state    0 for none, or 1 and file, offset, length of the head, length, end
///     since    the number of lines since the state
///     places   the differences of the places of lines, the first one from the first line
enum StreamEntries {
  /// Appends the table of the index's streams.
  static func append(_ index: LineIndex, to bytes: inout [UInt8], stamp: UInt64) -> IndexTable {
    let hashes = index.streams.keys.sorted()
    let lines = index.streams.values.reduce(0) { $0 + $1.places.count }
    let size = hashes.count * 24 + lines * 3
    let bits = min(12, max(0, Int.bitWidth - (size / 2048).leadingZeroBitCount))
    var body: [UInt8] = []
    return IndexTable.append(
      to: &bytes, stamp: stamp, count: hashes.count, bits: bits, hashBits: 64,
      hash: { hashes[$0] }
    ) { number, bytes in
      guard let stream = index.streams[hashes[number]] else { return }
      body.removeAll(keepingCapacity: true)
      stream.append(to: &body, base: index.range.lowerBound)
      bytes.append(word: hashes[number])
      bytes.append(varint: UInt64(body.count))
      bytes += body
    }
  }

  /// Calls `body` with each entry of a bucket, until `body` returns false.
  static func forEach(
    in bucket: Bytes, _ body: (_ hash: UInt64, _ entry: Bytes) throws(LineError) -> Bool
  ) throws(LineError) {
    var reader = ByteReader(bucket)
    while !reader.isAtEnd {
      let hash = try reader.word()
      let range = try reader.range(count: reader.int())
      guard try body(hash, bucket[range]) else { return }
    }
  }
}

extension LineIndex.Stream {
  fileprivate func append(to bytes: inout [UInt8], base: Int) {
    if let state {
      bytes.append(1)
      state.append(to: &bytes)
    } else {
      bytes.append(0)
    }
    bytes.append(varint: UInt64(since))
    var last = base
    for place in places {
      bytes.append(varint: UInt64(place - last))
      last = place
    }
  }

  /// Reads an entry.
  ///
  /// - Parameter start: The first offset to read; nil for the first one after the states.
  init(_ entry: Bytes, base: Int, from start: Int?) throws(LineError) {
    var reader = ByteReader(entry)
    if try reader.byte() == 1 { state = try StatePlace(&reader) }
    since = try reader.int()
    let first = start ?? state?.end ?? 0
    // The log has no line at this offset.
    if first == .max { return }
    var place = base
    while !reader.isAtEnd {
      let step = try reader.int()
      guard step <= LogFormat.lastPosition - place else { throw ByteReader.damage }
      place += step
      if place >= first { places.append(place) }
    }
  }
}

extension StatePlace {
  /// Reads a place that ``append(to:)`` wrote.
  init(_ reader: inout ByteReader) throws(LineError) {
    file = try reader.int()
    offset = try reader.int()
    head = try reader.int()
    total = try reader.int()
    end = try reader.int()
    guard head <= total, offset <= LogFormat.lastPosition - total else { throw ByteReader.damage }
  }

  /// Appends the five numbers of the place.
  func append(to bytes: inout [UInt8]) {
    for number in [file, offset, head, total, end] { bytes.append(varint: UInt64(number)) }
  }
}
