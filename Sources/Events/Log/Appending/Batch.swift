/// Events that are about to be appended together, with the positions they will have.
struct Batch {
  let path: String
  let tail: Tail
  /// The outcome of each draft, in their order; those of the batch's own events included.
  var acknowledgements: [Acknowledgement] = []
  /// An event of the batch; it itself is in the outcome of its draft, so that there is one copy of it.
  private struct Entry {
    /// The number of its draft.
    let draft: Int
    /// The data as it is written; nil where that is not known yet.
    let data: CanonicalData?
    /// A Boolean value indicating whether its values are known to be within their limits.
    let isWithinLimits: Bool
  }
  private var entries: [Entry] = []
  /// The range of each line, once the batch is encoded, from where the batch begins.
  private(set) var lines: [Range<Int>] = []
  /// The numbers of the drafts that brought an id of their own.
  private var numbers: IDNumbers
  private var lastSum: UInt64 = 0

  /// Creates a batch with room for so many drafts.
  init(path: String, tail: Tail, expecting count: Int = 0) {
    self.path = path
    self.tail = tail
    numbers = IDNumbers(expecting: count)
    acknowledgements.reserveCapacity(count)
    entries.reserveCapacity(count)
  }

  var isEmpty: Bool { entries.isEmpty }
  /// The position of the next event that is added.
  var nextSeq: Int { tail.seq + entries.count + 1 }

  /// Takes up a draft, unless the batch holds it already.
  ///
  /// - Throws: a conflict when the batch holds its id with other content.
  ///
  /// - Parameter made: the id of a draft that has none.
  mutating func add(
    _ draft: Draft, _ defaults: DraftDefaults, made: EventID? = nil
  ) throws(LogError) {
    if let id = draft.id, let number = numbers.number(of: id, Batch.ids(of: acknowledgements)) {
      let event = acknowledgements[number].event
      guard draft.isHeld(by: event) else { throw .reused(id, by: event.seq, path) }
      acknowledgements.append(Acknowledgement(event: event, isDuplicate: true))
      return
    }
    let seq = nextSeq
    let id = draft.id ?? made ?? defaults.id(seq: seq)
    guard let event = draft.event(id: id, at: defaults.now, seq: seq) else {
      preconditionFailure("a draft with a supplied id and time is an event")
    }
    let number = acknowledgements.count
    // A draft that was checked without a time gets one that was not checked.
    let hasSoundTime = draft.at != nil || defaults.now.breach(of: .none) == nil
    entries.append(
      Entry(
        draft: number, data: draft.canonicalData,
        isWithinLimits: draft.isWithinLimits && hasSoundTime))
    acknowledgements.append(Acknowledgement(event: event, isDuplicate: false))
    if draft.id != nil { numbers.enter(id, number, Batch.ids(of: acknowledgements)) }
  }

  /// Returns a closure that returns the id of an outcome by its number; kept, it would have the next one copy all.
  @inline(__always)
  private static func ids(of outcomes: [Acknowledgement]) -> (Int) -> EventID {
    { outcomes[$0].event.id }
  }

  /// Returns the bytes to write.
  ///
  /// - Throws: `.refused` for a value out of range or a line that is too long, `.misuse` for a batch
  ///   that is too large.
  mutating func encode() throws(LogError) -> [UInt8] {
    try requireRoom()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 320)
    lines.reserveCapacity(entries.count)
    var encoder = LineEncoder(keepsHeads: true)
    var sum = tail.sum
    // By index: a loop over the elements copies every entry.
    for index in entries.indices { sum = try encode(index, after: sum, by: &encoder, to: &bytes) }
    guard bytes.count <= Log.largestBatchBytes else {
      throw LogError(
        .misuse, path,
        "expected a batch of at most 64 MiB, found \(grouped("\(bytes.count)")) bytes",
        help: "append it in parts, each all or nothing")
    }
    lastSum = sum
    return bytes
  }

  /// Throws unless a batch of so many events may be written after the tail.
  private func requireRoom() throws(LogError) {
    guard entries.count <= Log.largestBatch else {
      throw LogError(
        .misuse, path,
        "expected a batch of at most \(grouped("\(Log.largestBatch)")) events, "
          + "found \(grouped("\(entries.count)"))",
        help: "append it in parts, each all or nothing")
    }
    guard tail.seq <= Log.lastPosition - entries.count else {
      throw LogError(
        .misuse, path, "expected room below seq 2^53, found the log at \(tail.seq)",
        help: "begin a new log")
    }
  }

  /// Writes the line of an event after one with a sum, and returns its own.
  private mutating func encode(
    _ index: Int, after previousSum: UInt64, by encoder: inout LineEncoder, to bytes: inout [UInt8]
  ) throws(LogError) -> UInt64 {
    let start = bytes.count
    let event = event(index)
    if !entries[index].isWithinLimits, let breach = event.breach {
      throw refusal(of: index, breach)
    }
    let sum: UInt64
    do throws(LineError) {
      sum = try encoder.write(
        event, to: &bytes, batch: index == 0 ? entries.count : 1, previousSum: previousSum,
        data: entries[index].data)
    } catch {
      throw refusal(of: index, error.message, help: error.help)
    }
    let count = bytes.count - start - 1
    guard count <= Log.longestLine else {
      throw refusal(
        of: index, "expected an event of at most 1 MiB, found \(grouped("\(count)")) bytes",
        help: "as it is written every control character takes six bytes; leave out what is long")
    }
    lines.append(start..<bytes.count - 1)
    return sum
  }

  private func refusal(of index: Int, _ message: String, help: String? = nil) -> LogError {
    var error = LogError(.refused, "", message, help: help)
    error.draft = entries[index].draft
    return error
  }

  private func event(_ index: Int) -> Event { acknowledgements[entries[index].draft].event }

  /// Returns the ids of some of its events, with the places where their lines begin.
  func places(_ range: Range<Int>) -> some Sequence<(EventID, Int)> {
    // By index: a pair of two elements has a copy of the event.
    range.lazy.map { (acknowledgements[entries[$0].draft].event.id, lines[$0].lowerBound) }
  }

  /// Returns the end of the log once the batch is written.
  func tail(size: Int) -> Tail {
    Tail(end: size, seq: tail.seq + entries.count, sum: lastSum)
  }
}
