/// Where a log ends and which ids it holds: all that a batch is checked against.
struct Frontier {
  private(set) var log: Log
  /// The size of the file this is about; nil once a write failed and it must be looked at anew.
  var size: Int?
  private(set) var tail: Tail
  /// Where the events with their ids stand.
  private(set) var index = Index()

  /// Where each event stands, as far as the log was indexed.
  struct Index {
    fileprivate var ids: [EventID: Range<Int>] = [:]
    fileprivate var end = 0
    /// The `seq` of the last of them.
    fileprivate var seq = 0
    /// The hash of its line. Where lines have sums and nothing is missing it stands for all.
    fileprivate var mark: UInt64 = 0
    /// Whether anybody asked for it yet.
    fileprivate var isUsed = false
  }

  /// Events that were appended in thought.
  private var rehearsed: [EventID: Event] = [:]
  private let decoder = LineDecoder()

  /// The frontier of `log`, whose end is looked for unless `tail` says where it is.
  ///
  /// - Parameter lastBatch: where the last batch begins, if that is known.
  init(_ log: Log, tail: Tail?, lastBatch: Int? = nil) throws(LogError) {
    self.log = log
    size = log.bytes.count
    if let tail {
      self.tail = tail
    } else {
      self.tail = try Frontier.soundTail(of: log, lastBatch: lastBatch)
    }
  }

  /// The tail, unless a line of the last batch was changed or never written: nothing is built on what
  /// readers refuse.
  private static func soundTail(of log: Log, lastBatch: Int?) throws(LogError) -> Tail {
    let (bytes, tail) = (log.bytes, try log.tail())
    guard tail.end > 0 else { return tail }
    let decoder = LineDecoder()
    // Lines were taken out of the batch before the torn one: what is appended in the place of the torn
    // one would be read as more of it, and not be shown.
    if let torn = tail.torn, tail.isBehindCutBatch(bytes, decoder) {
      let error = LineError(0, "expected the rest of a batch, found a torn end")
      throw log.damage(error, from: torn.lowerBound, to: torn.upperBound)
    }
    let last = Tail.lastLine(bytes, before: tail.end).lowerBound
    // Where the last batch is the torn one, the line before it is all there is to look at.
    let start = min(lastBatch ?? Tail.startOfLastBatch(bytes), last)
    var line = start > 0 ? Tail.lastLine(bytes, before: start) : 0..<0
    do throws(LineError) {
      var previous = start > 0 ? try decoder.logged(bytes[line]) : nil
      var next = start
      while next < tail.end {
        line = next..<(bytes.firstIndex(of: UInt8(ascii: "\n"), from: next) ?? tail.end)
        let envelope = try decoder.logged(bytes[line])
        try decoder.check(envelope, bytes[line], after: previous)
        previous = envelope
        next = line.upperBound + 1
      }
    } catch {
      throw log.damage(error, from: line.lowerBound, to: line.upperBound)
    }
    return tail
  }

  /// Takes note of a checkpoint that was written.
  mutating func take(_ checkpoint: Checkpoint?) { log.checkpoint = checkpoint }

  /// Takes over what an earlier look at the same log indexed: a log only grows, so events stay where
  /// they are. Unless somebody wrote another into the file: what the index says is not there then.
  mutating func adopt(_ earlier: Index) {
    guard earlier.end > 0, earlier.end <= log.bytes.count + 1, mark(at: earlier.end) == earlier.mark
    else { return }
    index = earlier
  }

  /// The hash of the line that ends before `end`, or would with a newline.
  private func mark(at end: Int) -> UInt64 {
    let bytes = log.bytes
    return XXH64.hash(bytes[Tail.lastLine(bytes, before: min(end, bytes.count))])
  }

  /// Indexes the ids of a batch that was written from `start` on as `bytes`, if all before it are indexed.
  mutating func learn(_ batch: Batch, _ bytes: [UInt8], from start: Int) {
    guard index.isUsed, index.end == start else { return }
    for (id, line) in batch.places {
      index.ids[id] = start + line.lowerBound..<start + line.upperBound
    }
    (index.end, index.seq) = (tail.end, tail.seq)
    index.mark = Bytes.of(bytes) { XXH64.hash($0[Tail.lastLine($0, before: $0.count)]) }
  }

  /// Sorts `drafts` into those that are in the log and those to be written.
  ///
  /// - Throws: `.conflict` for an id with other content or an unmet expectation.
  mutating func batch(
    _ drafts: [Draft], _ supply: Supply, expecting expected: Int?
  ) throws(LogError) -> Batch {
    var batch = Batch(path: log.name, tail: tail)
    if drafts.contains(where: { $0.id != nil }) { try indexIDs() }
    for draft in drafts {
      if let known = try earlier(draft) {
        batch.acknowledgements.append(Acknowledgement(event: known, isDuplicate: true))
      } else {
        try batch.add(draft, supply)
      }
    }
    if let expected, expected != tail.seq, !batch.isEmpty {
      throw LogError(
        .conflict, log.name, "expected the log to end with seq \(expected), found \(tail.seq)",
        help: "read what was appended since, then decide again")
    }
    return batch
  }

  /// Indexes the ids of what was not indexed yet. Only a producer that brings its own ids pays for
  /// this: an id that replog makes is new.
  private mutating func indexIDs() throws(LogError) {
    index.isUsed = true
    let bytes = log.bytes
    while index.end < tail.end {
      let start = index.end
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? tail.end
      do throws(LineError) {
        let envelope = try decoder.logged(bytes[start..<end])
        guard envelope.seq > index.seq else {
          throw LineDecoder.fall(envelope.seq, after: index.seq)
        }
        if let id = envelope.id { index.ids[id] = start..<end }
        index.seq = envelope.seq
      } catch {
        throw log.damage(error, from: start, to: end)
      }
      index.end = end + 1
    }
    if index.end > 0 { index.mark = mark(at: index.end) }
  }

  /// The event that is in the log under the draft's id; nil when none is.
  ///
  /// - Throws: a conflict when it has other content.
  private mutating func earlier(_ draft: Draft) throws(LogError) -> Event? {
    guard let id = draft.id, let event = try event(id) else { return nil }
    guard draft.isHeld(by: event) else { throw .reused(id, by: event.seq, log.name) }
    return event
  }

  private mutating func event(_ id: EventID) throws(LogError) -> Event? {
    if let event = rehearsed[id] { return event }
    let found = try event(at: index.ids[id])
    if let found, found.id != id {
      // Somebody wrote another log into the file.
      index = Index()
      try indexIDs()
      return try event(at: index.ids[id])
    }
    return found
  }

  /// The event whose line is at `place`, which must be as it was written; nil for no place.
  private func event(at place: Range<Int>?) throws(LogError) -> Event? {
    guard let place else { return nil }
    let bytes = log.bytes
    var line = place.lowerBound > 0 ? Tail.lastLine(bytes, before: place.lowerBound) : place
    do throws(LineError) {
      // What was changed since is acknowledged to nobody.
      let previous = place.lowerBound > 0 ? try decoder.logged(bytes[line]) : nil
      line = place
      try decoder.check(try decoder.logged(bytes[line]), bytes[line], after: previous)
      return try decoder.whole(bytes[line])
    } catch {
      throw log.damage(error, from: line.lowerBound, to: line.upperBound)
    }
  }

  /// Takes a batch for appended that was not. The log ends where it did, with all that is torn behind
  /// that; what comes next has the positions behind the batch.
  mutating func advance(over batch: Batch) {
    for acknowledgement in batch.acknowledgements {
      rehearsed[acknowledgement.event.id] = acknowledgement.event
    }
    tail = batch.tail(size: tail.end)
  }
}
