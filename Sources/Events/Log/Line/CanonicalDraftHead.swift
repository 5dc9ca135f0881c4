/// The fields before the data of a line from any source, in the order that replog writes.
///
/// Position, id, time and user may be missing: the append supplies them.
struct CanonicalDraftHead {
  /// The position; 0 if the line has none.
  var seq = 0
  var id: EventID?
  var at: Timestamp?
  var user: Name?
  /// The type; nil for a type unknown to this build.
  var type: EventType?
  var version = 1
  var data = 0
  /// The offset after `"seq":1,` of the bytes that a new line can copy; nil if they cannot be copied.
  ///
  /// They cannot be copied if id or time is missing or not in canonical form.
  var canonicalStart: Int?
}

extension CanonicalLines {
  /// Returns the fields before the data of the line at the start of the bytes, or nil for another form.
  mutating func draftHead() -> CanonicalDraftHead? {
    var head = CanonicalDraftHead()
    // The offset of the brace or comma before the next field.
    var index = 0
    guard bytes.count >= 256, bytes[0] == UInt8(ascii: "{") else { return nil }
    if bytes.has("{\"seq\":", at: 0) {
      index = 7
      guard let seq = digits(&index), seq > 0 else { return nil }
      head.seq = seq
    }
    let start = index + 1
    var isCanonical = true
    if isNext("\"id\":\"", at: index) {
      guard let id = EventID(canonical: bytes, at: index + 7), bytes[index + 43] == 0x22 else {
        return nil
      }
      head.id = id
      index += 44
    }
    if isNext("\"at\":\"", at: index) {
      guard let (at, count) = Timestamp.canonical(bytes, at: index + 7, &day),
        bytes[index + 7 + count] == 0x22
      else { return nil }
      head.at = at
      isCanonical = (at.offsetMinutes != 0) == (count == 29)
      index += 8 + count
    }
    if isNext("\"user\":\"", at: index) {
      guard let (name, end, _) = user(at: index + 9) else { return nil }
      head.user = name
      index = end
    }
    let separator = UInt8(ascii: index == 0 ? "{" : ",")
    guard bytes[index] == separator, let kind = kind(at: index + 1) else { return nil }
    (head.type, head.version, head.data) = (kind.type, kind.version, kind.data)
    if isCanonical, head.id != nil, head.at != nil, kind.version == 1, kind.batch == 1 {
      head.canonicalStart = start
    }
    return head
  }

  /// Returns whether `line` ends with the data that ends at `index`, or with a checksum after the data.
  func isEnd(of line: Bytes, at index: Int) -> Bool {
    if index + 1 == line.count { return bytes[index] == UInt8(ascii: "}") }
    return index + Envelope.sumLength == line.count && Envelope.sum(bytes, at: index) != nil
  }

  /// Returns whether the field `field` follows the brace or comma at `index`.
  @inline(__always)
  private func isNext(_ field: StaticString, at index: Int) -> Bool {
    let separator = UInt8(ascii: index == 0 ? "{" : ",")
    return bytes[index] == separator && bytes.has(field, at: index + 1)
  }
}
