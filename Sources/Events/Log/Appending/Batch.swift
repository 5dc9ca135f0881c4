/// Events that are about to be appended together, with the positions they will have.
struct Batch {
  let path: String
  let tail: Tail
  /// The outcome of each draft, in their order; those of the batch's own events included.
  var acknowledgements: [Acknowledgement] = []
  private var events: [Event] = []
  /// The data of each event as it is written; nil where that is not known yet.
  private var data: [CanonicalData?] = []
  /// For each, a Boolean value indicating whether its values are known to be within their limits.
  private var areWithinLimits: [Bool] = []
  /// The range of each line, once the batch is encoded, from where the batch begins.
  private(set) var lines: [Range<Int>] = []
  /// The number of the draft that each event is of.
  private var origins: [Int] = []
  private var numbers: [EventID: Int] = [:]
  private var lastSum: UInt64 = 0

  init(path: String, tail: Tail) {
    self.path = path
    self.tail = tail
  }

  var isEmpty: Bool { events.isEmpty }
  /// The position of the next event that is added.
  var nextSeq: Int { tail.seq + events.count + 1 }

  /// Takes up a draft, unless the batch holds it already.
  ///
  /// - Throws: a conflict when the batch holds its id with other content.
  ///
  /// - Parameter made: the id of a draft that has none.
  mutating func add(
    _ draft: Draft, _ defaults: DraftDefaults, made: EventID? = nil
  ) throws(LogError) {
    if let id = draft.id, let place = numbers[id] {
      guard draft.isHeld(by: events[place]) else {
        throw .reused(id, by: events[place].seq, path)
      }
      acknowledgements.append(Acknowledgement(event: events[place], isDuplicate: true))
      return
    }
    let seq = nextSeq
    let id = draft.id ?? made ?? defaults.id(seq: seq)
    guard let event = draft.event(id: id, at: defaults.now, seq: seq) else {
      preconditionFailure("a draft with a supplied id and time is an event")
    }
    if draft.id != nil { numbers[event.id] = events.count }
    events.append(event)
    data.append(draft.canonicalData)
    // A draft that was checked without a time gets one that was not checked.
    let hasSoundTime = draft.at != nil || defaults.now.breach(of: .none) == nil
    areWithinLimits.append(draft.isWithinLimits && hasSoundTime)
    origins.append(acknowledgements.count)
    acknowledgements.append(Acknowledgement(event: event, isDuplicate: false))
  }

  /// Returns the bytes to write.
  ///
  /// - Throws: `.refused` for a value out of range or a line that is too long, `.misuse` for a batch
  ///   that is too large.
  mutating func encode() throws(LogError) -> [UInt8] {
    try requireRoom()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(events.count * 320)
    lines.reserveCapacity(events.count)
    var sum = tail.sum
    // By index: a loop over the elements copies every event.
    for index in events.indices { sum = try encode(index, after: sum, to: &bytes) }
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
    guard events.count <= Log.largestBatch else {
      throw LogError(
        .misuse, path,
        "expected a batch of at most \(grouped("\(Log.largestBatch)")) events, "
          + "found \(grouped("\(events.count)"))",
        help: "append it in parts, each all or nothing")
    }
    guard tail.seq <= Log.lastPosition - events.count else {
      throw LogError(
        .misuse, path, "expected room below seq 2^53, found the log at \(tail.seq)",
        help: "begin a new log")
    }
  }

  /// Writes the line of an event after one with a sum, and returns its own.
  private mutating func encode(
    _ index: Int, after previousSum: UInt64, to bytes: inout [UInt8]
  ) throws(LogError) -> UInt64 {
    let start = bytes.count
    if !areWithinLimits[index], let breach = events[index].breach {
      throw refusal(of: index, breach)
    }
    let sum: UInt64
    do throws(LineError) {
      sum = try events[index].write(
        to: &bytes, batch: index == 0 ? events.count : 1, previousSum: previousSum,
        data: data[index])
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
    error.draft = origins[index]
    return error
  }

  /// The ids of its events, with the places of their lines.
  var places: some Sequence<(EventID, Range<Int>)> {
    zip(events, lines).lazy.map { ($0.id, $1) }
  }

  /// Returns the end of the log once the batch is written.
  func tail(size: Int) -> Tail {
    Tail(end: size, seq: tail.seq + events.count, sum: lastSum)
  }
}
