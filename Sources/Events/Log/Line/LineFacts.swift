/// The facts of one line of a log that other lines can contradict, as plain values.
///
/// The facts of a line do not depend on any other line, so that lines can be read in any order or in parallel.
/// `Verification.follow` makes the checks that depend on the order.
struct LineFacts: Sendable {
  let seq: Int
  let id: EventID
  /// The time in milliseconds since 1970.
  let at: Int64
  /// The user of the fact; nil for facts without a user.
  let user: Name?
  let batch: Int
  let sum: UInt64?
  /// The end of the bytes that the checksum covers; nil if the checksum is not the last field.
  let sumStart: Int?
  /// A Boolean value indicating whether the checksum is correct after the given line.
  let fits: Bool
  /// A Boolean value indicating whether the type or the version is unknown to this build.
  let isUnknown: Bool
  /// The entities that the event names.
  let links: EntityLinks
  /// The offset of a member with the name of a secret; nil if there is none.
  let secret: Int?
}

extension LineDecoder {
  /// Returns the facts of the line in `range`, after reading all of the line strictly.
  ///
  /// - Parameter previous: The checksum of the previous line; 0 if it has none, and for the first line.
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
    // Only an unknown member can have the name of a secret.
    if isUnknown || content.holdsUnknown || content.hasMembersBeside {
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
  /// Returns the facts of the line at `start` and the offset of its newline, or nil if it is not canonical.
  ///
  /// The result is also nil if the checksum is wrong.
  @inline(__always)
  mutating func facts(at start: Int, after previous: UInt64) -> (LineFacts, newline: Int)? {
    guard let head = head(at: start), let type = head.type else { return nil }
    var reader = LinkReader(
      CanonicalReader(
        bytes, at: head.data, version: head.version, checks: false, scratch,
        userPlace: head.userPlace))
    var sum = previous
    // A set is read as its payload, which is faster than an event of any type.
    let isRead =
      head.isSet ? reader.reads(SetLogged.self) : (try? type.payload._read(&reader)) != nil
    guard isRead, let newline = passesSum(from: start, at: reader.fields.index, &sum)
    else { return nil }
    let facts = LineFacts(
      seq: head.seq, id: head.id, at: head.at.milliseconds, user: head.user, batch: head.batch,
      sum: sum, sumStart: reader.fields.index - start, fits: true, isUnknown: false,
      links: reader.links, secret: nil)
    return (facts, newline)
  }
}
