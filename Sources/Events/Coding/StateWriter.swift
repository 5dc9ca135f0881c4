/// A walk that writes the fields of a payload in the compact form of states in a checkpoint.
///
///     presence   a bit for each field that may be left out, eight to a byte, before the first of them
///     numbers    7 bits a byte, the lowest first; the sign in the lowest bit
///     names      once in full, then by number
///     times      as the difference from the previous time
///
/// The form has no names of fields, so only the code that wrote a state can read it. Any change to the fields of a
/// state requires a new version of the state.
@usableFromInline package struct StateWriter: Fields {
  /// The newest version: the code that reads a state also wrote it.
  @usableFromInline package var version: Int { .max }
  /// The bytes written so far.
  @usableFromInline package private(set) var bytes: [UInt8] = []
  private var numbers: [Name: UInt64] = [:]
  private var lastTime: Int64 = 0
  /// The offset of the current byte of presence bits, and the number of its used bits.
  private var presence = (place: 0, count: 0)

  @usableFromInline package init() {}

  /// Appends all fields of a payload.
  @usableFromInline package mutating func payload<P: Payload>(_ payload: P) throws(LineError) {
    let outer = presence
    presence = (0, 0)
    defer { presence = outer }
    _ = try P(payload, &self)
  }

  @usableFromInline package mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    guard let value else {
      preconditionFailure("a payload walked its field '\(name)' without a value to write")
    }
    try value.write(&self)
    return value
  }

  @usableFromInline package mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    write(isPresent: value != nil)
    try value?.write(&self)
    return value
  }

  private mutating func write(isPresent: Bool) {
    if presence.count % 8 == 0 {
      presence = (bytes.count, 0)
      bytes.append(0)
    }
    if isPresent { bytes[presence.place] |= 1 << UInt8(presence.count) }
    presence.count += 1
  }

  mutating func number(_ number: UInt64) { bytes.append(varint: number) }

  mutating func signed(_ number: Int64) {
    self.number(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  mutating func text(_ text: String) {
    number(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  mutating func id(_ id: EventID) {
    bytes.append(word: id.high)
    bytes.append(word: id.low)
  }

  mutating func name(_ name: Name) {
    if let known = numbers[name] { return number(known) }
    numbers[name] = UInt64(numbers.count + 2)
    guard let id = name.id else {
      number(0)
      return text(name.text)
    }
    number(1)
    self.id(id)
  }

  mutating func time(_ time: Timestamp) {
    signed(time.milliseconds &- lastTime)
    signed(Int64(time.offsetMinutes))
    lastTime = time.milliseconds
  }

  /// Appends a number as quarters in a varint, which fits most weights and ratings; otherwise in eight bytes.
  mutating func double(_ double: Double) {
    if let quarters = Int64(exactly: double * 4), quarters.magnitude < 1 << 60,
      (Double(quarters) / 4).bitPattern == double.bitPattern
    {
      return signed(quarters << 1)
    }
    signed(1)
    bytes.append(word: double.bitPattern)
  }
}

extension [UInt8] {
  /// Appends a number in 7 bits per byte, lowest first.
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends eight bytes, lowest first.
  mutating func append(word: UInt64) { Bytes.append(word, count: 8, to: &self) }
}
