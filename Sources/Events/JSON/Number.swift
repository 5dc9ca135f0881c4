/// A JSON number that represents whole numbers exactly.
public enum Number: Equatable, Sendable {
  /// The largest whole number up to which every JSON reader is exact: 2^53.
  static let largestExact = 1 << 53

  /// A number without a fraction or an exponent.
  case integer(Int64)
  /// A number with a fraction or an exponent, or `-0`.
  case double(Double)

  /// The nearest `Double`.
  public var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    }
  }

  /// The equal whole number, also for `5.0` or `1e3`; nil if the number is not whole.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value)
    }
  }
}

extension Scanner {
  @usableFromInline package mutating func number() throws(LineError) -> Number {
    let start = offset
    isNonCanonical = true
    let negative = peek == UInt8(ascii: "-")
    if negative { offset += 1 }
    var digits = Digits()
    let whole = digits.read(&self)
    guard whole > 0 else { throw unexpected(negative ? "a digit after '-'" : "a value") }
    if whole > 1, bytes[offset - whole] == UInt8(ascii: "0") {
      throw LineError(offset - whole, "a number must not have a leading zero")
    }
    guard peek == UInt8(ascii: ".") || peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") else {
      return try integer(digits, negative: negative, from: start)
    }
    var exponent = 0
    if peek == UInt8(ascii: ".") {
      offset += 1
      let fraction = digits.read(&self)
      guard fraction > 0 else { throw unexpected("a digit after '.'") }
      exponent -= fraction
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") { exponent += try self.exponent() }
    return .double(try double(digits, exponent, negative: negative, from: start))
  }

  private func integer(
    _ digits: Digits, negative: Bool, from start: Int
  ) throws(LineError) -> Number {
    if negative, digits.value == 0 { return .double(-0.0) }
    let limit = UInt64(Int64.max) + (negative ? 1 : 0)
    guard !digits.overflowed, digits.value <= limit else {
      throw LineError(start, "expected a whole number of at most 64 bits, found a larger one")
    }
    return .integer(negative ? Int64(truncatingIfNeeded: 0 &- digits.value) : Int64(digits.value))
  }

  private mutating func exponent() throws(LineError) -> Int {
    offset += 1
    let negative = peek == UInt8(ascii: "-")
    if negative || peek == UInt8(ascii: "+") { offset += 1 }
    var digits = Digits()
    guard digits.read(&self) > 0 else { throw unexpected("a digit in the exponent") }
    let size = digits.overflowed ? 1_000_000 : Int(min(digits.value, 1_000_000))
    return negative ? -size : size
  }

  /// Returns the number with `digits` and `exponent`, correctly rounded.
  ///
  /// Clinger's fast path (1990) applies to digits up to 2^53 and a power of ten up to 22. Both are exact, so one
  /// correctly rounded operation gives the correctly rounded result. The standard library converts other numbers.
  private func double(
    _ digits: Digits, _ exponent: Int, negative: Bool, from start: Int
  ) throws(LineError) -> Double {
    if !digits.overflowed, digits.value <= 1 << 53, abs(exponent) <= 22 {
      let scale = powersOfTen[abs(exponent)]
      let value = exponent < 0 ? Double(digits.value) / scale : Double(digits.value) * scale
      return negative ? -value : value
    }
    // The library returns infinity above the largest number, and 0 below the smallest one.
    guard let value = Double(bytes.string(in: start..<offset)), value.isFinite else {
      throw LineError(start, "expected a finite number, found one beyond 1.8e308")
    }
    return value
  }
}

/// A run of decimal digits as a number.
private struct Digits {
  var value: UInt64 = 0
  var overflowed = false

  /// Reads the digits at the scanner's offset and returns their number.
  mutating func read(_ scanner: inout Scanner) -> Int {
    let start = scanner.offset
    let bytes = scanner.bytes
    var index = start
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      if value > (UInt64.max - 9) / 10 { overflowed = true }
      value = value &* 10 &+ UInt64(digit)
      index += 1
    }
    scanner.offset = index
    return index - start
  }
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
