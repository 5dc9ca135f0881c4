/// A plan of a repair: the lines of a damaged log that it would remove and keep.
///
/// It is a value, made by reading.
///
///     1 {"seq":1,…}     keep
///     2 {"seq":2,…      remove: no event
///     3 {"seq":3,…}     keep, byte for byte; after the gap its sum cannot be checked
///     3 {"seq":3,…}     remove: out of its place
///     4 {"seq":4,…}     keep
///
/// Kept is every line that is an event and can follow: of positions that fall, the most that rise,
/// so that one line with a wild `seq` does not cost all after it; of two lines with one position
/// the one whose sum continues the line before it, else the first; of two with one id the first.
/// Nothing is put in another order and nothing invented. Kept lines keep their bytes. There is one
/// exception. Where a log would end in a batch that has lost its last events, readers would take
/// that for the end that a crash leaves and show none of it; the lines of that batch lose `batch`
/// and `sum`, like lines that are taken out of their place.
///
/// A torn end is no damage: it stays where it is, for the next append to set aside. Only after a
/// batch that has lost its last events it cannot stay: the next append in its place would be read
/// as those.
public struct RepairPlan: Equatable, Sendable {
  /// A line that would be removed.
  public struct Removed: Equatable, Sendable {
    /// The number of the line, from 1.
    public let line: Int
    /// The offset of its first byte in the file.
    public let offset: Int
    /// The number of its bytes, without its newline.
    public let count: Int
    /// The byte within the line, from 1, with the error; nil for the line as a whole.
    public let column: Int?
    /// The reason, without personal data.
    public let reason: String
  }

  /// A piece of the new log, in order.
  enum Piece: Equatable, Sendable {
    /// The bytes of the old log in this range.
    case bytes(Range<Int>)
    /// The event of the line in this range, without `batch` and `sum`.
    case alone(Range<Int>)
  }

  /// The most lines that `removed` lists.
  public static let mostListed = 100

  /// The lines that would be removed, in the order of the log: the first `mostListed`.
  public private(set) var removed: [Removed] = []
  /// The number of lines that would be removed.
  public private(set) var removedCount = 0
  /// A hash of these lines, their places and reasons, to recognise them.
  private(set) var digest: UInt64 = 0
  /// The number of events that would be kept.
  public private(set) var kept = 0
  /// The lines that would lose `batch` and `sum`.
  public private(set) var unchained: [Int] = []
  /// The bytes after the last complete batch, which stay; nil when there are none.
  public private(set) var torn: Range<Int>?
  private(set) var pieces: [Piece] = []
  /// The number of lines that earlier passes listed.
  private var listed = 0

  /// A Boolean value indicating whether there is nothing to repair.
  public var isHealthy: Bool { removedCount == 0 }

  /// A line of the log that is an event.
  private struct Line {
    /// The number of the line, from 1.
    let number: Int
    let bytes: Range<Int>
    let seq: Int
    let id: EventID
    let sum: UInt64?
    /// The end of the bytes that the sum covers; nil when the sum is not the last field.
    let sumStart: Int?
    /// A Boolean value indicating whether its sum continues that of the line before it, whatever
    /// the positions.
    let isLinked: Bool
  }

  /// Creates the plan for `log`, after reading all of it.
  ///
  /// It takes one pass that decodes everything, a second one that computes the sums of the kept
  /// lines anew, and some 300 bytes for each line that is an event; other lines, however many, take
  /// none.
  public init(_ log: Log) {
    let decoder = LineDecoder()
    let lines = read(log, decoder)
    let chosen = RepairPlan.longestRise(lines.map(\.seq), preferring: lines.map(\.isLinked))
    sortRemoved()
    for (index, line) in lines.enumerated() where !chosen[index] {
      remove(line.number, line.bytes, nil, "seq \(line.seq) is out of its place")
    }
    sortRemoved()
    var keeps = chain(lines, chosen, log.bytes)
    kept = keeps.count
    sortRemoved()
    guard !isHealthy || torn != nil else { return }
    let loose = RepairPlan.looseEnd(keeps.map { lines[$0] }, log.bytes, decoder)
    if loose > 0 { removeTorn(log.bytes) }
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

  /// Returns the lines that are events, after adding the others to the removed ones.
  private mutating func read(_ log: Log, _ decoder: LineDecoder) -> [Line] {
    let bytes = log.bytes
    let tail = try? log.tail()
    torn = tail?.torn
    let end = tail?.end ?? bytes.count
    var lines: [Line] = []
    var number = 0
    var start = 0
    var sum: UInt64? = 0
    while start < end {
      let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start)
      let line = start..<(newline ?? end)
      number += 1
      if number % 1024 == 0 { log.onProgress?(start) }
      do throws(LineError) {
        let facts = try decoder.facts(bytes, in: line, after: sum ?? 0)
        let isLinked = sum != nil && facts.sum != nil && facts.fits
        lines.append(
          Line(
            number: number, bytes: line, seq: facts.seq, id: facts.id, sum: facts.sum,
            sumStart: facts.sumStart, isLinked: isLinked))
        sum = facts.sum
      } catch {
        sum = nil
        if newline == nil, start > 0 {
          // The last line before it is damaged, so it was not yet recognised as torn.
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
    // The lines of one pass come in order, so those after the first of it are not among the first.
    guard removed.count < listed + Self.mostListed else { return }
    removed.append(
      Removed(
        line: number, offset: line.lowerBound, count: line.count, column: column, reason: reason))
  }

  /// Removes the torn bytes.
  private mutating func removeTorn(_ bytes: Bytes) {
    guard let range = torn else { return }
    torn = nil
    let number = 1 + (0..<range.lowerBound).count(where: { bytes[$0] == UInt8(ascii: "\n") })
    remove(number, range, nil, "torn, behind a batch that lost its last events")
    sortRemoved()
  }

  /// Ends a pass over the lines by keeping the first of the removed ones.
  private mutating func sortRemoved() {
    removed.sort { $0.line < $1.line }
    removed = Array(removed.prefix(Self.mostListed))
    listed = removed.count
  }

  /// Follows the chosen lines as a reader does and returns those that it accepts.
  private mutating func chain(_ lines: [Line], _ chosen: [Bool], _ bytes: Bytes) -> [Int] {
    var ids = IDSet(expecting: lines.count)
    var keeps: [Int] = []
    var last = 0
    var sum: UInt64 = 0
    for (index, line) in lines.enumerated() where chosen[index] {
      if line.seq == last + 1,
        !LineDecoder.fits(line.sum, line.sumStart, bytes[line.bytes], after: sum)
      {
        let error = LineDecoder.wrongSum(line.sumStart)
        remove(line.number, line.bytes, error.offset + 1, error.message)
      } else if !ids.insert(line.id) {
        remove(line.number, line.bytes, nil, "id \(line.id) is that of an earlier event")
      } else {
        keeps.append(index)
        last = line.seq
        sum = line.sum ?? 0
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

  /// Returns the number of lines at the end in a batch whose mark counts more.
  private static func looseEnd(_ lines: [Line], _ bytes: Bytes, _ decoder: LineDecoder) -> Int {
    guard let last = lines.last else { return 0 }
    for (distance, line) in zip(1...Log.largestBatch, lines.reversed()) {
      guard last.seq - line.seq == distance - 1,
        let envelope = try? decoder.envelope(bytes, in: line.bytes)
      else { return 0 }
      if envelope.batch > 1 { return envelope.batch > distance ? distance : 0 }
    }
    return 0
  }

  /// Returns which of `seqs` make the longest run that rises; 0 is none of them.
  ///
  /// Of equal runs the earlier is taken, unless only the later is preferred. Patience sorting
  /// (Schensted 1961): `ends[n]` is the end of that run of n + 1 whose end is lowest.
  static func longestRise(_ seqs: [Int], preferring isPreferred: [Bool]) -> [Bool] {
    var last = 0
    if seqs.allSatisfy({ seq in
      defer { last = max(last, seq) }
      return seq == 0 || seq > last
    }) {
      return seqs.map { $0 > 0 }
    }
    var chosen = [Bool](repeating: false, count: seqs.count)
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: seqs.count)
    for (index, seq) in seqs.enumerated() where seq > 0 {
      var (low, high) = (0, ends.count)
      // Nearly always a line belongs after all others.
      if let last = ends.last, seqs[last] < seq { low = high }
      while low < high {
        let middle = (low + high) / 2
        if seqs[ends[middle]] < seq { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count {
        ends.append(index)
      } else if seqs[ends[low]] > seq || isPreferred[index] && !isPreferred[ends[low]] {
        ends[low] = index
      }
    }
    var next = ends.last
    while let index = next, index >= 0 {
      chosen[index] = true
      next = before[index]
    }
    return chosen
  }
}
