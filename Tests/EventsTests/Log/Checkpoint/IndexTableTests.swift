import TestSupport
import Testing

@testable import Events

/// Tests of index entries computed by hand, and of bytes that are not entries.
@Suite struct IndexTableTests {
  private func ids(_ bytes: [UInt8], bits: Int = 30, base: Int = 0) throws(LineError) -> [[UInt64]]
  {
    var found: [[UInt64]] = []
    try Bytes.of(bytes) { (bytes) throws(LineError) in
      try IDEntries.forEach(in: bytes, bits: bits, base: base) { found.append([$0, $1]) }
    }
    return found
  }

  @Test func `an id leads to one line, to another id's line, or to several`() throws {
    // With 30 bits in the directory, one byte of the hash remains.
    #expect(try ids([7, 5 << 2], base: 100) == [[7, 210]])
    #expect(try ids([7, 5 << 2 | 1], base: 100) == [[7, 211]])
    #expect(try ids([7, 2 << 2 | 2, 4, 3, 8, 0], base: 100) == [[7, 204], [7, 207], [8, 200]])
    #expect(try ids([]) == [])
    // None of the 38 bits are in the directory.
    #expect(try ids([1, 2, 3, 4, 5, 0], bits: 0) == [[0x05_0403_0201, 0]])
  }

  @Test(
    arguments: [
      [7], [7, 0x80], [7, 2 << 2 | 2, 1], [7, 3 << 2 | 2, 1, 1], [7, 0xFE, 0xFF, 0xFF, 0x7F, 1],
    ] as [[UInt8]])
  func `entries that end too early are damage`(_ bytes: [UInt8]) {
    #expect(throws: ByteReader.damage) { try ids(bytes) }
  }

  @Test func `a table finds in its bucket every inserted entry`() throws {
    var index = LineIndex(key: 1, from: 50)
    index.use(50..<5_000, count: 400)
    var chance = SeededGenerator(seed: 4)
    let hashes = (0..<400).map { _ in chance.next() >> 26 }
    for (number, hash) in hashes.enumerated() {
      index.add(LineIndex.Mention(hash: hash, place: UInt64(50 + number) << 1))
      // A repeated mention in one line counts once.
      if number % 3 == 0 {
        index.add(LineIndex.Mention(hash: hash, place: UInt64(50 + number) << 1))
      }
      if number % 7 == 0 {
        index.add(LineIndex.Mention(hash: hash, place: UInt64(1_000 + number) << 1 | 1))
      }
    }
    index.sort()
    var bytes: [UInt8] = [9, 9, 9]
    let table = IDEntries.append(index, to: &bytes, stamp: 3)
    #expect(table.start == 3 && table.size == bytes.count - 3 && table.buckets >= 8)
    let open = UInt64(IndexTable.hashBits - table.bits)
    for (number, hash) in hashes.enumerated() {
      let found = try Bytes.of(bytes) { (bytes) throws(LineError) in
        let bucket = Int(hash >> open)
        let (range, checksum) = try table.bucket(bytes[table.directoryRange(of: bucket)])
        #expect(XXH64.hash(bytes[range], seed: table.seed(bucket, 3)) == checksum)
        var places: [UInt64] = []
        try IDEntries.forEach(in: bytes[range], bits: table.bits, base: 50) { low, place in
          if (low ^ hash) & (1 << open - 1) == 0 { places.append(place) }
        }
        return places
      }
      let own = UInt64(50 + number) << 1
      #expect(found == [own] + (number % 7 == 0 ? [UInt64(1_000 + number) << 1 | 1] : []))
    }
  }

  @Test func `a bucket outside its table is damage`() throws {
    let table = IndexTable(start: 0, size: 28 + 10, bits: 1)
    func range(_ begin: UInt8, _ end: UInt8) throws(LineError) -> Range<Int> {
      let entry = [begin] + [UInt8](repeating: 0, count: 11) + [end, 0, 0, 0]
      return try Bytes.of(entry) { (bytes) throws(LineError) in try table.bucket(bytes).range }
    }
    #expect(try range(2, 10) == 30..<38)
    #expect(throws: ByteReader.damage) { try range(3, 2) }
    #expect(throws: ByteReader.damage) { try range(2, 11) }
  }

  @Test func `a bucket is valid only in its own place`() throws {
    var bytes: [UInt8] = []
    var checksums: [UInt64] = []
    // All buckets are empty, so that only their places and the stamps of their files differ.
    for stamp: UInt64 in [3, 1_000] {
      bytes = []
      for _ in 0..<2 {
        let table = IndexTable.append(
          to: &bytes, stamp: stamp, count: 0, bits: 2, hashBits: 64, hash: { _ in 0 }
        ) { _, _ in }
        checksums += try Bytes.of(bytes) { (bytes) throws(LineError) in
          var found: [UInt64] = []
          for bucket in 0..<4 {
            found.append(try table.bucket(bytes[table.directoryRange(of: bucket)]).checksum)
          }
          return found
        }
      }
    }
    #expect(Set(checksums).count == 16)
  }

  // MARK: - Streams

  private func stream(_ entry: [UInt8], from start: Int?) throws(LineError) -> LineIndex.Stream {
    try Bytes.of(entry) { (bytes) throws(LineError) in
      try LineIndex.Stream(bytes, base: 100, from: start)
    }
  }

  @Test func `a stream can have the lines after its states, after a place, or all lines`() throws {
    let plain: [UInt8] = [0, 3, 0, 10, 20]
    #expect(try stream(plain, from: nil).places == [100, 110, 130])
    #expect(try stream(plain, from: 110).places == [110, 130])
    #expect(try stream(plain, from: .max).places == [])
    #expect(try stream(plain, from: nil).since == 3)
    #expect(try stream(plain, from: nil).state == nil)
    let kept: [UInt8] = [1, 8, 10, 5, 20, 110, 1, 0, 10, 20]
    let state = StatePlace(file: 8, offset: 10, head: 5, total: 20, end: 110)
    #expect(try stream(kept, from: nil).state == state)
    #expect(try stream(kept, from: nil).places == [110, 130])
    #expect(try stream(kept, from: 0).places == [100, 110, 130])
  }

  @Test(
    arguments: [
      [], [0], [1, 8, 10, 5], [0, 3, 0x80],
      // A table that is longer than the whole state, and an offset that no log has.
      [1, 8, 10, 21, 20, 110, 1], [0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
    ] as [[UInt8]])
  func `an invalid entry is damage`(_ entry: [UInt8]) {
    #expect(throws: ByteReader.damage) { try stream(entry, from: 0) }
  }

  @Test func `entries are examined until one matches`() throws {
    let bytes: [UInt8] =
      Array(repeating: 1, count: 8) + [2, 5, 6] + Array(repeating: 2, count: 8)
      + [0]
    var seen: [(UInt64, [UInt8])] = []
    func look(_ bytes: [UInt8], _ most: Int) throws {
      seen = []
      try Bytes.of(bytes) { (bytes) throws(LineError) in
        try StreamEntries.forEach(in: bytes) { hash, entry in
          seen.append((hash, entry.array))
          return seen.count < most
        }
      }
    }
    try look(bytes, 9)
    #expect(seen.map(\.0) == [0x0101_0101_0101_0101, 0x0202_0202_0202_0202])
    #expect(seen.map(\.1) == [[5, 6], []])
    try look(bytes, 1)
    #expect(seen.count == 1)
    for cut in [3, 8, 9, 10, 12] {
      #expect(throws: ByteReader.damage) { try look(Array(bytes[..<cut]), 9) }
    }
  }

  // MARK: - Ids in a line

  @Test func `every id in a text of a line is found, however it is spelled`() {
    let (one, two, three) = (Samples.id(1), Samples.id(2), Samples.id(3))
    func found(_ line: String) -> [EventID] {
      var ids: [EventID] = []
      Bytes.of(line) { bytes in IDScanner.forEachID(in: bytes) { ids.append($0) } }
      return ids
    }
    let plain = #"{"id":"\#(one)","list":["\#(two)",{"a":"\#(three.description.uppercased())"}]}"#
    #expect(found(plain) == [one, two, three])
    #expect(found(plain.replacing("list", with: #"li\u0073t"#)) == [one, two, three])
    let digit = #"\u003"# + String(two.description.first ?? "0")
    let escaped = plain.replacing("\(two)", with: digit + two.description.dropFirst())
    #expect(found(escaped) == [one, two, three])
    #expect(found(#"{"a":"\#(one)x","b":"x\#(two)","\#(three)"#) == [])
    #expect(found("{\\") == [])
  }
}
