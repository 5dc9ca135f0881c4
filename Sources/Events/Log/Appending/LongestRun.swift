/// The longest run of lines of a damaged log that a reader accepts, one after the other.
///
/// A line can follow another if its position is greater. If it is the next position, the checksum of the line must
/// also continue the other line; after a gap no checksum can be checked. Of runs of equal length, the run with more
/// linked lines wins, then the run whose lines come earlier in the log.
///
///     1 {"seq":1,…}
///     2 {"seq":2,…}     changed: its checksum does not continue line 1
///     3 {"seq":2,…}     in the run, because its checksum continues line 1
///     4 {"seq":3,…}     in the run, because its checksum continues line 3
///
/// The cost is n log n.
struct LongestRun {
  /// The parts of a line that decide which lines it can follow.
  struct Line {
    let seq: Int
    let sum: UInt64?
    /// The checksum that the line's own checksum continues; nil if it is not known.
    var continued: UInt64?
    /// A Boolean value indicating whether the checksum continues the line before it in the file, or one at the
    /// position before it.
    var isLinked = false

    /// Returns whether a reader accepts the line after a line with this position and this checksum.
    fileprivate func follows(_ last: Int, _ lastSum: UInt64) -> Bool {
      guard seq == last + 1 else { return seq > last && seq <= LogFormat.lastAfterGap }
      return sum == nil || continued == lastSum
    }
  }

  /// A position, and the checksum that a line at the position continues; nil for a line without a checksum, which
  /// can follow any line.
  private struct Place: Hashable {
    let seq: Int
    let continued: UInt64?
  }

  /// The positions of all lines in ascending order.
  private let seqs: [Int]
  /// The greatest weights of the runs that begin at one of the highest positions, as a Fenwick tree.
  private var atPositions: [Int]
  /// The greatest weights of the runs that begin at a place.
  private var atPlaces: [Place: Int] = [:]

  private init(_ lines: [Line]) {
    seqs = lines.map(\.seq).sorted()
    atPositions = Array(repeating: 0, count: lines.count + 1)
  }

  /// Returns a flag for each of `lines` that is in the longest run; a line at position 0 is in no run.
  static func flags(_ lines: [Line]) -> [Bool] {
    func weight(_ line: Line) -> Int { lines.count + (line.isLinked ? 2 : 1) }
    var runs = LongestRun(lines)
    // The weights of the heaviest runs that begin with each line.
    var weights = [Int](repeating: 0, count: lines.count)
    for index in lines.indices.reversed() where lines[index].seq > 0 {
      let line = lines[index]
      weights[index] = weight(line) + runs.heaviest(after: line.seq, line.sum ?? 0)
      runs.insert(line, weights[index])
    }
    var flags = [Bool](repeating: false, count: lines.count)
    var (last, sum) = (0, UInt64(0))
    var rest = runs.heaviest(after: last, sum)
    for (index, line) in lines.enumerated()
    where rest > 0 && weights[index] == rest && line.follows(last, sum) {
      flags[index] = true
      rest -= weight(line)
      (last, sum) = (line.seq, line.sum ?? 0)
    }
    return flags
  }

  /// Records a run that begins with `line`.
  private mutating func insert(_ line: Line, _ weight: Int) {
    if line.sum == nil || line.continued != nil {
      let place = Place(seq: line.seq, continued: line.sum == nil ? nil : line.continued)
      atPlaces[place] = max(atPlaces[place] ?? 0, weight)
    }
    guard line.seq <= LogFormat.lastAfterGap else { return }
    var index = count(from: line.seq)
    while index < atPositions.count {
      atPositions[index] = max(atPositions[index], weight)
      index += index & -index
    }
  }

  /// Returns the weight of the heaviest run that can follow a line with this position and this checksum.
  private func heaviest(after seq: Int, _ sum: UInt64) -> Int {
    var weight = max(
      atPlaces[Place(seq: seq + 1, continued: nil)] ?? 0,
      atPlaces[Place(seq: seq + 1, continued: sum)] ?? 0)
    var index = count(from: seq + 2)
    while index > 0 {
      weight = max(weight, atPositions[index])
      index -= index & -index
    }
    return weight
  }

  /// Returns the number of lines at the position `seq` or later ones.
  private func count(from seq: Int) -> Int {
    seqs.count - seqs.indices.search { seqs[$0] >= seq }
  }
}
