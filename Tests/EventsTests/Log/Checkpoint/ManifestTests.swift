import TestSupport
import Testing

@testable import Events

/// Tests that a manifest with a correct checksum is still checked.
@Suite struct ManifestTests {
  private typealias Manifest = Checkpoint.Manifest

  private static func segment(
    _ range: Range<Int>, size: Int = 100, ids: IndexTable = table, streams: IndexTable = table
  ) -> Manifest.Segment {
    Manifest.Segment(
      number: 7, size: size, stamp: 8, range: range, count: 2, level: 1, ids: ids,
      streams: streams)
  }

  private static let table = IndexTable(start: 10, size: 50, bits: 1)

  /// A valid manifest with content of every kind.
  private var manifest: Manifest {
    var manifest = Manifest(
      position: Checkpoint.Position(end: 300, seq: 3, sum: .max), code: 1 << 63, key: 5, next: 9)
    manifest.segments = [ManifestTests.segment(0..<100), ManifestTests.segment(100..<300)]
    manifest.states = [Manifest.States(number: 8, size: 40, stamp: 6, live: 30)]
    manifest.old = [3, 4]
    manifest.commons = [Manifest.Common(name: 9, place: ManifestTests.place, end: 300)]
    return manifest
  }

  private static let place = StatePlace(file: 8, offset: 10, head: 5, total: 20, end: 200)

  private func read(_ bytes: [UInt8]) -> Manifest? { Bytes.of(bytes) { Manifest($0) } }

  /// Returns the bytes followed by their checksum.
  private func sealed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var bytes = Array(bytes)
    bytes.append(word: Bytes.of(bytes) { XXH64.hash($0) })
    return bytes
  }

  @Test func `a manifest is read back unchanged, and a truncated one is refused`() throws {
    let bytes = manifest.bytes
    #expect(read(bytes) == manifest)
    let body = bytes.dropLast(8)
    #expect(sealed(body) == bytes)
    for count in body.indices { #expect(read(sealed(body[..<count])) == nil, "\(count) bytes") }
    #expect(read(sealed(Array(body) + [0])) == nil)
    for count in bytes.indices { #expect(read(Array(bytes[..<count])) == nil) }
  }

  @Test func `a manifest of another format is ignored`() {
    for place in [0, 7, 8, 15] {
      var body = Array(manifest.bytes.dropLast(8))
      body[place] ^= 1
      #expect(read(sealed(body)) == nil, "byte \(place)")
    }
  }

  @Test func `its size is the total size of the useful files`() {
    #expect(manifest.size == 100 + 100 + 40 + manifest.bytes.count)
  }

  @Test func `indexes with gaps or overlaps are refused`() {
    for ranges in [
      [], [0..<100], [0..<100, 101..<300], [0..<101, 100..<300], [1..<300], [0..<299], [0..<301],
      [0..<100, 100..<300, 300..<301], [0..<100, 100..<100, 100..<300],
    ] as [[Range<Int>]] {
      var other = manifest
      other.segments = ranges.map { ManifestTests.segment($0) }
      #expect(read(other.bytes) == nil, "\(ranges)")
    }
    for (end, seq) in [(0, 3), (300, 0), (299, 3)] {
      var other = manifest
      other.position = Checkpoint.Position(end: end, seq: seq, sum: 1)
      #expect(read(other.bytes) == nil)
    }
  }

  @Test(arguments: [
    IndexTable(start: 101, size: 0, bits: 0), IndexTable(start: 60, size: 41, bits: 0),
    // With two buckets, the directory takes 28 bytes.
    IndexTable(start: 0, size: 27, bits: 1), IndexTable(start: 0, size: 100, bits: 33),
    IndexTable(start: 0, size: LogFormat.lastPosition, bits: 0),
  ])
  func `a table outside its file is refused`(_ table: IndexTable) {
    for isOfIDs in [true, false] {
      var other = manifest
      other.segments[1] =
        isOfIDs
        ? ManifestTests.segment(100..<300, ids: table)
        : ManifestTests.segment(100..<300, streams: table)
      #expect(read(other.bytes) == nil)
    }
  }

  @Test func `ids have at most as many buckets as their hashes have bits for`() {
    let size = 12 << 31 + 4
    for (bits, isSound) in [(30, true), (31, false)] {
      var other = manifest
      other.segments[1] = ManifestTests.segment(
        100..<300, size: size, ids: IndexTable(start: 0, size: size, bits: bits))
      #expect((read(other.bytes) != nil) == isSound, "\(bits) bits")
    }
  }

  @Test(arguments: [
    (StatePlace(file: 8, offset: 10, head: 21, total: 20, end: 200), 300),
    (StatePlace(file: 8, offset: LogFormat.lastPosition, head: 1, total: 1, end: 200), 300),
    (StatePlace(file: 8, offset: 10, head: 5, total: 20, end: 201), 200), (place, 301),
  ])
  func `a state of lines outside the log, or outside a file, is refused`(
    _ place: StatePlace, _ end: Int
  ) {
    var other = manifest
    other.commons = [Manifest.Common(name: 9, place: place, end: end)]
    #expect(read(other.bytes) == nil)
  }

  @Test func `no count requests more memory than there are bytes`() {
    let head = manifest.bytes[..<56]
    let huge: [UInt8] = Array(repeating: 0xFF, count: 6) + [0x0F]
    for place in 0..<4 {
      var counts = [[UInt8]](repeating: [0], count: 4)
      counts[place] = huge
      #expect(read(sealed(head + [9] + counts.joined())) == nil)
    }
  }
}
