/// The end of a log and the ids in the log, which a batch is checked against.
struct LogEnd {
  private(set) var log: Log
  /// The size of the file; nil after a failed write, when the file must be read again.
  var size: Int?
  private(set) var tail: Tail
  /// The offsets of the events, by id.
  private(set) var index = IDIndex()

  /// The offsets of the indexed events; a checkpoint has the offsets of earlier events.
  struct IDIndex {
    /// The offsets of the lines, by the ids of their events.
    fileprivate var ids = IDPlaces()
    /// The offset of the first indexed line; the checkpoint has the ids before it.
    fileprivate var start = 0
    fileprivate var end = 0
    /// The `seq` of the last indexed line.
    fileprivate var seq = 0
    /// The hash of the last indexed line; it depends on all lines if they have checksums and none is missing.
    fileprivate var mark: UInt64 = 0
    /// A Boolean value indicating whether an id was looked up.
    fileprivate var isUsed = false
    /// The number of bytes of the log that were read for the index.
    fileprivate(set) var read = 0

    /// The number of unindexed bytes above which the index is read ahead, so that no line waits for it.
    static let long = 1 << 22

    fileprivate init() {}

    /// Creates an index of a log after its checkpoint; nil if reading that part takes little time.
    init?(of log: Log) throws(LogError) {
      guard log.bytes.count - log.checkpointedBytes >= IDIndex.long else {
        return nil
      }
      var end = try LogEnd(log, tail: nil)
      try end.indexIDs()
      self = end.index
    }
  }

  /// The ids of events that the remote refused, which the log of a device does not contain.
  var refused: Set<EventID> = []
  /// The events that a dry run appended.
  private var rehearsed: [EventID: Event] = [:]
  private let decoder: LineDecoder

  /// Creates the end of `log`, and finds the tail unless `tail` is given.
  ///
  /// - Parameters:
  ///   - lastBatch: The start of the last batch, if the caller knows it.
  ///   - decoder: The decoder to share; clearing the tables of a new one takes as long as a short append.
  init(
    _ log: Log, tail: Tail?, lastBatch: Int? = nil, _ decoder: LineDecoder = LineDecoder()
  ) throws(LogError) {
    (self.log, self.decoder) = (log, decoder)
    size = log.bytes.count
    if let tail {
      self.tail = tail
    } else {
      self.tail = try LogEnd.soundTail(of: log, lastBatch: lastBatch, decoder)
    }
  }

  /// Returns the tail, unless a line of the last batch was changed or never written.
  ///
  /// Events must not be appended after lines that readers refuse.
  private static func soundTail(
    of log: Log, lastBatch: Int?, _ decoder: LineDecoder
  ) throws(LogError) -> Tail {
    let (bytes, tail) = (log.bytes, try Tail(log, floor: lastBatch, decoder))
    guard tail.end > 0 else { return tail }
    // The batch before the torn one lacks lines. Readers would take an event in the place of the torn batch for a
    // part of the incomplete batch, and would not show it.
    if let torn = tail.torn, tail.isBehindCutBatch(bytes, decoder) {
      let error = LineError(0, "expected the rest of a batch, found a torn end")
      throw log.damage(error, from: torn.lowerBound, to: torn.upperBound)
    }
    let last = bytes.lastLine(before: tail.end).lowerBound
    // If the last batch is the torn one, the line before it is the only line to check.
    let start = min(lastBatch ?? Tail.startOfLastBatch(bytes, decoder) ?? 0, last)
    var line = start > 0 ? bytes.lastLine(before: start) : 0..<0
    do throws(LineError) {
      var previous = start > 0 ? try decoder.logged(bytes, in: line) : nil
      var next = start
      while next < tail.end {
        line = next..<(bytes.firstIndex(of: UInt8(ascii: "\n"), from: next) ?? tail.end)
        let envelope = try decoder.logged(bytes, in: line)
        try decoder.check(envelope, bytes[line], after: previous)
        previous = envelope
        next = line.upperBound + 1
      }
    } catch {
      throw log.damage(error, from: line.lowerBound, to: line.upperBound)
    }
    return tail
  }

  /// Replaces the checkpoint with one that was just written.
  mutating func use(_ checkpoint: Checkpoint?) { log.checkpoint = checkpoint }

  /// Reuses the index of an earlier pass over the same log.
  ///
  /// A log only grows, so events keep their offsets. If another log was written into the file, the mark differs and
  /// the index is not used.
  mutating func reuseIndex(_ earlier: IDIndex) {
    guard earlier.end > 0, earlier.end <= log.bytes.count + 1,
      mark(at: earlier.end) == earlier.mark,
      earlier.start <= log.checkpointedBytes
    else { return }
    index = earlier
  }

  /// Returns the hash of the line that ends before `end`, with or without a newline.
  private func mark(at end: Int) -> UInt64 {
    let bytes = log.bytes
    return XXH64.hash(bytes[bytes.lastLine(before: min(end, bytes.count))])
  }

  /// Indexes the ids of a batch that was written as `bytes` at `start`, if all earlier ids are indexed.
  mutating func index(_ batch: Batch, _ bytes: [UInt8], from start: Int) {
    guard index.isUsed, index.end == start else { return }
    for first in stride(from: 0, to: batch.lines.count, by: IDPlaces.ahead) {
      let next = batch.places(first..<min(first + IDPlaces.ahead, batch.lines.count))
      index.ids.prefetch(next.lazy.map { $0.0 })
      for (id, line) in next { index.ids.enter(id, start + line) }
    }
    (index.end, index.seq) = (tail.end, tail.seq)
    index.mark = Bytes.of(bytes) { XXH64.hash($0[$0.lastLine(before: $0.count)]) }
  }

  /// Sorts `drafts` into drafts that the log already contains and drafts to write.
  ///
  /// - Throws: `.conflict` for an id with other content, or if the log does not end with the expected `seq`.
  mutating func batch(
    _ drafts: [Draft], _ defaults: DraftDefaults, expecting expected: Int?
  ) throws(LogError) -> Batch {
    var batch = Batch(path: log.name, tail: tail, drafts, defaults)
    // An id from a seed may be taken: another command with the same seed may have generated it.
    let isSeeded = defaults.seed != nil
    var given: Set<EventID> = []
    // By index: a loop over the elements would copy every draft.
    if isSeeded, drafts.indices.contains(where: { drafts[$0].id == nil }) {
      given = Set(drafts.indices.lazy.compactMap { drafts[$0].id })
    }
    var isIndexed = drafts.indices.contains { drafts[$0].id != nil }
    if isIndexed {
      try indexIDs()
    } else if isSeeded {
      // Events without ids of their own can be appended in spite of damage before the end of the log.
      isIndexed = (try? indexIDs()) != nil
    }
    for number in drafts.indices {
      if isIndexed, number % IDPlaces.ahead == 0 {
        let next = number..<min(number + IDPlaces.ahead, drafts.count)
        index.ids.prefetch(next.lazy.compactMap { drafts[$0].id })
      }
      try add(number, of: drafts, into: &batch, defaults, &given, looksUp: isIndexed)
    }
    if let expected, expected != tail.seq, !batch.isEmpty {
      throw .unexpectedEnd(tail.seq, log.name, expected: expected)
    }
    return batch
  }

  /// Adds the next draft to a batch, unless the log already contains its id.
  ///
  /// - Parameters:
  ///   - given: The ids that must not be generated from a seed.
  ///   - looksUp: A Boolean value indicating whether a generated id is looked up in the log.
  private mutating func add(
    _ number: Int, of drafts: [Draft], into batch: inout Batch, _ defaults: DraftDefaults,
    _ given: inout Set<EventID>, looksUp: Bool
  ) throws(LogError) {
    if let id = drafts[number].id {
      guard let known = try event(id) else {
        guard !refused.contains(id) else { throw .refusedBefore(id, log.name, draft: number) }
        return try batch.add()
      }
      guard drafts[number].isHeld(by: known) else {
        throw .reused(id, by: known.seq, log.name, draft: number)
      }
      batch.add(known: known)
    } else if defaults.seed != nil {
      let made = try newID(defaults, batch.nextSeq, besides: given, looksUp: looksUp)
      given.insert(made)
      try batch.add(made: made)
    } else {
      try batch.add()
    }
  }

  /// Returns the first generated id that neither the log nor the batch contains.
  private mutating func newID(
    _ defaults: DraftDefaults, _ seq: Int, besides given: Set<EventID>, looksUp: Bool
  ) throws(LogError) -> EventID {
    var id = defaults.id(seq: seq)
    var attempt = 0
    while try isTaken(id, given, looksUp) {
      attempt += 1
      id = defaults.id(seq: seq, attempt: attempt)
    }
    return id
  }

  private mutating func isTaken(
    _ id: EventID, _ given: Set<EventID>, _ looksUp: Bool
  ) throws(LogError) -> Bool {
    if given.contains(id) || refused.contains(id) { return true }
    return looksUp ? try event(id) != nil : false
  }

  /// Indexes the ids of the lines after the checkpoint and the lines that were indexed before.
  ///
  /// Only drafts with ids of their own, and ids from a seed, need this index. A random id is always new.
  private mutating func indexIDs() throws(LogError) {
    if !index.isUsed, index.end == 0, let position = log.checkpoint?.position {
      (index.start, index.end, index.seq) = (position.end, position.end, position.seq)
    }
    index.isUsed = true
    let bytes = log.bytes
    index.read += max(0, tail.end - index.end)
    while index.end < tail.end {
      if index.seq & 0xFFF == 0, log.isCancelled?() ?? false { throw .cancelled(log.name) }
      let start = index.end
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? tail.end
      do throws(LineError) {
        let envelope = try decoder.logged(bytes, in: start..<end)
        guard envelope.seq > index.seq else {
          throw LineDecoder.fall(envelope.seq, after: index.seq)
        }
        if let id = envelope.id { index.ids.enter(id, start) }
        index.seq = envelope.seq
      } catch {
        throw log.damage(error, from: start, to: end)
      }
      index.end = end + 1
    }
    if index.end > 0 { index.mark = mark(at: index.end) }
  }

  /// Indexes the ids of the whole log again.
  private mutating func indexAll() throws(LogError) {
    index = IDIndex()
    index.isUsed = true
    try indexIDs()
  }

  /// Returns the event with an id, or nil if the log has none.
  private mutating func event(_ id: EventID) throws(LogError) -> Event? {
    if !rehearsed.isEmpty, let event = rehearsed[id] { return event }
    if let start = index.ids[id] {
      let found = try event(from: start)
      if found.id == id { return found }
      // Another log was written into the file, so the index is useless.
      try indexAll()
      return try index.ids[id].map { (start) throws(LogError) in try event(from: start) }
    }
    guard index.start > 0 else { return nil }
    do {
      return try indexedEvent(id)
    } catch let error as LogError {
      throw error
    } catch {
      // The indexed line could not be read, so the whole log is searched.
      try indexAll()
      return try index.ids[id].map { (start) throws(LogError) in try event(from: start) }
    }
  }

  /// Returns the event of the line at the indexed offset `start`.
  private func event(from start: Int) throws(LogError) -> Event {
    let bytes = log.bytes
    return try event(
      at: start..<(bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count))
  }

  /// Returns the event with an id by the index of the checkpoint, or nil if no indexed line has the id.
  ///
  /// - Throws: `LogError` for a line that was changed. For any other error the checkpoint must not be used.
  private func indexedEvent(_ id: EventID) throws -> Event? {
    let bytes = log.bytes
    guard let checkpoint = log.checkpoint else { throw Checkpoint.Damage() }
    for start in try checkpoint.places(of: id, isOwn: true).reversed() where start < index.start {
      guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n"),
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start)
      else { throw Checkpoint.Damage() }
      let event = try event(at: start..<end)
      // Two ids may have the same hash.
      if event.id == id { return event }
    }
    return nil
  }

  /// Returns the event of the line at `place`, after checking that the line is unchanged.
  private func event(at place: Range<Int>) throws(LogError) -> Event {
    let bytes = log.bytes
    var line = place.lowerBound > 0 ? bytes.lastLine(before: place.lowerBound) : place
    do throws(LineError) {
      // A line that was changed since must not be acknowledged.
      let previous = place.lowerBound > 0 ? try decoder.logged(bytes, in: line) : nil
      line = place
      try decoder.check(try decoder.logged(bytes, in: line), bytes[line], after: previous)
      let event = try decoder.whole(bytes[line])
      // After a gap no checksum is checked, so a changed line may have any position.
      guard event.seq <= tail.seq else {
        throw LineError(0, "'seq' must be at most \(tail.seq), the last one, got \(event.seq)")
      }
      return event
    } catch {
      throw log.damage(error, from: line.lowerBound, to: line.upperBound)
    }
  }

  /// Appends the lines of a batch to the log, in memory only, and returns whether there is room for them.
  mutating func extend(by batch: Batch, _ lines: [UInt8]) -> Bool {
    let start = tail.end
    guard log.extend(by: lines) else { return false }
    (size, tail) = (start + lines.count, batch.tail(size: start + lines.count))
    index(batch, lines, from: start)
    return true
  }

  /// Advances the end past a batch as if it had been appended.
  ///
  /// The log keeps its end, and all torn bytes after it. The next batch gets the positions after this one.
  mutating func advance(over batch: Batch) {
    for acknowledgement in batch.acknowledgements() {
      rehearsed[acknowledgement.event.id] = acknowledgement.event
    }
    tail = batch.tail(size: tail.end)
  }
}
