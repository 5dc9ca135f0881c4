extension Log {
  /// Creates a log of these events in their order, with new positions and checksums.
  ///
  /// The events keep their ids, times and content, including fields unknown to this build.
  ///
  /// - Throws: `.refused` for an event that does not fit into a line.
  public init(of events: [Event], name: String = "events.jsonl") throws(LogError) {
    self.init(try Log.lines(of: events, name: name), name: name)
  }

  /// Returns the lines of these events in their order, with new positions and checksums.
  package static func lines(of events: [Event], name: String) throws(LogError) -> [UInt8] {
    var lines = NewLines(ofLog: name)
    lines.reserve(events.count * 320)
    for event in events { try lines.append(event) }
    return lines.bytes
  }

  /// Returns all events of the log with all their content.
  package func wholeEvents() throws(LogError) -> [Event] {
    var events: [Event] = []
    var lines = lines()
    while try lines.next() != nil { events.append(try lines.wholeEvent()) }
    return events
  }
}

extension Event {
  /// Returns the event with other data, or nil if the data does not fit the event's type.
  package func withData(_ data: JSON) -> Event? {
    guard case .object = data else { return nil }
    var event = self
    event.seq = max(1, seq)
    event.unknown = UnknownFields(data: data.bytes, beside: unknown?.beside ?? [])
    var line: [UInt8] = []
    guard (try? event.write(to: &line, previousSum: nil)) != nil else { return nil }
    let whole = Bytes.of(Array(line.dropLast())) { try? LineDecoder().whole($0) }
    guard var decoded = whole, decoded.type == type, decoded.area == area else { return nil }
    // Data that was out of range before may stay out of range.
    if decoded.breach != nil, breach == nil { return nil }
    decoded.seq = seq
    return decoded
  }
}
