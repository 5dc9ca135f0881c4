import Foundation

@testable import Events

/// The files of a folder in a state that a device may have after a crash.
///
/// The rules are weaker than those of any journalling file system in use:
///
/// - A sync of a file makes its bytes and its length permanent, but not its name. A sync of the folder makes names
///   permanent, but not bytes.
/// - Changes without a sync may be on the device or not, each independently and in any order. A change creates or
///   removes a name, truncates a file, or writes.
/// - A write may be complete, absent, a prefix of any length, or any subset of its sectors of 512 bytes. In the last
///   case the length is the new one. Missing sectors are NULs if the file was shorter, otherwise they keep their
///   content.
/// - After a failed sync, each of its changes may be on the device or not, and the cache does not tell which. A later
///   sync reports success but writes none of them.
struct Disk {
  static let sector = 512

  /// The operations of a run, on files by name.
  enum Operation: Hashable {
    case create(String), remove(String)
    case rename(from: String, to: String)
    case write(String, at: Int, [UInt8])
    case truncate(String, to: Int)
    case sync(String), syncFolder
    case syncFailed(String, [Fate])
  }

  /// The outcome of a change without a sync.
  enum Fate: Hashable {
    case kept, dropped
    /// A write with only this many bytes, and the corresponding length.
    case prefix(Int)
    /// A write with the new length and only some of its sectors.
    case sectors([Bool])

    /// A Boolean value indicating whether missing content precedes present content.
    var leavesHole: Bool {
      guard case .sectors(let arrived) = self, let missing = arrived.firstIndex(of: false) else {
        return false
      }
      return arrived[missing...].contains(true)
    }
  }

  /// A change without a sync.
  enum Change {
    case write(file: Int, at: Int, [UInt8])
    case truncate(file: Int, to: Int)
    case link(String, file: Int), unlink(String)

    var file: Int? {
      switch self {
      case .write(let file, _, _), .truncate(let file, _): file
      case .link, .unlink: nil
      }
    }
  }

  /// The files after a crash.
  struct Remains: Hashable {
    var files: [String: [UInt8]]
    /// A Boolean value indicating whether a write has a hole.
    var hasHole = false
  }

  /// The permanent bytes of each file; files have numbers, because names change.
  private var contents: [[UInt8]] = []
  /// The permanent names.
  private var names: [String: Int] = [:]
  /// The names that running programs see.
  private var seen: [String: Int] = [:]
  /// The changes that may be lost, in order.
  private(set) var pending: [Change] = []
  /// The writes that a failed sync left with a hole in or before them: file and offset.
  private var holes: [(file: Int, start: Int)] = []

  private let folder: String
  /// A Boolean value indicating whether the file of the latest call to open one did not exist before.
  private(set) var isMissing = false

  /// Creates a disk with permanent files.
  init(_ files: [String: [UInt8]], in folder: String = "") {
    self.folder = folder
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      names[name] = contents.count
      contents.append(bytes)
    }
    seen = names
  }

  /// Returns the number of the file that has a name.
  func file(_ name: String) -> Int? { seen[name] }

  /// Applies one more operation to the device and the cache.
  ///
  /// - Parameter opened: The number of the file that was opened, if it may have lost its name since.
  mutating func apply(_ operation: Operation, to opened: Int? = nil) {
    switch operation {
    case .create(let name):
      seen[name] = contents.count
      pending.append(.link(name, file: contents.count))
      contents.append([])
    case .remove(let name):
      seen[name] = nil
      pending.append(.unlink(name))
    case .rename(let from, let to):
      guard let file = seen.removeValue(forKey: from) else { return }
      seen[to] = file
      pending += [.link(to, file: file), .unlink(from)]
    case .write(let name, let offset, let bytes):
      if let file = opened ?? seen[name] { pending.append(.write(file: file, at: offset, bytes)) }
    case .truncate(let name, let size):
      if let file = opened ?? seen[name] { pending.append(.truncate(file: file, to: size)) }
    case .sync(let name): settle(opened ?? seen[name]) { _ in .kept }
    case .syncFailed(let name, let fates): settle(seen[name]) { fates[$0 % fates.count] }
    case .syncFolder:
      for case let change in pending where change.file == nil { arrive(change, .kept) }
      pending.removeAll { $0.file == nil }
    }
  }

  private mutating func settle(_ file: Int?, _ fate: (Int) -> Fate) {
    guard let file else { return }
    var isBroken = false
    for (index, change) in pending.filter({ $0.file == file }).enumerated() {
      let fate = fate(index)
      arrive(change, fate)
      guard case .write(_, let start, _) = change else { continue }
      if fate.leavesHole || isBroken && fate != .dropped { holes.append((file, start)) }
      if fate != .kept { isBroken = true }
    }
    pending.removeAll { $0.file == file }
  }

  /// Returns the content of the file `name` after all changes.
  func settled(_ name: String) -> [UInt8]? {
    guard let file = seen[name] else { return nil }
    var disk = self
    for change in pending { disk.arrive(change, .kept) }
    return disk.contents[file]
  }

  /// Returns the files after a crash with a fate for each pending change.
  func crashed(_ fates: [Fate]) -> Remains {
    var disk = self
    for (change, fate) in zip(pending, fates) { disk.arrive(change, fate) }
    return Remains(
      files: disk.names.mapValues { disk.contents[$0] },
      hasHole: fates.contains { $0.leavesHole } || hasGap(fates) || !disk.holes.isEmpty)
  }

  /// Returns whether a missing write precedes a present one.
  private func hasGap(_ fates: [Fate]) -> Bool {
    var broken: Set<Int> = []
    for (change, fate) in zip(pending, fates) {
      guard case .write(let file, _, _) = change else { continue }
      if fate != .dropped, broken.contains(file) { return true }
      if fate != .kept { broken.insert(file) }
    }
    return false
  }

  private mutating func arrive(_ change: Change, _ fate: Fate) {
    guard fate != .dropped else { return }
    switch change {
    case .link(let name, let file): names[name] = file
    case .unlink(let name): names[name] = nil
    case .truncate(let file, let size):
      let missing = size - contents[file].count
      if missing > 0 { contents[file] += [UInt8](repeating: 0, count: missing) }
      contents[file].removeLast(contents[file].count - size)
      holes.removeAll { $0.file == file && $0.start >= size }
    case .write(let file, let offset, let bytes):
      switch fate {
      case .prefix(let count): put(bytes[..<min(count, bytes.count)], at: offset, of: file)
      case .sectors(let arrived):
        extend(file, to: offset + bytes.count)
        for (range, arrived) in zip(Disk.sectors(of: bytes.count, at: offset), arrived)
        where arrived { put(bytes[range], at: offset + range.lowerBound, of: file) }
      default: put(bytes[...], at: offset, of: file)
      }
    }
  }

  private mutating func extend(_ file: Int, to size: Int) {
    let missing = size - contents[file].count
    if missing > 0 { contents[file] += [UInt8](repeating: 0, count: missing) }
  }

  private mutating func put(_ bytes: ArraySlice<UInt8>, at offset: Int, of file: Int) {
    extend(file, to: offset + bytes.count)
    contents[file].replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  /// Returns the parts of a write of `count` bytes at `offset`, one for each sector.
  static func sectors(of count: Int, at offset: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = min(count, (offset + start) / sector * sector + sector - offset)
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }
}

// MARK: - Calls

extension Disk {
  /// Returns the name of a file in the folder, or nil for the folder itself.
  func name(_ path: String) -> String? {
    path == folder ? nil : String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
  }

  /// Looks for the file that a call is about to open.
  mutating func look(_ call: System.Call) {
    if case .open(let path) = call { isMissing = access(path, F_OK) != 0 }
  }

  /// Returns the operation of a call that was made; nil if the call changes nothing on the device.
  func operation(_ call: System.Call, _ path: String, _ result: Int) -> Operation? {
    guard let name = name(path) else { return call == .sync ? .syncFolder : nil }
    switch call {
    case .open: return isMissing ? .create(name) : nil
    case .write:
      let end = SharedFolder.end(ofFileAt: path, result)
      return .write(name, at: end.offset, end.bytes)
    case .truncate(let size): return .truncate(name, to: size)
    case .remove: return .remove(name)
    case .rename(let new): return self.name(new).map { .rename(from: name, to: $0) }
    case .sync: return .sync(name)
    default: return nil
    }
  }
}

extension Disk.Change {
  /// Returns the other fates of a write, besides kept and dropped.
  ///
  /// A write may end at each multiple of `step` and next to each sector boundary. Each sector may be missing, or be
  /// the only one present.
  func tornFates(step: Int) -> [Disk.Fate] {
    guard case .write(_, let offset, let bytes) = self else { return [] }
    let sectors = Disk.sectors(of: bytes.count, at: offset)
    let ends = Set(
      stride(from: 1, to: bytes.count, by: step).map { $0 }
        + sectors.flatMap { [$0.upperBound - 1, $0.upperBound, $0.upperBound + 1] }
        + [bytes.count - 1])
    var fates = ends.filter { (1..<bytes.count).contains($0) }.sorted().map { Disk.Fate.prefix($0) }
    let none = [Bool](repeating: false, count: sectors.count)
    fates.append(.sectors(none))
    guard sectors.count > 1 else { return fates }
    for place in sectors.indices {
      var alone = none
      alone[place] = true
      fates += [.sectors(alone), .sectors(alone.map { !$0 })]
    }
    return fates
  }

  /// Returns a random fate.
  func fate(_ random: inout SeededGenerator) -> Disk.Fate {
    switch random.next() % 4 {
    case 0: return .kept
    case 1: return .dropped
    case 2:
      guard case .write(_, _, let bytes) = self, bytes.count > 1 else { return .kept }
      return .prefix(Int.random(in: 1..<bytes.count, using: &random))
    default:
      guard case .write(_, let offset, let bytes) = self else { return .dropped }
      return .sectors(
        Disk.sectors(of: bytes.count, at: offset).map { _ in Bool.random(using: &random) })
    }
  }
}
