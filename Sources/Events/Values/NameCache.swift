/// A cache that finds the names of recurring texts without the lock of all texts.
///
/// Its size is fixed: if the cache is full, a text replaces another one. A copy is another view of the same cache;
/// the creator of the cache frees its memory.
struct NameCache {
  private struct Place: BitwiseCopyable {
    let name: Name
    /// The number of bytes of the text plus one; 0 for an empty place.
    let size: Int
  }

  private static let size = 2048
  /// The longest text that is cached, in bytes.
  private static let longest = 48
  private let places: Slots<Place>
  private let texts: Slots<UInt64>
  private let shorts: Slots<Short>
  /// The last id read together with each short text.
  private let lastIDs: Slots<LastID>

  /// The number of bytes that a cache takes in a block of memory.
  static let memorySize =
    SlotMemory.size(of: Place.self, size) + SlotMemory.size(of: UInt64.self, size * longest / 8)
    + SlotMemory.size(of: Short.self, shortSize) + SlotMemory.size(of: LastID.self, shortSize)

  /// Creates an empty cache in a block of memory.
  init(in memory: inout SlotMemory) {
    places = memory.slots(NameCache.size)
    texts = memory.slots(NameCache.size * NameCache.longest / 8)
    shorts = memory.slots(NameCache.shortSize)
    lastIDs = memory.slots(NameCache.shortSize)
  }

  /// An id and its text.
  private struct LastID: BitwiseCopyable {
    let text: (UInt64, UInt64, UInt64, UInt64)
    /// The last four bytes of the text plus one, so that zeros match no text.
    let rest: UInt64
    let high: UInt64
    let low: UInt64
  }

  /// Returns the name of the id at `start`, or nil if there is no canonical id.
  ///
  /// The sets of a user usually name one session many times. Comparing with the id in the user's previous line takes
  /// a quarter of the time of decoding. At least 36 bytes must follow `start`.
  ///
  /// - Parameter place: The index of the user's name.
  @inline(__always)
  func id(_ bytes: Bytes, at start: Int, near place: Int) -> Name? {
    let text = (
      bytes.word(at: start), bytes.word(at: start &+ 8), bytes.word(at: start &+ 16),
      bytes.word(at: start &+ 24)
    )
    let rest = UInt64(bytes.half(at: start &+ 32)) &+ 1
    let last = lastIDs[place]
    let differing =
      (text.0 ^ last.text.0) | (text.1 ^ last.text.1) | (text.2 ^ last.text.2)
      | (text.3 ^ last.text.3) | (rest ^ last.rest)
    if differing == 0 { return Name(canonical: EventID(high: last.high, low: last.low)) }
    guard let id = EventID(canonical: bytes, at: start) else { return nil }
    lastIDs[place] = LastID(text: text, rest: rest, high: id.high, low: id.low)
    return Name(canonical: id)
  }

  /// Returns the name whose text, which must be valid UTF-8, is in `range`.
  func name(_ bytes: Bytes, in range: Range<Int>) -> Name {
    if range.count == 36, let name = Name(id: bytes, in: range) { return name }
    guard range.count <= NameCache.longest else { return Name(bytes, in: range) }
    // The hash only distributes the texts; a comparison distinguishes them.
    var hash = UInt64(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      hash = (hash ^ bytes.word(at: index, before: range.upperBound)) &* 0x9E37_79B1_85EB_CA87
      hash ^= hash >> 29
      index += 8
    }
    hash = hash &* 0x9E37_79B1_85EB_CA87
    let first = Int(truncatingIfNeeded: hash >> 48) & (NameCache.size / 4 - 1) * 4
    // Four places per hash: with one, colliding texts replaced one another constantly, 5 % of a replay of 500 users.
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

  // MARK: - Short texts

  /// A text of at most 24 bytes, padded with zeros, and its name.
  private struct Short: BitwiseCopyable {
    let first: UInt64
    let second: UInt64
    let third: UInt64
    let name: Name
  }

  private static let shortSize = 4096

  /// Returns the name whose text begins at `start`, the offset after its quote, and its index in the cache.
  ///
  /// The result is nil for a text that is longer than 24 bytes, has an escape, or does not end. The words that the
  /// look-up compares also find the end: 24 bytes take 70 instructions. At least 32 bytes must follow `start`.
  @inline(__always)
  func name(_ bytes: Bytes, at start: Int) -> (Name, end: Int, place: Int)? {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    var end = start
    guard start &+ 32 <= bytes.count,
      !NameCache.nextWord(bytes, &end, &words.0) || !NameCache.nextWord(bytes, &end, &words.1)
        || !NameCache.nextWord(bytes, &end, &words.2),
      bytes[end] == 0x22, end > start
    else { return nil }
    let first = NameCache.place(of: words)
    for place in first..<first &+ 4 {
      let known = shorts[place]
      if known.first == words.0, known.second == words.1, known.third == words.2 {
        return (known.name, end &+ 1, place)
      }
    }
    return keep(bytes, start..<end, words, at: first)
  }

  /// Reads up to eight bytes of a text and returns whether the text may continue after them.
  @inline(__always)
  private static func nextWord(_ bytes: Bytes, _ end: inout Int, _ word: inout UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let next = bytes.word(at: end)
    let quote = next ^ (ones &* 0x22)
    let slash = next ^ (ones &* 0x5C)
    // As in `Bytes.plainEnd`, only the first hit is reliable.
    let hits =
      (((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | ((next &- ones &* 0x20) & ~next))
      & (ones &* 0x80)
    guard hits != 0 else {
      word = next
      end &+= 8
      return true
    }
    // The mask has the bits below the byte of the hit.
    word = next & ((hits & (0 &- hits)) &- 1) >> 7
    end &+= hits.trailingZeroBitCount >> 3
    return false
  }

  /// Returns the first of the four indexes for a text.
  @inline(__always)
  private static func place(of words: (UInt64, UInt64, UInt64)) -> Int {
    let mixed = (words.0 ^ words.1 &* 31 ^ words.2 &* 17) &* 0x9E37_79B1_85EB_CA87
    return Int(truncatingIfNeeded: mixed >> 54) &* 4
  }

  /// Stores a text in one of its four places and returns its name, or returns nil if it is not valid UTF-8.
  @inline(never)
  private func keep(
    _ bytes: Bytes, _ range: Range<Int>, _ words: (UInt64, UInt64, UInt64), at first: Int
  ) -> (Name, end: Int, place: Int)? {
    guard String(validating: bytes.array(in: range), as: UTF8.self) != nil else { return nil }
    let name = Name(bytes, in: range)
    var place = first
    while place < first + 3, shorts[place].first != 0 { place += 1 }
    if shorts[place].first != 0 { place = first + Int(truncatingIfNeeded: words.0) & 3 }
    shorts[place] = Short(first: words.0, second: words.1, third: words.2, name: name)
    return (name, range.upperBound + 1, place)
  }
}
