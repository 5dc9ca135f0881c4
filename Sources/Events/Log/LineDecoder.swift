/// Turns lines into events.
struct LineDecoder {
  /// Where repeated names come from, and where members stand.
  let scratch: Scratch
  /// The same as seen by a scanner; asking the scratch for it would count a reference once a line.
  private let view: Scratch.View

  init() {
    scratch = Scratch()
    view = scratch.view
  }

  /// Scans one line, the fast way if it can.
  func envelope(_ bytes: Bytes) throws(LineError) -> Envelope {
    var envelope = Envelope()
    try scan(bytes, into: &envelope)
    return envelope
  }

  /// The same in place: an envelope is 200 bytes.
  @inline(__always)
  func scan(_ bytes: Bytes, into envelope: inout Envelope) throws(LineError) {
    if envelope.become(canonical: bytes, names: view.names) { return }
    envelope = try Envelope(scanning: bytes, scratch)
  }

  /// What the data of a line says, and what else was seen on the way.
  struct Content {
    var body: Event.Body
    /// Whether some object had its fields out of order, so that there may be unknown ones among them.
    var mayHoldUnknown = false
    /// Whether members stand beside the data that this build does not know.
    var hasMembersBeside = false
  }

  /// What the line's data says.
  ///
  /// Behind this, a line was read as strictly as `Envelope(scanning:)` reads it, whichever way its
  /// envelope was found. Where the data decodes field by field up to exactly the sum, every byte of a
  /// canonical line has been looked at: names were compared, and strings, numbers and lists come from
  /// the scanner that a strict pass uses. Where it does not, the strict pass is made: members that
  /// nobody asked for may repeat a name or nest too deep.
  ///
  /// - Parameter checks: whether values must keep to their limits.
  func body(
    _ envelope: Envelope, _ bytes: Bytes, checks: Bool = false
  ) throws(LineError) -> Content {
    guard let type = envelope.type else { return try unknown(envelope, bytes) }
    var reader = reader(of: envelope, bytes, checks: checks)
    do throws(LineError) {
      var content = Content(
        body: try type.decode(&reader), mayHoldUnknown: reader.scanner.tookAnyOrder)
      content.hasMembersBeside = try checkEnd(envelope, bytes, reader.scanner)
      return content
    } catch {
      guard error == .newer else { throw error }
      return try unknown(envelope, bytes)
    }
  }

  /// A reader of the line's data.
  @inline(__always)
  private func reader(of envelope: Envelope, _ bytes: Bytes, checks: Bool) -> PayloadReader {
    var reader = PayloadReader(
      scanner: Scanner(bytes, from: envelope.data, scratch: view),
      version: envelope.version, checks: checks)
    if let (places, line) = envelope.members, line == scratch.lines {
      reader.members = places
      reader.scanner.keptMembers = places.upperBound
    }
    return reader
  }

  /// What a canonical line says whose data decodes in order up to exactly the sum, which nearly all do;
  /// nil for any other.
  @inline(__always)
  func canonicalBody(_ envelope: Envelope, _ bytes: Bytes) -> Event.Body? {
    guard envelope.isCanonical, let type = envelope.type else { return nil }
    var reader = reader(of: envelope, bytes, checks: false)
    guard let body = try? type.decode(&reader), reader.scanner.offset == envelope.sumStart,
      !reader.scanner.tookAnyOrder
    else { return nil }
    return body
  }

  /// Makes the strict pass over a canonical line whose data did not decode in order up to the sum;
  /// whether members stand beside the data.
  private func checkEnd(
    _ envelope: Envelope, _ bytes: Bytes, _ scanner: Scanner
  ) throws(LineError) -> Bool {
    guard envelope.isCanonical else { return envelope.holdsUnknown }
    let endsAtSum = scanner.offset == envelope.sumStart
    if !endsAtSum || scanner.tookAnyOrder { _ = try Envelope(scanning: bytes) }
    return !endsAtSum
  }

  private func unknown(_ envelope: Envelope, _ bytes: Bytes) throws(LineError) -> Content {
    var scanner = Scanner(bytes, from: envelope.data)
    let data = try JSON(&scanner, depth: 1).bytes
    let hasMembersBeside = try checkEnd(envelope, bytes, scanner)
    let body = Event.Body.unknown(
      UnknownEvent(type: typeName(envelope, bytes), version: envelope.version, data: data))
    return Content(body: body, mayHoldUnknown: false, hasMembersBeside: hasMembersBeside)
  }

  /// The type's name, known or not.
  func typeName(_ envelope: Envelope, _ bytes: Bytes) -> String {
    if let type = envelope.type { return type.name }
    if let range = envelope.typeName { return bytes.string(in: range) }
    guard case .string(let name) = (try? JSON(bytes))?["type"] else { return "" }
    return name
  }

  /// The event of a line from anywhere, with all it holds, known or not; id and time where the line
  /// has them.
  func draft(_ bytes: Bytes, checks: Bool) throws(LineError) -> Draft {
    if let draft = canonicalDraft(bytes, checks: checks) { return draft }
    let envelope = try Envelope(scanning: bytes, scratch, checks: checks)
    let content = try self.body(envelope, bytes, checks: checks)
    let body = content.body
    if checks, content.mayHoldUnknown || content.hasMembersBeside || body.payload == nil {
      try SecretName.refuse(in: bytes)
    }
    let data = content.mayHoldUnknown ? try mergedData(envelope, bytes, body) : nil
    let beside = envelope.holdsUnknown ? try unknownMembers(bytes) : []
    let holdsNone = data == nil && beside.isEmpty
    return Draft(
      id: envelope.id, at: envelope.at, user: envelope.user, body: body,
      unknown: holdsNone ? nil : UnknownFields(data: data, beside: beside))
  }

  /// The event of a canonical line that holds nothing but what this build knows; nil for any other.
  ///
  /// Data that is spelled as replog spells it is kept as it is written, and what was checked here is not
  /// checked again: encoding took a fifth of an append.
  private func canonicalDraft(_ bytes: Bytes, checks: Bool) -> Draft? {
    var envelope = Envelope()
    guard envelope.become(canonical: bytes, names: view.names), let type = envelope.type,
      let end = envelope.sumStart, !checks || envelope.user?.isPlain ?? true
    else { return nil }
    var reader = reader(of: envelope, bytes, checks: checks)
    guard let body = try? type.decode(&reader), reader.scanner.offset == end,
      !reader.scanner.tookAnyOrder
    else { return nil }
    var draft = Draft(
      id: envelope.id, at: envelope.at, user: envelope.user, body: body, unknown: nil)
    let data = envelope.data..<end
    if checks, !reader.scanner.tookOtherSpelling, envelope.version == type.newestVersion,
      bytes.isPlain(in: data)
    {
      draft.canonicalData = CanonicalData(type: type, bytes: bytes.array(in: data))
    }
    return draft
  }

  /// The members of a line that this build does not know, as canonical JSON with a comma before each.
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

  /// The event of a line that stands in a log, with all it holds, known or not.
  func whole(_ bytes: Bytes) throws(LineError) -> Event {
    let envelope = try logged(bytes)
    guard let event = try draft(bytes, checks: false).event(at: nil, seq: envelope.seq) else {
      throw .missing("id", at: 0)
    }
    return event
  }

  /// The data with its unknown fields behind the known ones; nil when it has none.
  private func mergedData(
    _ envelope: Envelope, _ bytes: Bytes, _ body: Event.Body
  ) throws(LineError) -> [UInt8]? {
    guard let payload = body.payload else { return nil }
    var scanner = Scanner(bytes, from: envelope.data)
    let original = try JSON(&scanner, depth: 1)
    var writer = JSONWriter()
    try payload.write(to: &writer, checks: false)
    let known = try Bytes.of(writer.bytes) { (bytes) throws(LineError) in try JSON(bytes) }
    let merged = known.keepingUnknown(of: original, known: payload.fieldNames).bytes
    return merged == writer.bytes ? nil : merged
  }
}

extension Payload {
  public func write(to writer: inout JSONWriter, checks: Bool) throws(LineError) {
    try FieldWriter.write(self, to: &writer, checks: checks)
  }

  var fieldNames: FieldNames { FieldNames.of(self) }
}

/// An event about to be appended: what it lacks, the append supplies.
public struct Draft: Sendable {
  /// The producer's id; nil for one made at append.
  public var id: EventID?
  /// When it happened; nil for the time of the append.
  public var at: Timestamp?
  /// Who did it; nil for nobody.
  public var user: Name?
  /// What happened.
  public var body: Event.Body {
    didSet { canonicalData = nil }
  }
  var unknown: UnknownFields?
  /// The data of `body` as it is written; nil when nobody has it yet.
  fileprivate(set) var canonicalData: CanonicalData?

  /// The fact `body`.
  public init(
    id: EventID? = nil, at: Timestamp? = nil, user: Name? = nil, _ body: Event.Body
  ) {
    self.init(id: id, at: at, user: user, body: body, unknown: nil)
  }

  init(id: EventID?, at: Timestamp?, user: Name?, body: Event.Body, unknown: UnknownFields?) {
    self.id = id
    self.at = at
    self.user = user
    self.body = body
    self.unknown = unknown
  }

  /// The event that `line`, from anywhere, holds. `seq`, `batch` and `sum` belong to a log and are
  /// passed over.
  ///
  /// - Throws: what is wrong with the line; values out of range included.
  public init(line: Bytes) throws(LineError) {
    self = try DraftDecoder().draft(line)
  }

  /// What its limits say against the draft, the name of the field first; nil when all is within.
  public var breach: String? {
    let id = self.id ?? EventID(high: 0, low: 0)
    guard let event = event(id: id, at: at ?? Timestamp(milliseconds: 0)) else { return nil }
    var line: [UInt8] = []
    do throws(LineError) { try event.write(to: &line, previousSum: nil, checks: true) } catch {
      return error.message
    }
    return nil
  }

  /// Whether `event` says what this draft says.
  func isHeld(by event: Event) -> Bool {
    guard at == nil || at == event.at, user == event.user else { return false }
    if body == event.body, unknown == event.unknown { return true }
    // What this build does not know has no canonical order, so the same may be said in another.
    guard event.type == body.type, let mine = self.event(id: event.id, at: event.at) else {
      return false
    }
    return mine.sortedContent == event.sortedContent
  }

  /// The event, with an id and a time where the draft has none; nil where neither has one.
  func event(id: EventID? = nil, at time: Timestamp?, seq: Int = 0) -> Event? {
    guard let id = self.id ?? id, let at = at ?? time else { return nil }
    var event = Event(id: id, at: at, user: user, body, seq: seq)
    event.unknown = unknown
    return event
  }
}

/// The data of an event as it is written into a log, of the newest schema version, its limits checked.
struct CanonicalData: Sendable {
  let type: EventType
  let bytes: [UInt8]
}

extension Draft: Equatable {
  public static func == (one: Draft, other: Draft) -> Bool {
    one.id == other.id && one.at == other.at && one.user == other.user && one.body == other.body
      && one.unknown == other.unknown
  }
}

/// Reads many lines from elsewhere, sharing what they have in common: a tenth of the time of
/// `Draft(line:)` for each.
public struct DraftDecoder {
  private let decoder = LineDecoder()

  public init() {}

  /// The event that `line` holds; see `Draft.init(line:)`.
  public func draft(_ line: Bytes) throws(LineError) -> Draft {
    try LineDecoder.checkLength(line)
    return try decoder.draft(line, checks: true)
  }
}
