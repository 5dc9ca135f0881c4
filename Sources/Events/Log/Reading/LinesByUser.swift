/// The lines of a log by user, so that the lines of some users can be read without the others.
///
/// It takes two to three bytes per line, because each line is stored as the distance from the user's previous line.
package struct LinesByUser: Sendable {
  private struct Lines {
    /// The distances in 7 bits per byte, lowest first; every byte of a number except the last has the highest bit
    /// set.
    var distances: [UInt8] = []
    var last = 0
    var count = 0
    /// The areas of the user's events.
    var areas: Areas = []

    mutating func append(_ place: Int, _ area: Areas) {
      distances.append(varint: UInt64(place - last))
      (last, count, areas) = (place, count + 1, areas.union(area))
    }
  }

  /// The users of the lines in a part of the log, and the events that readers want.
  private struct Part: Sendable {
    var lines: [(user: Name, area: Areas, place: Int)] = []
    var run = EventRun()
  }

  private let log: Log
  private var lines = NameMap<Lines>()

  /// Reads a log, checks each line, and passes the events that readers want, a few hundred at a time.
  ///
  /// - Throws: `LogError.Kind.damaged` with the position of the damage.
  package init(
    of log: Log, _ interest: Interest = Interest(), _ apply: (inout EventRun) -> Void = { _ in }
  ) throws(LogError) {
    self.log = log
    try log.forEachPart(from: Part()) { (part, reader) throws(LogError) in
      part.lines.removeAll(keepingCapacity: true)
      part.run.clear()
      while let line = try reader.next() {
        if let user = line.user { part.lines.append((user, Areas(line.area), reader.offset)) }
        try reader.append(checked: line, interest, to: &part.run)
      }
    } take: { part in
      apply(&part.run)
      for line in part.lines {
        lines[lines.place(of: line.user, orNew: Lines())].append(line.place, line.area)
      }
    }
  }

  package func count(of user: Name) -> Int { lines[user]?.count ?? 0 }

  /// Returns the users who have events of some areas.
  package func users(in areas: Areas) -> Set<Name> {
    Set(lines.entries.lazy.filter { $0.value.areas.intersects(areas) }.map(\.name))
  }

  /// Passes the events of some users that readers want to `apply`, a few hundred at a time.
  ///
  /// The events of one user are in order, and the users follow one another.
  package func forEachRun(
    of users: some Sequence<Name>, _ interest: Interest, _ apply: (inout EventRun) -> Void
  ) throws(LogError) {
    var (reader, run) = (log.lines(), EventRun())
    for user in users {
      var (place, distance, shift) = (0, 0, 0)
      for byte in lines[user]?.distances ?? [] {
        distance |= Int(byte & 0x7F) << shift
        shift += 7
        guard byte < 0x80 else { continue }
        place += distance
        (distance, shift) = (0, 0)
        try reader.append(checked: try reader.move(to: place), interest, to: &run)
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
