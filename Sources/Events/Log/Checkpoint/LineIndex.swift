/// An index of some lines of a log, in memory: by the ids in them, by user, by area, and by both.
///
/// Ids and names are kept as keyed hashes. A hash that two of them share costs a look at a line that is
/// not meant; the line is the judge.
struct LineIndex {
  /// A line that names an id.
  struct Mention: Comparable {
    /// The highest ``IndexTable/hashBits`` of the id's hash.
    let hash: UInt64
    /// Twice the place of the line; one more where the id is not the event's own.
    let place: UInt64

    static func < (one: Mention, other: Mention) -> Bool {
      (one.hash, one.place) < (other.hash, other.place)
    }
  }

  /// The lines that have a ``StreamKey``.
  struct Stream {
    /// The place of the newest states that are kept of it; nil where none are.
    var state: StatePlace?
    /// The number of lines since those states.
    var since = 0
    /// The places of its lines, in order.
    var places: [Int] = []
  }

  /// The key of all hashes, so that no ids can be chosen whose hashes are the same.
  let key: UInt64
  /// The part of the log that is indexed.
  private(set) var range: Range<Int>
  /// The number of lines.
  private(set) var count = 0
  /// The ids, sorted once ``sort()`` was called.
  private(set) var mentions: [Mention] = []
  /// The lines of each user, each area, and each user in each area, by the hash of ``StreamKey``.
  var streams: [UInt64: Stream] = [:]
  private var hashes: [Name: UInt64] = [:]
  /// A Boolean value indicating whether every event has a meaning to this build.
  private(set) var isKnown = true

  /// Creates an index of no lines, to begin at a place of a log.
  init(key: UInt64, from start: Int) {
    self.key = key
    range = start..<start
  }

  /// The users of the lines that were added with ``add(_:at:id:user:area:isKnown:)``, in order.
  var users: [Name] { hashes.keys.sorted() }

  /// Adds the line that follows the last one that was added.
  ///
  /// - Parameter isKnown: whether its event has a meaning to this build.
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
    // A projection gets an event of a version that is too new as it gets an unknown one.
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

  /// Returns the hash of an id.
  static func hash(_ id: EventID, key: UInt64) -> UInt64 {
    let product = (id.high ^ key).multipliedFullWidth(
      by: id.low ^ 0x9E37_79B1_85EB_CA87 ^ key << 32)
    let mixed = (product.high ^ product.low) &* 0xC2B2_AE3D_27D4_EB4F
    return (mixed ^ mixed >> 29) >> UInt64(64 - IndexTable.hashBits)
  }

  /// Sorts the ids and takes out those that are twice in a line.
  mutating func sort() {
    mentions.sort()
    var kept = 0
    for index in mentions.indices where index == 0 || mentions[index] != mentions[index - 1] {
      mentions[kept] = mentions[index]
      kept += 1
    }
    mentions.removeLast(mentions.count - kept)
  }

  /// Adds the index of the lines that follow; afterwards it is to be sorted.
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

  /// The areas whose lines are indexed: all but sessions, which are most of a log.
  ///
  /// States of projections that read the sessions of all users are kept as of the last line; the sessions of one
  /// user are found by the user.
  static let areas = Areas(Area.allCases.filter { $0 != .sessions }).union(.unknown)
}

extension LineIndex.Stream {
  mutating func append(_ place: Int) {
    places.append(place)
    since += 1
  }
}

extension LineIndex {
  /// Takes over an entry of a table.
  mutating func add(_ mention: Mention) { mentions.append(mention) }

  /// Takes over the range and the number of lines of a table.
  mutating func use(_ range: Range<Int>, count: Int) { (self.range, self.count) = (range, count) }
}

/// The property that the lines of a stream have in common.
enum StreamKey: Hashable, Sendable {
  case user(Name)
  /// The area of the events; nil for unknown events.
  case area(Area?)
  /// A user and an area.
  case part(Name, Area?)

  /// The bytes by which the stream is told from others.
  ///
  /// The place of an area is less than any printable character.
  var bytes: [UInt8] {
    switch self {
    case .user(let name): [UInt8(ascii: "/")] + Array(name.text.utf8)
    case .area(let area): [UInt8(Areas.place(of: area))]
    // A name may be empty.
    case .part(let name, let area):
      StreamKey.area(area).bytes + [UInt8(ascii: "/")] + Array(name.text.utf8)
    }
  }

  func hash(_ key: UInt64) -> UInt64 { Bytes.of(bytes) { XXH64.hash($0, seed: key) } }
}

extension Areas {
  /// Creates the set of these areas.
  init(_ areas: [Area]) {
    self = areas.reduce([]) { $0.union([$1]) }
  }
}

/// The place of states: a file, and a stretch of it.
struct StatePlace: Equatable, Sendable {
  /// The number of the file.
  let file: Int
  let offset: Int
  /// The length of the table at the front, which has a checksum of each state.
  let head: Int
  /// The length of all of it.
  let total: Int
  /// The end of the part of the log that the states are made of.
  let end: Int
}

/// Finds whatever may be an id in a line.
enum IDScanner {
  /// Calls `body` with every text of a line that is an id, and perhaps with some that are none.
  static func forEachID(in line: Bytes, _ body: (EventID) -> Void) {
    if line.firstIndex(of: UInt8(ascii: "\\")) != nil {
      // A text may be spelled with escapes.
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
