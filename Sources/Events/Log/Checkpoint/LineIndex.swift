/// An index of some lines of a log in memory: by id, by user, by area, and by user and area.
///
/// The index keeps ids and names as keyed hashes. If two of them share a hash, a look-up returns an extra line, and
/// the caller must check each line.
struct LineIndex {
  /// A line that names an id.
  struct Mention: Comparable {
    /// The highest ``IndexTable/hashBits`` bits of the id's hash.
    let hash: UInt64
    /// Twice the offset of the line, plus one if the id is not the event's own.
    let place: UInt64

    static func < (one: Mention, other: Mention) -> Bool {
      (one.hash, one.place) < (other.hash, other.place)
    }
  }

  /// The lines that have a ``StreamKey``.
  struct Stream {
    /// The place of the newest kept states of the stream; nil if there are none.
    var state: StatePlace?
    /// The number of lines after those states.
    var since = 0
    /// The offsets of the stream's lines, in order.
    var places: [Int] = []
  }

  /// The key of all hashes; the key is secret, so that no attacker can choose ids whose hashes collide.
  let key: UInt64
  /// The part of the log that is indexed.
  private(set) var range: Range<Int>
  private(set) var count = 0
  /// The mentions of ids; sorted after a call of ``sort()``.
  private(set) var mentions: [Mention] = []
  /// The lines of each user, each area, and each user in each area, by the hash of ``StreamKey``.
  var streams: [UInt64: Stream] = [:]
  private var hashes: [Name: UInt64] = [:]
  /// A Boolean value indicating whether every event is known to this build.
  private(set) var isKnown = true

  /// Creates an empty index that begins at an offset of a log.
  init(key: UInt64, from start: Int) {
    self.key = key
    range = start..<start
  }

  /// The users of the lines added with ``add(_:at:id:user:area:isKnown:)``, in order.
  var users: [Name] { hashes.keys.sorted() }

  /// Adds the line that follows the last added line.
  ///
  /// - Parameter isKnown: A Boolean value indicating whether the event is known to this build.
  mutating func add(
    _ line: Bytes, at place: Int, id own: EventID, user: Name?, area: Area?, isKnown: Bool
  ) {
    count += 1
    range = range.lowerBound..<place + line.count + 1
    if !isKnown { self.isKnown = false }
    add(own, place, isOwn: true)
    IDScanner.forEachID(in: line) { id in
      if id != own { add(id, place, isOwn: false) }
    }
    if let user {
      let hash = hashes[user] ?? StreamKey.user(user).hash(key)
      hashes[user] = hash
      streams[hash, default: Stream()].append(place)
    }
    // A projection treats an event of a newer version as an unknown event.
    let area = isKnown ? area : nil
    guard LineIndex.areas.contains(area) else { return }
    streams[StreamKey.area(area).hash(key), default: Stream()].append(place)
    if let user { streams[StreamKey.part(user, area).hash(key), default: Stream()].append(place) }
  }

  private mutating func add(_ id: EventID, _ place: Int, isOwn: Bool) {
    mentions.append(
      Mention(
        hash: LineIndex.hash(id, key: key), place: UInt64(place) << 1 | (isOwn ? 0 : 1)))
  }

  static func hash(_ id: EventID, key: UInt64) -> UInt64 {
    let product = (id.high ^ key).multipliedFullWidth(
      by: id.low ^ 0x9E37_79B1_85EB_CA87 ^ key << 32)
    let mixed = (product.high ^ product.low) &* 0xC2B2_AE3D_27D4_EB4F
    return (mixed ^ mixed >> 29) >> UInt64(64 - IndexTable.hashBits)
  }

  /// Sorts the mentions of ids and removes repeated mentions in one line.
  mutating func sort() {
    mentions.sort()
    var kept = 0
    for index in mentions.indices where index == 0 || mentions[index] != mentions[index - 1] {
      mentions[kept] = mentions[index]
      kept += 1
    }
    mentions.removeLast(mentions.count - kept)
  }

  /// Adds the index of the lines that follow; the caller must then call ``sort()``.
  mutating func append(_ next: LineIndex) {
    range = range.lowerBound..<next.range.upperBound
    count += next.count
    mentions += next.mentions
    for (hash, stream) in next.streams {
      let earlier = streams[hash]?.places ?? []
      streams[hash] = Stream(
        state: stream.state, since: stream.since, places: earlier + stream.places)
    }
  }

  /// The areas whose lines are indexed: all except sessions, which make up most of a log.
  ///
  /// A state that depends on the sessions of all users is kept for the last line. The sessions of one user are found
  /// by the index of the user.
  static let areas = Areas(Area.allCases.filter { $0 != .sessions }).union(.unknown)
}

extension LineIndex.Stream {
  mutating func append(_ place: Int) {
    places.append(place)
    since += 1
  }
}

extension LineIndex {
  /// Adds a mention that was read from a table.
  mutating func add(_ mention: Mention) { mentions.append(mention) }

  /// Sets the range and the number of lines that were read from a table.
  mutating func use(_ range: Range<Int>, count: Int) { (self.range, self.count) = (range, count) }
}

/// The property that all lines of a stream share.
enum StreamKey: Hashable, Sendable {
  case user(Name)
  /// The area of the events; nil for unknown events.
  case area(Area?)
  /// A user and an area.
  case part(Name, Area?)

  /// The bytes that identify the stream.
  ///
  /// The byte of an area is less than any printable character, so it differs from the first byte of a name.
  var bytes: [UInt8] {
    switch self {
    case .user(let name): [UInt8(ascii: "/")] + Array(name.text.utf8)
    case .area(let area): [UInt8(Areas.place(of: area))]
    // A name may be empty, so the slash distinguishes the part from the area.
    case .part(let name, let area):
      StreamKey.area(area).bytes + [UInt8(ascii: "/")] + Array(name.text.utf8)
    }
  }

  func hash(_ key: UInt64) -> UInt64 { Bytes.of(bytes) { XXH64.hash($0, seed: key) } }
}

extension Areas {
  /// Creates the set of these areas.
  init(_ areas: [Area]) { self = areas.reduce([]) { $0.union(Areas($1)) } }
}

/// The place of states: a file and a range of its bytes.
struct StatePlace: Equatable, Sendable {
  /// The number of the file.
  let file: Int
  let offset: Int
  /// The length of the table at the front, which contains a checksum for each state.
  let head: Int
  /// The length of the whole range.
  let total: Int
  /// The end of the part of the log from which the states were computed.
  let end: Int
}

/// A scanner that finds possible ids in a line.
enum IDScanner {
  /// Calls `body` with every string of a line that is an id, and possibly with others.
  static func forEachID(in line: Bytes, _ body: (EventID) -> Void) {
    if line.firstIndex(of: UInt8(ascii: "\\")) != nil {
      // A string with escapes may be an id.
      return forEachText(of: (try? JSON(line)) ?? .null) { text in
        if let id = EventID(text) { body(id) }
      }
    }
    var index = 0
    while let quote = line.firstIndex(of: UInt8(ascii: "\""), from: index) {
      index = quote + 1
      guard quote + 37 < line.count, line[quote + 37] == UInt8(ascii: "\""),
        let id = EventID(line, in: quote + 1..<quote + 37)
      else { continue }
      body(id)
      index = quote + 38
    }
  }

  private static func forEachText(of json: JSON, _ body: (String) -> Void) {
    switch json {
    case .string(let text): body(text)
    case .array(let elements): for element in elements { forEachText(of: element, body) }
    case .object(let members): for member in members { forEachText(of: member.value, body) }
    default: break
    }
  }
}
