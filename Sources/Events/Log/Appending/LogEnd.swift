/// The end of a log, and the ids that it holds: all that a batch is checked against.
struct LogEnd {
  private(set) var log: Log
  /// The size of the file; nil once a write failed and it must be looked at anew.
  var size: Int?
  private(set) var tail: Tail
  /// The places of the events, by id.
  private(set) var index = Index()

  /// The place of each event, as far as the log was indexed; a checkpoint has those of earlier ones.
  struct Index {
    /// The places where lines begin, by the ids of their events.
    fileprivate var ids = IDPlaces()
    /// The place where the indexed lines begin; ids before it are those of the checkpoint.
    fileprivate var start = 0
    fileprivate var end = 0
    /// The `seq` of the last of them.
    fileprivate var seq = 0
    /// The hash of its line, and with it of all lines where they have sums and nothing is missing.
    fileprivate var mark: UInt64 = 0
    /// A Boolean value indicating whether an id was looked up yet.
    fileprivate var isUsed = false
    /// The number of bytes of the log that were read for it.
    fileprivate(set) var read = 0
  }

  /// The events that were appended by a dry run.
  private var rehearsed: [EventID: Event] = [:]
  private let decoder: LineDecoder

  /// Creates the end of `log`, which is looked for unless `tail` is given.
  ///
  /// - Parameters:
  ///   - lastBatch: where the last batch begins, if that is known.
  ///   - decoder: read with here, too; clearing the tables of another takes as long as a short append.
  init(
    _ log: Log, tail: Tail?, lastBatch: Int? = nil, _ decoder: LineDecoder = LineDecoder()
  ) throws(LogError) {
    self.log = log
    self.decoder = decoder
    size = log.bytes.count
    if let tail {
      self.tail = tail
    } else {
      self.tail = try LogEnd.soundTail(of: log, lastBatch: lastBatch, decoder)
    }
  }

  /// Returns the tail, unless a line of the last batch was changed or never written.
  ///
  /// Nothing is built on lines that readers refuse.
  private static func soundTail(
    of log: Log, lastBatch: Int?, _ decoder: LineDecoder
  ) throws(LogError) -> Tail {
    let (bytes, tail) = (log.bytes, try Tail(log, floor: lastBatch, decoder))
    guard tail.end > 0 else { return tail }
    // Lines were taken out of the batch before the torn one: what is appended in the place of the torn
    // one would be read as more of it, and not be shown.
    if let torn = tail.torn, tail.isBehindCutBatch(bytes, decoder) {
      let error = LineError(0, "expected the rest of a batch, found a torn end")
      throw log.damage(error, from: torn.lowerBound, to: torn.upperBound)
    }
    let last = bytes.lastLine(before: tail.end).lowerBound
    // Where the last batch is the torn one, the line before it is all there is to look at.
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

  /// Uses a checkpoint that was written.
  mutating func use(_ checkpoint: Checkpoint?) { log.checkpoint = checkpoint }

  /// Takes over the index of an earlier look at the same log.
  ///
  /// A log only grows, so events stay where they are, unless another log was written into the file: the
  /// events of the index are not there then.
  mutating func reuseIndex(_ earlier: Index) {
    guard earlier.end > 0, earlier.end <= log.bytes.count + 1,
      mark(at: earlier.end) == earlier.mark,
      earlier.start <= log.checkpoint?.position.end ?? 0
    else { return }
    index = earlier
  }

  /// Returns the hash of the line that ends before `end`, or would with a newline.
  private func mark(at end: Int) -> UInt64 {
    let bytes = log.bytes
    return XXH64.hash(bytes[bytes.lastLine(before: min(end, bytes.count))])
  }

  /// Indexes the ids of a batch that was written from `start` on as `bytes`, if all before it are indexed.
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

  /// Sorts `drafts` into those that are in the log and those to be written.
  ///
  /// - Throws: `.conflict` for an id with other content or an unmet expectation.
  mutating func batch(
    _ drafts: [Draft], _ defaults: DraftDefaults, expecting expected: Int?
  ) throws(LogError) -> Batch {
    var batch = Batch(path: log.name, tail: tail, drafts, defaults)
    // An id that a seed decides is not new by itself: another log with the same seed may have sent it.
    let isSeeded = defaults.seed != nil
    var given: Set<EventID> = []
    // By index: a loop over the elements copies every draft.
    if isSeeded, drafts.indices.contains(where: { drafts[$0].id == nil }) {
      given = Set(drafts.indices.lazy.compactMap { drafts[$0].id })
    }
    var isIndexed = drafts.indices.contains { drafts[$0].id != nil }
    if isIndexed {
      try indexIDs()
    } else if isSeeded {
      // Damage before the end keeps no event from being appended that has no id of its own.
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
      throw LogError(
        .conflict, log.name, "expected the log to end with seq \(expected), found \(tail.seq)",
        help: "read what was appended since, then decide again")
    }
    return batch
  }

  /// Adds the next draft to a batch, unless the log has it under its id.
  ///
  /// - Parameters:
  ///   - given: The ids that a seed must not give again.
  ///   - looksUp: Whether an id of a seed is looked up in the log.
  private mutating func add(
    _ number: Int, of drafts: [Draft], into batch: inout Batch, _ defaults: DraftDefaults,
    _ given: inout Set<EventID>, looksUp: Bool
  ) throws(LogError) {
    if let id = drafts[number].id {
      guard let known = try event(id) else { return try batch.add() }
      guard drafts[number].isHeld(by: known) else { throw .reused(id, by: known.seq, log.name) }
      batch.add(known: known)
    } else if defaults.seed != nil {
      let made = try newID(defaults, batch.nextSeq, besides: given, looksUp: looksUp)
      given.insert(made)
      try batch.add(made: made)
    } else {
      try batch.add()
    }
  }

  /// Returns the first of the ids of a seed that neither the log has nor others of the batch.
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
    if given.contains(id) { return true }
    return looksUp ? try event(id) != nil : false
  }

  /// Indexes the ids of the lines that were not indexed yet, after those that a checkpoint indexes.
  ///
  /// Only a producer that brings its own ids pays for this, or has a seed decide them: an id that chance makes is
  /// new.
  private mutating func indexIDs() throws(LogError) {
    if !index.isUsed, index.end == 0, let position = log.checkpoint?.position {
      (index.start, index.end, index.seq) = (position.end, position.end, position.seq)
    }
    index.isUsed = true
    let bytes = log.bytes
    index.read += max(0, tail.end - index.end)
    while index.end < tail.end {
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

  /// Indexes the ids of all of the log anew.
  private mutating func indexAll() throws(LogError) {
    index = Index()
    index.isUsed = true
    try indexIDs()
  }

  /// Returns the event that is in the log under an id; nil when none is.
  private mutating func event(_ id: EventID) throws(LogError) -> Event? {
    if !rehearsed.isEmpty, let event = rehearsed[id] { return event }
    if let start = index.ids[id] {
      let found = try event(from: start)
      if found.id == id { return found }
      // Another log was written into the file.
      try indexAll()
      return try index.ids[id].map { (start) throws(LogError) in try event(from: start) }
    }
    guard index.start > 0 else { return nil }
    do {
      return try indexedEvent(id)
    } catch let error as LogError {
      throw error
    } catch {
      // What cannot be looked up is looked for.
      try indexAll()
      return try index.ids[id].map { (start) throws(LogError) in try event(from: start) }
    }
  }

  /// Returns the event whose line begins at `start`, as it was indexed.
  private func event(from start: Int) throws(LogError) -> Event {
    let bytes = log.bytes
    return try event(
      at: start..<(bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count))
  }

  /// Returns the event under an id, where the checkpoint indexes it; nil when none of its lines has the id.
  ///
  /// - Throws: `LogError` for a line that was changed; anything else means not to ask the checkpoint.
  private func indexedEvent(_ id: EventID) throws -> Event? {
    let bytes = log.bytes
    guard let checkpoint = log.checkpoint else { throw Checkpoint.Damage() }
    for start in try checkpoint.places(of: id, isOwn: true).reversed() where start < index.start {
      guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n"),
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start)
      else { throw Checkpoint.Damage() }
      let event = try event(at: start..<end)
      // Another id may have the same hash.
      if event.id == id { return event }
    }
    return nil
  }

  /// Returns the event whose line is at `place`, which must be as it was written.
  private func event(at place: Range<Int>) throws(LogError) -> Event {
    let bytes = log.bytes
    var line = place.lowerBound > 0 ? bytes.lastLine(before: place.lowerBound) : place
    do throws(LineError) {
      // A line that was changed since is not acknowledged.
      let previous = place.lowerBound > 0 ? try decoder.logged(bytes, in: line) : nil
      line = place
      try decoder.check(try decoder.logged(bytes, in: line), bytes[line], after: previous)
      let event = try decoder.whole(bytes[line])
      // After a gap no sum is checked, so a line that was changed may have any position.
      guard event.seq <= tail.seq else {
        throw LineError(0, "expected a seq up to \(tail.seq), the last one, found \(event.seq)")
      }
      return event
    } catch {
      throw log.damage(error, from: line.lowerBound, to: line.upperBound)
    }
  }

  /// Takes a batch for appended that was not.
  ///
  /// The log ends where it did, with all torn bytes after that; the next batch has the positions after this
  /// one.
  mutating func advance(over batch: Batch) {
    for acknowledgement in batch.acknowledgements() {
      rehearsed[acknowledgement.event.id] = acknowledgement.event
    }
    tail = batch.tail(size: tail.end)
  }
}
