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
    if checks { try checkHead() }
    let start = bytes.count
    var writer = JSONWriter()
    swap(&writer.bytes, &bytes)
    defer { swap(&writer.bytes, &bytes) }
    writer.bytes.append(UInt8(ascii: "{"))
    writeHead(&writer, batch: batch)
    try writeData(&writer, checks: checks)
    if let unknown { writer.bytes += unknown.beside }
    var sum: UInt64 = 0
    if let previousSum {
      let line = start..<writer.bytes.count
      sum = Bytes.of(writer.bytes) { XXH64.hash($0[line], seed: previousSum) }
      writer.bytes += ",\"sum\":\"".utf8
      writer.bytes += hexadecimal(sum)
      writer.bytes.append(UInt8(ascii: "\""))
    }
    writer.bytes += "}\n".utf8
    return sum
  }

  /// What stands around the data must keep to its limits too, or no reader would take the line.
  private func checkHead() throws(LineError) {
    if let breach = at.breach(of: .none) { throw LineError(0, "'at' \(breach)") }
    if let breach = user?.breach(of: .name) { throw LineError(0, "'user' \(breach)") }
  }

  private func writeHead(_ writer: inout JSONWriter, batch: Int) {
    writer.key("seq")
    writer.integer(seq)
    writer.key("id")
    writer.string(id.description)
    writer.key("at")
    writer.string(at.description)
    if let user {
      writer.key("user")
      writer.string(user.text)
    }
    writer.key("type")
    writer.string(type)
    if version > 1 {
      writer.key("v")
      writer.integer(version)
    }
    if batch > 1 {
      writer.key("batch")
      writer.integer(batch)
    }
    writer.key("data")
  }

  private func writeData(_ writer: inout JSONWriter, checks: Bool) throws(LineError) {
    if let data = unknown?.data {
      writer.raw(data)
    } else if case .unknown(let event) = body {
      writer.raw(event.data)
    } else if let payload = body.payload {
      try payload.write(to: &writer, checks: checks)
    }
  }

  /// The schema version of its data.
  var version: Int {
    if case .unknown(let event) = body { return event.version }
    return body.payload.map { Swift.type(of: $0).version } ?? 1
  }
}
