/// A fact that happened: who, when, and what.
///
/// One event is one line of a log:
///
///     {"seq":12,"id":"0199f3a2-…","at":"2026-03-02T18:04:11.250+01:00","user":"ann",
///      "type":"SetLogged","data":{"session":"…","exercise":"squat","reps":5,"weight":100},"sum":"…"}
///
/// To add an event type: in its area's file (`Areas/`), the payload struct and four lines of the
/// enum; a line in Examples/samples.jsonl. The compiler then asks every projection that reads the
/// area what the new fact means to it.
public struct Event: Equatable, Sendable {
  /// Position in the log, from 1; 0 while it is in none.
  public var seq: Int
  /// Identity and idempotency key.
  public var id: EventID
  /// When it happened, on the clock of its user.
  public var at: Timestamp
  /// Who did it; nil for facts of nobody, such as a catalogue import.
  public var user: Name?
  /// What happened.
  public var body: Body
  /// What the line holds beyond this build's knowledge; nil for nearly all.
  var unknown: UnknownFields?

  /// The event `body`, not yet in a log.
  public init(id: EventID, at: Timestamp, user: Name?, _ body: Body, seq: Int = 0) {
    self.seq = seq
    self.id = id
    self.at = at
    self.user = user
    self.body = body
  }

  /// What happened, by area.
  public enum Body: Equatable, Sendable {
    case identity(IdentityEvent)
    case exercises(ExerciseEvent)
    case plan(PlanEvent)
    case sessions(SessionEvent)
    case feed(FeedEvent)
    /// Newer than this build: kept as it is, changes no projection, counted by `verify`.
    case unknown(UnknownEvent)
  }

  /// The type's name on the wire.
  public var type: String { body.type }

  /// The area it belongs to; nil for an unknown event.
  public var area: Areas? {
    switch body {
    case .identity: .identity
    case .exercises: .exercises
    case .plan: .plan
    case .sessions: .sessions
    case .feed: .feed
    case .unknown: nil
    }
  }
}

/// An event of a type, or of a schema version, that this build does not know.
public struct UnknownEvent: Equatable, Sendable {
  /// The type's name on the wire.
  public let type: String
  /// The schema version of its data.
  public let version: Int
  /// The data, as canonical JSON.
  let data: [UInt8]
}

/// The fields of a line that this build does not know, kept so that they survive being copied.
struct UnknownFields: Equatable, Sendable {
  /// The whole data, known and unknown fields, as canonical JSON; nil when it has no unknown ones.
  var data: [UInt8]?
  /// Unknown members beside `data`, as canonical JSON with a comma before each.
  var beside: [UInt8] = []
}

extension Event.Body {
  /// The type's name on the wire.
  public var type: String { tagged.type }

  /// What it carries; nil for an unknown event.
  public var payload: (any Payload)? { tagged.payload }

  /// Both at once, since each unpacks the event.
  var tagged: (type: String, payload: (any Payload)?) {
    switch self {
    case .identity(let event): named(event)
    case .exercises(let event): named(event)
    case .plan(let event): named(event)
    case .sessions(let event): named(event)
    case .feed(let event): named(event)
    case .unknown(let event): (event.type, nil)
    }
  }

  private func named(_ event: some EventArea) -> (type: String, payload: (any Payload)?) {
    let (kind, payload) = event.tagged
    return (kind.rawValue, payload)
  }
}

extension Event {
  /// What it carries, as a tree: for what treats all types alike.
  public var data: JSON {
    var writer = JSONWriter()
    do throws(LineError) {
      try writeData(&writer, body.payload, checks: false)
      return try Bytes.of(writer.bytes) { (bytes) throws(LineError) in try JSON(bytes) }
    } catch {
      return .null
    }
  }
}

extension Event {
  /// All that it says beside its position, with the members of every object in order.
  var sortedContent: [UInt8] {
    var event = self
    event.seq = 1
    var line: [UInt8] = []
    do throws(LineError) {
      try event.write(to: &line, previousSum: nil)
      return try Bytes.of(Array(line.dropLast())) { (bytes) throws(LineError) in
        try JSON(bytes).sorted.bytes
      }
    } catch {
      return line
    }
  }
}

/// Every type this build can decode: the table from names on the wire to areas.
public final class EventType: Sendable {
  // A class: an entry of a table that never changes is passed on with every line, as one reference.
  /// The name on the wire.
  public let name: String
  /// The area it belongs to.
  public let area: Areas
  let decode: @Sendable (inout PayloadReader) throws(LineError) -> Event.Body

  private init(
    name: String, area: Areas,
    decode: @escaping @Sendable (inout PayloadReader) throws(LineError) -> Event.Body
  ) {
    (self.name, self.area, self.decode) = (name, area, decode)
  }

  /// All types, area by area, in the order the areas list them.
  public static let all: [EventType] =
    types(.identity, IdentityEvent.self) { .identity($0) }
    + types(.exercises, ExerciseEvent.self) { .exercises($0) }
    + types(.plan, PlanEvent.self) { .plan($0) }
    + types(.sessions, SessionEvent.self) { .sessions($0) }
    + types(.feed, FeedEvent.self) { .feed($0) }

  /// Whether this build can decode data of a schema version.
  func knows(version: Int) -> Bool {
    Bytes.of([UInt8(ascii: "{"), UInt8(ascii: "}")]) { bytes in
      var reader = PayloadReader(scanner: Scanner(bytes), version: version, checks: false)
      do throws(LineError) { _ = try decode(&reader) } catch { return error != .newer }
      return true
    }
  }

  /// Every type with the versions of it, in words: two builds that know different events have
  /// different ones.
  public static var vocabulary: [String] {
    all.map { type in
      var newest = 1
      while type.knows(version: newest + 1) { newest += 1 }
      return "\(type.name) \(newest)"
    }
  }

  private static func types<A: EventArea>(
    _ area: Areas, _ events: A.Type, _ body: @escaping @Sendable (A) -> Event.Body
  ) -> [EventType] {
    A.Kind.allCases.map { kind in
      EventType(name: kind.rawValue, area: area) { (reader) throws(LineError) in
        body(try A(kind, &reader))
      }
    }
  }

  /// The type whose name stands in `range`; nil for an unknown one.
  static func named(_ bytes: Bytes, in range: Range<Int>) -> EventType? {
    var place = slot(XXH64.hash(bytes[range]))
    while let type = table[place] {
      if bytes.equals(type.name, in: range) { return type }
      place = (place + 1) % table.count
    }
    return nil
  }

  /// Open addressing, four times as many places as types: 9 ns a look-up, where a dictionary of
  /// strings takes 70 with the string it must build first.
  private static let table: [EventType?] = {
    var table = [EventType?](repeating: nil, count: places)
    for type in all {
      var place = slot(Bytes.of(type.name) { XXH64.hash($0) })
      while table[place] != nil { place = (place + 1) % places }
      table[place] = type
    }
    return table
  }()

  private static let places = 256
  private static func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (places - 1) }
}
