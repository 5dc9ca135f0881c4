/// A batch of events to append, with their future positions.
///
/// The batch keeps the drafts, and the place of each in the log. Keeping an event for each draft would take a fifth of
/// the time of an append.
struct Batch {
  let path: String
  let tail: Tail
  /// A Boolean value indicating whether readers show the events only together; otherwise each event is on its own.
  var isWhole = true
  private let drafts: [Draft]
  private let defaults: DraftDefaults
  /// The outcomes of the drafts added so far, in the order of the drafts.
  private(set) var receipts: [Receipt] = []
  /// The events that the log already contained, in order, with the numbers of their drafts.
  private var known: [(number: Int, event: Event)] = []
  /// The numbers of the drafts to write.
  private var entries: [Int] = []
  /// The range of each line relative to the start of the batch; empty before the batch is encoded.
  private(set) var lines: [Range<Int>] = []
  /// The numbers of the drafts that have an id of their own.
  private var numbers: IDNumbers
  private var lastSum: UInt64 = 0

  /// Creates an empty batch, to which `drafts` can be added.
  init(path: String, tail: Tail, _ drafts: [Draft], _ defaults: DraftDefaults) {
    (self.path, self.tail, self.drafts, self.defaults) = (path, tail, drafts, defaults)
    numbers = IDNumbers(expecting: drafts.count)
    receipts.reserveCapacity(drafts.count)
    entries.reserveCapacity(drafts.count)
  }

  var isEmpty: Bool { entries.isEmpty }
  /// The position of the next added event.
  var nextSeq: Int { tail.seq + entries.count + 1 }

  /// Adds the next draft, unless the batch already contains its event.
  ///
  /// - Parameter made: The id for a draft that has none.
  /// - Throws: A conflict if the batch contains the id with other content.
  mutating func add(made: EventID? = nil) throws(LogError) {
    let number = receipts.count
    let own = drafts[number].id
    if let own, let earlier = numbers.number(of: own, Batch.ids(of: receipts)) {
      let event = event(ofDraft: earlier)
      guard drafts[number].isHeld(by: event) else {
        throw .reused(own, by: nil, path, draft: number)
      }
      receipts.append(Receipt(seq: event.seq, id: own, isDuplicate: true))
      return
    }
    let id = own ?? made ?? defaults.id(seq: nextSeq)
    if own != nil { numbers.enter(id, number, Batch.ids(of: receipts)) }
    receipts.append(Receipt(seq: nextSeq, id: id, isDuplicate: false))
    entries.append(number)
  }

  /// Returns a closure that looks up an id; storing it would make the next addition copy all outcomes.
  @inline(__always)
  private static func ids(of outcomes: [Receipt]) -> (Int) -> EventID { { outcomes[$0].id } }

  /// Adds the next draft, whose event the log already contains.
  mutating func add(known event: Event) {
    known.append((receipts.count, event))
    receipts.append(Receipt(seq: event.seq, id: event.id, isDuplicate: true))
  }

  /// Returns the outcomes of the drafts with their events, in the order of the drafts.
  func acknowledgements() -> [Acknowledgement] {
    var rest = ArraySlice(known)
    return receipts.indices.map { number in
      let receipt = receipts[number]
      let earlier = rest.first?.number == number ? rest.removeFirst().event : nil
      return Acknowledgement(
        event: earlier ?? event(ofDraft: entries[receipt.seq - tail.seq - 1]),
        isDuplicate: receipt.isDuplicate)
    }
  }

  /// Returns the drafts to write, with their ids and times.
  func newDrafts() -> [Draft] {
    entries.map { number in
      var draft = drafts[number]
      if draft.id == nil { draft.id = receipts[number].id }
      if draft.at == nil { draft.at = defaults.now }
      return draft
    }
  }

  /// Returns the bytes to write.
  ///
  /// - Throws: `.refused` for a value out of range or a line that is too long. `.misuse` for a batch that is too
  ///   large.
  mutating func encode() throws(LogError) -> [UInt8] {
    try requireRoom()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 320)
    lines.reserveCapacity(entries.count)
    var encoder = LineEncoder(keepsHeads: true)
    var sum = tail.sum
    for index in entries.indices { sum = try encode(index, after: sum, by: &encoder, to: &bytes) }
    guard bytes.count <= Log.largestBatchBytes else {
      throw LogError(
        .misuse, path,
        "a batch must not exceed 64 MiB, got \(grouped("\(bytes.count)")) bytes",
        help: "split it into smaller batches")
    }
    lastSum = sum
    return bytes
  }

  /// Throws an error if a batch of this size cannot be written after the tail.
  private func requireRoom() throws(LogError) {
    let isReversal = entries.last.map { drafts[$0].body.undoesOthers } == true
    let most = isReversal ? Log.largestReversal : Log.largestBatch
    guard entries.count <= most else {
      throw LogError(
        .misuse, path,
        "a batch must have at most \(grouped("\(most)")) events, "
          + "got \(grouped("\(entries.count)"))",
        help: "split it into smaller batches")
    }
    guard tail.seq <= Log.lastPosition - entries.count else {
      throw LogError(
        .damaged, path, "'seq' must stay below 2^53, but the log ends at \(tail.seq)",
        help: "run \(.verify) to check the whole log")
    }
  }

  /// Throws an error for an event whose time is too far ahead of the clock.
  private func requireTime(of index: Int) throws(LogError) {
    guard let latest = defaults.latest, let at = drafts[entries[index]].at,
      at.milliseconds > latest.milliseconds
    else { return }
    var error = refusal(
      of: index, "'at' must be at most a day ahead of the clock, got \(at)",
      help: "correct the time, or add \(.give(.isFuture)) if it is intended")
    error.code = .inFuture
    throw error
  }

  /// Writes the line of an event after a line with the checksum `previousSum`, and returns the new checksum.
  private mutating func encode(
    _ index: Int, after previousSum: UInt64, by encoder: inout LineEncoder, to bytes: inout [UInt8]
  ) throws(LogError) -> UInt64 {
    let start = bytes.count
    let number = entries[index]
    let size = isWhole && index == 0 ? entries.count : 1
    let sum: UInt64
    try requireTime(of: index)
    // By index and field: a method of a draft, or a loop over drafts, would copy the draft.
    if size == 1, drafts[number].isWithinLimits,
      drafts[number].unknown == nil,
      let copied = drafts[number].canonicalData?.writeLine(
        seq: receipts[number].seq, after: previousSum, to: &bytes)
    {
      sum = copied
    } else {
      let event = event(ofDraft: number)
      if !isWithinLimits(number), let breach = event.breach { throw refusal(of: index, breach) }
      do throws(LineError) {
        sum = try encoder.write(
          event, to: &bytes, batch: size, previousSum: previousSum,
          data: drafts[number].canonicalData)
      } catch {
        throw refusal(of: index, error.message, help: error.help)
      }
    }
    let count = bytes.count - start - 1
    guard count <= Log.longestLine else {
      throw refusal(
        of: index, "an event must be at most 1 MiB long, got \(grouped("\(count)")) bytes",
        help: "each control character takes six bytes; shorten the text")
    }
    lines.append(start..<bytes.count - 1)
    return sum
  }

  private func refusal(of index: Int, _ message: String, help: Remedy? = nil) -> LogError {
    var error = LogError(.refused, "", message, help: help)
    error.draft = entries[index]
    return error
  }

  /// Returns the event for a draft to write.
  private func event(ofDraft number: Int) -> Event {
    let (receipt, now) = (receipts[number], defaults.now)
    guard let event = drafts[number].event(id: receipt.id, at: now, seq: receipt.seq) else {
      preconditionFailure("a draft with a supplied id and time is an event")
    }
    return event
  }

  /// Returns whether the values of a draft are known to be within their limits.
  private func isWithinLimits(_ number: Int) -> Bool {
    // A draft that was checked without a time now gets an unchecked time.
    drafts[number].isWithinLimits
      && (drafts[number].at != nil || defaults.now.breach(of: .none) == nil)
  }

  /// Returns the ids of a range of events, with the offsets of their lines.
  func places(_ range: Range<Int>) -> some Sequence<(EventID, Int)> {
    range.lazy.map { (receipts[entries[$0]].id, lines[$0].lowerBound) }
  }

  /// Returns the tail of the log after the batch is written.
  func tail(size: Int) -> Tail { Tail(end: size, seq: tail.seq + entries.count, sum: lastSum) }
}
