/// A writer of a checkpoint, which extends an existing one or creates a new one.
public struct CheckpointWriter {
  /// The log, with the checkpoint to extend.
  package let log: Log
  /// The checkpoint to extend; nil for a new checkpoint.
  private let base: Checkpoint?
  private var index: LineIndex
  private var manifest: Checkpoint.Manifest
  /// The bytes of the new file of states.
  private var states: [UInt8] = []
  private var file: Checkpoint.Manifest.States
  /// The numbers of the files that a new checkpoint replaces.
  private let left: [Int]
  /// The numbers of the files written so far.
  private var written: [Int] = []

  /// The usual size of a line in bytes.
  private static let lineSize = 256

  /// Indexes the lines of `log` after its checkpoint.
  ///
  /// - Parameter left: The numbers of the files of a checkpoint that is not extended, in order.
  /// - Throws: `LogError` if a line is damaged or its checksum does not continue the previous one.
  ///   `Checkpoint.Damage` if the checkpoint cannot be extended.
  init(_ log: Log, to position: Checkpoint.Position, inPlaceOf left: [Int]) throws {
    (self.left, self.log) = (left, log)
    base = log.checkpoint
    var random = SystemRandomNumberGenerator()
    let key = base?.manifest.key ?? random.next()
    index = LineIndex(key: key, from: base?.position.end ?? 0)
    manifest =
      base?.manifest
      ?? Checkpoint.Manifest(
        position: position, code: 0, key: key, next: PartFiles.number(after: left))
    file = Checkpoint.Manifest.States(number: manifest.next, size: 0, stamp: random.next(), live: 0)
    var lines = base.map { log.lines(behind: $0.position) } ?? log.lines()
    while let line = try lines.next() {
      try lines.requireChain()
      index.add(
        lines.line, at: lines.offset, id: lines.id, user: line.user, area: line.area,
        isKnown: lines.isKnown)
    }
    manifest.position = position
    manifest.code = Checkpoint.code(knowingAll: (base?.knewAll ?? true) && index.isKnown)
    try carry()
  }

  /// Copies the places of the states of users with new lines, and counts the lines after those states.
  private mutating func carry() throws {
    guard let base else { return }
    for hash in index.streams.keys {
      guard let head = try base.head(of: hash) else { continue }
      index.streams[hash]?.state = head.state
      index.streams[hash]?.since += head.since
    }
  }

  /// The part of the log that the checkpoint will cover.
  var position: Checkpoint.Position { manifest.position }

  // MARK: - Due states

  /// The users of the new lines, in order.
  package var users: [Name] { index.users }

  /// Returns the users whose states should be written again, within a limit of effort.
  ///
  /// The most overdue users come first. A state is due when the lines after it are several times larger than the
  /// state. This keeps the amount written proportional to the log, and a reader folds in the later lines within some
  /// milliseconds.
  ///
  /// - Parameter effort: The limit in bytes of states; a line counts as 256 bytes.
  package func dueUsers(effort: Int) -> [Name] {
    var due: [(user: Name, weight: Double, effort: Int)] = []
    for user in index.users {
      guard let stream = index.streams[StreamKey.user(user).hash(index.key)] else { continue }
      let total = stream.state?.total ?? 0
      let lines = stream.since * CheckpointWriter.lineSize
      guard stream.since >= 32, lines >= 8 * total else { continue }
      due.append((user, Double(lines) / Double(total + 1024), total + stream.since * 256))
    }
    due.sort { ($1.weight, $0.user) < ($0.weight, $1.user) }
    var rest = effort
    // The first user is always included. Otherwise a very large state would never be written.
    let fitting = due.prefix { entry in
      defer { rest -= entry.effort }
      return rest == effort || rest >= entry.effort
    }
    return fitting.map(\.user)
  }

  /// Returns whether a state that belongs to no user should be written again.
  package func isDue(_ name: String, _ areas: Areas) throws -> Bool {
    let hash = Checkpoint.hash(ofState: name)
    guard let base, let common = base.manifest.commons.first(where: { $0.name == hash }) else {
      return true
    }
    // Without an index of the areas, the state is usable only at the end of the log.
    guard Area.allCases.allSatisfy({ !areas.contains($0) || LineIndex.areas.contains($0) }) else {
      return true
    }
    var since = 0
    for area in Area.allCases where areas.contains(area) {
      let stream = StreamKey.area(area).hash(index.key)
      since += try base.places(of: stream, from: common.end).count
      since += index.streams[stream]?.places.count ?? 0
    }
    return since >= 32 && since * CheckpointWriter.lineSize >= 4 * common.place.total
  }

  /// Calls `body` with the events of a user in the new lines.
  package func forEachEvent(of user: Name, _ body: (Event) -> Void) throws(LogError) {
    let decoder = LineDecoder()
    let places = index.streams[StreamKey.user(user).hash(index.key)]?.places ?? []
    do {
      for place in places {
        let (reader, line) = try log.line(at: place, decoder)
        if line.user == user, line.area != nil { body(try reader.event()) }
      }
    } catch let error as LogError {
      throw error
    } catch {
      throw LogError(.system, log.name, "cannot read the lines that were just indexed")
    }
  }

  // MARK: - States

  /// Keeps the states of a user at the end of the log.
  package mutating func keep(_ states: [(name: String, state: [UInt8])], of user: Name) {
    let key = StreamKey.user(user)
    let hash = key.hash(index.key)
    let before = index.streams[hash]?.state
    let place = append(states, owner: key.bytes)
    index.streams[hash]?.state = place
    index.streams[hash]?.since = 0
    if let before { release(before) }
  }

  /// Keeps a state that belongs to no user, at the end of the log.
  package mutating func keep(_ name: String, _ state: [UInt8]) {
    let hash = Checkpoint.hash(ofState: name)
    let place = manifest.commons.firstIndex { $0.name == hash }
    if let place {
      let before = manifest.commons[place].place
      // An unchanged state is not written again.
      let isSame = try? base?.state(hash, at: before, of: []) { bytes in
        Bytes.of(state) { bytes.equals($0) }
      }
      if isSame ?? false {
        manifest.commons[place].end = manifest.position.end
        return
      }
      release(before)
      manifest.commons.remove(at: place)
    }
    let new = append([(name, state)], owner: [])
    manifest.commons.append(
      Checkpoint.Manifest.Common(name: hash, place: new, end: manifest.position.end))
  }

  private mutating func append(
    _ states: [(name: String, state: [UInt8])], owner: [UInt8]
  ) -> StatePlace {
    let offset = self.states.count
    let head = StateTable.bytes(
      of: states.map { (Checkpoint.hash(ofState: $0.name), $0.state) }, owner: owner,
      seed: file.stamp &+ UInt64(offset))
    self.states += head
    for state in states { self.states += state.state }
    let total = self.states.count - offset
    file.live += total
    return StatePlace(
      file: file.number, offset: offset, head: head.count, total: total,
      end: manifest.position.end)
  }

  private mutating func release(_ place: StatePlace) {
    if let number = manifest.states.firstIndex(where: { $0.number == place.file }) {
      manifest.states[number].live -= place.total
    }
  }

  // MARK: - Files

  /// Writes the new files and the manifest.
  ///
  /// - Returns: The size of the checkpoint in bytes.
  mutating func finish(_ folder: CheckpointFolder, _ lock: Descriptor) throws -> Int {
    let unneeded = manifest.old
    manifest.old = []
    do {
      if !states.isEmpty {
        manifest.states.append(
          Checkpoint.Manifest.States(
            number: manifest.next, size: states.count, stamp: file.stamp, live: file.live))
        try write(states, to: folder)
      }
      if index.count > 0 {
        let level = try merge()
        let stamp = UInt64.random(in: 0...UInt64.max)
        let (bytes, segment) = index.segment(manifest.next, stamp: stamp, level: level)
        manifest.segments.append(segment)
        try write(bytes, to: folder)
      }
      manifest.old += manifest.states.filter { $0.live <= 0 }.map(\.number)
      manifest.states.removeAll { $0.live <= 0 }
      try folder.replace(manifest.bytes, lock)
    } catch {
      for number in written { folder.removePart(number) }
      throw error
    }
    for number in unneeded + left { folder.removePart(number) }
    return manifest.size
  }

  private mutating func write(_ bytes: [UInt8], to folder: CheckpointFolder) throws(SystemError) {
    written.append(manifest.next)
    manifest.next += 1
    try folder.writePart(written[written.count - 1], bytes)
  }

  /// The number of indexes that are merged into one.
  private static let fanOut = 16
  /// The largest number of lines in a merged index; merging so many takes some ten milliseconds.
  private static let largestMerge = 1 << 17
  /// The level of an index that is not merged.
  private static let whole = 1 << 10

  /// Merges the previous indexes of the same size into the new index, if there are enough of them.
  ///
  /// - Returns: The level of the new index.
  private mutating func merge() throws -> Int {
    index.sort()
    guard let base else { return CheckpointWriter.whole }
    var level = 0
    while let piled = piledUp(at: level) {
      var merged = try base.index(piled[0])
      for segment in piled.dropFirst() { merged.append(try base.index(segment)) }
      merged.append(index)
      merged.sort()
      index = merged
      manifest.old += piled.map(\.number)
      manifest.segments.removeLast(piled.count)
      level += 1
    }
    return index.count > CheckpointWriter.largestMerge ? CheckpointWriter.whole : level
  }

  /// Returns the last indexes, in order, if these and the new one are enough and small enough to merge.
  private func piledUp(at level: Int) -> [Checkpoint.Manifest.Segment]? {
    let piled = Array(manifest.segments.suffix(CheckpointWriter.fanOut - 1))
    guard piled.count == CheckpointWriter.fanOut - 1, piled.allSatisfy({ $0.level == level }),
      piled.reduce(index.count, { $0 + $1.count }) <= CheckpointWriter.largestMerge
    else { return nil }
    return piled
  }
}

extension LineIndex {
  /// Returns the bytes of the file for this index, which must be sorted, and its entry in the manifest.
  fileprivate func segment(
    _ number: Int, stamp: UInt64, level: Int
  ) -> ([UInt8], Checkpoint.Manifest.Segment) {
    var bytes: [UInt8] = []
    let ids = IDEntries.append(self, to: &bytes, stamp: stamp)
    let streams = StreamEntries.append(self, to: &bytes, stamp: stamp)
    let segment = Checkpoint.Manifest.Segment(
      number: number, size: bytes.count, stamp: stamp, range: range, count: count, level: level,
      ids: ids, streams: streams)
    return (bytes, segment)
  }
}

extension Checkpoint {
  /// Returns an index read back from its file.
  fileprivate func index(_ segment: Manifest.Segment) throws -> LineIndex {
    var index = LineIndex(key: manifest.key, from: segment.range.lowerBound)
    index.use(segment.range, count: segment.count)
    let open = UInt64(IndexTable.hashBits - segment.ids.bits)
    for bucket in 0..<segment.ids.buckets {
      try withBucket(bucket, of: segment.ids, in: segment) { (bytes) throws(LineError) in
        try IDEntries.forEach(
          in: bytes, bits: segment.ids.bits, base: segment.range.lowerBound
        ) { hash, place in
          let low = hash & ((UInt64(1) << open) - 1)
          index.add(LineIndex.Mention(hash: UInt64(bucket) << open | low, place: place))
        }
      }
    }
    for bucket in 0..<segment.streams.buckets {
      try withBucket(bucket, of: segment.streams, in: segment) { (bytes) throws(LineError) in
        try StreamEntries.forEach(in: bytes) { (hash, entry) throws(LineError) in
          index.streams[hash] = try LineIndex.Stream(entry, base: segment.range.lowerBound, from: 0)
          return true
        }
      }
    }
    return index
  }
}
