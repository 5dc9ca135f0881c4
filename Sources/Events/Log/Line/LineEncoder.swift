extension Event {
  /// Writes the canonical line of the event, with its newline, at the end of `bytes`.
  ///
  /// - Parameters:
  ///   - batch: The number of events written together, for the first of them; 1 for other events.
  ///   - previousSum: The checksum of the previous line, 0 if there is none. Nil omits the checksum, as for a line
  ///     outside of a log.
  ///   - checks: A Boolean value indicating whether values must be within their limits.
  /// - Returns: The checksum of the line; 0 without one.
  @discardableResult
  package func write(
    to bytes: inout [UInt8], batch: Int = 1, previousSum: UInt64?, checks: Bool = false
  ) throws(LineError) -> UInt64 {
    if checks, let breach { throw LineError(0, breach) }
    var encoder = LineEncoder()
    return try encoder.write(self, to: &bytes, batch: batch, previousSum: previousSum)
  }

  /// A description of a value out of range, beginning with the name of its field; nil if all values are within
  /// limits.
  ///
  /// The fields around the data have limits too, because otherwise no reader would accept the line.
  package var breach: String? {
    if let breach = headBreach { return breach }
    switch body {
    case .unknown(let event): return unknown == nil ? event.breach : nil
    // Most events are sets. The generic path below would box a copy of the payload.
    case .sessions(.setLogged(let set)): return set._breach
    default: return body.payload?._breach
    }
  }

  /// A description of a value out of range in the fields around the data; nil if all are within limits.
  var headBreach: String? {
    if let breach = at.breach(of: .none) { return "'at' \(breach)" }
    if let user, !user.isPlain, let breach = user.breach(of: .name) { return "'user' \(breach)" }
    return nil
  }

  /// Writes the fields between the id and the data, except for the size of a batch.
  fileprivate func writeHead(_ writer: inout JSONWriter, type: String, version: Int) {
    writer.key(plain: "at")
    writer.plain(at.append)
    if let user {
      writer.key(plain: "user")
      writer.name(user)
    }
    writer.key(plain: "type")
    writer.string(type)
    if version > 1 {
      writer.key(plain: "v")
      writer.integer(version)
    }
  }

  func writeData(_ writer: inout JSONWriter, _ payload: (any Payload)?) throws(LineError) {
    if let data = unknown?.data {
      writer.raw(data)
    } else if case .unknown(let event) = body {
      writer.raw(event.bytes)
    } else if let payload {
      try payload._write(to: &writer)
    }
  }

  /// Returns the schema version of the data.
  fileprivate func version(of payload: (any Payload)?) -> Int {
    if case .unknown(let event) = body { return event.version }
    return payload.map { Swift.type(of: $0).version } ?? 1
  }
}

extension CanonicalData {
  /// Writes the line of an event and returns its checksum, or returns nil if the bytes do not begin with the id.
  ///
  /// The method creates no event, and takes a quarter of the instructions of `Event.write`.
  func writeLine(seq: Int, after previousSum: UInt64, to bytes: inout [UInt8]) -> UInt64? {
    guard headCount > 0 else { return nil }
    let start = bytes.count
    CanonicalData.appendStart(seq, to: &bytes)
    bytes.append(contentsOf: self.bytes)
    let line = start..<bytes.count
    let sum = Bytes.of(bytes) { XXH64.hash($0[line], seed: previousSum) }
    let high = hexadecimalDigits(UInt32(truncatingIfNeeded: sum >> 32))
    let low = hexadecimalDigits(UInt32(truncatingIfNeeded: sum))
    // The words of `,"sum":"`, of the digits, and of `"}` with the newline.
    Bytes.append((0x223A_226D_7573_222C, high, low, 0x0A_7D22, 0), count: 27, to: &bytes)
    return sum
  }

  /// Writes `{"seq":`, a position, and a comma.
  private static func appendStart(_ seq: Int, to bytes: inout [UInt8]) {
    guard let (digits, count) = decimalDigits(seq) else {
      Bytes.append("{\"seq\":", to: &bytes)
      appendDecimal(seq, to: &bytes)
      return bytes.append(UInt8(ascii: ","))
    }
    // In one call: each call checks the capacity, which takes a hundred instructions.
    let first = 0x3A_2271_6573_227B | digits << 56
    let second = digits >> 8 | 0x2C << UInt64((count - 1) * 8)
    Bytes.append((first, second, 0, 0, 0), count: 8 + count, to: &bytes)
  }
}

/// A writer of canonical lines of consecutive events.
struct LineEncoder {
  /// The fields between the id and the data, except for the size of a batch.
  private struct Head {
    let at: Timestamp
    let user: Name?
    let type: EventType
    /// The encoded fields, with a comma before each.
    let bytes: [UInt8]
  }

  /// The head of the last line; nil if heads are not kept.
  private var last: Head?
  private let keepsHeads: Bool

  /// Creates a writer.
  ///
  /// - Parameter keepsHeads: A Boolean value indicating whether time, user and type are copied from the previous line
  ///   if they are equal. The sets of an imported session share them, and encoding them takes a fifth of a line's
  ///   instructions. A single line gains nothing.
  init(keepsHeads: Bool = false) { self.keepsHeads = keepsHeads }

  /// Writes the canonical line of an event, and reuses canonical data if there is any.
  ///
  /// - Parameters:
  ///   - batch: The number of events written together, for the first of them; 1 for other events.
  ///   - previousSum: The checksum of the previous line, 0 if there is none; nil omits the checksum.
  /// - Returns: The checksum of the line; 0 without one.
  mutating func write(
    _ event: Event, to bytes: inout [UInt8], batch: Int, previousSum: UInt64?,
    data: CanonicalData? = nil
  ) throws(LineError) -> UInt64 {
    let start = bytes.count
    var writer = JSONWriter()
    swap(&writer.bytes, &bytes)
    defer { swap(&writer.bytes, &bytes) }
    writer.bytes.append(UInt8(ascii: "{"))
    try writeHeadAndData(of: event, batch: batch, data, to: &writer)
    if let unknown = event.unknown { writer.bytes += unknown.beside }
    var sum: UInt64 = 0
    if let previousSum {
      let line = start..<writer.bytes.count
      sum = Bytes.of(writer.bytes) { XXH64.hash($0[line], seed: previousSum) }
      writer.key(plain: "sum")
      writer.plain { appendHexadecimal(sum, to: &$0) }
    }
    Bytes.append("}\n", to: &writer.bytes)
    return sum
  }

  private mutating func writeHeadAndData(
    of event: Event, batch: Int, _ data: CanonicalData?, to writer: inout JSONWriter
  ) throws(LineError) {
    writer.key(plain: "seq")
    writer.integer(event.seq)
    writer.key(plain: "id")
    writer.plain(event.id.append)
    if let data {
      // The payload of the body would be boxed, with a copy.
      writeHead(of: event, data.type, version: data.type.newestVersion, to: &writer)
      beginData(batch: batch, &writer)
      writer.raw(data.bytes[data.headCount...])
    } else if case .sessions(.setLogged(let set)) = event.body, event.unknown == nil {
      // Most events are sets, and the generic path would box a copy of each.
      writeHead(of: event, .setLogged, version: SetLogged.version, to: &writer)
      beginData(batch: batch, &writer)
      try set._write(to: &writer)
    } else {
      let payload = event.body.payload
      let version = event.version(of: payload)
      if let payload {
        writeHead(of: event, EventType(of: Swift.type(of: payload)), version: version, to: &writer)
      } else {
        event.writeHead(&writer, type: event.body.type, version: version)
      }
      beginData(batch: batch, &writer)
      try event.writeData(&writer, payload)
    }
  }

  private func beginData(batch: Int, _ writer: inout JSONWriter) {
    if batch > 1 {
      writer.key(plain: "batch")
      writer.integer(batch)
    }
    writer.key(plain: "data")
  }

  private mutating func writeHead(
    of event: Event, _ type: EventType, version: Int, to writer: inout JSONWriter
  ) {
    if let last, last.at == event.at, last.user == event.user, last.type == type {
      writer.bytes += last.bytes
      return
    }
    let start = writer.bytes.count
    event.writeHead(&writer, type: type.name, version: version)
    guard keepsHeads else { return }
    last = Head(at: event.at, user: event.user, type: type, bytes: Array(writer.bytes[start...]))
  }
}
