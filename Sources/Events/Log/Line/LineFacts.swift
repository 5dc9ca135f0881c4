/// The facts of one line of a log that other lines can contradict: a few plain values.
///
/// Made without knowledge of any other line, so that lines may be read in any order or at once; the
/// checks that depend on the order are in `Verification.follow`.
struct LineFacts: Sendable {
  let seq: Int
  let id: EventID
  /// The milliseconds since 1970.
  let at: Int64
  /// The user who did it; nil for facts of no user.
  let user: Name?
  let batch: Int
  let sum: UInt64?
  /// The end of the bytes that the sum covers; nil when the sum is not the last field.
  let sumStart: Int?
  /// A Boolean value indicating whether the sum is right after the given line.
  let fits: Bool
  /// A Boolean value indicating whether type or version are newer than this build.
  let isUnknown: Bool
  /// The entities that the event names.
  let links: EntityLinks
  /// The offset of a member with the name of a secret; nil when there is none.
  let secret: Int?
}

extension LineDecoder {
  /// Returns the facts of the line in `range`, all of which has been read strictly.
  ///
  /// - Parameter previous: The sum of the line before; 0 when that has none, and for the first.
  func facts(
    _ bytes: Bytes, in range: Range<Int>, after previous: UInt64
  ) throws(LineError) -> LineFacts {
    let line = bytes[range]
    let envelope = try logged(bytes, in: range)
    let content = try body(envelope, line)
    guard let id = envelope.id, let at = envelope.at else { throw .missing("id", at: 0) }
    var isUnknown = false
    if case .unknown = content.body { isUnknown = true }
    var secret: Int?
    // Only an unknown member can have such a name.
    if isUnknown || content.mayHoldUnknown || content.hasMembersBeside {
      secret = SecretName.first(in: line)?.offset
    }
    return LineFacts(
      seq: envelope.seq, id: id, at: at.milliseconds, user: envelope.user,
      batch: envelope.batch, sum: envelope.sum, sumStart: envelope.sumStart,
      fits: LineDecoder.fits(envelope.sum, envelope.sumStart, line, after: previous),
      isUnknown: isUnknown,
      links: content.body.payload?._links ?? EntityLinks(), secret: secret)
  }
}

extension CanonicalLines {
  /// Returns the facts of the line at `start` and the place of its newline, or nil where it is not
  /// canonical.
  ///
  /// A sum that is not right gives nil too.
  @inline(__always)
  mutating func facts(at start: Int, after previous: UInt64) -> (LineFacts, newline: Int)? {
    guard let head = head(at: start), let type = head.type else { return nil }
    var reader = LinkReader(
      CanonicalReader(
        bytes, at: head.data, version: head.version, checks: false, scratch,
        userPlace: head.userPlace))
    var sum = previous
    // A set is not made an event of any type.
    let isRead =
      head.isSet
      ? (try? reader.payload() as SetLogged) != nil : (try? type.body(from: &reader)) != nil
    guard isRead, let newline = passesSum(from: start, at: reader.fields.index, &sum)
    else { return nil }
    let facts = LineFacts(
      seq: head.seq, id: head.id, at: head.at.milliseconds, user: head.user, batch: head.batch,
      sum: sum, sumStart: reader.fields.index - start, fits: true, isUnknown: false,
      links: reader.links, secret: nil)
    return (facts, newline)
  }
}

/// A reader of canonical lines that records the entities of an event on its way.
struct LinkReader: Fields, PayloadSource {
  var fields: CanonicalReader
  private(set) var links = EntityLinks()
  var version: Int { fields.version }
  var isAtEnd: Bool { fields.isAtEnd }

  @inline(__always)
  init(_ fields: CanonicalReader) { self.fields = fields }

  @inline(__always)
  mutating func payload<P: Payload>() throws(LineError) -> P {
    guard version <= P.version else { throw .newer }
    let payload = try P(nil, &self)
    guard fields.passesEnd() else { throw .unordered }
    return payload
  }

  @inline(__always)
  mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    let value = try fields.field(name, value, traits)
    links.add(value, traits)
    return value
  }

  @inline(__always)
  mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    let value = try fields.optionalField(name, value, traits)
    if let value { links.add(value, traits) }
    return value
  }

  @inline(__always)
  func require<V: FieldValue>(_ name: StaticString, _ value: V, _ limit: Limit) {}
}
