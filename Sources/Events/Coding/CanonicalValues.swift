// The values of a canonical line. Each kind of value has a fast reader for its canonical spelling. For any other
// spelling the reader returns nil or uses the strict scanner. At least `CanonicalReader.slack` bytes can be read.

extension FieldValue {
  @inlinable @inline(__always)
  package static func read(_ reader: inout CanonicalReader) -> Self? { reader.scanned() }
}

extension NestedPayload {
  @inlinable @inline(__always)
  package static func read(_ reader: inout CanonicalReader) -> Self? { reader.object() }
}

extension Array where Element: FieldValue {
  @inlinable @inline(__always)
  package static func read(_ reader: inout CanonicalReader) -> [Element]? { reader.elements() }
}

extension Int {
  @inlinable @inline(__always)
  package static func read(_ reader: inout CanonicalReader) -> Int? {
    let bytes = reader.bytes
    var index = reader.index
    var value = Int(bytes[index] &- UInt8(ascii: "0"))
    guard value <= 9 else { return reader.scanned() }
    index &+= 1
    guard value > 0 || bytes[index] &- UInt8(ascii: "0") > 9 else { return nil }
    while true {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int(digit)
      index &+= 1
      guard index &- reader.index <= 15 else { return reader.scanned() }
    }
    // The scanner reads a fraction or an exponent.
    let next = bytes[index]
    guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else {
      return reader.scanned()
    }
    reader.index = index
    return value
  }
}

extension Double {
  /// Reads at most 15 digits, so that both parts of the quotient are exact and the result is rounded once.
  @inlinable @inline(__always)
  package static func read(_ reader: inout CanonicalReader) -> Double? {
    let bytes = reader.bytes
    let isNegative = bytes[reader.index] == UInt8(ascii: "-")
    let start = isNegative ? reader.index &+ 1 : reader.index
    var index = start
    var value = 0
    while index &- start <= 15 {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int(digit)
      index &+= 1
    }
    let whole = index &- start
    guard whole > 0, whole <= 15, whole == 1 || bytes[start] != UInt8(ascii: "0") else {
      return reader.scanned()
    }
    var scale = 1.0
    if bytes[index] == UInt8(ascii: ".") {
      index &+= 1
      let first = index
      while index &- start <= 16 {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        value = value &* 10 &+ Int(digit)
        scale *= 10
        index &+= 1
      }
      // Small numbers may be written with an exponent.
      guard index > first, index &- start <= 16, bytes[index &- 1] != UInt8(ascii: "0"),
        value >= 1, bytes[start] != UInt8(ascii: "0") || bytes[first] != UInt8(ascii: "0")
      else { return reader.scanned() }
    }
    guard bytes[index] | 0x20 != UInt8(ascii: "e"), !isNegative || value != 0 else {
      return reader.scanned()
    }
    reader.index = index
    let number = Double(value) / scale
    return isNegative ? -number : number
  }
}

extension Bool {
  @inlinable @inline(__always)
  package static func read(_ reader: inout CanonicalReader) -> Bool? {
    if reader.bytes.has("true", at: reader.index) {
      reader.index &+= 4
      return true
    }
    guard reader.bytes.has("false", at: reader.index) else { return nil }
    reader.index &+= 5
    return false
  }
}

extension String {
  @inline(__always)
  @usableFromInline package static func read(_ reader: inout CanonicalReader) -> String? {
    guard reader.bytes[reader.index] == 0x22 else { return nil }
    let start = reader.index &+ 1
    let end = reader.bytes.plainEnd(from: start)
    guard end < reader.bytes.count, reader.bytes[end] == 0x22 else { return reader.scanned() }
    reader.index = end &+ 1
    return reader.bytes.string(in: start..<end)
  }
}

extension Name {
  @inline(__always)
  @usableFromInline package static func read(_ reader: inout CanonicalReader) -> Name? {
    let bytes = reader.bytes
    let start = reader.index &+ 1
    guard bytes[reader.index] == 0x22, start &+ 36 < bytes.count else { return reader.scanned() }
    if bytes[start &+ 36] == 0x22,
      let name = reader.scratch.names.id(bytes, at: start, near: reader.userPlace)
    {
      reader.index = start &+ 37
      return name
    }
    guard let (name, end, _) = reader.scratch.names.name(bytes, at: start) else {
      return reader.scanned()
    }
    reader.index = end
    return name
  }
}

extension EventID {
  @inline(__always)
  @usableFromInline package static func read(_ reader: inout CanonicalReader) -> EventID? {
    let bytes = reader.bytes
    let start = reader.index &+ 1
    guard bytes[reader.index] == 0x22, start &+ 36 < bytes.count, bytes[start &+ 36] == 0x22,
      let id = EventID(canonical: bytes, at: start)
    else { return reader.scanned() }
    reader.index = start &+ 37
    return id
  }
}

extension Vocabulary {
  @inlinable @inline(__always)
  package static func read(_ reader: inout CanonicalReader) -> Self? {
    let bytes = reader.bytes
    guard bytes[reader.index] == 0x22, reader.index &+ 17 <= bytes.count else {
      return reader.scanned()
    }
    let first = bytes.word(at: reader.index &+ 1)
    let second = bytes.word(at: reader.index &+ 9)
    for entry in words.entries {
      guard (first ^ entry.first) & entry.firstMask == 0,
        (second ^ entry.second) & entry.secondMask == 0
      else { continue }
      reader.index &+= 1 &+ entry.count
      return entry.value
    }
    return reader.scanned()
  }
}
