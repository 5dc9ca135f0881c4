/// The union of several logs by the ids of their events, in an order that depends only on the events.
///
/// Union is commutative, associative and idempotent, also in its bytes: logs can be merged in any order and
/// repeatedly, unless a union is a conflict, as that of two parts whose order only the complete log tells. The events are ordered by time, then by id. Events that one user recorded together at one time are a
/// run and keep their order, also if a log lacks some of them. The order is kept as a successor of each such event, so
/// nothing is lost if the union is merged again.
///
/// No event comes before an event that it refers to, even if its time is earlier: a set comes after the start of its
/// session. The order of lines in a log itself has no effect. A third log may have the opposite order, and then the
/// union would depend on which logs are merged first.
///
///     a   [start set set] post        time, user and batch make the runs [start set set], [post] and [like]
///     b   [start set set] like        union: [start set set] [post] [like], in the order of their times
///
/// Batches are not kept otherwise, since an append from a pipe writes a thousand unrelated lines as one batch.
///
/// `LogPieces` keeps runs, so the pieces of a log by user or by day have the same union as the log. Pieces by type or
/// area may divide a run: then its parts are ordered by their first ids, unless the whole log is merged with them.
package struct LogUnion {
  /// An event, and the events directly before and after it in its run; -1 for none.
  private struct Entry {
    let id: EventID
    let at: Int64
    /// The number of the log, and the offset of the line in it.
    var place: (log: Int, offset: Int)
    var next = -1
    var previous = -1
    /// The place where the next event follows this one, which may be in another log.
    var link = (log: 0, offset: 0)
  }

  /// An entity by its id; unless all users see it, a name means a different entity for each user.
  private struct Entity: Hashable {
    let id: EventID
    let user: Name?

    init(_ id: EventID, _ kind: EntityKind, of user: Name?) {
      (self.id, self.user) = (id, kind.isShared ? nil : user)
    }
  }

  private let logs: [Log]
  private var readers: [LineReader]
  private var entries: [Entry] = []
  private var numbers: [EventID: Int] = [:]
  /// The first event, by time and id, that created each entity under a name.
  private var creators: [Entity: Int] = [:]
  /// The references of the events to entities.
  private var references: [(number: Int, entity: Entity)] = []
  /// The first events of the runs, in order.
  private var heads: [Int] = []
  /// The pairs of following events that contradict a link of another log, unless events are missing there.
  private var detours: [(first: Int, second: Int, place: (log: Int, offset: Int))] = []
  /// The number of lines whose event an earlier line has.
  package private(set) var repeated = 0

  /// Reads logs, and checks each line.
  ///
  /// - Throws: `.damaged` for a damaged log. `.conflict` for an id with different content in two places, and for events
  ///   of one time if the logs differ in their order, or if no order follows from them.
  package init(of logs: [Log]) throws(LogError) {
    self.logs = logs
    readers = logs.map { $0.lines() }
    for log in logs.indices { try add(log) }
    try joinDetours()
    heads = try orderedHeads()
  }

  /// The number of events.
  package var count: Int { entries.count }

  /// Adds the events of a log, and the runs in it.
  private mutating func add(_ log: Int) throws(LogError) {
    var lines = logs[log].lines()
    var (runs, last) = (RecordedRuns(), 0)
    while let line = try lines.next() {
      let number = try number(of: lines, line, log)
      if runs.continues(line, lines) { join(last, number, (log, lines.offset)) }
      last = number
    }
  }

  /// Returns the number of the entry for the current line, which is new unless an earlier line has the event.
  private mutating func number(
    of lines: LineReader, _ line: LineReader.Line, _ log: Int
  ) throws(LogError) -> Int {
    guard let known = numbers[lines.id] else {
      numbers[lines.id] = entries.count
      entries.append(Entry(id: lines.id, at: line.at.milliseconds, place: (log, lines.offset)))
      record(try lines.links(), of: entries.count - 1, by: line.user)
      return entries.count - 1
    }
    repeated += 1
    let (own, other) = (try lines.wholeEvent(), try event(known))
    let (ownBytes, otherBytes) = (try alone(own), try alone(other))
    guard ownBytes != otherBytes else { return known }
    guard own.hasContent(of: other) else {
      throw conflict(
        "the event has the id \(lines.id), but its content differs from that",
        entries[known].place, (log, lines.offset),
        help: "one of them was changed; keep one, and give the other a new id if both happened")
    }
    // Unknown members in another order: the choice must not depend on the order of the logs.
    if ownBytes.lexicographicallyPrecedes(otherBytes) { entries[known].place = (log, lines.offset) }
    return known
  }

  /// Records the entities that an event creates and refers to.
  private mutating func record(_ links: EntityLinks, of number: Int, by user: Name?) {
    if let id = links.created, let kind = links.creation {
      let entity = Entity(id, kind, of: user)
      if creators[entity].map({ isEarlier(number, $0) }) ?? true { creators[entity] = number }
    }
    links.forEachReference { references.append((number, Entity($0.id, $0.kind, of: user))) }
  }

  private func isEarlier(_ one: Int, _ other: Int) -> Bool {
    (entries[one].at, entries[one].id) < (entries[other].at, entries[other].id)
  }

  /// Joins two events that follow each other in a run.
  private mutating func join(_ first: Int, _ second: Int, _ place: (log: Int, offset: Int)) {
    if entries[first].next == second || first == second { return }
    guard entries[first].next < 0, entries[second].previous < 0 else {
      return detours.append((first, second, place))
    }
    (entries[first].next, entries[first].link) = (second, place)
    entries[second].previous = first
  }

  /// Joins the events of runs from which a log lacks some events, as after a filter.
  ///
  ///     1 2 3 and 1 3   1 2 3
  ///     1 2 and 1 3     a conflict: no log tells whether 2 comes before 3
  ///
  /// - Throws: `.conflict` if not exactly one order follows from the logs.
  private mutating func joinDetours() throws(LogError) {
    var (after, before) = ([Int: [Int]](), [Int: [Int]]())
    for (first, second, _) in detours {
      after[first, default: []].append(second)
      before[second, default: []].append(first)
    }
    // The parts have no event in common, so the old links serve for all of them.
    let old = entries
    func followers(_ number: Int) -> [Int] {
      (old[number].next < 0 ? [] : [old[number].next]) + (after[number] ?? [])
    }
    func leaders(_ number: Int) -> [Int] {
      (old[number].previous < 0 ? [] : [old[number].previous]) + (before[number] ?? [])
    }
    var joined: Set<Int> = []
    for (first, second, place) in detours where !joined.contains(first) {
      let link = old[old[first].next < 0 ? old[second].previous : first].link
      let part = Self.reached(from: first) { followers($0) + leaders($0) }
      guard let order = Self.onlyOrder(of: part, followers) else { throw noOrder(link, place) }
      joined.formUnion(part)
      for (one, other) in zip(order, order.dropFirst()) {
        (entries[one].next, entries[other].previous) = (other, one)
      }
    }
  }

  /// Returns an event and all those that it leads to.
  private static func reached(from first: Int, _ neighbours: (Int) -> [Int]) -> [Int] {
    var (reached, seen, done) = ([first], Set([first]), 0)
    while done < reached.count {
      for other in neighbours(reached[done]) where seen.insert(other).inserted {
        reached.append(other)
      }
      done += 1
    }
    return reached
  }

  /// Returns the only order in which every event comes before its followers; nil if there is none or more than one.
  private static func onlyOrder(of events: [Int], _ followers: (Int) -> [Int]) -> [Int]? {
    var waits: [Int: Int] = [:]
    for event in events { for follower in followers(event) { waits[follower, default: 0] += 1 } }
    var (ready, order) = (events.filter { waits[$0] == nil }, [Int]())
    while ready.count == 1, let next = ready.popLast() {
      order.append(next)
      for follower in followers(next) {
        waits[follower, default: 0] -= 1
        if waits[follower] == 0 { ready.append(follower) }
      }
    }
    return order.count == events.count ? order : nil
  }

  /// Returns the first events of all runs, in order.
  private func orderedHeads() throws(LogError) -> [Int] {
    let heads = entries.indices.filter { entries[$0].previous < 0 }.sorted(by: isEarlier)
    var places = [Int](repeating: -1, count: entries.count)
    for (place, head) in heads.enumerated() {
      for number in run(from: head) { places[number] = place }
    }
    // Runs that contradict each other may form a ring, which has no first event.
    if let left = places.firstIndex(of: -1) {
      let ring = [left] + run(from: entries[left].next).prefix { $0 != left }
      let links = ring.map { entries[$0].link }
      throw otherOrder(links[0], links.first { $0.log != links[0].log } ?? links[0])
    }
    var (needs, isLate) = ([[Int]](repeating: [], count: heads.count), false)
    for (number, entity) in references {
      guard let creator = creators[entity] ?? numbers[entity.id] else { continue }
      let (earlier, later) = (places[creator], places[number])
      if earlier != later { needs[later].append(earlier) }
      if earlier > later { isLate = true }
    }
    return isLate ? RunOrder.order(needs).map { heads[$0] } : heads
  }

  private func run(from head: Int) -> some Sequence<Int> {
    sequence(first: head) { number in
      let next = entries[number].next
      return next < 0 ? nil : next
    }
  }

  /// Calls `body` with the lines of the union, a run at a time.
  package mutating func forEachRun(ofLog name: String, _ body: ([UInt8]) throws -> Void) throws {
    var lines = NewLines(ofLog: name)
    for head in heads {
      let run = Array(run(from: head))
      for (index, number) in run.enumerated() {
        try lines.append(try event(number), batch: RecordedRuns.batch(at: index, of: run.count))
      }
      try body(lines.bytes)
      lines.removeBytes()
    }
  }

  /// Returns the event of an entry with all its content.
  private mutating func event(_ number: Int) throws(LogError) -> Event {
    let (log, offset) = entries[number].place
    _ = try readers[log].move(to: offset)
    return try readers[log].wholeEvent()
  }

  /// Returns the line of an event without its position.
  private func alone(_ event: Event) throws(LogError) -> [UInt8] {
    var lines = NewLines(ofLog: "")
    try lines.append(event)
    return lines.bytes
  }
}

// The errors, which name both places.
extension LogUnion {
  private func noOrder(
    _ other: (log: Int, offset: Int), _ place: (log: Int, offset: Int)
  ) -> LogError {
    conflict(
      "events with the same time have no common order with those", other, place,
      help: "merge the complete logs instead")
  }

  private func otherOrder(
    _ other: (log: Int, offset: Int), _ place: (log: Int, offset: Int)
  ) -> LogError {
    conflict(
      "events with the same time are in a different order than", other, place,
      help: "merge the complete logs instead")
  }

  private func conflict(
    _ message: String, _ other: (log: Int, offset: Int), _ place: (log: Int, offset: Int),
    help: Remedy
  ) -> LogError {
    var error = LogError(
      .conflict, logs[place.log].name,
      "\(message) in \(logs[other.log].name):\(lineNumber(of: other))", help: help)
    error.line = lineNumber(of: place)
    return error
  }

  private func lineNumber(of place: (log: Int, offset: Int)) -> Int {
    logs[place.log].bytes[0..<place.offset].count(of: UInt8(ascii: "\n")) + 1
  }
}
