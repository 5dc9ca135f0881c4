/// Events that are about to be appended together, with the positions they will have.
struct Batch {
  let path: String
  let tail: Tail
  /// One for each draft, in their order; those of the batch's own events included.
  var acknowledgements: [Acknowledgement] = []
  private var events: [Event] = []
  /// The data of each as it is written; nil where that is not known yet.
  private var data: [CanonicalData?] = []
  /// Where the line of each event stands, once the batch is encoded: from where the batch begins.
  private(set) var lines: [Range<Int>] = []
  /// Which draft each is.
  private var origins: [Int] = []
  private var numbers: [EventID: Int] = [:]
  private var lastSum: UInt64 = 0

  init(path: String, tail: Tail) {
    self.path = path
    self.tail = tail
  }

  var isEmpty: Bool { events.isEmpty }

  /// Takes up a draft, unless the batch holds it already.
  ///
  /// - Throws: a conflict when the batch holds its id with other content.
  mutating func add(_ draft: Draft, _ supply: Supply) throws(LogError) {
    if let id = draft.id, let place = numbers[id] {
      guard draft.isHeld(by: events[place]) else {
        throw .reused(id, by: events[place].seq, path)
      }
      acknowledgements.append(Acknowledgement(event: events[place], isDuplicate: true))
      return
    }
    let seq = tail.seq + events.count + 1
    let id = draft.id ?? supply.id(seq: seq)
    guard let event = draft.event(id: id, at: supply.now, seq: seq) else {
      preconditionFailure("a draft with a supplied id and time is an event")
    }
    if draft.id != nil { numbers[event.id] = events.count }
    events.append(event)
    data.append(draft.canonicalData)
    origins.append(acknowledgements.count)
    acknowledgements.append(Acknowledgement(event: event, isDuplicate: false))
  }

  /// The bytes to write.
  ///
  /// - Throws: `.refused` for a value out of range or a line that is too long, `.misuse` for a batch
  ///   that is too large.
  mutating func encode() throws(LogError) -> [UInt8] {
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
    var bytes: [UInt8] = []
    var sum = tail.sum
    for (index, event) in events.enumerated() {
      let start = bytes.count
      do throws(LineError) {
        sum = try event.write(
          to: &bytes, batch: index == 0 ? events.count : 1, previousSum: sum, checks: true,
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
    }
    guard bytes.count <= Log.largestBatchBytes else {
      throw LogError(
        .misuse, path,
        "expected a batch of at most 64 MiB, found \(grouped("\(bytes.count)")) bytes",
        help: "append it in parts, each all or nothing")
    }
    lastSum = sum
    return bytes
  }

  private func refusal(of index: Int, _ message: String, help: String?) -> LogError {
    var error = LogError(.refused, "", message, help: help)
    error.draft = origins[index]
    return error
  }

  /// The ids of its events, with where their lines stand.
  var places: some Sequence<(EventID, Range<Int>)> {
    zip(events, lines).lazy.map { ($0.id, $1) }
  }

  /// The end of the log once the batch is written.
  func tail(size: Int) -> Tail {
    Tail(end: size, seq: tail.seq + events.count, sum: lastSum)
  }
}
