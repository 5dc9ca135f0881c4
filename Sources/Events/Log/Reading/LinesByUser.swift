/// The lines of each user of a log, from which those of some users are read without all others.
///
/// It takes two to three bytes a line: each has its distance from the one before it of the same user.
package struct LinesByUser: Sendable {
  /// The lines of one user.
  private struct Lines {
    /// The distances, seven bits a byte, the lowest first; all bytes of a number but the last have the highest bit.
    var distances: [UInt8] = []
    /// The place of the last line.
    var last = 0
    var count = 0
    /// The areas of their events.
    var areas: Areas = []

    mutating func append(_ place: Int, _ area: Areas) {
      distances.append(varint: UInt64(place - last))
      (last, count, areas) = (place, count + 1, areas.union(area))
    }
  }

  /// The lines of a part of the log that are of a user.
  private struct Part: Sendable {
    var lines: [(user: Name, area: Areas, place: Int)] = []
    /// The damage after the last line; nil where there is none.
    var failure: LogError?

    private init() {}

    /// Creates the part that `reader` reads, in the memory of `spare`.
    init(_ reader: inout LineReader, in spare: consuming Part?) {
      self = spare ?? Part()
      lines.removeAll(keepingCapacity: true)
      failure = nil
      do throws(LogError) {
        while let line = try reader.next() {
          guard let user = line.user else { continue }
          lines.append((user, line.area.map { [$0] as Areas } ?? .unknown, reader.offset))
        }
      } catch {
        failure = error
      }
    }
  }

  private let log: Log
  private var lines = NameMap<Lines>()

  /// Reads a log and checks each line.
  ///
  /// - Throws: `LogError.Kind.damaged` with the place.
  package init(of log: Log) throws(LogError) {
    self.log = log
    try log.forEachPart { (reader, spare) in
      Part(&reader, in: spare)
    } take: { (part: inout Part) throws(LogError) in
      for line in part.lines {
        lines[lines.place(of: line.user, orNew: Lines())].append(line.place, line.area)
      }
      if let failure = part.failure { throw failure }
    }
  }

  /// Returns the number of lines of a user.
  package func count(of user: Name) -> Int { lines[user]?.count ?? 0 }

  /// Returns the users of events of some areas.
  package func users(in areas: Areas) -> Set<Name> {
    Set(lines.entries.lazy.filter { $0.value.areas.intersects(areas) }.map(\.name))
  }

  /// Passes the events of some users that readers want to `apply`, some hundreds at a time.
  ///
  /// Those of one user are in order, and one user follows the other.
  package func forEachRun(
    of users: some Sequence<Name>, _ interest: Interest, _ apply: (inout EventRun) -> Void
  ) throws(LogError) {
    var (reader, run) = (log.lines(), EventRun(in: nil))
    for user in users {
      var (place, distance, shift) = (0, 0, 0)
      for byte in lines[user]?.distances ?? [] {
        distance |= Int(byte & 0x7F) << shift
        shift += 7
        guard byte < 0x80 else { continue }
        place += distance
        (distance, shift) = (0, 0)
        try reader.append(checkedAt: place, interest, to: &run)
        guard run.count == Self.runLength else { continue }
        apply(&run)
        run.clear()
      }
    }
    if run.count > 0 { apply(&run) }
  }

  /// The number of events that are passed at once.
  private static let runLength = 512
}

extension LineReader {
  /// Appends the event of a line that was checked, where readers want it.
  fileprivate mutating func append(
    checkedAt place: Int, _ interest: Interest, to run: inout EventRun
  ) throws(LogError) {
    let line = try move(to: place)
    guard let (event, bits) = try event(of: line, for: interest) else { return }
    run.append(decoded: event, bits)
  }
}
