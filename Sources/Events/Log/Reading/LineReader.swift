/// A reader that reads a log line by line, and checks each line.
///
/// It checks the form of the line, that its `seq` rises, and that its `sum` is correct. `next()` scans only the
/// fields around the data; `event()` decodes the current line. Reading a million canonical lines without decoding
/// takes a fifth of the time of decoding all of them.
public struct LineReader {
  public let log: Log
  let bytes: Bytes
  private let decoder: LineDecoder
  /// The end of reading; nil until the tail is found.
  private var limit: Int?
  private var tailError: LogError?
  private var canonical: CanonicalLines
  /// The fields before the data and the offset of the checksum of a canonical line; nil for any other line.
  private(set) var head: (fields: CanonicalHead, sumStart: Int)?
  /// The envelope of a line that is not canonical.
  private var envelope = Envelope()
  private var start: Int
  private var end: Int
  private var sequence = 0
  /// A Boolean value indicating whether the line has a checksum and continues the previous one.
  private var isChained = false
  private var sum: UInt64 = 0

  init(_ log: Log, behind position: Checkpoint.Position? = nil) {
    self.log = log
    bytes = log.bytes
    decoder = LineDecoder()
    canonical = CanonicalLines(bytes, decoder.view)
    (start, end) = (0, -1)
    guard let position else { return }
    // The line before the position is treated as the current one.
    (end, sequence, sum) = (position.end - 1, position.seq, position.sum)
  }

  /// Creates a reader of the lines in `range`.
  ///
  /// - Parameter isInside: A Boolean value indicating whether there is a line before the range, which the first line
  ///   must follow.
  init(_ log: Log, _ decoder: LineDecoder, in range: Range<Int>, isInside: Bool) {
    self.log = log
    bytes = log.bytes
    self.decoder = decoder
    canonical = CanonicalLines(bytes, decoder.view)
    limit = range.upperBound
    (start, end) = (range.lowerBound, range.lowerBound - 1)
    if isInside, !range.isEmpty { follow(start) }
  }

  /// Ends the lines, so that the next call throws an error of a cancelled pass.
  mutating func cancel() {
    limit = start
    tailError = .cancelled(log.name)
  }

  /// Makes the line at `start` the next one, after the line that ends there.
  ///
  /// If the previous line is unreadable, its own reader reports that; this reader then assumes neither `seq` nor
  /// `sum`.
  private mutating func follow(_ start: Int) {
    (self.start, end, sequence, sum) = (start, start - 1, 0, 0)
    guard start > 0 else { return }
    if let last = canonical.last(before: start) {
      (sequence, sum) = last
    } else if let previous = try? decoder.logged(bytes, in: bytes.lastLine(before: start)) {
      (sequence, sum) = (previous.seq, previous.sum ?? 0)
    }
  }

  /// Moves to the single line at `place`, and appends its event to `run` if readers want the event.
  ///
  /// The line is checked against `seq` and `sum` of the line before it, which is read only for that. If the line
  /// directly follows the current one, it is checked as usual.
  ///
  /// - Throws: `Checkpoint.Damage` if no line begins there or the previous line has no checksum; `LogError` for
  ///   damage.
  mutating func append(lineAt place: Int, _ interest: Interest, to run: inout EventRun) throws {
    if place != end + 1 {
      guard place >= 0, place < limit ?? 0, place == 0 || bytes[place - 1] == UInt8(ascii: "\n")
      else { throw Checkpoint.Damage() }
      follow(place)
    }
    guard try pass(interest, &run) else { throw Checkpoint.Damage() }
    try requireChain()
  }

  /// A line whose data is not decoded.
  public struct Line: Sendable {
    /// The position of the event in the log.
    public let seq: Int
    /// The time of the fact.
    public let at: Timestamp
    /// The user of the fact; nil for facts without a user.
    public let user: Name?
    /// The area of the type; nil for a type unknown to this build.
    public let area: Area?
  }

  /// Moves to the next line and returns it, or returns nil after the last complete batch.
  ///
  /// - Throws: `LogError.Kind.damaged` with the position of the damage.
  public mutating func next() throws(LogError) -> Line? {
    if limit == nil { findTail() }
    start = end + 1
    guard start < limit ?? 0 else {
      if let tailError { throw tailError }
      return nil
    }
    if let line = canonicalLine() { return line }
    end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? limit ?? bytes.count
    do throws(LineError) { return try check() } catch {
      throw log.damage(error, from: start, to: end)
    }
  }

  /// Moves to the line that begins at `place` and returns it, without checking its position and checksum.
  ///
  /// Use it for lines that a pass over the log has checked.
  mutating func move(to place: Int) throws(LogError) -> Line {
    start = place
    if let fields = canonical.head(at: place),
      let sumStart = canonical.sumStart(after: fields.data),
      bytes.has(",\"sum\":\"", at: sumStart)
    {
      (head, end) = ((fields, sumStart), sumStart + Envelope.sumLength)
      return Line(seq: fields.seq, at: fields.at, user: fields.user, area: fields.type?.area)
    }
    (head, end) = (nil, bytes.firstIndex(of: UInt8(ascii: "\n"), from: place) ?? bytes.count)
    do throws(LineError) {
      envelope = try decoder.logged(bytes, in: start..<end)
      guard let at = envelope.at else { throw .missing("at", at: 0) }
      return Line(seq: envelope.seq, at: at, user: envelope.user, area: envelope.type?.area)
    } catch {
      throw log.damage(error, from: start, to: end)
    }
  }

  /// Moves to the end of the line at `start` if the line is canonical and continues the previous one.
  ///
  /// For any other line the method returns nil and does not move. The data is not read, since the checksum covers it.
  @inline(__always)
  private mutating func canonicalLine() -> Line? {
    guard let fields = canonical.head(at: start), fields.seq == sequence + 1,
      let sumStart = canonical.sumStart(after: fields.data),
      let newline = canonical.passesSum(from: start, at: sumStart, &sum)
    else {
      head = nil
      return nil
    }
    (end, sequence, isChained) = (newline, fields.seq, true)
    head = (fields, sumStart)
    return Line(seq: fields.seq, at: fields.at, user: fields.user, area: fields.area)
  }

  /// Appends the next line to `run` if the line is canonical, in one pass and without searching for its end.
  ///
  /// - Returns: False, without moving, for any other line.
  @inline(__always)
  mutating func takeCanonical(_ interest: Interest, _ run: inout EventRun) -> Bool {
    let start = end &+ 1
    guard start < limit ?? 0, let head = canonical.head(at: start), head.seq == sequence &+ 1,
      let type = head.type, head.version == 1 || type.decodes(version: head.version)
    else { return false }
    let bits = interest.bits(
      Line(seq: head.seq, at: head.at, user: head.user, area: head.area), head.area, head.user)
    var newline: Int?
    if bits == 0 {
      newline = canonical.sumStart(after: head.data).flatMap {
        canonical.passesSum(from: start, at: $0, &sum)
      }
    } else {
      newline = append(head, type, from: start, bits, &run)
    }
    guard let newline else { return false }
    (self.start, end, sequence, isChained) = (start, newline, head.seq, true)
    return true
  }

  /// Appends the event of the current line `line`, which was checked, to `run` if readers want the event.
  mutating func append(
    checked line: Line, _ interest: Interest, to run: inout EventRun
  ) throws(LogError) {
    if let head = head?.fields, let type = head.type, type.decodes(version: head.version) {
      let bits = interest.bits(line, head.area, head.user)
      if bits == 0 || append(head, type, from: nil, bits, &run) != nil { return }
    }
    if let (event, bits) = try event(of: line, for: interest) { run.append(decoded: event, bits) }
  }

  /// Decodes the data of a canonical line into `run` and returns the offset of its newline.
  ///
  /// The result is nil if the data does not decode in order up to a correct checksum.
  ///
  /// - Parameter start: The offset of the line, for checking its checksum; nil if it was checked before.
  @inline(__always)
  private mutating func append(
    _ head: CanonicalHead, _ type: EventType, from start: Int?, _ bits: UInt64,
    _ run: inout EventRun
  ) -> Int? {
    var reader = CanonicalReader(
      bytes, at: head.data, version: head.version, checks: false, canonical.scratch,
      userPlace: head.userPlace)
    if head.isSet {
      guard let set: SetLogged = try? reader.payload(),
        let newline = self.end(from: start, at: reader.index)
      else { return nil }
      run.append(TypedEvent(seq: head.seq, id: head.id, at: head.at, user: head.user, set), bits)
      return newline
    }
    guard let body = try? type.payload._read(&reader),
      let newline = self.end(from: start, at: reader.index)
    else { return nil }
    run.append(Event(id: head.id, at: head.at, user: head.user, body, seq: head.seq), bits)
    return newline
  }

  /// Returns the offset of the newline after data that ends at `dataEnd`, or nil for data without a correct checksum.
  @inline(__always)
  private mutating func end(from start: Int?, at dataEnd: Int) -> Int? {
    if let start { return canonical.passesSum(from: start, at: dataEnd, &sum) }
    return bytes.has(",\"sum\":\"", at: dataEnd) ? dataEnd &+ Envelope.sumLength : nil
  }

  /// Finds the end of reading.
  ///
  /// Even if the last line is damaged, the error must name the first damaged line. The reader therefore continues to
  /// it from the front.
  private mutating func findTail() {
    do throws(LogError) { limit = try log.tail().end } catch {
      tailError = error
      limit = bytes.count
    }
  }

  /// Returns the event of the current line, without fields unknown to this build.
  public func event() throws(LogError) -> Event {
    if let event = canonicalEvent() { return event }
    do throws(LineError) {
      let envelope = head == nil ? self.envelope : try decoder.logged(bytes, in: start..<end)
      let body = try decoder.body(envelope, line).body
      guard let id = envelope.id, let at = envelope.at else { throw .missing("id", at: 0) }
      return Event(id: id, at: at, user: envelope.user, body, seq: envelope.seq)
    } catch {
      throw log.damage(error, from: start, to: end)
    }
  }

  /// Returns the event of a canonical line whose data decodes in order up to the checksum, or nil for any other line.
  @inline(__always)
  private func canonicalEvent() -> Event? {
    guard let (fields, sumStart) = head else { return nil }
    var reader = CanonicalReader(
      bytes, at: fields.data, version: fields.version, checks: false, canonical.scratch)
    guard let body = try? fields.type?.payload._read(&reader), reader.index == sumStart else {
      return nil
    }
    return Event(id: fields.id, at: fields.at, user: fields.user, body, seq: fields.seq)
  }

  /// A Boolean value indicating whether the line is canonical and its data decodes in order up to the checksum.
  var isWholeEvent: Bool { canonicalEvent() != nil }

  /// The bytes of the current line, without its newline.
  public var line: Bytes { bytes[start..<end] }

  /// The offset of the current line in the log.
  package var offset: Int { start }

  /// The checksum of the current line if it continues the previous one; nil if it is missing or follows a gap.
  package var chainedSum: UInt64? { isChained ? sum : nil }

  /// Returns the event of the current line with all its content, including unknown fields.
  package func whole() throws(LineError) -> Event { try decoder.whole(line) }

  /// Returns the event of the current line with all its content; errors name the place in the log.
  package func wholeEvent() throws(LogError) -> Event {
    // If the data decodes in order up to the checksum, it has no unknown fields.
    if let event = canonicalEvent() { return event }
    do throws(LineError) { return try decoder.whole(line) } catch {
      throw log.damage(error, from: start, to: end)
    }
  }

  /// Writes the event of the current line, with all its content, as one line without `sum`.
  ///
  /// Lines outside of a log have this form.
  ///
  /// - Parameter batch: The number of lines that follow each other in a batch, for the first of them; 1 for other lines.
  package func writeAlone(to output: inout [UInt8], batch: Int = 1) throws(LogError) {
    try writeAlone(start..<end, to: &output, batch: batch)
  }

  /// Writes the event of a line that was read before, in the same form as `writeAlone(to:)`.
  ///
  /// - Parameter range: The range of the line in the log, as in `range`.
  package func writeAlone(
    _ range: Range<Int>, to output: inout [UInt8], batch: Int = 1
  ) throws(LogError) {
    if batch == 1, let count = canonicalCount(range) {
      bytes.append(range.lowerBound..<range.lowerBound + count, to: &output)
      return Bytes.append("}\n", to: &output)
    }
    do throws(LineError) {
      try decoder.whole(bytes[range]).write(to: &output, batch: batch, previousSum: nil)
    } catch {
      throw log.damage(error, from: range.lowerBound, to: range.upperBound)
    }
  }

  /// A checked line, in a form that another thread can continue from.
  struct Checked: Sendable {
    let line: Line
    fileprivate let range: Range<Int>
    fileprivate let sum: UInt64
    fileprivate let isChained: Bool
    fileprivate let head: (fields: CanonicalHead, sumStart: Int)?
    fileprivate let envelope: Envelope
  }

  /// Returns the current line `line` for another thread.
  func checked(_ line: Line) -> Checked {
    var envelope = envelope
    // The members are in the memory of this reader's decoder.
    envelope.members = nil
    return Checked(
      line: line, range: range, sum: sum, isChained: isChained, head: head, envelope: envelope)
  }

  /// Moves to a line that another reader of the log checked.
  mutating func move(to checked: Checked) {
    (start, end) = (checked.range.lowerBound, checked.range.upperBound)
    (sequence, sum, isChained) = (checked.line.seq, checked.sum, checked.isChained)
    (head, envelope) = (checked.head, checked.envelope)
  }

  /// Returns the number of bytes before the checksum, or before the last brace, if the encoded event has the same
  /// bytes.
  ///
  /// The result is nil for any other line. Copying such a line takes a tenth of the instructions of decoding and
  /// encoding it.
  func canonicalCount(_ range: Range<Int>) -> Int? {
    // The reader of a head needs bytes beyond a short line.
    let rest = bytes[range.lowerBound..<bytes.count]
    var lines = CanonicalLines(rest, scratch)
    // A `start` of 1 follows the brace of a line without a position.
    guard let head = lines.draftHead(), let start = head.canonicalStart, start > 1,
      head.user?.isPlain ?? true, let type = head.type, type.newestVersion == 1
    else { return nil }
    var reader = CanonicalReader(rest, at: head.data, version: 1, checks: true, scratch)
    guard (try? type.payload._read(&reader)) != nil, !reader.isNonCanonical,
      lines.isEnd(of: bytes[range], at: reader.index), rest.isPlain(in: 0..<reader.index)
    else { return nil }
    return reader.index
  }

  /// The memory for decoding a line.
  var scratch: Scratch.View { canonical.scratch }

  /// The range of the current line in the log, without its newline.
  package var range: Range<Int> { start..<end }

  /// The type's name of the current line.
  public var type: String {
    guard let fields = head?.fields else { return decoder.typeName(envelope, line) }
    if let type = fields.type { return type.name }
    return bytes.string(in: fields.typeName..<bytes.plainEnd(from: fields.typeName))
  }

  /// The user of the current line; nil for facts without a user.
  public var user: Name? { head == nil ? envelope.user : head?.fields.user }

  /// The number of events written together, if the current line is the first of them; 1 for any other line.
  package var batch: Int { head?.fields.batch ?? envelope.batch }

  /// A Boolean value indicating whether this build can decode the event of the current line.
  public var isKnown: Bool {
    let (type, version) =
      head.map { ($0.fields.type, $0.fields.version) } ?? (envelope.type, envelope.version)
    guard let type else { return false }
    return version == 1 || type.decodes(version: version)
  }

  /// The position after the current line.
  package var position: Checkpoint.Position {
    Checkpoint.Position(end: end + 1, seq: sequence, sum: sum)
  }

  public var id: EventID { head?.fields.id ?? envelope.id ?? EventID.placeholder }

  /// Throws an error unless the checksum of the current line continues the previous one.
  ///
  /// Otherwise the checksum of the last line would not cover the whole log.
  package func requireChain() throws(LogError) {
    guard !isChained else { return }
    throw LogError(
      .refused, log.name,
      "cannot write a checkpoint: the line of seq \(sequence), or the line before it, has no "
        + "checksum",
      help: "this log is replayed for every view; \(.verify) lists such lines")
  }

  private mutating func check() throws(LineError) -> Line {
    let line = bytes[start..<end]
    envelope = try decoder.logged(bytes, in: start..<end)
    guard let at = envelope.at else { throw .missing("at", at: 0) }
    try decoder.checkRise(envelope, after: sequence)
    // After a gap, no checksum covers the data, which was not read.
    if envelope.isCanonical, envelope.seq != sequence + 1 { _ = try Envelope(scanning: line) }
    try decoder.checkSum(envelope, line, after: sequence, sum)
    isChained = envelope.sum != nil && envelope.seq == sequence + 1
    sequence = envelope.seq
    sum = envelope.sum ?? 0
    return Line(seq: sequence, at: at, user: envelope.user, area: envelope.type?.area)
  }
}
