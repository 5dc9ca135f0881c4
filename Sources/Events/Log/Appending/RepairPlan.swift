/// A plan for the repair of a damaged log: the lines to remove and to keep.
///
/// Making a plan only reads the log.
///
///     1 {"seq":1,…}     keep
///     2 {"seq":2,…      remove: no event
///     3 {"seq":3,…}     keep, byte for byte; after the gap its checksum cannot be verified
///     3 {"seq":3,…}     remove: out of its place
///     4 {"seq":4,…}     keep
///
/// The plan keeps every line that is an event and can follow the lines before it:
///
/// - If positions fall, it keeps the longest run of lines that can follow each other. One line with a wrong `seq` does
///   not cost all lines after it.
/// - Of two lines with the same position, it keeps the line whose checksum continues the kept line before it, otherwise
///   the first.
/// - Of two lines with the same id, it keeps the first.
///
/// The plan reorders nothing and invents nothing. Kept lines keep their bytes, with one exception. A log could end in
/// a batch that lacks its last events. Readers would take that for the partial write of a crash, and show none of the
/// batch. The lines of such a batch therefore lose `batch` and `sum`, like lines taken out of the log.
///
/// A torn end is not damage: it stays, and the next append sets it aside. It cannot stay after a batch that lacks its
/// last events, because readers would take the next appended event for one of these. Whole lines cannot stay if the
/// line before them or the first event is missing, because readers would take them for damage or for an excerpt.
public struct RepairPlan: Equatable, Sendable {
  /// A line to remove.
  public struct Removed: Equatable, Sendable {
    /// The line number, from 1.
    public let line: Int
    /// The offset of the first byte of the line in the file.
    public let offset: Int
    /// The number of bytes of the line, without its newline.
    public let count: Int
    /// The position of the wrong byte within the line, from 1; nil for the line as a whole.
    public let column: Int?
    /// The reason for the removal, without personal data.
    public let reason: String
  }

  /// A piece of the new log; the pieces are in order.
  enum Piece: Equatable, Sendable {
    /// A range of bytes of the old log.
    case bytes(Range<Int>)
    /// The event of the line in this range, written without `batch` and `sum`.
    case alone(Range<Int>)
  }

  /// The largest number of lines that `removed` lists.
  public static let mostListed = 100
  /// The largest number of lines with one position that are compared with a line at the next position.
  private static let mostTried = 64

  /// The lines to remove, in the order of the log; at most the first `mostListed`.
  public private(set) var removed: [Removed] = []
  /// The number of lines to remove.
  public private(set) var removedCount = 0
  /// A hash of the offsets, lengths and reasons of the lines to remove, to compare two plans.
  private(set) var digest: UInt64 = 0
  /// The number of events to keep.
  public private(set) var kept = 0
  /// The lines that lose `batch` and `sum`.
  public private(set) var unchained: [Int] = []
  /// The bytes after the last complete batch, which stay; nil if there are none.
  public private(set) var torn: Range<Int>?
  private(set) var pieces: [Piece] = []
  /// The number of removed lines that earlier passes listed.
  private var listed = 0

  /// A Boolean value indicating whether there is nothing to repair.
  public var isHealthy: Bool { removedCount == 0 }

  /// A line of the log that is an event.
  private struct Line {
    /// The line number, from 1.
    let number: Int
    let bytes: Range<Int>
    let id: EventID
    /// The end of the bytes that the checksum covers; nil if the checksum is not the last field.
    let sumStart: Int?
    var link: LongestRun.Line

    var seq: Int { link.seq }

    /// Returns whether the line has no checksum, or one that continues the checksum `previous`.
    func fits(_ bytes: Bytes, after previous: UInt64) -> Bool {
      LineDecoder.fits(link.sum, sumStart, bytes[self.bytes], after: previous)
    }
  }

  /// Creates the plan for `log`, after reading all of it.
  ///
  /// The cost is two passes: one decodes everything, the other computes the checksums of the kept lines again. The
  /// memory is about 300 bytes for each line that is an event, and up to twice that if positions fall. Other lines take
  /// no memory.
  public init(_ log: Log) {
    let decoder = LineDecoder()
    let lines = read(log, decoder)
    sortRemoved()
    var keeps = chain(lines, RepairPlan.longestRun(lines, log.bytes), log.bytes)
    kept = keeps.count
    sortRemoved()
    guard !isHealthy || torn != nil else { return }
    let loose = RepairPlan.looseEnd(keeps.map { lines[$0] }, log.bytes, decoder)
    if loose > 0 {
      removeTorn(log.bytes, "torn, after a batch that lost its last events")
    } else if !isHealthy, !isTornStill(after: keeps.map { lines[$0] }, log) {
      removeTorn(log.bytes, "torn, after missing lines")
    }
    guard !isHealthy else { return }
    let alone = keeps.suffix(loose)
    keeps.removeLast(loose)
    for index in keeps { keep(lines[index].bytes, log.bytes) }
    for index in alone {
      pieces.append(.alone(lines[index].bytes))
      unchained.append(lines[index].number)
    }
    if let torn { pieces.append(.bytes(torn)) }
  }

  /// Returns the lines that are events, and adds the others to the removed lines.
  private mutating func read(_ log: Log, _ decoder: LineDecoder) -> [Line] {
    let bytes = log.bytes
    let tail = try? log.tail()
    torn = tail?.torn
    let end = tail?.end ?? bytes.count
    var lines: [Line] = []
    var number = 0
    var start = 0
    var sum: UInt64? = 0
    var last = 0
    while start < end {
      let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start)
      let line = start..<(newline ?? end)
      number += 1
      if number % 1024 == 0 { log.onProgress?(start) }
      do throws(LineError) {
        let facts = try decoder.facts(bytes, in: line, after: sum ?? 0)
        try LineDecoder.checkRoom(facts.seq, after: last)
        let link = LongestRun.Line(
          seq: facts.seq, sum: facts.sum, continued: facts.fits ? sum ?? 0 : nil,
          isLinked: sum != nil && facts.sum != nil && facts.fits)
        lines.append(
          Line(
            number: number, bytes: line, id: facts.id, sumStart: facts.sumStart, link: link))
        (sum, last) = (facts.sum, facts.seq)
      } catch {
        sum = nil
        if newline == nil, start > 0 {
          // The last line before these bytes is damaged, so the bytes were not yet recognised as torn.
          torn = line
        } else {
          remove(number, line, error.offset + 1, error.message)
        }
      }
      start = line.upperBound + 1
    }
    return lines
  }

  private mutating func remove(
    _ number: Int, _ line: Range<Int>, _ column: Int?, _ reason: String
  ) {
    removedCount += 1
    let places = "\(number) \(line.lowerBound) \(line.count) \(column ?? 0) "
    digest = Bytes.of(places + reason) { XXH64.hash($0, seed: digest) }
    // One pass finds its lines in order, so a line beyond the limit cannot be among the first.
    guard removed.count < listed + Self.mostListed else { return }
    removed.append(
      Removed(
        line: number, offset: line.lowerBound, count: line.count, column: column, reason: reason))
  }

  /// Returns whether a reader takes the torn bytes for those of a crash if they follow `lines`, the kept lines.
  ///
  /// The whole lines of a batch that was cut off are torn only if they continue the line before them. A log without
  /// its first event is an excerpt, in which a filter may have cut off the batch.
  private func isTornStill(after lines: [Line], _ log: Log) -> Bool {
    let bytes = log.bytes
    guard let first = lines.first, let last = lines.last, let torn,
      bytes.firstIndex(of: UInt8(ascii: "\n"), from: torn.lowerBound) != nil
    else { return true }
    guard first.seq == 1, log.continues(last.seq, torn) else { return false }
    let kept = bytes.array(in: last.bytes) + [UInt8(ascii: "\n")]
    return (try? Log(kept + bytes.array(in: torn), name: "").tail().end) == kept.count
  }

  private mutating func removeTorn(_ bytes: Bytes, _ reason: String) {
    guard let range = torn else { return }
    torn = nil
    let number = 1 + (0..<range.lowerBound).count(where: { bytes[$0] == UInt8(ascii: "\n") })
    remove(number, range, nil, reason)
    sortRemoved()
  }

  /// Ends a pass over the lines, and keeps the first removed lines in the list.
  private mutating func sortRemoved() {
    removed.sort { $0.line < $1.line }
    removed = Array(removed.prefix(Self.mostListed))
    listed = removed.count
  }

  /// Checks the lines as a reader does, and returns the chosen lines that a reader accepts.
  private mutating func chain(_ lines: [Line], _ chosen: [Bool], _ bytes: Bytes) -> [Int] {
    var ids = IDSet(expecting: lines.count)
    var keeps: [Int] = []
    var last = 0
    var sum: UInt64 = 0
    for (index, line) in lines.enumerated() {
      if line.seq == last + 1, !line.fits(bytes, after: sum) {
        let error = LineDecoder.wrongSum(line.sumStart)
        remove(line.number, line.bytes, error.offset + 1, error.message)
      } else if !chosen[index] {
        remove(line.number, line.bytes, nil, "seq \(line.seq) is out of order")
      } else if !ids.insert(line.id) {
        remove(line.number, line.bytes, nil, "an earlier event has the same id \(line.id)")
      } else {
        keeps.append(index)
        last = line.seq
        sum = line.link.sum ?? 0
      }
    }
    return keeps
  }

  private mutating func keep(_ line: Range<Int>, _ bytes: Bytes) {
    let hasNewline = line.upperBound < bytes.count && bytes[line.upperBound] == UInt8(ascii: "\n")
    let whole = line.lowerBound..<line.upperBound + (hasNewline ? 1 : 0)
    if case .bytes(let before) = pieces.last, before.upperBound == whole.lowerBound {
      pieces[pieces.count - 1] = .bytes(before.lowerBound..<whole.upperBound)
    } else {
      pieces.append(.bytes(whole))
    }
  }

  /// Returns the number of lines at the end that belong to a batch with missing events.
  private static func looseEnd(_ lines: [Line], _ bytes: Bytes, _ decoder: LineDecoder) -> Int {
    guard let last = lines.last else { return 0 }
    for (distance, line) in zip(1...Log.largestReversal, lines.reversed()) {
      guard last.seq - line.seq == distance - 1,
        let envelope = try? decoder.envelope(bytes, in: line.bytes)
      else { return 0 }
      if envelope.batch > 1 { return envelope.batch > distance ? distance : 0 }
    }
    return 0
  }

  /// Returns a flag for each line that is in the longest run of lines that can follow each other.
  private static func longestRun(_ lines: [Line], _ bytes: Bytes) -> [Bool] {
    var last = 0
    if lines.allSatisfy({ line in
      defer { last = max(last, line.seq) }
      return line.seq == 0 || line.seq > last
    }) {
      // In file order the check of the lines removes as few as possible.
      return lines.map { $0.seq > 0 }
    }
    let order = lines.indices.sorted { (lines[$0].seq, $0) < (lines[$1].seq, $1) }
    return LongestRun.flags(
      lines.indices.map { index in
        var link = lines[index].link
        // A line that does not continue the line before it in the file may continue another one.
        if link.continued == nil {
          link.continued = continued(by: index, of: lines, in: order, bytes)
          link.isLinked = link.continued != nil
        }
        return link
      })
  }

  /// Returns the checksum of the earlier line, at the position before that of the line at `place`, that the latter
  /// continues; nil if there is none.
  ///
  /// - Parameter order: The lines sorted by their positions, then by their places.
  private static func continued(
    by place: Int, of lines: [Line], in order: [Int], _ bytes: Bytes
  ) -> UInt64? {
    let line = lines[place]
    if line.seq == 1 { return line.fits(bytes, after: 0) ? 0 : nil }
    let first = order.indices.search { lines[order[$0]].seq >= line.seq - 1 }
    var tried: UInt64?
    for index in order[first...].prefix(mostTried)
    where index < place && lines[index].seq == line.seq - 1 {
      let sum = lines[index].link.sum ?? 0
      // The copies of a line have the same checksum.
      if sum != tried, line.fits(bytes, after: sum) { return sum }
      tried = sum
    }
    return nil
  }
}
