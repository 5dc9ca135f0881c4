/// Scrubbed lines of a log, whose checksums depend on the lines before them.
struct ScrubbedLines: Sendable {
  /// The lines; their checksums are invalid until a call of `addSums(after:)`.
  private(set) var bytes: [UInt8] = []
  /// The end offset of each line.
  private var ends: [Int] = []
  /// The replacements in the lines.
  private(set) var replacements = Scrubber.Replacements()
  /// The encoded `user` members, by the new names; kept for all parts of the log.
  ///
  /// Looking up the text of a name takes the lock of all texts.
  private var userMembers = NameMap<[UInt8]>()

  /// Replaces the lines with the scrubbed lines of `reader`, up to the first error.
  mutating func fill(
    from reader: inout LineReader, _ outline: LogOutline, _ pseudonyms: Pseudonyms
  ) throws(LogError) {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    // The exercises of earlier lines keep their new names, and are already replaced texts of the log.
    let scrubber = Scrubber(pseudonyms, exercises: replacements.exercises)
    defer { replacements = scrubber.replacements }
    while let line = try reader.next() {
      try add(reader, at: outline.positions[line.seq] ?? line.seq, outline, scrubber)
    }
  }

  /// Adds the current line of a reader with a new position.
  private mutating func add(
    _ reader: LineReader, at seq: Int, _ outline: LogOutline, _ scrubber: Scrubber
  ) throws(LogError) {
    let isCopied = try add(at: seq, of: reader.log) { (lines) throws(LineError) in
      try reader.writeScrubbed(at: seq, scrubber, members: &lines.userMembers, to: &lines.bytes)
    }
    if !isCopied {
      // A line that cannot be decoded is damage. It differs from an event that does not fit into the new log.
      let event = try reader.wholeEvent()
      try add(at: seq, of: reader.log) { (lines) throws(LineError) in
        var new = try scrubber.scrubbed(event)
        new.seq = seq
        let batch = outline.batches.contains(seq) ? reader.batch : 1
        try new.write(to: &lines.bytes, batch: batch, previousSum: 0)
      }
    }
    ends.append(bytes.count)
  }

  /// Writes a line, or removes its bytes and throws an error that refuses the log.
  ///
  /// - Parameter seq: The new position, which equals the line number.
  private mutating func add<R>(
    at seq: Int, of log: Log, _ write: (inout ScrubbedLines) throws(LineError) -> R
  ) throws(LogError) -> R {
    let start = bytes.count
    do throws(LineError) {
      let result = try write(&self)
      guard bytes.count - start <= LogFormat.longestLine + 1 else {
        throw LineError(
          0, "a line must be at most 1 MiB long after its text is replaced",
          help: "copy the log without this event, then replace the text of the copy")
      }
      return result
    } catch {
      bytes.removeLast(bytes.count - start)
      var failure = LogError(.refused, log.name, error.message)
      failure.line = seq
      failure.help = error.help
      throw failure
    }
  }

  /// Writes the checksums into the lines.
  ///
  /// - Parameter sum: The checksum of the previous line; on return, the checksum of the last line.
  mutating func addSums(after sum: inout UInt64) {
    var start = 0
    for end in ends {
      // The first range ends before `,"sum":"`; the digits follow that text.
      let (line, digits) = (start..<end - 1 - Envelope.sumLength, end - 1 - Envelope.sumLength + 8)
      sum = Bytes.of(bytes) { XXH64.hash($0[line], seed: sum) }
      write(hexadecimalDigits(UInt32(truncatingIfNeeded: sum >> 32)), at: digits)
      write(hexadecimalDigits(UInt32(truncatingIfNeeded: sum)), at: digits + 8)
      start = end
    }
  }

  private mutating func write(_ digits: UInt64, at place: Int) {
    for byte in 0..<8 {
      bytes[place + byte] = UInt8(truncatingIfNeeded: digits >> UInt64(byte * 8))
    }
  }
}

extension LineReader {
  /// Writes the current line scrubbed, with a new position and a zero checksum, by copying if possible.
  ///
  /// The unchanged parts are copied, which includes the data of most lines. Encoding them again took four times as
  /// long.
  ///
  /// - Returns: False, with nothing written, for a line that must be encoded again.
  fileprivate func writeScrubbed(
    at seq: Int, _ scrubber: Scrubber, members: inout NameMap<[UInt8]>, to output: inout [UInt8]
  ) throws(LineError) -> Bool {
    guard scrubber.pseudonyms.days == 0, let (fields, dataEnd) = head, let type = fields.type,
      let (start, timeEnd) = copiedHead
    else { return false }
    var reader = CanonicalReader(
      bytes, at: fields.data, version: fields.version, checks: true, scratch)
    guard let old = try? type.payload._read(&reader), reader.index == dataEnd else { return false }
    let new = scrubber.scrubbed(old, fields.id, by: fields.user)
    var writer = JSONWriter()
    swap(&writer.bytes, &output)
    defer { swap(&writer.bytes, &output) }
    Bytes.append("{\"seq\":", to: &writer.bytes)
    appendDecimal(seq, to: &writer.bytes)
    writer.bytes.append(UInt8(ascii: ","))
    // After `"id":"` follow 36 characters.
    bytes.append(start..<start + 6, to: &writer.bytes)
    new.id.append(to: &writer.bytes)
    bytes.append(start + 42..<timeEnd, to: &writer.bytes)
    if let user = new.user {
      writer.bytes += members[members.place(of: user, orNew: userMember(user))]
    }
    // From `,"type":"` on.
    bytes.append(fields.typeName - 9..<fields.data, to: &writer.bytes)
    let data = fields.data..<dataEnd
    let isCopied =
      !reader.isNonCanonical && bytes.isPlain(in: data)
      && new.renamed.map { append(data, renaming: $0, scrubber, to: &writer.bytes) } ?? false
    if !isCopied { try new.body.writeData(to: &writer) }
    Bytes.append(",\"sum\":\"0000000000000000\"}\n", to: &writer.bytes)
    return true
  }

  /// Appends data in which only ids are replaced, each by one of the same length.
  ///
  /// - Parameter count: The number of ids to replace.
  /// - Returns: False, with nothing appended, if other texts look like such ids.
  private func append(
    _ data: Range<Int>, renaming count: Int, _ scrubber: Scrubber, to output: inout [UInt8]
  ) -> Bool {
    let start = output.count
    var (copied, place, rest) = (data.lowerBound, data.lowerBound + 9, count)
    // The first of an id's four hyphens follows its quote and eight digits; few other texts have one.
    while count > 0, let hyphen = bytes.firstIndex(of: UInt8(ascii: "-"), from: place),
      hyphen + 28 < data.upperBound
    {
      place = hyphen + 1
      guard bytes[hyphen - 9] == 0x22, bytes[hyphen + 28] == 0x22,
        let old = EventID(canonical: bytes, at: hyphen - 8)
      else { continue }
      let new = scrubber.pseudonyms.id(old)
      guard new != old else { continue }
      bytes.append(copied..<hyphen - 8, to: &output)
      new.append(to: &output)
      (copied, place, rest) = (hyphen + 28, hyphen + 28, rest - 1)
    }
    bytes.append(copied..<data.upperBound, to: &output)
    if rest != 0 { output.removeLast(output.count - start) }
    return rest == 0
  }

  /// The ranges of the head that can be copied: the offset of the id's key and the end of the time.
  ///
  /// The value is nil if the fields before the data are not in the current canonical form.
  private var copiedHead: (start: Int, timeEnd: Int)? {
    guard let fields = head?.fields, fields.batch == 1,
      let type = fields.type, fields.version == type.newestVersion,
      // The offsets follow `{"seq":1,`, and `"id":"…","at":"` with a time in canonical form.
      let comma = bytes.firstIndex(of: UInt8(ascii: ","), from: range.lowerBound)
    else { return nil }
    let quote = comma + 51 + (fields.at.offsetMinutes == 0 ? 24 : 29)
    guard bytes[quote] == 0x22, bytes.isPlain(in: comma + 1..<fields.data) else { return nil }
    return (comma + 1, quote + 1)
  }
}

/// Returns the `user` member for a line, after its comma.
private func userMember(_ user: Name) -> [UInt8] {
  var writer = JSONWriter()
  Bytes.append(",\"user\":", to: &writer.bytes)
  writer.name(user)
  return writer.bytes
}

extension Event.Body {
  /// Writes the data of an event of a type known to this build.
  fileprivate func writeData(to writer: inout JSONWriter) throws(LineError) {
    // A new writer, since no comma may follow the previous key.
    var data = JSONWriter()
    swap(&data.bytes, &writer.bytes)
    defer { swap(&data.bytes, &writer.bytes) }
    if case .sessions(.setLogged(let set)) = self {
      try set._write(to: &data)
    } else {
      try payload?._write(to: &data)
    }
  }
}
