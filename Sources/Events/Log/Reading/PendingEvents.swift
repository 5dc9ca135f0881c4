/// The events of a device that wait to be synced, in the order in which they were recorded.
///
/// An event that the log already contains, or that was refused, is not among them, although its line may still be in
/// the file: a device may lose power between two steps of a sync.
package struct PendingEvents: Sendable {
  /// Events that were written together, and that the remote takes or refuses together.
  package struct Unit: Sendable {
    package fileprivate(set) var ids: [EventID] = []
    /// The ranges of the lines in the file, without newlines.
    fileprivate(set) var lines: [Range<Int>] = []
    /// A Boolean value indicating whether the file has exactly these events as one batch.
    fileprivate var isBatch = true

    /// Returns the events whose ids a closure accepts; nil if there is none.
    func filter(_ isKept: (EventID) -> Bool) -> Unit? {
      let kept = ids.indices.filter { isKept(ids[$0]) }
      guard kept.count < ids.count else { return self }
      guard !kept.isEmpty else { return nil }
      return Unit(ids: kept.map { ids[$0] }, lines: kept.map { lines[$0] }, isBatch: false)
    }
  }

  package let file: Log
  /// The units that wait, oldest first.
  package private(set) var units: [Unit]
  /// The events that do not wait because the log has their ids with other content.
  let conflicts: [Unit]
  /// A Boolean value indicating whether the file has events that no longer wait.
  let hasOthers: Bool

  /// The number of waiting events.
  package var count: Int { units.reduce(0) { $0 + $1.ids.count } }

  /// Reads the files of a device; `file` was opened before the others.
  ///
  /// A sync moves events from the file to the log, so an event is found in one of them at any time.
  ///
  /// - Parameter checked: A position of the log before which no event of the file was when it was checked.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  init(
    in file: Log, notIn log: Log, or refused: Log, behind checked: LogPosition?
  ) throws(LogError) {
    self.file = file
    let all = try file.units()
    guard !all.isEmpty else {
      (units, conflicts, hasOthers) = ([], [], false)
      return
    }
    let start = checked.flatMap { log.holds($0) ? $0 : nil }
    let known = try log.holdings(of: all, in: file, behind: start)
    let given = try refused.ids()
    units = all.compactMap { $0.filter { known[$0] == nil && !given.contains($0) } }
    conflicts = all.compactMap { $0.filter { known[$0] == false && !given.contains($0) } }
    hasOthers = units.reduce(0) { $0 + $1.ids.count } < all.reduce(0) { $0 + $1.ids.count }
  }

  /// Reads the pending events of the log at `path`; the result is nil if the log is not synced with another one.
  package init?(ofLogAt path: String, system: System) throws(LogError) {
    let files = DeviceFiles(of: path, system)
    guard let (file, checked) = try files.pendingFile(system) else { return nil }
    try self.init(
      in: file, notIn: files.log(at: files.log, system), or: files.log(at: files.refused, system),
      behind: checked)
  }

  package func events(of unit: Unit) throws(LogError) -> [Event] {
    var events: [Event] = []
    for range in unit.lines { events.append(try file.wholeEvent(in: range)) }
    return events
  }

  /// Returns some units, and the later units that depend on them, directly or through other units.
  package func dependents(
    on isGiven: (Unit) -> Bool
  ) throws(LogError) -> [(unit: Unit, events: [Event])] {
    guard let first = units.firstIndex(where: isGiven) else { return [] }
    var found: [(unit: Unit, events: [Event])] = []
    var begun: Set<EventID> = []
    for unit in units[first...] {
      let events = try events(of: unit)
      guard
        isGiven(unit)
          || events.contains(where: { $0.referencedEntities.contains(where: begun.contains) })
      else { continue }
      // A template with an id of its own may be redefined: it was there before.
      begun.formUnion(
        events.flatMap { $0.links.creation == .template ? [$0.id] : $0.createdEntities })
      found.append((unit, events))
    }
    return found
  }

  /// Removes some units, and the later units that depend on them, and returns them.
  mutating func removeDependents(on isGiven: (Unit) -> Bool) throws(LogError) -> [Unit] {
    let removed = try dependents(on: isGiven).map(\.unit)
    let ids = Set(removed.flatMap(\.ids))
    units.removeAll { $0.ids.contains(where: ids.contains) }
    return removed
  }

  /// Returns the bytes of the lines of a unit, each without its newline.
  package func lines(of unit: Unit) -> [[UInt8]] { unit.lines.map { file.bytes.array(in: $0) } }
}

extension Log {
  /// Returns the batches of the log.
  ///
  /// - Parameter start: The position before the first batch; nil for the beginning.
  func units(behind start: LogPosition? = nil) throws(LogError) -> [PendingEvents.Unit] {
    var units: [PendingEvents.Unit] = []
    var lines = lines(behind: start)
    var (missing, last) = (0, 0)
    while let line = try lines.next() {
      // A filter may have removed lines of a batch.
      if missing > 0, line.seq != last + 1 {
        units[units.count - 1].isBatch = false
        missing = 0
      }
      if missing == 0 {
        units.append(PendingEvents.Unit())
        missing = max(1, lines.batch)
      }
      units[units.count - 1].ids.append(lines.id)
      units[units.count - 1].lines.append(lines.range)
      (missing, last) = (missing - 1, line.seq)
    }
    return units
  }

  func ids() throws(LogError) -> Set<EventID> {
    var ids: Set<EventID> = []
    var lines = lines()
    while try lines.next() != nil { ids.insert(lines.id) }
    return ids
  }

  /// Returns, for each event of another log that this log has, whether it has the same content.
  fileprivate func holdings(
    of units: [PendingEvents.Unit], in other: Log, behind start: LogPosition?
  ) throws(LogError) -> [EventID: Bool] {
    var places: [EventID: Range<Int>] = [:]
    for unit in units { for (id, line) in zip(unit.ids, unit.lines) { places[id] = line } }
    var found: [EventID: Bool] = [:]
    var lines = lines(behind: start)
    while try lines.next() != nil {
      guard let place = places[lines.id] else { continue }
      found[lines.id] = try lines.wholeEvent().hasContent(of: other.wholeEvent(in: place))
    }
    return found
  }

  func wholeEvent(in range: Range<Int>) throws(LogError) -> Event {
    do throws(LineError) { return try LineDecoder().whole(bytes[range]) } catch {
      throw damage(error, from: range.lowerBound, to: range.upperBound)
    }
  }

  /// Returns the lines of units for the end of another log, with positions and checksums that continue it.
  ///
  /// - Parameter tail: The tail of the other log; nil for a new log.
  func lines(of units: [PendingEvents.Unit], after tail: Tail?) throws(LogError) -> [UInt8] {
    var bytes: [UInt8] = tail?.lacksNewline == true ? [UInt8(ascii: "\n")] : []
    var (seq, sum) = (tail?.seq ?? 0, tail?.sum ?? 0)
    for unit in units {
      let isCopied = unit.isBatch && unit.lines.allSatisfy { self.bytes[$0].isNumberedLine }
      for (number, range) in unit.lines.enumerated() {
        seq += 1
        if isCopied {
          sum = copy(range, to: &bytes, seq: seq, after: sum)
        } else {
          sum = try encode(
            range, to: &bytes, seq: seq, batch: number == 0 ? unit.lines.count : 1, after: sum)
        }
      }
    }
    return bytes
  }

  /// Copies a line that begins with its position and ends with its checksum, and returns the new checksum.
  private func copy(
    _ range: Range<Int>, to bytes: inout [UInt8], seq: Int, after sum: UInt64
  ) -> UInt64 {
    let line = self.bytes[range]
    let start = bytes.count
    bytes += Array("{\"seq\":\(seq)".utf8)
    let rest = line.firstIndex(of: UInt8(ascii: ","), from: 7) ?? line.count
    line.append(rest..<max(rest, line.count - Envelope.sumLength), to: &bytes)
    let sum = Bytes.of(Array(bytes[start...])) { XXH64.hash($0, seed: sum) }
    bytes += Array(",\"sum\":\"".utf8) + hexadecimal(sum) + Array("\"}\n".utf8)
    return sum
  }

  /// Writes the event of a line in canonical form, and returns the new checksum.
  private func encode(
    _ range: Range<Int>, to bytes: inout [UInt8], seq: Int, batch: Int, after sum: UInt64
  ) throws(LogError) -> UInt64 {
    var event = try wholeEvent(in: range)
    event.seq = seq
    do throws(LineError) {
      return try event.write(to: &bytes, batch: batch, previousSum: sum)
    } catch {
      throw damage(error, from: range.lowerBound, to: range.upperBound)
    }
  }
}

extension Bytes {
  /// A Boolean value indicating whether a line begins with its position and ends with its checksum.
  fileprivate var isNumberedLine: Bool {
    count > Envelope.sumLength + 7 && has("{\"seq\":", at: 0)
      && Envelope.sum(self, at: count - Envelope.sumLength) != nil
  }
}

/// The end of a prefix of a log.
package struct LogPosition: Equatable, Sendable {
  /// The position of the last event; 0 for an empty prefix.
  package var seq = 0
  /// The checksum of the last line; 0 for an empty prefix.
  package var sum: UInt64 = 0
  package var bytes = 0

  package init(seq: Int = 0, sum: UInt64 = 0, bytes: Int = 0) {
    (self.seq, self.sum, self.bytes) = (seq, sum, bytes)
  }

  init(_ tail: Tail) { self.init(seq: tail.seq, sum: tail.sum, bytes: tail.end) }
}

extension Log {
  /// Returns a reader of the lines after a position; nil for all lines.
  func lines(behind position: LogPosition?) -> LineReader {
    guard let position, position.bytes > 0 else { return lines() }
    return lines(
      behind: Checkpoint.Position(end: position.bytes, seq: position.seq, sum: position.sum))
  }

  /// Returns whether the log begins with the prefix that ends at a position, according to its last checksum.
  package func holds(_ position: LogPosition) -> Bool {
    guard position.bytes > 0 else { return position == LogPosition() }
    guard position.bytes <= bytes.count, bytes[position.bytes - 1] == UInt8(ascii: "\n") else {
      return false
    }
    let line = bytes.lastLine(before: position.bytes)
    guard let envelope = try? LineDecoder().logged(bytes, in: line) else { return false }
    return envelope.seq == position.seq && envelope.sum == position.sum
  }
}
