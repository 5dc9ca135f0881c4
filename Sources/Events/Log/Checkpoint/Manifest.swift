extension Checkpoint {
  /// The table of contents of a checkpoint: the file `manifest`.
  ///
  ///     "replogCP", version of this format, of the code           3 × 8 bytes
  ///     length, `seq` and sum of the part of the log              3 × 8
  ///     the key of all hashes                                     8
  ///     the number of the next file; the numbers of indexes, of
  ///     files with states, of old files, and of states of all
  ///     users                                                     5 numbers, 7 bits a byte
  ///     of each of these a stamp or a name, and its numbers       8, and numbers
  ///     checksum of all preceding bytes                           8
  struct Manifest: Equatable, Sendable {
    static let name = "manifest"
    /// The bytes of "replogCP" as a number.
    static let magic: UInt64 = 0x5043_676F_6C70_6572
    private static let format: UInt64 = 3

    /// A file that indexes a part of the log.
    struct Segment: Equatable, Sendable {
      let number: Int
      let size: Int
      /// The seed for the checksums of the file.
      let stamp: UInt64
      /// The part of the log that the file indexes.
      let range: Range<Int>
      /// The number of lines that the file indexes.
      let count: Int
      /// The number of merges that the lines went through.
      let level: Int
      let ids: IndexTable
      let streams: IndexTable
    }

    /// A file that contains states.
    struct States: Equatable, Sendable {
      let number: Int
      let size: Int
      /// The seed for the checksums of the file.
      let stamp: UInt64
      /// The number of bytes of states that no newer state has replaced.
      var live: Int
    }

    /// A state that does not belong to one user.
    struct Common: Equatable, Sendable {
      /// The hash of the state's name and version.
      let name: UInt64
      var place: StatePlace
      /// The end of the part of the log that the state is known to cover.
      var end: Int
    }

    var position: Position
    var code: UInt64
    var key: UInt64
    /// The number for the next file.
    var next: Int
    /// The indexes, in the order of the log and without gaps.
    var segments: [Segment] = []
    var states: [States] = []
    /// The numbers of files that the previous manifest needed; a reader of that manifest may still open them.
    var old: [Int] = []
    var commons: [Common] = []

    /// The bytes of the manifest's file.
    var bytes: [UInt8] {
      var bytes: [UInt8] = []
      func put(_ words: [UInt64]) { for word in words { bytes.append(word: word) } }
      func put(_ numbers: Int...) { for number in numbers { bytes.append(varint: UInt64(number)) } }
      put([Manifest.magic, Manifest.format, code])
      put([UInt64(position.end), UInt64(position.seq), position.sum, key])
      put(next, segments.count, states.count, old.count, commons.count)
      for segment in segments {
        put([segment.stamp])
        put(
          segment.number, segment.size, segment.range.lowerBound, segment.range.upperBound,
          segment.count, segment.level)
        for table in [segment.ids, segment.streams] { put(table.start, table.size, table.bits) }
      }
      for file in states {
        put([file.stamp])
        put(file.number, file.size, file.live)
      }
      for number in old { put(number) }
      for common in commons {
        let place = common.place
        put([common.name])
        place.append(to: &bytes)
        put(common.end)
      }
      put([Bytes.of(bytes) { XXH64.hash($0) }])
      return bytes
    }

    /// The total size in bytes of the live files and of the manifest.
    var size: Int {
      segments.reduce(0) { $0 + $1.size } + states.reduce(0) { $0 + $1.size } + bytes.count
    }
  }
}

extension Checkpoint.Manifest {
  /// Reads a manifest from `bytes`, or returns nil if they are not one.
  init?(_ bytes: Bytes) {
    let end = bytes.count - 8
    guard end >= 0, XXH64.hash(bytes[0..<end]) == bytes.word(at: end) else { return nil }
    var reader = ByteReader(bytes[0..<end])
    do throws(LineError) { self = try Self(&reader) } catch { return nil }
    guard reader.isAtEnd, isSound else { return nil }
  }

  private init(_ reader: inout ByteReader) throws(LineError) {
    guard try reader.word() == Self.magic, try reader.word() == Self.format else {
      throw ByteReader.damage
    }
    code = try reader.word()
    position = Checkpoint.Position(
      end: try reader.place(), seq: try reader.place(), sum: try reader.word())
    key = try reader.word()
    next = try reader.int()
    let counts = (try reader.int(), try reader.int(), try reader.int(), try reader.int())
    guard [counts.0, counts.1, counts.2, counts.3].allSatisfy({ $0 <= reader.rest }) else {
      throw ByteReader.damage
    }
    for _ in 0..<counts.0 { segments.append(try Segment(&reader)) }
    for _ in 0..<counts.1 {
      let stamp = try reader.word()
      states.append(
        States(
          number: try reader.int(), size: try reader.int(), stamp: stamp,
          live: try reader.int()))
    }
    for _ in 0..<counts.2 { old.append(try reader.int()) }
    for _ in 0..<counts.3 {
      let name = try reader.word()
      let place = try StatePlace(&reader)
      commons.append(Common(name: name, place: place, end: try reader.int()))
    }
  }

  /// A Boolean value indicating whether the indexes cover the log without gaps, and `next` is a valid file number.
  private var isSound: Bool {
    guard (1..<PartFiles.lastNumber).contains(next) else { return false }
    var end = 0
    for segment in segments {
      guard segment.range.lowerBound == end else { return false }
      end = segment.range.upperBound
    }
    return end == position.end && position.end > 0 && position.seq > 0
      && commons.allSatisfy { $0.end <= position.end && $0.place.end <= $0.end }
  }
}

extension Checkpoint.Manifest.Segment {
  fileprivate init(_ reader: inout ByteReader) throws(LineError) {
    stamp = try reader.word()
    self.number = try reader.int()
    size = try reader.int()
    let (start, end) = (try reader.int(), try reader.int())
    guard start < end else { throw ByteReader.damage }
    range = start..<end
    count = try reader.int()
    level = try reader.int()
    ids = try IndexTable(&reader, within: size)
    streams = try IndexTable(&reader, within: size)
    guard ids.bits <= 30 else { throw ByteReader.damage }
  }
}

extension IndexTable {
  fileprivate init(_ reader: inout ByteReader, within end: Int) throws(LineError) {
    (start, size, bits) = (try reader.int(), try reader.int(), try reader.int())
    guard bits <= 32, start <= end, size <= end - start, directorySize <= size else {
      throw ByteReader.damage
    }
  }
}
