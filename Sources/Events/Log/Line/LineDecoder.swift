/// A decoder that turns lines into events.
struct LineDecoder {
  /// The cache of names, and the memory for members.
  let scratch: Scratch
  /// The scratch's view for a scanner; calling the scratch itself would count a reference for each line.
  let view: Scratch.View

  init() {
    scratch = Scratch()
    view = scratch.view
  }

  /// Returns the envelope of the line in `range`, by the reader of canonical lines if possible.
  func envelope(_ bytes: Bytes, in range: Range<Int>) throws(LineError) -> Envelope {
    let line = bytes[range]
    // A padded copy, so that the result does not depend on the bytes after the line.
    let own = view.padded(line) ?? line
    var lines = CanonicalLines(own, view)
    if let head = lines.head(at: 0),
      let end = lines.sumStart(after: head.data, before: line.count),
      let sum = Envelope.sum(own, at: end)
    {
      let type = head.typeName..<own.plainEnd(from: head.typeName)
      return Envelope(head, type, sum, at: end, from: 0)
    }
    return try Envelope(scanning: line, scratch)
  }

  /// The content of a line's data, with findings from reading it.
  struct Content {
    var body: Event.Body
    /// A Boolean value indicating whether there are unknown members in the data.
    var holdsUnknown = false
    /// A Boolean value indicating whether there are unknown members next to the data.
    var hasMembersBeside = false
  }

  /// Returns the content of the line's data.
  ///
  /// After this call, the line was read as strictly as by `Envelope(scanning:)`. If the data ends at the checksum of a
  /// canonical line, every byte was read. Otherwise the method makes the strict pass over the line, because there are
  /// members beside the data.
  ///
  /// - Parameter checks: A Boolean value indicating whether values must be within their limits.
  func body(
    _ envelope: Envelope, _ bytes: Bytes, checks: Bool = false
  ) throws(LineError) -> Content {
    guard let type = envelope.type else { return try unknown(envelope, bytes) }
    var reader = reader(of: envelope, bytes, checks: checks)
    do throws(LineError) {
      var content = Content(
        body: try type.payload._read(&reader), holdsUnknown: reader.scanner.holdsUnknown)
      content.hasMembersBeside = try checkEnd(envelope, bytes, reader.scanner)
      return content
    } catch {
      guard error == .newer else { throw error }
      return try unknown(envelope, bytes)
    }
  }

  /// Returns a reader for the line's data.
  @inline(__always)
  private func reader(of envelope: Envelope, _ bytes: Bytes, checks: Bool) -> PayloadReader {
    var reader = PayloadReader(
      scanner: Scanner(bytes, from: envelope.data, scratch: view),
      version: envelope.version, checks: checks)
    if let (places, line) = envelope.members, line == scratch.lines {
      reader.members = places
      reader.scanner.keptMembers = places.upperBound
    } else {
      // The reader finds the members again, in place of those of the line that was scanned last.
      scratch.beginLine()
    }
    return reader
  }

  /// Makes the strict pass over a canonical line whose data did not end at the checksum.
  ///
  /// - Returns: A Boolean value indicating whether there are members next to the data.
  private func checkEnd(
    _ envelope: Envelope, _ bytes: Bytes, _ scanner: Scanner
  ) throws(LineError) -> Bool {
    guard envelope.isCanonical else { return envelope.holdsUnknown }
    guard scanner.offset != envelope.sumStart else { return false }
    _ = try Envelope(scanning: bytes)
    return true
  }

  private func unknown(_ envelope: Envelope, _ bytes: Bytes) throws(LineError) -> Content {
    var scanner = Scanner(bytes, from: envelope.data)
    let data = try JSON(&scanner, depth: 1).bytes
    let hasMembersBeside = try checkEnd(envelope, bytes, scanner)
    let body = Event.Body.unknown(
      UnknownEvent(type: typeName(envelope, bytes), version: envelope.version, bytes: data))
    return Content(body: body, hasMembersBeside: hasMembersBeside)
  }

  /// Returns the name of the type, known or not.
  func typeName(_ envelope: Envelope, _ bytes: Bytes) -> String {
    if let type = envelope.type { return type.name }
    if let range = envelope.typeName { return bytes.string(in: range) }
    guard case .string(let name) = (try? JSON(bytes))?["type"] else { return "" }
    return name
  }

  /// Returns the event of a line from any source, with all its content, known or not.
  ///
  /// Id and time are nil if the line has none.
  func draft(_ bytes: Bytes, checks: Bool) throws(LineError) -> Draft {
    do throws(NotCanonical) { return try canonicalDraft(bytes, checks: checks) } catch {}
    let envelope = try Envelope(scanning: bytes, scratch, checks: checks)
    let content = try self.body(envelope, bytes, checks: checks)
    let body = content.body
    if checks, content.holdsUnknown || content.hasMembersBeside || body.payload == nil {
      try SecretName.refuse(in: bytes)
    }
    let data = content.holdsUnknown ? try mergedData(envelope, bytes, body) : nil
    let beside = envelope.holdsUnknown ? try unknownMembers(bytes) : []
    let holdsNone = data == nil && beside.isEmpty
    return Draft(
      id: envelope.id, at: envelope.at, user: envelope.user, body: body,
      unknown: holdsNone ? nil : UnknownFields(data: data, beside: beside),
      sourceSeq: envelope.seq, isWithinLimits: checks)
  }

  /// The error for a line that needs the general reader.
  private struct NotCanonical: Error {}

  /// Returns the event of a canonical line without unknown content.
  ///
  /// The canonical data is kept for the append: encoding it again took a fifth of an append. The limits are not
  /// checked again either. The method throws instead of returning nil, because an optional would copy the draft.
  private func canonicalDraft(_ line: Bytes, checks: Bool) throws(NotCanonical) -> Draft {
    guard let bytes = view.padded(line) else { throw NotCanonical() }
    var lines = CanonicalLines(bytes, view)
    guard let head = lines.draftHead(), !checks || head.user?.isPlain ?? true else {
      throw NotCanonical()
    }
    var reader = CanonicalReader(bytes, at: head.data, version: head.version, checks: checks, view)
    guard let type = head.type, let body = try? type.payload._read(&reader),
      lines.isEnd(of: line, at: reader.index)
    else { throw NotCanonical() }
    let start = head.canonicalStart ?? head.data
    let isCanonical =
      checks && !reader.isNonCanonical && head.version == type.newestVersion
      && bytes.isPlain(in: start..<reader.index)
    return Draft(
      id: head.id, at: head.at, user: head.user, body: body, unknown: nil, sourceSeq: head.seq,
      canonicalData: isCanonical
        ? CanonicalData(type, bytes, from: start, data: head.data, to: reader.index) : nil,
      isWithinLimits: checks)
  }

  /// Returns the unknown members of a line, as canonical JSON with a comma before each.
  private func unknownMembers(_ bytes: Bytes) throws(LineError) -> [UInt8] {
    var writer = JSONWriter()
    guard case .object(let members) = try JSON(bytes) else { return [] }
    var text: [UInt8] = []
    for (name, value) in members where !Envelope.knows(name) {
      writer = JSONWriter()
      writer.key(name)
      value.write(&writer)
      text += [UInt8(ascii: ",")] + writer.bytes
    }
    return text
  }

  /// Returns the event of a line in a log, with all its content, known or not.
  func whole(_ bytes: Bytes) throws(LineError) -> Event {
    let envelope = try logged(bytes)
    guard let event = try draft(bytes, checks: false).event(at: nil, seq: envelope.seq) else {
      throw .missing("id", at: 0)
    }
    return event
  }

  /// Returns the data with its unknown fields after the known ones, or nil if there are no unknown fields.
  private func mergedData(
    _ envelope: Envelope, _ bytes: Bytes, _ body: Event.Body
  ) throws(LineError) -> [UInt8]? {
    guard let payload = body.payload else { return nil }
    var scanner = Scanner(bytes, from: envelope.data)
    let original = try JSON(&scanner, depth: 1)
    var writer = JSONWriter()
    try payload._write(to: &writer)
    let known = try Bytes.of(writer.bytes) { (bytes) throws(LineError) in try JSON(bytes) }
    let merged = known.keepingUnknown(of: original, known: type(of: payload).description).bytes
    return merged == writer.bytes ? nil : merged
  }
}
