/// Writes a checkpoint beside its log: the parts as they come, then the table, then the footer; then
/// the file takes the place of the one before.
///
/// It is written under another name, `LOG.checkpoint.new`, which is locked as long: two processes
/// never write at once, and what a crash left has no lock and is thrown away by the next. Nothing is
/// synced: what a power cut leaves of a cache either has all its checksums or is ignored.
public struct CheckpointWriter: ~Copyable {
  private let path: String
  private let temporary: String
  private let system: System
  private let file: Descriptor
  private var buffer: [UInt8] = []
  /// How many bytes were written, those in the buffer included.
  private var size = 0
  private var entries: [Checkpoint.Entry] = []
  private var keys: Set<Checkpoint.Key> = []

  /// How much is kept before it is written.
  private static let piece = 1 << 20

  /// Begins the checkpoint of the log at `path`; nil when another process is writing it.
  init?(of path: String, _ system: System) throws(SystemError) {
    self.path = Checkpoint.path(of: path)
    self.system = system
    temporary = self.path + ".new"
    guard let file = try CheckpointWriter.make(temporary, system) else { return nil }
    self.file = file
  }

  /// Makes the file and locks it; nil when somebody else has it.
  ///
  /// - Throws: that the name is taken, by what cannot be taken away: a folder, a link to nothing.
  private static func make(_ path: String, _ system: System) throws(SystemError) -> Descriptor? {
    for _ in 0..<2 {
      let taken: SystemError
      do throws(SystemError) {
        let file = try system.open(path, for: .creating)
        return try system.lock(file) ? file : nil
      } catch {
        guard error.isExisting else { throw error }
        taken = error
      }
      let left: Descriptor
      do throws(SystemError) { left = try system.open(path, for: .glancing) } catch {
        guard error.isMissing else { throw error }
        // Whoever wrote it is done by now, or it is a link to nothing, which has the name still.
        if (try? system.isLink(path)) == true { throw taken }
        continue
      }
      do throws(SystemError) {
        guard try system.status(left).isRegular else { throw taken }
        // Whoever has the lock of the file that has the name may take the name away, nobody else.
        guard try system.lock(left),
          try system.status(path: path).identity == system.status(left).identity
        else { return nil }
        system.remove(path)
        // What cannot be taken away has it still.
        if try system.status(path: path).identity == system.status(left).identity { throw taken }
      } catch {
        guard error.isMissing else { throw error }
      }
    }
    return nil
  }

  /// Adds a part; no two have the same key.
  ///
  /// - Throws: what cannot be written, or has a number that JSON has no word for.
  public mutating func add(_ key: Checkpoint.Key, _ state: some Payload) throws {
    var writer = JSONWriter()
    try state.write(to: &writer, checks: false)
    try add(key, writer.bytes)
  }

  /// Adds a part that says something by being there.
  public mutating func add(_ key: Checkpoint.Key) throws { try add(key, []) }

  private mutating func add(_ key: Checkpoint.Key, _ bytes: [UInt8]) throws {
    let checksum = Bytes.of(bytes) { XXH64.hash($0) }
    entries.append(
      Checkpoint.Entry(key: key, range: size..<size + bytes.count, checksum: checksum))
    keys.insert(key)
    try put(bytes)
  }

  /// Adds all parts of another checkpoint under whose keys nothing was added, as they are.
  ///
  /// - Throws: that one of them is damaged.
  public mutating func addRest(of checkpoint: Checkpoint) throws {
    for entry in try checkpoint.entries() where !keys.contains(entry.key) {
      let bytes = try checkpoint.bytes(of: entry, \.array)
      entries.append(
        Checkpoint.Entry(
          key: entry.key, range: size..<size + bytes.count, checksum: entry.checksum))
      try put(bytes)
    }
  }

  /// Writes table and footer, and gives the file its name.
  ///
  /// - Returns: how large it is.
  consuming func finish(_ position: Checkpoint.Position, code: UInt64) throws(SystemError) -> Int {
    do throws(SystemError) {
      try writeTable(position, code)
      try flush()
      try system.rename(temporary, to: path)
      return size
    } catch {
      system.remove(temporary)
      throw error
    }
  }

  /// Gives up what was written.
  consuming func abandon() { system.remove(temporary) }

  private mutating func writeTable(
    _ position: Checkpoint.Position, _ code: UInt64
  ) throws(SystemError) {
    // Four parts a bucket: a look-up reads some 300 bytes.
    let buckets = max(1, entries.count / 4)
    var tables = [[UInt8]](repeating: [], count: buckets)
    let directory = size
    let lengths = entries.reduce(0) { $0 + 32 + $1.key.bytes.count }
    let footer = Checkpoint.Footer(
      position: position, code: code,
      fileSize: directory + buckets * Checkpoint.Footer.directoryEntry + lengths
        + Checkpoint.Footer.size, directory: directory, buckets: buckets)
    for entry in entries {
      let number = footer.bucket(of: entry.key)
      for word in [
        UInt64(entry.key.bytes.count), UInt64(entry.range.lowerBound), UInt64(entry.range.count),
        entry.checksum,
      ] { Checkpoint.append(word, to: &tables[number]) }
      tables[number] += entry.key.bytes
    }
    var place = directory + buckets * Checkpoint.Footer.directoryEntry
    var heads: [UInt8] = []
    for (number, table) in tables.enumerated() {
      Checkpoint.append(UInt64(place), to: &heads)
      Checkpoint.append(UInt64(table.count), to: &heads)
      let seed = footer.seed(ofBucket: number)
      Checkpoint.append(Bytes.of(table) { XXH64.hash($0, seed: seed) }, to: &heads)
      place += table.count
    }
    try put(heads)
    for table in tables { try put(table) }
    try put(footer.bytes)
  }

  private mutating func put(_ bytes: [UInt8]) throws(SystemError) {
    buffer += bytes
    size += bytes.count
    if buffer.count >= CheckpointWriter.piece { try flush() }
  }

  private mutating func flush() throws(SystemError) {
    var rest = buffer[...]
    while !rest.isEmpty { rest = rest.dropFirst(try system.write(rest, to: file)) }
    buffer.removeAll(keepingCapacity: true)
  }
}
