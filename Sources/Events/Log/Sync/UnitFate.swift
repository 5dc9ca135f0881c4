/// The fate of a unit at the remote.
package enum UnitFate: Equatable, Sendable {
  /// The place of an event in the remote's log.
  package struct Place: Equatable, Sendable {
    package let id: EventID
    package let seq: Int

    package init(id: EventID, seq: Int) { (self.id, self.seq) = (id, seq) }
  }

  /// A reason, in the words of the remote.
  package struct Reason: Equatable, Sendable {
    package var code: ErrorCode
    package var why: String
    package var help: String?

    package init(_ code: ErrorCode, _ why: String, help: String? = nil) {
      (self.code, self.why, self.help) = (code, why, help)
    }

    /// Reads the reason in an answer; each text is cut at 1,000 characters.
    init(_ json: JSON) {
      func text(_ name: String) -> String? { json[name]?.text.map { UnitFate.cut($0) } }
      self.init(
        ErrorCode(text("code") ?? ErrorCode.systemFailed.rawValue),
        text("why") ?? "no reason given", help: text("help"))
    }

    package var members: JSON.Members {
      [
        ("code", .string(code.rawValue)), ("why", .string(why)),
        ("help", help.map { .string($0) } ?? .null),
      ]
    }
  }

  /// The unit is durable in the remote's log; the notes are for the user.
  case taken([Place], notes: [String])
  /// The log already contained the unit.
  case duplicate([Place])
  /// A rule forbids the unit.
  case refused([EventID], Reason)
  /// The unit could not be decided or written, and may be offered again.
  case failed([EventID], Reason)
  /// The unit was not decided because the remote failed earlier; it may be offered again.
  case untried([EventID])

  /// The ids of the events.
  var ids: [EventID] {
    switch self {
    case .taken(let places, _), .duplicate(let places): places.map(\.id)
    case .refused(let ids, _), .failed(let ids, _), .untried(let ids): ids
    }
  }

  /// Returns the beginning of a text of the remote, which has no limit of its own.
  private static func cut(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000)))
  }

  var json: JSON {
    func list(_ ids: [EventID]) -> JSON { .array(ids.map { .string("\($0)") }) }
    func list(_ places: [Place]) -> JSON {
      .array(places.map { ["id": .string("\($0.id)"), "seq": JSON($0.seq)] })
    }
    switch self {
    case .taken(let places, let notes):
      return .object(
        [("taken", list(places))]
          + (notes.isEmpty ? [] : [("notes", .array(notes.map { .string($0) }))]))
    case .duplicate(let places): return ["duplicate": list(places)]
    case .refused(let ids, let reason): return .object([("refused", list(ids))] + reason.members)
    case .failed(let ids, let reason): return .object([("failed", list(ids))] + reason.members)
    case .untried(let ids): return ["untried": list(ids)]
    }
  }

  init?(_ json: JSON) {
    func places(_ name: String) -> [Place]? {
      json[name]?.elements?.compactMap { place in
        guard let id = place["id"]?.text.flatMap({ EventID($0) }), let seq = place["seq"]?.integer
        else { return nil }
        return Place(id: id, seq: seq)
      }
    }
    func ids(_ name: String) -> [EventID]? {
      json[name]?.elements?.compactMap { $0.text.flatMap { EventID($0) } }
    }
    if let places = places("taken") {
      let notes = json["notes"]?.elements?.compactMap { $0.text.map { UnitFate.cut($0) } }
      self = .taken(places, notes: notes ?? [])
    } else if let places = places("duplicate") {
      self = .duplicate(places)
    } else if let ids = ids("refused") {
      self = .refused(ids, Reason(json))
    } else if let ids = ids("failed") {
      self = .failed(ids, Reason(json))
    } else if let ids = ids("untried") {
      self = .untried(ids)
    } else {
      return nil
    }
  }
}
