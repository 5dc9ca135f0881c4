/// A text that names something, such as a user, an exercise, a session or a post.
///
/// Two names are equal if their UTF-8 bytes are equal. Unicode equivalence is not used, because two machines may
/// disagree about it. Names are ordered by their bytes.
///
/// A name takes 16 bytes without references. Most names are the id of the event that created an entity; the bytes are
/// then the id. Any other text is stored once for the whole process. The bytes then contain the number of the text,
/// and a mark if the text breaks the rule of names:
///
///     "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11"  →  0199f3a27c107d3e 9a415b0c2f6e8d11
///     "ann"                                   →  ffffffffffffffff 0000000000000000  (the first text)
///
/// Copying a name therefore counts no reference, and comparing two names reads no text. If names were references,
/// counting them and hashing the ids of sessions would take 45 % of a replay.
///
/// A text other than an id stays in memory until the process ends. There are as many such texts as a log has users,
/// exercises and addresses, and its projections keep these too.
public struct Name: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let high: UInt64
  @usableFromInline let low: UInt64

  /// The value of `high` that marks `low` as the number of a text, possibly with `breachMark`.
  ///
  /// The few ids that begin with this value are stored as texts.
  private static let marksText = UInt64.max

  /// Creates a name from `text`.
  public init(_ text: String) { self = Bytes.of(text) { Name($0, in: 0..<$0.count) } }

  /// Creates the name of the entity that the event `id` created.
  public init(_ id: EventID) {
    let isPlain = id.high != Name.marksText
    self = isPlain ? Name(high: id.high, low: id.low) : Name(text: Array(id.description.utf8))
  }

  /// Creates the name whose text, which must be valid UTF-8, is in `range`.
  init(_ bytes: Bytes, in range: Range<Int>) {
    if let name = Name(id: bytes, in: range) {
      self = name
    } else {
      self.init(text: bytes.array(in: range))
    }
  }

  /// Creates the name of the id in `range`, or returns nil for any other text.
  ///
  /// The result is nil for uppercase letters, since a name keeps its spelling.
  init?(id bytes: Bytes, in range: Range<Int>) {
    guard range.count == 36, let id = EventID(bytes, in: range), id.high != Name.marksText,
      bytes.hasNoCapitals(at: range.lowerBound), bytes.hasNoCapitals(at: range.lowerBound + 8),
      bytes.hasNoCapitals(at: range.lowerBound + 16),
      bytes.hasNoCapitals(at: range.lowerBound + 24),
      bytes.hasNoCapitals(at: range.lowerBound + 28)
    else { return nil }
    self.init(high: id.high, low: id.low)
  }

  /// Creates the name of an id that does not begin with the mark of a text.
  @usableFromInline @inline(__always)
  init(canonical id: EventID) { self.init(high: id.high, low: id.low) }

  @inline(__always)
  private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// The bit of `low` that is set for a text that breaks the rule of names.
  ///
  /// The mark is in the name itself, because a look-up takes the lock of all texts: an eighth of the time to scrub a
  /// line.
  @usableFromInline static let breachMark: UInt64 = 1 << 63

  /// The number of the text among all texts of the process; nil for an id.
  @inlinable @inline(__always)
  package var textNumber: Int? {
    high == UInt64.max ? Int(truncatingIfNeeded: low & ~Name.breachMark) : nil
  }

  /// Returns the rank of each name in the order of all texts, or nil if one of them is an id.
  static func ranks(of names: [Name]) -> [UInt32]? {
    texts.alone { texts in
      var ranks: [UInt32] = []
      ranks.reserveCapacity(names.count)
      for name in names {
        guard let number = name.textNumber else { return nil }
        ranks.append(texts.rank(of: number))
      }
      return ranks
    }
  }

  private init(text: [UInt8]) {
    self.init(high: Name.marksText, low: texts.alone { $0.number(of: text) })
  }

  public var text: String {
    guard let number = textNumber else { return EventID(high: high, low: low).description }
    return texts.alone { $0[number] }
  }

  /// The id of the event that created the named entity; nil for a name that is not an id.
  public var id: EventID? { high == Name.marksText ? nil : EventID(high: high, low: low) }

  /// A Boolean value indicating whether the text is within the limit of a name; every id is.
  var isPlain: Bool { high != Name.marksText || low & Name.breachMark == 0 }

  /// The 16 bytes of the name: the id, or a value that no other name has and that differs between processes.
  var key: EventID { EventID(high: high, low: low) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  /// Returns the hash value for dictionaries.
  ///
  /// The standard library's SipHash took 6 % of a replay. This hash is one multiplication with a seed that differs
  /// between processes, so that a log cannot contain names chosen to collide.
  public func _rawHashValue(seed: Int) -> Int { Name.mixed(high, low, seed) }

  /// Returns the hash value of 128 bits with `seed` and the seed of the process.
  static func mixed(_ high: UInt64, _ low: UInt64, _ seed: Int) -> Int {
    let key = UInt64(bitPattern: Int64(seed)) ^ Name.processSeed
    let mixed = (high ^ key).multipliedFullWidth(by: low ^ 0x9E37_79B1_85EB_CA87 ^ key << 32)
    // After one multiplication, consecutive ids and texts are at equal distances. They filled a table in runs, and a
    // look-up without a result took hundreds of steps.
    var spread = mixed.high ^ mixed.low
    spread = (spread ^ spread >> 32) &* 0x9E37_79B1_85EB_CA87
    return Int(truncatingIfNeeded: spread ^ spread >> 29)
  }

  /// A random number that differs between processes.
  static let processSeed = UInt64.random(in: 0...UInt64.max)
}

extension Name {
  /// Returns a description of how `text` breaks the rule of names, or nil if it does not.
  ///
  /// A name has 1...200 bytes, no control character, and no space at either end. It contains no token.
  static func breach(of text: String) -> String? {
    if text.isEmpty { return "must not be empty" }
    if text.utf8.count > 200 { return "must have at most 200 bytes, got \(text.utf8.count)" }
    if text.unicodeScalars.contains(where: { isUnsafeOnTerminals($0.value) }) {
      return "must not contain control characters"
    }
    if text != trimmed(text) { return "must not begin or end with a space" }
    return SecretValue.isIn(text) ? SecretValue.breach : nil
  }
}
#if DEBUG
  extension Name {
    public static func == (one: Name, other: Name) -> Bool {
      Steps.add()
      return one.high == other.high && one.low == other.low
    }
  }
#endif

extension Name: Comparable {
  public static func < (one: Name, other: Name) -> Bool {
    Steps.add()
    // In lowercase, the order of ids is the order of their digits.
    if let mine = one.id, let theirs = other.id { return mine < theirs }
    return one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension Name: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral text: String) { self.init(text) }
  public var description: String { text }
}

/// The texts of all names that are not ids, by number.
private struct Texts {
  private var texts: [String] = []
  /// The numbers of the texts as stored in names, with `breachMark` for a text that breaks the rule of names.
  private var marked: [UInt64] = []
  /// The numbers by the texts.
  ///
  /// A dictionary took a twelfth of the instructions of a small view, because the runtime looks up at the start how
  /// to hash the keys.
  private var numbers = IDNumbers()
  private static let hash = SipHash(Name.processSeed, ~Name.processSeed)
  /// The rank of each text in the order of bytes; computed again if texts were added.
  private var ranks: [UInt32] = []

  subscript(number: Int) -> String { texts[number] }

  /// Returns the rank of a text in the order of all texts.
  ///
  /// Sorting requests each rank once, not for every comparison, since each access to a text takes the lock.
  mutating func rank(of number: Int) -> UInt32 {
    if ranks.count != texts.count {
      let order = texts.indices.sorted { texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8) }
      ranks = [UInt32](repeating: 0, count: texts.count)
      for (rank, number) in order.enumerated() { ranks[number] = UInt32(rank) }
    }
    return ranks[number]
  }

  /// Returns the number of a text as stored in names.
  mutating func number(of text: [UInt8]) -> UInt64 {
    let hash = UInt32(truncatingIfNeeded: Texts.hash.hash(text))
    if let known = numbers.number(of: hash, where: { texts[$0].utf8.elementsEqual(text) }) {
      return marked[known]
    }
    let name = String(decoding: text, as: UTF8.self)
    numbers.enter(hash, texts.count)
    marked.append(UInt64(texts.count) | (Name.breach(of: name) == nil ? 0 : Name.breachMark))
    texts.append(name)
    return marked[texts.count - 1]
  }
}

// A `Mutex` of the standard library would not do: the thread sanitizer does not see its ordering and would report
// every access as a race.
private let texts = Monitor(Texts())
