import Events

/// Events in the JSON format of CloudEvents 1.0, and back.
///
///     {"specversion":"1.0","id":"0199f3a2-…","source":"/replog","type":"SetLogged",
///      "time":"2026-03-02T18:04:11.250+01:00","datacontenttype":"application/json",
///      "user":"ann","sequence":"0000000000000012","data":{…}}
///
/// `user`, `sequence` and `schemaversion` are extension attributes. Unknown members of a line are attributes too if
/// CloudEvents allows them. Otherwise they are a JSON text in `unknownfields`. `batch` and `sum` belong to a log, so an
/// append computes them again.
public enum CloudEvent {
  /// The source of events that replog wrote; another source is kept as an unknown member of the line.
  public static let source = "/replog"

  /// The reason why a log cannot accept an event.
  public struct Malformed: Error, Equatable {
    /// The expected and the found value.
    public let message: String

    init(_ message: String) { self.message = message }
  }

  typealias Members = JSON.Members

  /// The attributes of CloudEvents and those of replog; no unknown member can have these names.
  private static let reserved: Set<String> = [
    "specversion", "id", "source", "type", "time", "subject", "datacontenttype", "dataschema",
    "data", "data_base64", "user", "sequence", "schemaversion", "unknownfields",
  ]
  /// The attributes of CloudEvents that become unknown members of a line, in this order.
  private static let described = ["source", "subject", "dataschema"]
  private static let fields = ["seq", "id", "at", "user", "type", "v", "batch", "data", "sum"]
}

// MARK: - From a line

extension CloudEvent {
  /// Returns the event of a log line, as one line without a newline; nil if the line is not an object.
  public static func event(of line: JSON) -> [UInt8]? {
    guard case .object(let members) = line else { return nil }
    let unknown = members.filter { !fields.contains($0.name) }
    let isPlain = isPlain(unknown)
    let named = isPlain ? unknown.filter { described.contains($0.name) } : []
    func given(_ name: String) -> JSON? { named.first { $0.name == name }?.value }
    var event: Members = [
      ("specversion", "1.0"), ("id", line["id"] ?? .null),
      ("source", given("source") ?? .string(source)), ("type", line["type"] ?? .null),
      ("time", line["at"] ?? .null), ("datacontenttype", "application/json"),
    ]
    for name in described.dropFirst() { if let value = given(name) { event.append((name, value)) } }
    if let user = line["user"], user != .null { event.append(("user", user)) }
    if case .number(let seq) = line["seq"], let whole = seq.integer {
      event.append(("sequence", .string(padded(whole))))
    }
    if case .number(let version) = line["v"], let whole = version.integer, whole > 1 {
      event.append(("schemaversion", .string(String(whole))))
    }
    if isPlain {
      event += unknown.filter { !described.contains($0.name) }
    } else {
      let text = String(decoding: JSON.object(unknown).bytes, as: UTF8.self)
      event.append(("unknownfields", .string(text)))
    }
    event.append(("data", line["data"] ?? .null))
    return JSON.object(event).bytes
  }

  /// Returns a position padded to the digits of the largest position, so that positions sort as texts.
  private static func padded(_ seq: Int64) -> String {
    let digits = String(seq)
    return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }

  /// Returns whether unknown members, in their order, can be attributes of an event and be restored from it.
  private static func isPlain(_ members: Members) -> Bool {
    let places = members.map { described.firstIndex(of: $0.name) ?? described.count }
    guard places == places.sorted() else { return false }
    return members.allSatisfy { name, value in
      if described.contains(name) {
        guard case .string(let text) = value else { return false }
        return !text.isEmpty && (name != "source" || text != source)
      }
      return !reserved.contains(name) && isAttribute(name) && isAttributeValue(value)
    }
  }

  /// Returns whether a name is valid for an extension attribute: lower-case letters and digits.
  private static func isAttribute(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
  }

  /// Returns whether a value is valid for an attribute: a text, a whole number of 32 bits, true or false.
  private static func isAttributeValue(_ value: JSON) -> Bool {
    switch value {
    case .bool: true
    case .string(let text): text.unicodeScalars.allSatisfy { !isUnsafeOnTerminals($0.value) }
    case .number(.integer(let number)): Int32(exactly: number) != nil
    case .number, .null, .array, .object: false
    }
  }
}

// MARK: - To a line

extension CloudEvent {
  /// Returns the line of an event, for an append.
  ///
  /// An id of another producer may not be a UUID. It becomes a UUID that is derived from the id and the source.
  ///
  /// - Throws: `Malformed` for a value that is not an event of version 1.0, or for data that is not an object.
  public static func line(of event: JSON) throws(Malformed) -> [UInt8] {
    guard case .object(let members) = event else { throw Malformed("expected an object") }
    guard case .string("1.0") = event["specversion"] else {
      throw Malformed("expected '1.0' for 'specversion', found \(noun(event["specversion"]))")
    }
    let source = try text("source", of: event)
    let id = try text("id", of: event)
    var line: Members = [
      (
        "id",
        .string(
          EventID(id) == nil ? EventID(derivedFrom: ["cloudevents", source, id]).description : id)
      ), ("type", .string(try text("type", of: event))),
    ]
    if let time = event["time"], time != .null { line.append(("at", time)) }
    if let user = event["user"] { line.append(("user", user)) }
    if let version = event["schemaversion"] { line.append(("v", try number(version))) }
    line.append(("data", try data(of: event)))
    line += try unknown(members, source)
    return JSON.object(line).bytes
  }

  private static func data(of event: JSON) throws(Malformed) -> JSON {
    if event["data_base64"] != nil { throw Malformed("expected 'data', found 'data_base64'") }
    if let type = event["datacontenttype"] {
      guard case .string(let text) = type, text.lowercased().firstPlace(of: "json") != nil else {
        throw Malformed("expected JSON for 'datacontenttype', found \(noun(type))")
      }
    }
    guard let data = event["data"] else { return .object([]) }
    guard case .object = data else {
      throw Malformed("expected an object for 'data', found \(noun(data))")
    }
    return data
  }

  /// Returns the unknown members of a line, in their order in the original line.
  private static func unknown(_ members: Members, _ source: String) throws(Malformed) -> Members {
    var unknown: Members = source == CloudEvent.source ? [] : [("source", .string(source))]
    for name in described.dropFirst() {
      if let given = members.first(where: { $0.name == name }) { unknown.append(given) }
    }
    for member in members where !reserved.contains(member.name) {
      if fields.contains(member.name) {
        throw Malformed("the attribute '\(member.name)' is reserved for a field of a log's lines")
      }
      unknown.append(member)
    }
    guard let kept = members.first(where: { $0.name == "unknownfields" })?.value else {
      return unknown
    }
    guard case .string(let text) = kept, case .object(let fields) = json(text) else {
      throw Malformed("expected the text of a JSON object for 'unknownfields'")
    }
    let known = unknown.map(\.name) + CloudEvent.fields
    if fields.contains(where: { known.contains($0.name) }) {
      throw Malformed("'unknownfields' repeats a field that the event already has")
    }
    return unknown + fields
  }

  private static func json(_ text: String) -> JSON? {
    try? Bytes.of(Array(text.utf8)) { (bytes) throws(LineError) in try JSON(bytes) }
  }

  private static func text(_ name: String, of event: JSON) throws(Malformed) -> String {
    guard case .string(let text) = event[name], !text.isEmpty else {
      throw Malformed("expected a string for '\(name)', found \(noun(event[name]))")
    }
    return text
  }

  private static func number(_ version: JSON) throws(Malformed) -> JSON {
    switch version {
    case .number(.integer): return version
    case .string(let digits):
      if let number = Int64(digits) { return .number(.integer(number)) }
    default: break
    }
    throw Malformed("expected a whole number for 'schemaversion', found \(noun(version))")
  }

  /// Returns the kind of a value with its article; errors do not show values, since events are private.
  private static func noun(_ value: JSON?) -> String {
    switch value {
    case nil: "none"
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string(""): "an empty text"
    case .string: "other text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
