/// A text that names something: a user, an exercise, a session, a post.
///
/// Two names are the same when their UTF-8 bytes are; Unicode equivalence plays no part, because
/// two machines may disagree about it. Order is the order of the bytes.
///
/// A name is 16 plain bytes. Most names are the id of the event that created an entity, and the
/// bytes are that id. Any other text is kept once for the whole process, and the bytes hold its
/// number, with a mark where it breaks the rule of names:
///
///     "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11"  →  0199f3a27c107d3e 9a415b0c2f6e8d11
///     "ann"                                   →  ffffffffffffffff 0000000000000000  (the first text)
///
/// So copying a name counts no reference and comparing two reads no text: names that were
/// references took 45 % of a replay for counting them and for hashing the ids of sessions.
///
/// A text that is no id stays in memory until the process ends. There are as many as a log has
/// users, exercises and addresses, which its projections hold anyway.
public struct Name: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let high: UInt64
  @usableFromInline let low: UInt64

  /// The value of `high` that marks `low` as that of a text, its number and perhaps `breachMark`; the few
  /// ids that begin so are kept as texts.
  private static let marksText = UInt64.max

  /// Creates the name written as `text`.
  public init(_ text: String) {
    self = Bytes.of(text) { Name($0, in: 0..<$0.count) }
  }

  /// Creates the name of the entity that the event `id` created.
  public init(_ id: EventID) {
    let isPlain = id.high != Name.marksText
    self = isPlain ? Name(high: id.high, low: id.low) : Name(text: Array(id.description.utf8))
  }

  /// Creates the name whose text, valid UTF-8, is in `range`.
  init(_ bytes: Bytes, in range: Range<Int>) {
    if let name = Name(id: bytes, in: range) {
      self = name
    } else {
      self.init(text: bytes.array(in: range))
    }
  }

  /// Creates the name of the id in `range`, or nil for any other text.
  ///
  /// Upper-case letters give nil, since a name keeps its spelling.
  init?(id bytes: Bytes, in range: Range<Int>) {
    guard range.count == 36, let id = EventID(bytes, in: range), id.high != Name.marksText,
      bytes.hasNoCapitals(at: range.lowerBound), bytes.hasNoCapitals(at: range.lowerBound + 8),
      bytes.hasNoCapitals(at: range.lowerBound + 16),
      bytes.hasNoCapitals(at: range.lowerBound + 24),
      bytes.hasNoCapitals(at: range.lowerBound + 28)
    else { return nil }
    self.init(high: id.high, low: id.low)
  }

  /// Creates the name of an id that was found not to begin as the number of a text does.
  @usableFromInline @inline(__always)
  init(canonical id: EventID) { self.init(high: id.high, low: id.low) }

  @inline(__always)
  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The bit of `low` that is set in a text that breaks the rule of names.
  ///
  /// In the name itself: a look-up takes the lock of all texts, an eighth of scrubbing a line.
  @usableFromInline static let breachMark: UInt64 = 1 << 63

  /// The number of the text among all texts of the process; nil for an id.
  @inlinable @inline(__always)
  package var textNumber: Int? {
    high == UInt64.max ? Int(truncatingIfNeeded: low & ~Name.breachMark) : nil
  }

  /// Returns the rank of each name in the order of all texts, or nil where one of them is an id.
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

  /// The text of the name.
  public var text: String {
    guard let number = textNumber else { return EventID(high: high, low: low).description }
    return texts.alone { $0[number] }
  }

  /// The event that created the named entity; nil for a name that is no id.
  public var id: EventID? { high == Name.marksText ? nil : EventID(high: high, low: low) }

  /// A Boolean value indicating whether the text keeps to the limit of a name, as every id does.
  var isPlain: Bool { high != Name.marksText || low & Name.breachMark == 0 }

  /// The 16 bytes: the id, or a value that no other name has; not stable from process to process.
  var key: EventID { EventID(high: high, low: low) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  /// Returns the hash value that dictionaries use.
  ///
  /// The standard library's own way, SipHash, took 6 % of a replay. This is one multiplication,
  /// under a seed that differs from process to process, so that no log can be written whose names
  /// all fall into one place.
  public func _rawHashValue(seed: Int) -> Int {
    Name.mixed(high, low, seed)
  }

  /// Returns the hash value of 128 bits under `seed` and the seed of the process.
  static func mixed(_ high: UInt64, _ low: UInt64, _ seed: Int) -> Int {
    let key = UInt64(bitPattern: Int64(seed)) ^ Name.processSeed
    let mixed = (high ^ key).multipliedFullWidth(by: low ^ 0x9E37_79B1_85EB_CA87 ^ key << 32)
    // One multiplication leaves ids and texts that follow one another at equal distances: they filled a
    // table in runs, and a look-up of what is not there took hundreds of steps.
    var spread = mixed.high ^ mixed.low
    spread = (spread ^ spread >> 32) &* 0x9E37_79B1_85EB_CA87
    return Int(truncatingIfNeeded: spread ^ spread >> 29)
  }

  /// A number that differs from process to process.
  static let processSeed = UInt64.random(in: 0...UInt64.max)
}

extension Name {
  /// Returns the breach of the rule of names by `text`, or nil when it keeps to the rule.
  ///
  /// A name has 1...200 bytes, no control character, and no space at either end.
  static func breach(of text: String) -> String? {
    if text.isEmpty { return "must not be empty" }
    if text.utf8.count > 200 { return "must have at most 200 bytes, not \(text.utf8.count)" }
    if text.unicodeScalars.contains(where: { isUnsafeOnTerminals($0.value) }) {
      return "must not hold control characters"
    }
    return text == trimmed(text) ? nil : "must not begin or end with a space"
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
    // In lower case the order of ids is that of their digits.
    if let mine = one.id, let theirs = other.id { return mine < theirs }
    return one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension Name: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral text: String) { self.init(text) }
  public var description: String { text }
}

/// The texts of all names that are no ids, by number.
private struct Texts {
  private var texts: [String] = []
  /// The numbers of the texts as names hold them, with `breachMark` where a text breaks the rule of names.
  private var marked: [UInt64] = []
  /// The numbers by the texts.
  ///
  /// A dictionary, of whose key the runtime looks up at the start how it is hashed, took a twelfth of the
  /// instructions of a small view.
  private var numbers = IDNumbers()
  private static let hash = SipHash(Name.processSeed, ~Name.processSeed)
  /// The rank of each text in the order of bytes; computed anew when there are more texts than
  /// ranks.
  private var ranks: [UInt32] = []

  subscript(number: Int) -> String { texts[number] }

  /// Returns the rank of a text in the order of all.
  ///
  /// Sorting asks for each rank once and not with every comparison, since each access to a text
  /// takes the lock.
  mutating func rank(of number: Int) -> UInt32 {
    if ranks.count != texts.count {
      let order = texts.indices.sorted {
        texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8)
      }
      ranks = [UInt32](repeating: 0, count: texts.count)
      for (rank, number) in order.enumerated() { ranks[number] = UInt32(rank) }
    }
    return ranks[number]
  }

  /// Returns the number of a text as names hold it.
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

// Not a Mutex of the standard library: the thread sanitizer does not see the order that it imposes
// and would report every access as a race.
private let texts = Monitor(Texts())
