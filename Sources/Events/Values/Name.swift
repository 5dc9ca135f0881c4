/// A text that names something: a user, an exercise, a session, a post.
///
/// Two names are the same when their UTF-8 bytes are; Unicode equivalence plays no part, because two
/// machines may disagree about it. Order is the order of the bytes.
///
/// A name is 16 plain bytes. Most are the id of the event that began something, and those bytes are
/// that id. Any other text is kept once for the whole process, and the bytes say which it is:
///
///     "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11"  →  0199f3a27c107d3e 9a415b0c2f6e8d11
///     "ann"                                   →  ffffffffffffffff 0000000000000000  (the first text)
///
/// So copying a name counts no reference and comparing two looks at no text: names that were
/// references took 45 % of a replay for counting them and for hashing the ids of sessions.
///
/// Memory: a text that is no id stays until the process ends. There are as many as a log has users,
/// exercises and addresses, which is what its projections hold anyway.
public struct Name: Hashable, Sendable, BitwiseCopyable {
  fileprivate let high: UInt64
  fileprivate let low: UInt64

  /// What `high` is when `low` says which text it is. The few ids that begin so are kept as texts.
  private static let marksText = UInt64.max

  /// The name that is written `text`.
  public init(_ text: String) {
    self = Bytes.of(text) { Name($0, in: 0..<$0.count) }
  }

  /// The name of whatever the event `id` began.
  public init(_ id: EventID) {
    let isPlain = id.high != Name.marksText
    self = isPlain ? Name(high: id.high, low: id.low) : Name(text: Array(id.description.utf8))
  }

  /// The name whose text, valid UTF-8, stands in `range`.
  init(_ bytes: Bytes, in range: Range<Int>) {
    if let name = Name(id: bytes, in: range) {
      self = name
    } else {
      self.init(text: bytes.array(in: range))
    }
  }

  /// The name that is an id; nil for any other text, upper-case letters included, since a name keeps
  /// the text it was given.
  init?(id bytes: Bytes, in range: Range<Int>) {
    guard range.count == 36, let id = EventID(bytes, in: range), id.high != Name.marksText,
      bytes.hasNoCapitals(at: range.lowerBound), bytes.hasNoCapitals(at: range.lowerBound + 8),
      bytes.hasNoCapitals(at: range.lowerBound + 16),
      bytes.hasNoCapitals(at: range.lowerBound + 24),
      bytes.hasNoCapitals(at: range.lowerBound + 28)
    else { return nil }
    self.init(high: id.high, low: id.low)
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private init(text: [UInt8]) {
    self.init(high: Name.marksText, low: texts.alone { $0.number(of: text) })
  }

  /// The text.
  public var text: String {
    guard high == Name.marksText else { return EventID(high: high, low: low).description }
    return texts.alone { $0[low] }
  }

  /// The event that began what it names; nil for a name that is no id.
  public var id: EventID? { high == Name.marksText ? nil : EventID(high: high, low: low) }

  /// Whether it keeps to the limit of a name, as every id does.
  var isPlain: Bool { high != Name.marksText || texts.alone { $0.isPlain(low) } }

  /// The 16 bytes: the id it is, or what no other name has. Not the same in another process.
  var key: EventID { EventID(high: high, low: low) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  /// What dictionaries ask for. The standard library's own way, SipHash, took 6 % of a replay; this
  /// is one multiplication, under a seed that differs from process to process, so that nobody can
  /// write a log whose names all fall into one place.
  public func _rawHashValue(seed: Int) -> Int {
    Name.mixed(high, low, seed)
  }

  static func mixed(_ high: UInt64, _ low: UInt64, _ seed: Int) -> Int {
    let key = UInt64(bitPattern: Int64(seed)) ^ Name.processSeed
    let mixed = (high ^ key).multipliedFullWidth(by: low ^ 0x9E37_79B1_85EB_CA87 ^ key << 32)
    return Int(truncatingIfNeeded: mixed.high ^ mixed.low)
  }

  private static let processSeed = UInt64.random(in: 0...UInt64.max)
}

extension Name: Comparable {
  public static func < (one: Name, other: Name) -> Bool {
    // In lower case the order of ids is that of their digits.
    if let mine = one.id, let theirs = other.id { return mine < theirs }
    return one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension Name: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral text: String) { self.init(text) }
  public var description: String { text }
}

/// All texts that are names and no ids, by number.
private struct Texts {
  private var texts: [String] = []
  /// Which of them keep to the limit of a name: asked once for each and not with every event.
  private var arePlain: [Bool] = []
  private var numbers: [[UInt8]: UInt64] = [:]

  subscript(number: UInt64) -> String { texts[Int(number)] }

  func isPlain(_ number: UInt64) -> Bool { arePlain[Int(number)] }

  mutating func number(of text: [UInt8]) -> UInt64 {
    if let known = numbers[text] { return known }
    let number = UInt64(texts.count)
    numbers[text] = number
    let name = String(decoding: text, as: UTF8.self)
    texts.append(name)
    arePlain.append(Limit.name.breach(by: name) == nil)
    return number
  }
}

// Not a Mutex of the standard library: the thread sanitizer sees nothing of what that one orders, and
// would call every look a race.
private let texts = Monitor(Texts())

/// Finds the names of texts that keep coming, without the lock that all texts are behind.
///
/// A cache of fixed size: where there are too many, a text pushes another out. A copy is another
/// view of the same one; whoever made it frees it.
struct NameCache {
  private struct Place: BitwiseCopyable {
    var name = Name(EventID(high: 0, low: 0))
    /// One more than the bytes of its text; 0 where none is kept.
    var size = 0
  }

  private static let size = 2048
  /// The longest text that is kept here.
  private static let longest = 48
  private let places = Slots<Place>(count: size)
  private let texts = Slots<UInt64>(count: size * longest / 8)

  func free() {
    places.free()
    texts.free()
  }

  /// The name whose text, valid UTF-8, stands in `range`.
  func name(_ bytes: Bytes, in range: Range<Int>) -> Name {
    if range.count == 36, let name = Name(id: bytes, in: range) { return name }
    guard range.count <= NameCache.longest else { return Name(bytes, in: range) }
    // It only has to spread texts, not to tell them apart; that the comparison does.
    var hash = UInt64(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      hash = (hash ^ bytes.word(at: index, before: range.upperBound)) &* 0x9E37_79B1_85EB_CA87
      hash ^= hash >> 29
      index += 8
    }
    hash = hash &* 0x9E37_79B1_85EB_CA87
    let first = Int(truncatingIfNeeded: hash >> 48) & (NameCache.size / 4 - 1) * 4
    // Four places to choose from: with one, texts that fell together pushed one another out for ever,
    // 5 % of a replay of 500 users.
    var place = first
    while place < first + 4, places[place].size > 0 {
      if places[place].size == range.count + 1, holds(bytes, range, at: place) {
        return places[place].name
      }
      place += 1
    }
    if place == first + 4 { place = first + Int(truncatingIfNeeded: hash >> 46) & 3 }
    return keep(bytes, range, at: place)
  }

  private func holds(_ bytes: Bytes, _ range: Range<Int>, at place: Int) -> Bool {
    var slot = place * (NameCache.longest / 8)
    var index = range.lowerBound
    while index < range.upperBound {
      guard texts[slot] == bytes.word(at: index, before: range.upperBound) else { return false }
      slot += 1
      index += 8
    }
    return true
  }

  private func keep(_ bytes: Bytes, _ range: Range<Int>, at place: Int) -> Name {
    let name = Name(bytes, in: range)
    places[place] = Place(name: name, size: range.count + 1)
    var slot = place * (NameCache.longest / 8)
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      texts[slot] = bytes.word(at: index, before: range.upperBound)
      slot += 1
    }
    return name
  }
}
