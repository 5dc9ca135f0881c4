import Foundation
import TestSupport
import Testing

@testable import Events

@Suite struct PartFilesTests {
  @Test func `a part is named after its number, and no other name is a part`() {
    for number in [1, 9, 10, PartFiles.lastNumber, LogFormat.lastPosition] {
      #expect(PartFiles.number(PartFiles.name(number)) == number)
    }
    for name in [
      "0.part", "-1.part", "+1.part", "01.part", "1.par", "1.part ", ".part", "a.part", "1",
      "\(LogFormat.lastPosition + 1).part", "99999999999999999999.part",
    ] {
      #expect(PartFiles.number(name) == nil, "\(name)")
    }
  }

  @Test func `the next free number is used, even if the numbers run out`() {
    #expect(PartFiles.number(after: []) == 1)
    #expect(PartFiles.number(after: [4, 2]) == 5)
    #expect(PartFiles.number(after: [1, 3, PartFiles.lastNumber]) == 2)
    #expect(PartFiles.number(after: [PartFiles.lastNumber - 1]) == 1)
    #expect(PartFiles.number(after: [PartFiles.lastNumber - 2]) == PartFiles.lastNumber - 1)
  }

  // MARK: - Bytes

  private func files(_ folder: TemporaryFolder, _ system: System = System()) throws -> PartFiles {
    let owner = try System().status(path: folder.path).owner.user
    return PartFiles(folder: folder.path, trust: Checkpoint.Trust(owners: [owner]), system: system)
  }

  private func put(_ count: Int, at path: String) throws -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try TestSupport.put(bytes, at: path)
    chmod(path, 0o600)
    return bytes
  }

  @Test(arguments: [true, false])
  func `repeated reads of a range of a part give the same bytes`(_ mayKeep: Bool) throws {
    let folder = TemporaryFolder()
    let bytes = try put(30_000, at: folder.file("3.part"))
    let counting = Faults()
    let files = try files(folder, counting.system)
    for start in stride(from: 0, to: 29_000, by: 500) {
      let range = start..<start + 700
      let found = try files.withBytes(range, of: (3, 30_000), mayKeep: mayKeep) { $0.array }
      #expect(found == Array(bytes[range]))
    }
    // The whole file is read once that costs less.
    let reads = counting.calls.count { $0 == .read }
    #expect(mayKeep ? reads < 15 : reads == 58)
  }

  @Test func `bytes outside a part of that size are damage`() throws {
    let folder = TemporaryFolder()
    _ = try put(100, at: folder.file("3.part"))
    func read(_ range: Range<Int>, _ number: Int, _ size: Int, _ files: PartFiles) throws {
      try files.withBytes(range, of: (number, size)) { _ in }
    }
    let known = try files(folder)
    try read(0..<100, 3, 100, known)
    for (range, number, size) in [(0..<101, 3, 100), (0..<10, 3, 101), (0..<10, 4, 100)] {
      #expect(throws: Checkpoint.Damage()) { try read(range, number, size, known) }
      #expect(throws: Checkpoint.Damage()) { try read(range, number, size, files(folder)) }
    }
    #expect(throws: Checkpoint.Damage()) {
      try known.withBytes(0..<1, of: (3, 100)) {
        (_) throws(LineError) -> Void in throw ByteReader.damage
      }
    }
  }

  @Test func `bytes outside a part are damage, even if the whole part was read`() throws {
    let folder = TemporaryFolder()
    let bytes = try put(100, at: folder.file("3.part"))
    let counting = Faults()
    let files = try files(folder, counting.system)
    for _ in 0..<8 { try files.withBytes(0..<10, of: (3, 100), mayKeep: true) { _ in } }
    let reads = counting.calls.count { $0 == .read }
    for range in [0..<101, 100..<101, 200..<300] {
      #expect(throws: Checkpoint.Damage()) {
        try files.withBytes(range, of: (3, 100), mayKeep: true) { _ in }
      }
    }
    #expect(try files.withBytes(0..<100, of: (3, 100), mayKeep: true) { $0.array } == bytes)
    #expect(counting.calls.count { $0 == .read } == reads)
  }

  @Test func `a part that is truncated while it is open is damage`() throws {
    let folder = TemporaryFolder()
    _ = try put(100, at: folder.file("3.part"))
    let files = try files(folder)
    try files.withBytes(0..<100, of: (3, 100)) { #expect($0.count == 100) }
    #expect(truncate(folder.file("3.part"), 60) == 0)
    #expect(throws: Checkpoint.Damage()) { try files.withBytes(50..<70, of: (3, 100)) { _ in } }
    for _ in 0..<8 {
      // The last uses request the whole file.
      #expect(throws: Checkpoint.Damage()) {
        try files.withBytes(50..<70, of: (3, 100), mayKeep: true) { _ in }
      }
    }
  }

  @Test func `more parts can be read than may stay open`() throws {
    let folder = TemporaryFolder(inMemory: true)
    for number in 1...140 { _ = try put(number, at: folder.file("\(number).part")) }
    let counting = Faults()
    let files = try files(folder, counting.system)
    for _ in 0..<2 {
      for number in 1...140 {
        try files.withBytes(0..<number, of: (number, number)) { #expect($0.count == number) }
      }
    }
    #expect(counting.calls.count { $0 == .close } >= 128)
  }

  // MARK: - Tables of states

  private func table(_ bytes: [UInt8], seed: UInt64) throws(LineError) -> StateTable {
    try Bytes.of(bytes) { (bytes) throws(LineError) in try StateTable(bytes, seed: seed) }
  }

  @Test func `a table of states is read back unchanged, and a truncated one is refused`() throws {
    let states: [(name: UInt64, bytes: [UInt8])] = [(5, [1, 2, 3]), (6, []), (.max, [4])]
    let bytes = StateTable.bytes(of: states, owner: [7, 8], seed: 9)
    let table = try table(bytes, seed: 9)
    #expect(table.owner == [7, 8])
    #expect(table.entries.map(\.name) == [5, 6, .max])
    #expect(table.entries.map(\.range) == [0..<3, 3..<3, 3..<4])
    for (entry, state) in zip(table.entries, states) {
      #expect(entry.checksum == Bytes.of(state.bytes) { XXH64.hash($0, seed: state.name) })
    }
    #expect(throws: ByteReader.damage) { try self.table(bytes, seed: 10) }
    for count in bytes.indices {
      #expect(throws: ByteReader.damage) { try self.table(Array(bytes[..<count]), seed: 9) }
      #expect(throws: ByteReader.damage) {
        try self.table(sealed(Array(bytes[..<count].dropFirst(8))), seed: 9)
      }
    }
  }

  private func sealed(_ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(word: Bytes.of(body) { XXH64.hash($0, seed: 9) })
    return bytes + body
  }

  @Test func `a table with too much content is damage`() {
    let huge: [UInt8] = Array(repeating: 0xFF, count: 7) + [0x0F]
    let entry = [UInt8](repeating: 1, count: 16)
    for body in [huge, [0] + huge, [0, 2] + entry + huge + entry + huge, [1]] {
      #expect(throws: ByteReader.damage, "\(body)") { try table(sealed(body), seed: 9) }
    }
  }
}
