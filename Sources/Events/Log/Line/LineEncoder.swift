extension Event {
  /// Writes the canonical line of the event, with its newline, at the end of `bytes`.
  ///
  /// - Parameters:
  ///   - batch: The number of events written together, on the first of them; 1 elsewhere.
  ///   - previousSum: The sum of the line before, 0 when there is none; nil leaves the sum out, as
  ///     for a line taken out of its place.
  ///   - checks: A Boolean value indicating whether values must keep to their limits.
  /// - Returns: The line's sum; 0 without one.
  @discardableResult
  package func write(
    to bytes: inout [UInt8], batch: Int = 1, previousSum: UInt64?, checks: Bool = false
  ) throws(LineError) -> UInt64 {
    if checks, let breach { throw LineError(0, breach) }
    return try write(to: &bytes, batch: batch, previousSum: previousSum, data: nil)
  }

  /// Writes the canonical line, with the data in its canonical form where that exists already.
  func write(
    to bytes: inout [UInt8], batch: Int, previousSum: UInt64?, data: CanonicalData?
  ) throws(LineError) -> UInt64 {
    if let data, data.headCount > 0, batch == 1, unknown == nil, let previousSum {
      return writeCopy(of: data, previousSum, to: &bytes)
    }
    let start = bytes.count
    var writer = JSONWriter()
    swap(&writer.bytes, &bytes)
    defer { swap(&writer.bytes, &bytes) }
    writer.bytes.append(UInt8(ascii: "{"))
    if let data {
      // The body's payload would be boxed, with a copy of it.
      writeHead(&writer, type: data.type.name, version: data.type.newestVersion, batch: batch)
      writer.raw(data.bytes[data.headCount...])
    } else {
      let (type, payload) = body.tagged
      writeHead(
        &writer, type: type?.name ?? body.type, version: version(of: payload), batch: batch)
      try writeData(&writer, payload)
    }
    if let unknown { writer.bytes += unknown.beside }
    var sum: UInt64 = 0
    if let previousSum {
      let line = start..<writer.bytes.count
      sum = Bytes.of(writer.bytes) { XXH64.hash($0[line], seed: previousSum) }
      writer.key(plain: "sum")
      writer.plain { appendHexadecimal(sum, to: &$0) }
    }
    writer.bytes += "}\n".utf8
    return sum
  }

  /// Writes the line of an event whose bytes from the id on exist already: two fifths of the instructions.
  private func writeCopy(
    of data: CanonicalData, _ previousSum: UInt64, to bytes: inout [UInt8]
  ) -> UInt64 {
    let start = bytes.count
    Bytes.append("{\"seq\":", to: &bytes)
    appendDecimal(seq, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    bytes.append(contentsOf: data.bytes)
    let line = start..<bytes.count
    let sum = Bytes.of(bytes) { XXH64.hash($0[line], seed: previousSum) }
    Bytes.append(",\"sum\":\"", to: &bytes)
    appendHexadecimal(sum, to: &bytes)
    Bytes.append("\"}\n", to: &bytes)
    return sum
  }

  /// The breach of a limit, the name of the field first; nil when all values are within.
  ///
  /// The fields around the data keep to limits too, or no reader would take the line.
  package var breach: String? {
    if let breach = headBreach { return breach }
    if case .unknown(let event) = body, unknown == nil { return event.breach }
    return body.payload?._breach
  }

  /// The breach of a limit by the fields around the data; nil when they are within.
  var headBreach: String? {
    if let breach = at.breach(of: .none) { return "'at' \(breach)" }
    if let user, !user.isPlain, let breach = user.breach(of: .name) { return "'user' \(breach)" }
    return nil
  }

  private func writeHead(_ writer: inout JSONWriter, type: String, version: Int, batch: Int) {
    writer.key(plain: "seq")
    writer.integer(seq)
    writer.key(plain: "id")
    writer.plain(id.append)
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
    if batch > 1 {
      writer.key(plain: "batch")
      writer.integer(batch)
    }
    writer.key(plain: "data")
  }

  func writeData(
    _ writer: inout JSONWriter, _ payload: (any Payload)?
  ) throws(LineError) {
    if let data = unknown?.data {
      writer.raw(data)
    } else if case .unknown(let event) = body {
      writer.raw(event.bytes)
    } else if let payload {
      try payload._write(to: &writer)
    }
  }

  /// Returns the schema version of the data.
  private func version(of payload: (any Payload)?) -> Int {
    if case .unknown(let event) = body { return event.version }
    return payload.map { Swift.type(of: $0).version } ?? 1
  }
}
