#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes that somebody else owns, read in place.
///
/// The one place where the scanner touches raw memory: every other file of `JSON/` and `Log/` reads
/// like ordinary code over `bytes[i]`. A view is valid only inside the call that made it. Indices
/// are checked in debug builds; in release the callers' loops carry the bound, because a second
/// check cost 11 % of a whole replay.
@safe
public struct Bytes: @unchecked Sendable {
  private let base: UnsafeRawPointer
  /// How many bytes there are.
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

  /// Calls `body` with the UTF-8 bytes of `string`, copied only where it is not contiguous.
  public static func of<R>(_ string: String, _ body: (Bytes) -> R) -> R {
    var copy = string
    return copy.withUTF8 { raw in
      unsafe body(Bytes(address(raw.baseAddress), count: raw.count))
    }
  }

  /// An empty collection may have no address; any will do for a view of nothing.
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

  /// Eight bytes from `index`, the first in the lowest bits.
  func word(at index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count)
    return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The bytes from `index` up to `end`, at most eight; those that are missing are 0.
  @inline(__always)
  func word(at index: Int, before end: Int) -> UInt64 {
    let missing = index + 8 - end
    if missing <= 0 { return word(at: index) }
    // What lies behind may be read as long as it is part of the same bytes.
    if index + 8 <= count { return word(at: index) & UInt64.max >> UInt64(missing * 8) }
    var word: UInt64 = 0
    for place in stride(from: end - 1, through: index, by: -1) {
      word = word << 8 | UInt64(self[place])
    }
    return word
  }

  /// Whether none of the eight bytes from `index` is an upper-case letter; some other characters count
  /// as such, but no figure, hyphen or lower-case letter.
  @inline(__always)
  func hasNoCapitals(at index: Int) -> Bool {
    // Of letters only those have the one bit without the other.
    let word = word(at: index)
    return (word & 0x4040_4040_4040_4040) >> 1 & ~word == 0
  }

  /// Whether all bytes of `range` are printable ASCII but for the backslash: text that JSON writes as it
  /// is.
  func isPlain(in range: Range<Int>) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = range.lowerBound
    while index < range.upperBound {
      // What is missing at the end counts as 0, so that is made a space.
      let missing = max(0, index + 8 - range.upperBound)
      let spaces = missing == 0 ? 0 : ones &* 0x20 << UInt64(64 - missing * 8)
      let word = word(at: index, before: range.upperBound) | spaces
      let slash = word ^ ones &* 0x5C
      let delete = word ^ ones &* 0x7F
      let hits =
        ((slash &- ones) & ~slash) | ((delete &- ones) & ~delete) | ((word &- ones &* 0x20) & ~word)
        | word
      if hits & (ones &* 0x80) != 0 { return false }
      index += 8
    }
    return true
  }

  /// Four bytes from `index`, the first in the lowest bits.
  func half(at index: Int) -> UInt32 {
    assert(index >= 0 && index + 4 <= count)
    return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// Where `byte` next stands at or after `start`; nil when it does not.
  public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    guard start < count else { return nil }
    // memchr: 7 GB/s here, 12 times the loop over `self[i]`.
    guard let hit = unsafe memchr(base + start, Int32(byte), count - start) else { return nil }
    return unsafe UnsafeRawPointer(hit) - base
  }

  /// How often `byte` stands here.
  func count(of byte: UInt8) -> Int {
    var (count, index) = (0, 0)
    while let next = firstIndex(of: byte, from: index) { (count, index) = (count + 1, next + 1) }
    return count
  }

  /// Where `byte` last stands before `end`; nil when it does not.
  public func lastIndex(of byte: UInt8, before end: Int) -> Int? {
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

  /// The first bytes of `text`, at most eight, as `word(at:before:)` has them. A number that the compiler
  /// knows where `text` is a literal.
  @inline(__always)
  static func beginning(of text: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<min(8, text.utf8CodeUnitCount) {
      word |= unsafe UInt64(text.utf8Start[place]) << UInt64(place * 8)
    }
    return word
  }

  /// Whether `text` stands at `index`.
  @inline(__always)
  func has(_ text: StaticString, at index: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, index + length <= count else { return false }
    return unsafe memcmp(base + index, text.utf8Start, length) == 0
  }

  /// Whether the bytes of `range` are those of `text`, compared as bytes.
  func equals(_ text: String, in range: Range<Int>) -> Bool {
    Bytes.of(text) { other in
      unsafe other.count == range.count
        && memcmp(base + range.lowerBound, other.base, other.count) == 0
    }
  }

  /// Whether both hold the same bytes.
  public func equals(_ other: Bytes) -> Bool {
    unsafe count == other.count && memcmp(base, other.base, count) == 0
  }

  /// The text in `range`, which must be valid UTF-8.
  func string(in range: Range<Int>) -> String {
    unsafe String(
      decoding: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count),
      as: UTF8.self)
  }

  /// A copy of the bytes in `range`.
  public func array(in range: Range<Int>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// A copy of all bytes.
  public var array: [UInt8] { array(in: 0..<count) }

  /// Appends the bytes of `text` to `array`.
  static func append(_ text: StaticString, to array: inout [UInt8]) {
    text.withUTF8Buffer { raw in unsafe array.append(contentsOf: raw) }
  }

  /// Appends the lowest `count` bytes of `word`, the lowest first, to `array`.
  static func append(_ word: UInt64, count: Int, to array: inout [UInt8]) {
    unsafe withUnsafeBytes(of: word.littleEndian) { raw in
      // Not `prefix`: appending a slice took 150 instructions, this takes 40.
      unsafe array.append(
        contentsOf: UnsafeRawBufferPointer(start: raw.baseAddress, count: count))
    }
  }

  /// Appends the bytes of `range` to `array`.
  func append(_ range: Range<Int>, to array: inout [UInt8]) {
    unsafe array.append(
      contentsOf: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}
