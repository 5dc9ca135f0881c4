/// The parts of a line that the next line probably shares: its `seq` plus one, its user, and its type.
///
/// Comparing a few words replaces reading a field. A user and a type are kept only after two consecutive lines have
/// them. Lines of alternating users then do not replace them needlessly.
struct LastHead {
  /// The `seq` expected in the next line; 0 before the first line.
  private(set) var nextSeq = 0
  /// The expected `{"seq":1234567,"id":"`; empty until two consecutive lines were read.
  ///
  /// It is also empty if the `seq` has fewer than three or more than ten digits.
  private(set) var opening = ShortText()
  /// The increment of the last digit of the `seq`, in the second and the third word of `opening`.
  private var one: (UInt64, UInt64) = (0, 0)
  /// The number of lines until the last digit is 9.
  private var untilCarry = 0
  /// The user, with the name's text including the closing quote, and the index of the name in the cache.
  ///
  /// The text is empty until two consecutive lines have the user.
  private(set) var user: (text: ShortText, name: Name?, place: Int) = (ShortText(), nil, 0)
  /// The type, and the other fields read with it before the data.
  private(set) var kind = CanonicalLines.Kind(nil, data: 0)
  /// The text `"type":"SetLogged","data":{` with the type; empty if it is too long.
  private(set) var kindText = ShortText()
  /// The type of the previous line.
  private var lastType: EventType?

  /// Expects the next line after a line with the expected `seq`.
  @inline(__always)
  mutating func expectNext() {
    guard untilCarry > 0 else { return expect(nextSeq &+ 1) }
    nextSeq &+= 1
    untilCarry &-= 1
    opening.add(one)
  }

  /// Expects the next line after a line whose `seq` was read field by field.
  mutating func pass(_ seq: Int) {
    // A reader of single lines never reads the next line.
    if seq == nextSeq { return expect(seq &+ 1) }
    nextSeq = seq &+ 1
    opening.clear()
  }

  @inline(never)
  private mutating func expect(_ seq: Int) {
    nextSeq = seq
    untilCarry = 9 &- seq % 10
    opening = ShortText()
    guard (100..<10_000_000_000).contains(seq) else { return }
    opening.append(Bytes.beginning(of: "{\"seq\":"), count: 7)
    var unit = 1
    while unit <= seq / 10 { unit &*= 10 }
    while unit > 0 {
      opening.append(0x30 &+ UInt64(seq / unit % 10), count: 1)
      unit /= 10
    }
    // The last digit is in the second word, or it is the first byte of the third.
    let place = UInt64(opening.count &- 1)
    one = place < 16 ? (1 << ((place &- 8) &* 8), 0) : (0, 1)
    opening.append(Bytes.beginning(of: ",\"id\":\""), count: 7)
  }

  /// Keeps the user of a line, and the quoted name if the previous line had the same user.
  @inline(__always)
  mutating func remember(_ user: Name, _ place: Int, _ bytes: Bytes, in range: Range<Int>) {
    if user == self.user.name {
      self.user.text = ShortText(bytes, in: range)
    } else {
      self.user.text.clear()
      (self.user.name, self.user.place) = (user, place)
    }
  }

  /// Keeps the type of a line, and its text if the previous line had the same type.
  ///
  /// The text runs from the quote before `type` to the first byte of the data.
  mutating func remember(_ kind: CanonicalLines.Kind, _ bytes: Bytes, in range: Range<Int>) {
    if kind.type == lastType { (self.kind, kindText) = (kind, ShortText(bytes, in: range)) }
    lastType = kind.type
  }
}

/// A text of at most 32 bytes in four words, which can be compared with bytes at once.
struct ShortText {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var masks: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// The number of bytes; 0 for a text that matches nothing.
  private(set) var count = 0

  /// Creates a text that matches nothing.
  init() {}

  /// Creates the text in a range, or a text that matches nothing if the range is longer than 32 bytes.
  init(_ bytes: Bytes, in range: Range<Int>) {
    guard range.count <= 32 else { return }
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      append(
        bytes.word(at: start, before: range.upperBound), count: min(8, range.upperBound - start))
    }
  }

  /// Appends the lowest bytes of a word, whose other bytes are 0; the result must have at most 32 bytes.
  mutating func append(_ word: UInt64, count more: Int) {
    let mask = UInt64.max >> UInt64(64 - more * 8)
    let shift = UInt64(count % 8 * 8)
    put(word << shift, mask << shift, at: count / 8)
    // The remaining bytes go to the next word.
    if count % 8 + more > 8 { put(word >> (64 - shift), mask >> (64 - shift), at: count / 8 + 1) }
    count += more
  }

  private mutating func put(_ word: UInt64, _ mask: UInt64, at place: Int) {
    switch place {
    case 0: (words.0, masks.0) = (words.0 | word, masks.0 | mask)
    case 1: (words.1, masks.1) = (words.1 | word, masks.1 | mask)
    case 2: (words.2, masks.2) = (words.2 | word, masks.2 | mask)
    default: (words.3, masks.3) = (words.3 | word, masks.3 | mask)
    }
  }

  /// Changes the text to one that matches nothing.
  @inline(__always)
  mutating func clear() { count = 0 }

  /// Returns whether the bytes at `index` equal the text; at least 32 bytes must follow `index`.
  @inline(__always)
  func matches(_ bytes: Bytes, at index: Int) -> Bool {
    guard count > 0, (bytes.word(at: index) ^ words.0) & masks.0 == 0 else { return false }
    let second = (bytes.word(at: index &+ 8) ^ words.1) & masks.1
    let third = (bytes.word(at: index &+ 16) ^ words.2) & masks.2
    let fourth = (bytes.word(at: index &+ 24) ^ words.3) & masks.3
    return second | third | fourth == 0
  }

  /// Adds numbers to the second and the third word.
  @inline(__always)
  mutating func add(_ numbers: (UInt64, UInt64)) {
    words.1 &+= numbers.0
    words.2 &+= numbers.1
  }
}
