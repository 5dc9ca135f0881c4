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
final class UnknownFields: Equatable, Sendable {
  // A class: nearly no event has any, and each should pay one word for that.
  /// The whole data, known and unknown fields, as canonical JSON; nil when it has no unknown ones.
  let data: [UInt8]?
  /// Unknown members beside `data`, as canonical JSON with a comma before each.
  let beside: [UInt8]

  init(data: [UInt8]?, beside: [UInt8]) {
    self.data = data
    self.beside = beside
  }

  static func == (one: UnknownFields, other: UnknownFields) -> Bool {
    one.data == other.data && one.beside == other.beside
  }
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

/// A type of event that this build can decode.
///
/// Three numbers: it is passed on with every line.
public struct EventType: Hashable, Sendable {
  /// The area it belongs to.
  public let area: Areas
  /// Which of all types it is, and which of its area.
  private let number, place: UInt8

  /// The name on the wire.
  public var name: String { EventType.known[Int(number)].name }

  /// All types, area by area, in the order the areas list them.
  public static var all: [EventType] { known.map(\.type) }

  /// Whether this build can decode data of a schema version.
  func knows(version: Int) -> Bool {
    Bytes.of([UInt8(ascii: "{"), UInt8(ascii: "}")]) { bytes in
      var reader = PayloadReader(scanner: Scanner(bytes), version: version, checks: false)
      do throws(LineError) { _ = try decode(&reader) } catch { return error != .newer }
      return true
    }
  }

  /// The newest schema version of its data.
  var newestVersion: Int { EventType.newestVersions[Int(number)] }

  private static let newestVersions = all.map { type in
    var newest = 1
    while type.knows(version: newest + 1) { newest += 1 }
    return newest
  }

  /// Every type with the versions of it, in words: two builds that know different events have
  /// different ones.
  public static var vocabulary: [String] { all.map { "\($0.name) \($0.newestVersion)" } }

  private static let known =
    types(.identity, identityKinds, after: 0)
    + types(.exercises, exerciseKinds, after: identityKinds.count)
    + types(.plan, planKinds, after: identityKinds.count + exerciseKinds.count)
    + types(
      .sessions, sessionKinds, after: identityKinds.count + exerciseKinds.count + planKinds.count)
    + types(
      .feed, feedKinds,
      after: identityKinds.count + exerciseKinds.count + planKinds.count + sessionKinds.count)

  private static func types<Kind: RawRepresentable<String>>(
    _ area: Areas, _ kinds: [Kind], after first: Int
  ) -> [(type: EventType, name: String)] {
    kinds.enumerated().map { place, kind in
      (EventType(area: area, number: UInt8(first + place), place: UInt8(place)), kind.rawValue)
    }
  }

  /// Decodes the data of an event of this type. A switch and not a table of closures: their contexts
  /// were counted with every event, a twentieth of a replay.
  @inline(__always)
  func decode(_ reader: inout PayloadReader) throws(LineError) -> Event.Body {
    let place = Int(place)
    switch area {
    case .identity: return .identity(try IdentityEvent(identityKinds[place], &reader))
    case .exercises: return .exercises(try ExerciseEvent(exerciseKinds[place], &reader))
    case .plan: return .plan(try PlanEvent(planKinds[place], &reader))
    case .sessions: return .sessions(try SessionEvent(sessionKinds[place], &reader))
    default: return .feed(try FeedEvent(feedKinds[place], &reader))
    }
  }
}

private let identityKinds = IdentityEvent.Kind.allCases
private let exerciseKinds = ExerciseEvent.Kind.allCases
private let planKinds = PlanEvent.Kind.allCases
private let sessionKinds = SessionEvent.Kind.allCases
private let feedKinds = FeedEvent.Kind.allCases

extension EventType {
  /// The type whose name stands in `range`; nil for an unknown one.
  static func named(_ bytes: Bytes, in range: Range<Int>) -> EventType? {
    guard let spelling = Spelling(bytes, in: range) else { return nil }
    var place = spelling.place
    while let entry = table[place] {
      if entry.spelling == spelling { return entry.type }
      place = (place + 1) & (places - 1)
    }
    return nil
  }

  /// A name of at most 24 bytes as three words, which compare faster than the text.
  private struct Spelling: Equatable {
    let first, second, third: UInt64
    let count: Int

    init?(_ bytes: Bytes, in range: Range<Int>) {
      count = range.count
      guard range.count > 0, range.count <= 24 else { return nil }
      first = bytes.word(at: range.lowerBound, before: range.upperBound)
      second =
        range.count > 8 ? bytes.word(at: range.lowerBound + 8, before: range.upperBound) : 0
      third =
        range.count > 16 ? bytes.word(at: range.lowerBound + 16, before: range.upperBound) : 0
    }

    /// Where the search for it begins.
    var place: Int {
      let mixed = (first ^ second &* 31 ^ third &* 17) &* 0x9E37_79B1_85EB_CA87
      return Int(truncatingIfNeeded: mixed >> 40) & (places - 1)
    }
  }

  /// Open addressing, ten times as many places as types: 3 ns a look-up, where a dictionary of strings
  /// takes 70 with the string it must build first.
  private static let table: [(spelling: Spelling, type: EventType)?] = {
    var table = [(spelling: Spelling, type: EventType)?](repeating: nil, count: places)
    for entry in known {
      guard let spelling = Bytes.of(entry.name, { Spelling($0, in: 0..<$0.count) }) else {
        preconditionFailure("the name of an event type has at most 24 bytes: '\(entry.name)'")
      }
      var place = spelling.place
      while table[place] != nil { place = (place + 1) & (places - 1) }
      table[place] = (spelling, entry.type)
    }
    return table
  }()

  private static let places = 256
}
