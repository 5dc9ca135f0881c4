extension Event {
  /// Writes the canonical line of the event, with its newline, behind `bytes`.
  ///
  /// - Parameters:
  ///   - batch: on the first event of several written together, how many; 1 elsewhere.
  ///   - previousSum: the sum of the line before, 0 when there is none; nil leaves the sum out, as
  ///     for a line taken out of its place.
  ///   - checks: whether values must keep to their limits.
  /// - Returns: the line's sum; 0 without one.
  @discardableResult
  public func write(
    to bytes: inout [UInt8], batch: Int = 1, previousSum: UInt64?, checks: Bool = false
  ) throws(LineError) -> UInt64 {
    try write(to: &bytes, batch: batch, previousSum: previousSum, checks: checks, data: nil)
  }

  /// The same with the data as it is to be written, where somebody has it already.
  func write(
    to bytes: inout [UInt8], batch: Int, previousSum: UInt64?, checks: Bool, data: CanonicalData?
  ) throws(LineError) -> UInt64 {
    if checks { try checkHead() }
    let start = bytes.count
    var writer = JSONWriter()
    swap(&writer.bytes, &bytes)
    defer { swap(&writer.bytes, &bytes) }
    writer.bytes.append(UInt8(ascii: "{"))
    if let data {
      // Asking the body for its payload would box a copy of it.
      writeHead(&writer, type: data.type.name, version: data.type.newestVersion, batch: batch)
      writer.raw(data.bytes)
    } else {
      let (type, payload) = body.tagged
      writeHead(&writer, type: type, version: version(of: payload), batch: batch)
      try writeData(&writer, payload, checks: checks)
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

  /// What stands around the data must keep to its limits too, or no reader would take the line.
  private func checkHead() throws(LineError) {
    if let breach = at.breach(of: .none) { throw LineError(0, "'at' \(breach)") }
    if let user, !user.isPlain, let breach = user.breach(of: .name) {
      throw LineError(0, "'user' \(breach)")
    }
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
    _ writer: inout JSONWriter, _ payload: (any Payload)?, checks: Bool
  ) throws(LineError) {
    if let data = unknown?.data {
      writer.raw(data)
    } else if case .unknown(let event) = body {
      writer.raw(event.data)
    } else if let payload {
      try payload.write(to: &writer, checks: checks)
    }
  }

  /// The schema version of its data.
  private func version(of payload: (any Payload)?) -> Int {
    if case .unknown(let event) = body { return event.version }
    return payload.map { Swift.type(of: $0).version } ?? 1
  }
}
