/// A reader of a checkpoint's states, and of the lines that its index returns; for one replay.
public final class CheckpointReader {
  @usableFromInline package let checkpoint: Checkpoint
  private let log: Log
  private let decoder = LineDecoder()
  private var users: [Name: User] = [:]
  /// The largest number of lines to read one by one; for more, a pass over all lines takes no longer.
  package var mostPlaces: Int

  /// The lines of a user that were read so far.
  private struct User {
    let stream: LineIndex.Stream
    /// The events after the states; nil until they are read.
    var later: [Event]?
    /// All events of the user; nil until they are read.
    var all: [Event]?
  }

  /// Creates a reader of the checkpoint of a log, or returns nil if the log has no usable states.
  @usableFromInline package init?(of log: Log) {
    guard let checkpoint = log.checkpoint, checkpoint.isCompatible else { return nil }
    (self.checkpoint, self.log) = (checkpoint, log)
    mostPlaces = checkpoint.position.seq / CheckpointReader.linesPerPlace
  }

  /// Returns the state called `name` of a user at the position of the checkpoint.
  ///
  /// The kept state is completed with the later events. The result is nil if `apply` never created a state.
  ///
  /// - Throws: An error if the checkpoint must not be used.
  package func state<P: Payload>(
    _ name: String, of user: Name, misses: (P) -> Bool = { _ in false },
    _ apply: (inout P?, Event) -> Void
  ) throws -> P? {
    let stream = try stream(of: user)
    var state: P?
    var isKept = false
    if let place = stream.state {
      let hash = Checkpoint.hash(ofState: name)
      let owner = StreamKey.user(user).bytes
      let found = try checkpoint.state(hash, at: place, of: owner) {
        (bytes) throws(LineError) -> P? in
        bytes.count == 0 ? nil : try CheckpointReader.state(bytes)
      }
      if let found { (state, isKept) = (found, true) }
    }
    for event in try events(of: user, afterState: isKept) { apply(&state, event) }
    if isKept, let kept = state, misses(kept) {
      state = nil
      for event in try events(of: user, afterState: false) { apply(&state, event) }
    }
    return state
  }

  /// Returns the state called `name` that belongs to no user, at the position of the checkpoint, or nil if it is not
  /// kept.
  ///
  /// - Parameter areas: The areas whose events the state depends on.
  /// - Throws: An error if the checkpoint must not be used.
  package func state<P: Payload>(
    _ name: String, of areas: Areas, _ apply: (inout P, Event) -> Void
  ) throws -> P? {
    let hash = Checkpoint.hash(ofState: name)
    guard let common = checkpoint.manifest.commons.first(where: { $0.name == hash }),
      var state: P = try checkpoint.state(hash, at: common.place, of: [], CheckpointReader.state)
    else { return nil }
    for place in try places(of: areas, from: common.end) {
      let (reader, line) = try line(at: place)
      guard let area = line.area, areas.contains(area) else { throw damage }
      let event = try reader.event()
      // The type may be known although the version is too new.
      if event.area != nil { apply(&state, event) }
    }
    return state
  }

  /// Passes the events before the position that some readers want, and finds them by the index.
  ///
  /// Reading a line by the index takes several times as long as in a pass over all lines. Such a pass also uses both
  /// cores.
  ///
  /// - Parameters:
  ///   - parts: The areas of the events, each with the user of the events; nil for the events of all users.
  ///   - interest: The same events, as a bit for each reader. A line of another stream may have the same hash.
  ///   - apply: A closure called with a few hundred events at a time, in order.
  /// - Returns: False, before any call, if the index does not cover all of the events. False also if there are so
  ///   many lines that a pass over all lines takes no longer.
  /// - Throws: An error if the checkpoint must not be used.
  package func withEvents(
    of parts: [(areas: Areas, user: Name?)], _ interest: Interest,
    _ apply: (inout EventRun) -> Void
  ) throws -> Bool {
    guard let places = try places(of: parts) else { return false }
    guard let first = places.first, let last = places.last else { return true }
    let end = checkpoint.position.end
    guard first >= 0, last < end else { throw damage }
    var reader = LineReader(log, decoder, in: first..<end, isInside: first > 0)
    var run = EventRun()
    for place in places {
      try reader.append(lineAt: place, interest, to: &run)
      guard run.count == 512 else { continue }
      apply(&run)
      run.clear()
    }
    apply(&run)
    return true
  }

  /// The number of lines that a pass reads in the time of one look-up by the index.
  private static let linesPerPlace = 6

  /// Returns the offsets of the lines of some parts, in order, or nil if they are not indexed or too many.
  private func places(of parts: [(areas: Areas, user: Name?)]) throws -> [Int]? {
    var places: [Int] = []
    for part in parts {
      for key in try keys(of: part.areas, part.user) {
        guard let key else { return nil }
        places += try checkpoint.places(of: key.hash(self.key), from: 0)
        guard places.count <= mostPlaces else { return nil }
      }
    }
    places.sort()
    var kept = 0
    for place in places where kept == 0 || places[kept - 1] != place {
      places[kept] = place
      kept += 1
    }
    places.removeLast(places.count - kept)
    return places
  }

  /// Returns the keys of the streams that cover some areas; a nil among them marks an area that is not indexed.
  private func keys(of areas: Areas, _ user: Name?) throws -> [StreamKey?] {
    let areas = areas.members
    guard areas.allSatisfy(LineIndex.areas.contains) else { return [user.map { .user($0) }] }
    return areas.map { area in user.map { .part($0, area) } ?? .area(area) }
  }

  /// Returns whether a user has any event before the position, known or not.
  package func holdsEvents(of user: Name) throws -> Bool {
    let stream = try checkpoint.places(of: StreamKey.user(user).hash(key), from: 0)
    return try stream.contains { try line(at: $0).line.user == user }
  }

  private var damage: Checkpoint.Damage { Checkpoint.Damage() }
  private var key: UInt64 { checkpoint.manifest.key }

  private func stream(of user: Name) throws -> LineIndex.Stream {
    if let known = users[user] { return known.stream }
    let stream = try checkpoint.stream(StreamKey.user(user).hash(key))
    users[user] = User(stream: stream)
    return stream
  }

  /// Returns the events of a user before the position: all of them, or only those after the kept states.
  private func events(of user: Name, afterState: Bool) throws -> [Event] {
    let stream = try stream(of: user)
    if stream.state == nil || afterState {
      if let known = users[user]?.later { return known }
      let events = try events(at: stream.places, of: user)
      users[user]?.later = events
      return events
    }
    if let known = users[user]?.all { return known }
    let places = try checkpoint.places(of: StreamKey.user(user).hash(key), from: 0)
    let events = try events(at: places, of: user)
    users[user]?.all = events
    return events
  }

  private func events(at places: [Int], of user: Name) throws -> [Event] {
    var events: [Event] = []
    for place in places {
      let (reader, line) = try line(at: place)
      // Another user's name may have the same hash.
      guard line.user == user, line.area != nil else { continue }
      events.append(try reader.event())
    }
    return events
  }

  private func places(of areas: Areas, from start: Int) throws -> [Int] {
    guard start < checkpoint.position.end else { return [] }
    var places: [Int] = []
    for area in Area.allCases where areas.contains(area) {
      guard LineIndex.areas.contains(area) else { throw damage }
      places += try checkpoint.places(of: StreamKey.area(area).hash(key), from: start)
    }
    return places.sorted()
  }

  private func line(at place: Int) throws -> (reader: LineReader, line: LineReader.Line) {
    guard place < checkpoint.position.end else { throw damage }
    return try log.line(at: place, decoder)
  }

  private static func state<P: Payload>(_ bytes: Bytes) throws(LineError) -> P {
    var reader = StateReader(bytes)
    let state: P = try reader.payload()
    try reader.end()
    return state
  }
}

extension Checkpoint {
  /// Returns the hash that identifies a state.
  static func hash(ofState name: String) -> UInt64 { Bytes.of(name) { XXH64.hash($0) } }
}

extension Log {
  /// Returns a reader at the line at an offset, after checking the line against the line before it.
  ///
  /// - Throws: An error if no line begins there, or if the line is damaged.
  func line(
    at place: Int, _ decoder: LineDecoder
  ) throws -> (reader: LineReader, line: LineReader.Line) {
    guard place >= 0, place < bytes.count,
      place == 0 || bytes[place - 1] == UInt8(ascii: "\n"),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: place)
    else { throw Checkpoint.Damage() }
    var reader = LineReader(self, decoder, in: place..<end, isInside: place > 0)
    guard let line = try reader.next() else { throw Checkpoint.Damage() }
    // If the line before cannot be read, this line was not checked.
    try reader.requireChain()
    return (reader, line)
  }
}
