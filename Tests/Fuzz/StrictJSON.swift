import Glibc

/// A second reader of JSON, written from RFC 8259 and the rules of the log without a look at the
/// scanner, for the two to be held against each other. Slow, and plain enough to be read at once.
///
/// Beyond the grammar it refuses what a log refuses: invalid UTF-8, half surrogate pairs, a name
/// twice in one object, nesting above 128, whole numbers beyond 64 bits, numbers beyond a `Double`.
indirect enum StrictJSON: Equatable {
  case null, bool(Bool), whole(Int64), real(UInt64), text([UInt8])
  case list([StrictJSON])
  case members([(name: [UInt8], value: StrictJSON)])

  struct Refused: Error {}

  init(_ bytes: [UInt8]) throws(Refused) {
    var reader = Reader(rest: bytes[...])
    self = try reader.value(depth: 1)
    reader.blanks()
    guard reader.rest.isEmpty else { throw Refused() }
  }

  static func == (one: StrictJSON, other: StrictJSON) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.whole(let a), .whole(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    // 5.0 is written as 5.
    case (.whole(let a), .real(let b)), (.real(let b), .whole(let a)):
      Double(a).bitPattern == b
    case (.text(let a), .text(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.members(let a), .members(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.name == $1.name && $0.value == $1.value }
    default: false
    }
  }

  subscript(name: String) -> StrictJSON? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.name == Array(name.utf8) }?.value
  }

  /// Takes bytes from the front.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    mutating func take(_ word: String) -> Bool {
      guard rest.starts(with: word.utf8) else { return false }
      rest.removeFirst(word.utf8.count)
      return true
    }

    mutating func blanks() {
      while let byte = rest.first, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { rest.removeFirst() }
    }

    mutating func value(depth: Int) throws(Refused) -> StrictJSON {
      blanks()
      if take("null") { return .null }
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      switch rest.first {
      case UInt8(ascii: "\""): return .text(try text())
      case UInt8(ascii: "["): return try list(depth)
      case UInt8(ascii: "{"): return try members(depth)
      default: return try number()
      }
    }

    mutating func list(_ depth: Int) throws(Refused) -> StrictJSON {
      guard depth <= 128, take(UInt8(ascii: "[")) else { throw Refused() }
      var values: [StrictJSON] = []
      blanks()
      if take(UInt8(ascii: "]")) { return .list([]) }
      while true {
        values.append(try value(depth: depth + 1))
        blanks()
        if take(UInt8(ascii: "]")) { return .list(values) }
        guard take(UInt8(ascii: ",")) else { throw Refused() }
      }
    }

    mutating func members(_ depth: Int) throws(Refused) -> StrictJSON {
      guard depth <= 128, take(UInt8(ascii: "{")) else { throw Refused() }
      var members: [(name: [UInt8], value: StrictJSON)] = []
      var names: Set<[UInt8]> = []
      blanks()
      if take(UInt8(ascii: "}")) { return .members([]) }
      while true {
        blanks()
        let name = try text()
        guard names.insert(name).inserted else { throw Refused() }
        blanks()
        guard take(UInt8(ascii: ":")) else { throw Refused() }
        members.append((name, try value(depth: depth + 1)))
        blanks()
        if take(UInt8(ascii: "}")) { return .members(members) }
        guard take(UInt8(ascii: ",")) else { throw Refused() }
      }
    }

    mutating func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest.removeFirst(count)
      return count
    }

    mutating func number() throws(Refused) -> StrictJSON {
      let start = rest
      var isWhole = true
      let isNegative = take(UInt8(ascii: "-"))
      let leads = rest.first == UInt8(ascii: "0")
      let count = digits()
      guard count > 0, !leads || count == 1 else { throw Refused() }
      if take(UInt8(ascii: ".")) {
        isWhole = false
        guard digits() > 0 else { throw Refused() }
      }
      if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
        isWhole = false
        if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
        guard digits() > 0 else { throw Refused() }
      }
      let text = String(decoding: start[..<rest.startIndex], as: UTF8.self)
      if isWhole, !(isNegative && leads) {
        guard let value = Int64(text) else { throw Refused() }
        return .whole(value)
      }
      let value = strtod(text, nil)
      guard value.isFinite else { throw Refused() }
      return .real(value.bitPattern)
    }

    mutating func text() throws(Refused) -> [UInt8] {
      guard take(UInt8(ascii: "\"")) else { throw Refused() }
      var text: [UInt8] = []
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "\""):
          // The library replaces what is not UTF-8, and then it is no longer the same.
          guard Array(String(decoding: text, as: UTF8.self).utf8) == text else { throw Refused() }
          return text
        case UInt8(ascii: "\\"): text += try escape()
        case 0..<0x20: throw Refused()
        default: text.append(byte)
        }
      }
      throw Refused()
    }

    mutating func escape() throws(Refused) -> [UInt8] {
      guard let byte = rest.popFirst() else { throw Refused() }
      let plain: [UInt8: UInt8] = [
        0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
        0x74: 0x09,
      ]
      if let single = plain[byte] { return [single] }
      guard byte == UInt8(ascii: "u") else { throw Refused() }
      var units = [try unit()]
      if (0xD800...0xDBFF).contains(units[0]), take("\\u") { units.append(try unit()) }
      var decoder = UTF16()
      var source = units.makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&source), source.next() == nil else {
        throw Refused()
      }
      return Array(String(scalar).utf8)
    }

    mutating func unit() throws(Refused) -> UInt16 {
      let digits = rest.prefix(4)
      guard digits.count == 4,
        digits.allSatisfy({ UInt8(ascii: "0") <= $0 && isxdigit(Int32($0)) != 0 })
      else { throw Refused() }
      rest.removeFirst(4)
      return UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
    }
  }
}
