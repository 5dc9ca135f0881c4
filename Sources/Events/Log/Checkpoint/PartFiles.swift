/// The part files of a checkpoint, each opened when it is needed.
final class PartFiles: Sendable {
  private let folder: String
  private let trust: Checkpoint.Trust
  private let system: System
  private let open = Monitor<[Int: Part]>([:])

  private struct Part {
    let file: Descriptor
    let size: Int
    /// The content of the whole file; nil until the file is used often enough that reading it at once costs less.
    var whole: Memory?
    var uses = 0
  }

  /// The largest number of files that stay open.
  private static let most = 128
  /// The number of bytes per use that determines when the whole file is read.
  private static let bytesPerUse = 1 << 13

  init(folder: String, trust: Checkpoint.Trust, system: System) {
    (self.folder, self.trust, self.system) = (folder, trust, system)
  }

  /// The largest number of a file: one file per millisecond for thirty years.
  static let lastNumber = 1 << 40

  /// Returns the number for the next file, greater than all taken numbers.
  static func number(after taken: [Int]) -> Int {
    let next = (taken.max() ?? 0) + 1
    if next < lastNumber { return next }
    // No checkpoint created that file. Not all smaller numbers can be taken.
    let taken = Set(taken)
    return (1...).first { !taken.contains($0) } ?? 1
  }

  static func name(_ number: Int) -> String { "\(number).part" }

  /// Returns the number in a file name, or nil if no part has such a name.
  static func number(_ name: String) -> Int? {
    guard name.hasSuffix(".part"), let number = Int(name.dropLast(5)),
      (1...LogFormat.lastPosition).contains(number),
      PartFiles.name(number) == name
    else { return nil }
    return number
  }

  /// Calls `body` with the bytes of a range.
  ///
  /// - Parameters:
  ///   - file: The number of the file, and its size in bytes.
  ///   - mayKeep: A Boolean value indicating whether the whole file may be read, for later uses.
  /// - Throws: `Checkpoint.Damage` if the file differs from the one that was written.
  func withBytes<R>(
    _ range: Range<Int>, of file: (number: Int, size: Int), mayKeep: Bool = false,
    _ body: (Bytes) throws(LineError) -> R
  ) throws(Checkpoint.Damage) -> R {
    guard range.upperBound <= file.size else { throw Checkpoint.Damage() }
    let part = try part(file.number, file.size)
    do {
      if let whole = part.whole { return try body(whole.bytes[range]) }
      if mayKeep, part.uses > file.size / PartFiles.bytesPerUse + 4 {
        let whole = try Memory(part.file, range: 0..<file.size, system: system)
        guard whole.bytes.count == file.size else { throw Checkpoint.Damage() }
        open.change { $0[file.number]?.whole = whole }
        return try body(whole.bytes[range])
      }
      let memory = try Memory(part.file, range: range, system: system)
      guard memory.bytes.count == range.count else { throw Checkpoint.Damage() }
      return try body(memory.bytes)
    } catch {
      throw Checkpoint.Damage()
    }
  }

  private func part(_ number: Int, _ size: Int) throws(Checkpoint.Damage) -> Part {
    let known: Part? = open.alone { parts in
      parts[number]?.uses += 1
      return parts[number]
    }
    if let known {
      // A damaged manifest may state two sizes for one file.
      guard known.size == size else { throw Checkpoint.Damage() }
      return known
    }
    do {
      let file = try system.open(folder + "/" + PartFiles.name(number), for: .nonblocking)
      let status = try system.status(file)
      guard status.isRegular, trust.covers(status), status.size == size else {
        throw Checkpoint.Damage()
      }
      let part = Part(file: file, size: size)
      open.alone { parts in
        if parts.count >= PartFiles.most { parts.removeAll() }
        parts[number] = part
      }
      return part
    } catch {
      throw Checkpoint.Damage()
    }
  }
}

/// The table in front of states that are kept together.
///
///     checksum of all that follows, seeded with the place   8 bytes
///     owner                                                 length, and the bytes of its key
///     how many states, and of each
///       the hash of its name, and its checksum              2 × 8
///       its length
struct StateTable {
  struct Entry {
    let name: UInt64
    let checksum: UInt64
    /// The range of the state, relative to the end of the table.
    let range: Range<Int>
  }

  let owner: [UInt8]
  private(set) var entries: [Entry] = []

  init(_ bytes: Bytes, seed: UInt64) throws(LineError) {
    var reader = ByteReader(bytes)
    let checksum = try reader.word()
    guard XXH64.hash(bytes[8..<bytes.count], seed: seed) == checksum else {
      throw ByteReader.damage
    }
    owner = bytes.array(in: try reader.range(count: reader.int()))
    let count = try reader.int()
    guard count <= reader.rest else { throw ByteReader.damage }
    var end = 0
    for _ in 0..<count {
      let (name, checksum) = (try reader.word(), try reader.word())
      let start = end
      end += try reader.int()
      guard end <= LogFormat.lastPosition else { throw ByteReader.damage }
      entries.append(Entry(name: name, checksum: checksum, range: start..<end))
    }
  }

  static func bytes(
    of states: [(name: UInt64, bytes: [UInt8])], owner: [UInt8], seed: UInt64
  ) -> [UInt8] {
    var body: [UInt8] = []
    body.append(varint: UInt64(owner.count))
    body += owner
    body.append(varint: UInt64(states.count))
    for state in states {
      body.append(word: state.name)
      body.append(word: Bytes.of(state.bytes) { XXH64.hash($0, seed: state.name) })
      body.append(varint: UInt64(state.bytes.count))
    }
    var bytes: [UInt8] = []
    bytes.append(word: Bytes.of(body) { XXH64.hash($0, seed: seed) })
    return bytes + body
  }
}
