#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A view of bytes that another object owns, read without a copy.
///
/// This is the only type through which the scanner accesses raw memory: all other files of `JSON/` and `Log/` use
/// `bytes[i]`. A view is valid only during the call that created it. Debug builds check indexes. In release builds the
/// loops of the callers check the bounds, because a second check would take 11 % of a whole replay.
@safe
public struct Bytes: @unchecked Sendable {
  @usableFromInline let base: UnsafeRawPointer
  public let count: Int

  init(_ base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Calls `body` with the bytes of `array`.
  public static func of<R, E: Error>(
    _ array: [UInt8], _ body: (Bytes) throws(E) -> R
  ) throws(E) -> R {
    try unsafe array.withUnsafeBufferPointer { (raw) throws(E) -> R in
      try unsafe body(Bytes(address(raw.baseAddress), count: raw.count))
    }
  }

  /// Calls `body` with the UTF-8 bytes of `string`, which is copied only if it is not contiguous.
  public static func of<R>(_ string: String, _ body: (Bytes) -> R) -> R {
    var copy = string
    return copy.withUTF8 { raw in unsafe body(Bytes(address(raw.baseAddress), count: raw.count)) }
  }

  /// Returns `base`, or an arbitrary address for an empty collection, which may have none.
  private static func address(_ base: UnsafePointer<UInt8>?) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(base) ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
  }

  /// The byte at `index`.
  @inline(__always)
  public subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count, "index \(index) outside \(count) bytes")
    return unsafe base.load(fromByteOffset: index, as: UInt8.self)
  }

  /// The bytes of `range`.
  public subscript(range: Range<Int>) -> Bytes {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Bytes(base + range.lowerBound, count: range.count)
  }

  /// Returns eight bytes from `index`, with the first in the lowest bits.
  @usableFromInline
  func word(at index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count)
    return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Returns at most eight bytes from `index` up to `end`; missing bytes are 0.
  @inline(__always)
  func word(at index: Int, before end: Int) -> UInt64 {
    let missing = index + 8 - end
    if missing <= 0 { return word(at: index) }
    // Bytes after `end` can be read if they belong to the same view.
    if index + 8 <= count { return word(at: index) & UInt64.max >> UInt64(missing * 8) }
    var word: UInt64 = 0
    for place in stride(from: end - 1, through: index, by: -1) {
      word = word << 8 | UInt64(self[place])
    }
    return word
  }

  /// Returns whether none of the eight bytes from `index` is an uppercase letter.
  ///
  /// Some other characters also count as uppercase, but digits, hyphens and lowercase letters do not.
  @inline(__always)
  func hasNoCapitals(at index: Int) -> Bool {
    // Among letters, only uppercase ones have the first bit without the second.
    let word = word(at: index)
    return (word & 0x4040_4040_4040_4040) >> 1 & ~word == 0
  }

  /// Returns whether all bytes of `range` are printable ASCII without backslashes: text that JSON writes unchanged.
  func isPlain(in range: Range<Int>) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = range.lowerBound
    // There is no branch for each word, because most texts are plain. With one, a line took 810 instructions.
    var hits: UInt64 = 0
    while index &+ 8 <= range.upperBound {
      hits |= Bytes.special(word(at: index))
      index &+= 8
    }
    if index < range.upperBound {
      // Missing bytes at the end are 0, so they are replaced by spaces.
      let missing = UInt64(index + 8 - range.upperBound)
      let spaces = ones &* 0x20 << (64 - missing * 8)
      hits |= Bytes.special(word(at: index, before: range.upperBound) | spaces)
    }
    return hits & (ones &* 0x80) == 0
  }

  /// Returns a word in which a byte has its top bit set if it is not printable ASCII, or is a backslash.
  ///
  /// The sums of seven bits set the top bit from 0x20 on, at 0x7F, and for all bytes except a backslash. They carry
  /// into the next byte only if a byte has its own top bit set, which the result also contains.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let slash = (word ^ ones &* 0x5C) &+ ones &* 0x7F
    return ~(word &+ ones &* 0x60) | (word &+ ones) | ~slash | word
  }

  /// Returns four bytes from `index`, with the first in the lowest bits.
  func half(at index: Int) -> UInt32 {
    assert(index >= 0 && index + 4 <= count)
    return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// Returns the index of the first `byte` at or after `start`, or nil if there is none.
  package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    guard start < count else { return nil }
    // memchr: 7 GB/s on the development machine, 12 times the rate of a loop over `self[i]`.
    guard let hit = unsafe memchr(base + start, Int32(byte), count - start) else { return nil }
    return unsafe UnsafeRawPointer(hit) - base
  }

  /// Returns the index of the first byte from `start` that is one of three, or `count` if there is none.
  ///
  /// It compares eight bytes at a time, because the fields of a table are too short for one call each.
  @inline(__always)
  package func firstIndex(ofAny one: UInt8, _ two: UInt8, _ three: UInt8, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index + 8 <= count {
      let word = word(at: index)
      let (first, second) = (word ^ ones &* UInt64(one), word ^ ones &* UInt64(two))
      let third = word ^ ones &* UInt64(three)
      // As in `plainEnd`, only the first hit is reliable.
      let hits =
        ((first &- ones) & ~first | (second &- ones) & ~second | (third &- ones) & ~third)
        & (ones &* 0x80)
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] != one, self[index] != two, self[index] != three { index += 1 }
    return index
  }

  package var isASCII: Bool {
    var (bits, index): (UInt64, Int) = (0, 0)
    while index < count {
      bits |= word(at: index, before: count)
      index += 8
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// Returns whether a string would contain all bytes from `start` unchanged, without an escape.
  func isPlain(from start: Int) -> Bool {
    // A reader treats DEL as plain text.
    plainEnd(from: start) == count && firstIndex(of: 0x7F, from: start) == nil
  }

  /// Returns the index of the first byte from `start` that is not plain ASCII text.
  ///
  /// Such a byte is a quote, a backslash, a control character or a part of a longer sequence. Comparing eight bytes
  /// at a time takes 0.31 of the time of a bytewise loop.
  func plainEnd(from start: Int) -> Int {
    var index = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    while index + 8 <= count {
      let word = word(at: index)
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      // A byte below the subtrahend sets its top bit by a borrow. A borrow can only affect bytes above the first hit,
      // and only the first hit is used.
      let hits =
        ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | ((word &- ones &* 0x20) & ~word)
        | word
      let mask = hits & (ones &* 0x80)
      if mask != 0 { return index + mask.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      let byte = self[index]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { break }
      index += 1
    }
    return index
  }

  /// Returns the number of occurrences of `byte`.
  package func count(of byte: UInt8) -> Int {
    var (count, index) = (0, 0)
    while let next = firstIndex(of: byte, from: index) { (count, index) = (count + 1, next + 1) }
    return count
  }

  /// Returns the index of the last `byte` before `end`, or nil if there is none.
  package func lastIndex(of byte: UInt8, before end: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = end
    while index >= 8 {
      let differing = word(at: index - 8) ^ ones &* UInt64(byte)
      if (differing &- ones) & ~differing & (ones &* 0x80) != 0 { break }
      index -= 8
    }
    index -= 1
    while index >= 0, self[index] != byte { index -= 1 }
    return index < 0 ? nil : index
  }

  /// Returns the first bytes of `text`, at most eight, in the form of `word(at:before:)`.
  ///
  /// The compiler turns the result for a literal into a constant.
  @inline(__always)
  static func beginning(of text: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<min(8, text.utf8CodeUnitCount) {
      word |= unsafe UInt64(text.utf8Start[place]) << UInt64(place * 8)
    }
    return word
  }

  /// Returns whether the bytes at `index` are the key of a member: `"reps":`.
  ///
  /// At least `CanonicalReader.slack` bytes must follow. The compiler turns the literal into two words, whose
  /// comparison takes half the time of comparing the name and the characters around it.
  @inlinable @inline(__always)
  func hasKey(_ name: StaticString, at index: Int) -> Bool {
    let count = name.utf8CodeUnitCount &+ 3
    guard count <= 16 else { return hasLongKey(name, at: index) }
    let first = word(at: index) ^ Bytes.key(name, from: 0)
    if count <= 8 { return first << UInt64(64 &- count &* 8) == 0 }
    return first | (word(at: index &+ count &- 8) ^ Bytes.key(name, from: count &- 8)) == 0
  }

  @usableFromInline @inline(never)
  func hasLongKey(_ name: StaticString, at index: Int) -> Bool {
    let end = index + 1 + name.utf8CodeUnitCount
    return self[index] == 0x22 && has(name, at: index + 1) && has("\":", at: end)
  }

  /// Returns eight bytes of a key from an offset, in the form of `word(at:)`; bytes after the end are 0.
  @inlinable @inline(__always)
  static func key(_ name: StaticString, from start: Int) -> UInt64 {
    let count = name.utf8CodeUnitCount
    var word: UInt64 = 0
    for place in start..<min(start &+ 8, count &+ 3) {
      let byte: UInt8 =
        place == 0 || place == count &+ 1
        ? 0x22 : place == count &+ 2 ? 0x3A : unsafe name.utf8Start[place &- 1]
      word |= UInt64(byte) << UInt64((place &- start) &* 8)
    }
    return word
  }

  /// Returns whether the bytes at `index` begin with `text`.
  @inlinable @inline(__always)
  func has(_ text: StaticString, at index: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, index + length <= count else { return false }
    return unsafe memcmp(base + index, text.utf8Start, length) == 0
  }

  /// Returns whether the bytes of `range` equal the UTF-8 bytes of `text`.
  func equals(_ text: String, in range: Range<Int>) -> Bool {
    Bytes.of(text) { other in
      unsafe other.count == range.count
        && memcmp(base + range.lowerBound, other.base, other.count) == 0
    }
  }

  /// Returns whether two texts have the same bytes, regardless of Unicode equivalence.
  package static func areEqual(_ one: String, _ other: String) -> Bool {
    // Usually equal texts share their memory, so that no byte is compared.
    one._isIdentical(to: other)
      || one.utf8.count == other.utf8.count && of(one) { bytes in of(other) { bytes.equals($0) } }
  }

  /// Returns whether both views have the same bytes.
  package func equals(_ other: Bytes) -> Bool {
    unsafe count == other.count && memcmp(base, other.base, count) == 0
  }

  /// Returns the number in the decimal digits of `range`, or nil if there are other bytes.
  func digits(in range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  /// Returns the string in `range`, which must be valid UTF-8.
  func string(in range: Range<Int>) -> String {
    unsafe String(
      decoding: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count),
      as: UTF8.self)
  }

  /// Returns a copy of the bytes in `range`.
  package func array(in range: Range<Int>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// A copy of all bytes.
  public var array: [UInt8] { array(in: 0..<count) }

  /// Appends the bytes of `text` to `array`.
  package static func append(_ text: StaticString, to array: inout [UInt8]) {
    text.withUTF8Buffer { raw in unsafe array.append(contentsOf: raw) }
  }

  /// Appends the lowest `count` bytes of `word` to `array`, lowest first.
  static func append(_ word: UInt64, count: Int, to array: inout [UInt8]) {
    unsafe withUnsafeBytes(of: word.littleEndian) { raw in
      // `prefix` would append a slice, which took 150 instructions; this takes 40.
      unsafe array.append(contentsOf: UnsafeRawBufferPointer(start: raw.baseAddress, count: count))
    }
  }

  /// Appends the lowest `count` bytes of five words to `array`, beginning with the lowest of the first word.
  ///
  /// One call instead of several: a time or an id took three to six calls, and each of them checks the capacity.
  @inline(__always)
  static func append(
    _ words: (UInt64, UInt64, UInt64, UInt64, UInt64), count: Int, to array: inout [UInt8]
  ) {
    let words = (
      words.0.littleEndian, words.1.littleEndian, words.2.littleEndian, words.3.littleEndian,
      words.4.littleEndian
    )
    unsafe withUnsafeBytes(of: words) { raw in
      unsafe array.append(contentsOf: UnsafeRawBufferPointer(start: raw.baseAddress, count: count))
    }
  }

  /// The longest name for `append(key:afterComma:to:)`, in bytes.
  static let longestKey = 32

  /// Appends a name of at most `longestKey` bytes with quotes and a colon, optionally after a comma.
  @inline(__always)
  static func append(key name: StaticString, afterComma: Bool, to array: inout [UInt8]) {
    var words: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
    let length = name.utf8CodeUnitCount
    assert(length <= longestKey)
    unsafe withUnsafeMutableBytes(of: &words) { raw in
      guard var place = raw.baseAddress else { return }
      if afterComma {
        unsafe place.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
        unsafe place += 1
      }
      unsafe place.storeBytes(of: 0x22, as: UInt8.self)
      unsafe (place + 1).copyMemory(from: name.utf8Start, byteCount: length)
      unsafe place.storeBytes(of: 0x22, toByteOffset: 1 + length, as: UInt8.self)
      unsafe place.storeBytes(of: UInt8(ascii: ":"), toByteOffset: 2 + length, as: UInt8.self)
      let count = length + (afterComma ? 4 : 3)
      unsafe array.append(contentsOf: UnsafeRawBufferPointer(rebasing: raw[0..<count]))
    }
  }

  /// Appends the bytes of `range` to `array`.
  package func append(_ range: Range<Int>, to array: inout [UInt8]) {
    unsafe array.append(
      contentsOf: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}

extension Slots<UInt8> {
  /// Copies `bytes` into this memory and returns a view of the copy, with `padding` zeros after it.
  func holding(_ bytes: Bytes, padding: Int) -> Bytes {
    assert(bytes.count + padding <= count)
    unsafe UnsafeMutableRawPointer(base).copyMemory(from: bytes.base, byteCount: bytes.count)
    unsafe (base + bytes.count).initialize(repeating: 0, count: padding)
    return unsafe Bytes(UnsafeRawPointer(base), count: bytes.count + padding)
  }
}
