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
    /// Whether anybody asked for it yet.
    fileprivate var isUsed = false
  }

  /// Events that were appended in thought.
  private var rehearsed: [EventID: Event] = [:]
  private let decoder = LineDecoder()

  /// The frontier of `log`, whose end is looked for unless `tail` says where it is.
  init(_ log: Log, tail: Tail?) throws(LogError) {
    self.log = log
    size = log.bytes.count
    if let tail { self.tail = tail } else { self.tail = try Frontier.soundTail(of: log) }
  }

  /// The tail, unless the last line was changed: nothing is built on a line that readers refuse.
  private static func soundTail(of log: Log) throws(LogError) -> Tail {
    let tail = try log.tail()
    guard tail.end > 0 else {
      // What begins otherwise was never written by an append, and is nobody's torn end.
      if log.bytes.count > 0, log.bytes[0] != UInt8(ascii: "{"), log.bytes[0] != 0 {
        throw log.damage(.expected("'{'", in: log.bytes, at: 0), from: 0, to: 1)
      }
      return tail
    }
    let decoder = LineDecoder()
    var line = Tail.lastLine(log.bytes, before: tail.end)
    let last = line
    do throws(LineError) {
      var previous: Envelope?
      if last.lowerBound > 0 {
        line = Tail.lastLine(log.bytes, before: last.lowerBound)
        previous = try decoder.logged(log.bytes[line])
        line = last
      }
      try decoder.check(decoder.logged(log.bytes[last]), log.bytes[last], after: previous)
    } catch {
      throw log.damage(error, from: line.lowerBound, to: line.upperBound)
    }
    return tail
  }

  /// Takes note of a checkpoint that was written.
  mutating func take(_ checkpoint: Checkpoint?) { log.checkpoint = checkpoint }

  /// Takes over what an earlier look at the same log indexed: a log only grows, so events stay where
  /// they are.
  mutating func adopt(_ earlier: Index) {
    // Unless somebody cut it: then where the index points may be nothing.
    guard earlier.end <= log.bytes.count + 1 else { return }
    index = earlier
  }

  /// Indexes the ids of a batch that was written from `start` on, if all before it are indexed.
  mutating func learn(_ batch: Batch, from start: Int) {
    guard index.isUsed, index.end == start else { return }
    for (id, line) in batch.places {
      index.ids[id] = start + line.lowerBound..<start + line.upperBound
    }
    index.end = tail.end
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
    // A rehearsed end lies beyond the bytes.
    while index.end < min(tail.end, bytes.count) {
      let start = index.end
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      do throws(LineError) {
        if let id = try decoder.logged(bytes[start..<end]).id { index.ids[id] = start..<end }
      } catch {
        throw log.damage(error, from: start, to: end)
      }
      index.end = end + 1
    }
  }

  /// The event that is in the log under the draft's id; nil when none is.
  ///
  /// - Throws: a conflict when it has other content.
  private func earlier(_ draft: Draft) throws(LogError) -> Event? {
    guard let id = draft.id, let event = try event(id) else { return nil }
    guard draft.isHeld(by: event) else { throw .reused(id, by: event.seq, log.name) }
    return event
  }

  private func event(_ id: EventID) throws(LogError) -> Event? {
    if let event = rehearsed[id] { return event }
    guard let place = index.ids[id] else { return nil }
    do throws(LineError) { return try decoder.whole(log.bytes[place]) } catch {
      throw log.damage(error, from: place.lowerBound, to: place.upperBound)
    }
  }

  /// Takes a batch for appended that was not.
  mutating func advance(over batch: Batch, to tail: Tail) {
    for acknowledgement in batch.acknowledgements {
      rehearsed[acknowledgement.event.id] = acknowledgement.event
    }
    self.tail = tail
    size = tail.end
  }
}
