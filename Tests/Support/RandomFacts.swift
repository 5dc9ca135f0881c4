@testable import Events

/// Random facts of all types, made from the descriptions of their fields: well typed and often without sense.
///
/// References mostly name entities that earlier facts created, so that facts meet: of one's own or of another user,
/// also ended ones. Some name entities that never began. Numbers are mostly small, sometimes at the ends of their
/// limits or beyond, and clocks go backwards.
public struct RandomFacts {
  private var values: RandomValues
  private let decoder = LineDecoder()
  /// The area of half of the facts; nil for none, so that every area has logs of its own.
  private let theme: Area?

  /// Creates a source of facts.
  ///
  /// - Parameter isWithinLimits: A Boolean value indicating whether no number but a position is beyond its limit.
  public init(seed: UInt64, isWithinLimits: Bool = false) {
    values = RandomValues(random: SeededGenerator(seed: seed), isWithinLimits: isWithinLimits)
    // Corrections change no view.
    let areas = Area.allCases.filter { $0 != .corrections }
    var chance = SeededGenerator(seed: ~seed)
    theme = chance.pick(areas + [nil, nil])
  }

  public static let users: [Name] = ["ann", "bob", "eve"]
  public static let exercises: [Name] = ["a", "b", "B"]
  /// The names that entities of all kinds are given; one is that of a predefined template.
  public static let names: [Name] = ["s", "t", "full-body-beginner"]

  /// The logs on which the tools that look into views are tried.
  public static let logs: [[Event]] = Reliability.randomLogs.map { seed in
    var facts = RandomFacts(seed: UInt64(seed))
    switch seed % 24 {
    case 22, 23: return facts.planned(80)
    case 21: return facts.events(60, in: [.identity])
    case 20: return facts.events(60, in: [.classes])
    case 18, 19: return facts.health(50)
    case 17: return facts.sets(60)
    case 16: return facts.weighed(150)
    case 15: return facts.strength(80)
    default: return facts.events(seed % 24 * 2 + 40)
    }
  }

  /// Returns a log of `count` events of all areas.
  public mutating func events(_ count: Int) -> [Event] {
    let themed = Self.often(EventType.all.filter { $0.area == theme })
    let all = Self.often(EventType.all)
    return make(count) { facts, _ in
      facts.one([true, false]) && !themed.isEmpty ? facts.one(themed) : facts.one(all)
    }
  }

  /// Returns a log of `count` events about sets, with many mistakes corrected, early and late.
  public mutating func sets(_ count: Int) -> [Event] { events(count, in: [.sessions]) }

  /// Returns a log of `count` events of push-ups and meals.
  public mutating func health(_ count: Int) -> [Event] { events(count, in: [.pushUps, .meals]) }

  /// Returns a log of `count` events of a program and its sets.
  public mutating func strength(_ count: Int) -> [Event] {
    events(count, in: [.program, .sessions])
  }

  /// Returns a log of `count` events of plans and their workouts.
  public mutating func planned(_ count: Int) -> [Event] { events(count, in: [.plan, .workouts]) }

  /// Returns a log of `count` events about sets, body weights and measurements, over seven weeks.
  public mutating func weighed(_ count: Int) -> [Event] {
    let weights = EventType.all.filter { type in
      Self.entities[type]?.contains { [.measurement, .bodyMeasurement].contains($0.kind) } ?? false
    }
    let types = Self.often(
      EventType.all.filter { $0.area == .sessions } + weights + weights + weights)
    return make(count, hours: 1_200) { facts, _ in facts.one(types) }
  }

  /// Returns a log of sessions with hundreds of sets, with mistakes as far back; in every other log, sets share ids.
  public mutating func longSessions(_ count: Int) -> [Event] {
    values.reach = 300
    let sharesIDs = one([true, false])
    let isSession = { (type: EventType) in
      Self.entities[type]?.contains { $0.kind == .session && $0.role == .created } ?? false
    }
    let all = EventType.all.filter { $0.area == .sessions }
    let (starts, rest) = (all.filter(isSession), Self.often(all.filter { !isSession($0) }))
    var events = make(count) { facts, seq in facts.one(seq % 400 == 1 ? starts : rest) }
    for place in events.indices where sharesIDs && one([true, false, false, false]) {
      events[place].id = id(1 + place / 3)
    }
    return events
  }

  private mutating func events(_ count: Int, in areas: Areas) -> [Event] {
    let types = Self.often(EventType.all.filter { areas.contains($0.area) })
    return make(count) { facts, _ in facts.one(types) }
  }

  private mutating func one<T>(_ choices: [T]) -> T { values.random.pick(choices) }

  /// Makes `count` events within some hours, each of the type that `choose` returns.
  private mutating func make(
    _ count: Int, hours: Int64 = 100, _ choose: (inout RandomFacts, Int) -> EventType
  ) -> [Event] {
    // A generator for each event: what one of them draws changes no other.
    var seeds = values.random
    defer { values.random = seeds }
    var events: [Event] = []
    for seq in 1...max(1, count) where seq <= count {
      values.random = SeededGenerator(seed: seeds.next())
      let at = Timestamp(
        milliseconds: 1_772_000_000_000 + Int64(values.random.below(200)) * hours * 18_000,
        offsetMinutes: one([0, 0, 60, -480, 840]))
      let user: Name? = one([nil, "ann", "ann", "bob", "eve", "ann"])
      (values.seq, values.user, values.repeats) = (seq, user, one([true, false, false]))
      let type = beginning(instead: choose(&self, seq))
      let body = decoder.fact(type, values.object(Self.descriptions[type] ?? type.description))
      let event = Event(id: id(seq), at: at, user: user, body, seq: seq)
      values.note(event)
      events.append(event)
    }
    return events
  }

  /// Returns a type that creates the entity to which a fact of `type` would refer, if there is none yet, or `type`.
  private mutating func beginning(instead type: EventType) -> EventType {
    let fields = Self.descriptions[type]?.fields ?? []
    let needed = fields.compactMap { $0.isRequired ? $0.traits.reference : nil }
    guard let kind = needed.first(where: { !values.hasCreated($0) }), one([true, true, false]),
      let creators = Self.creators[kind]
    else { return type }
    return one(creators)
  }

  // MARK: - Types

  private static let descriptions = Dictionary(
    uniqueKeysWithValues: EventType.all.map { ($0, $0.description) })

  /// The entities that a fact of each type names.
  private static let entities = Dictionary(
    uniqueKeysWithValues: zip(EventType.all, Samples.full).map { type, body in
      (type, Event(id: id(1), at: Samples.start, user: nil, body).entities)
    })

  /// The types of facts that create entities, by kind.
  private static let creators = EventType.all.reduce(into: [EntityKind: [EventType]]()) {
    for entity in entities[$1] ?? [] where entity.role == .created {
      $0[entity.kind, default: []].append($1)
    }
  }

  /// Returns the types, each as often as it is to be chosen.
  ///
  /// Facts that begin something are frequent, facts that end it are rare, and the parts of something are the most
  /// frequent, such as the sets of a session.
  private static func often(_ types: [EventType]) -> [EventType] {
    types.flatMap { type in
      let roles = (entities[type] ?? []).map(\.role)
      let refers = descriptions[type]?.fields.contains { $0.traits.reference != nil } ?? false
      let count =
        roles.contains(.created)
        ? refers ? 12 : 2 : roles.contains(.ended) || roles.contains(.restored) ? 1 : 2
      return [EventType](repeating: type, count: count)
    }
  }
}

/// The values of random facts.
private struct RandomValues: FieldValues {
  var random: SeededGenerator
  let isWithinLimits: Bool
  /// The position of the fact in the making.
  var seq = 1
  /// The user of the fact in the making.
  var user: Name?
  /// A Boolean value indicating whether the fact is about the same as earlier facts of its user.
  ///
  /// Its required fields then have the latest values under their names, so that it can undo or follow such a fact.
  var repeats = false
  /// The latest values of required fields, by user and name.
  private var latest: [Name?: [String: Latest]] = [:]

  private struct Latest {
    let form: FieldForm
    let range: ClosedRange<Double>
    let value: JSON
  }
  /// The number of entities of a kind among which references choose, the latest ones more often.
  var reach = 12
  /// The entities that earlier facts created and no fact ended, the oldest first.
  private var created: [EntityKind: [Known]] = [:]
  /// The entities that facts ended.
  private var ended: [EntityKind: [Known]] = [:]

  private struct Known: Equatable {
    let name: Name
    let user: Name?
  }

  init(random: SeededGenerator, isWithinLimits: Bool) {
    (self.random, self.isWithinLimits) = (random, isWithinLimits)
  }

  mutating func note(_ event: Event) {
    for entity in event.entities {
      guard let name = entity.name else { continue }
      let known = Known(name: name, user: event.user)
      switch entity.role {
      case .created: created[entity.kind, default: []].append(known)
      case .ended: Self.move(known, from: &created[entity.kind], to: &ended[entity.kind])
      case .restored: Self.move(known, from: &ended[entity.kind], to: &created[entity.kind])
      case .referred, .changed: break
      }
    }
  }

  private static func move(_ known: Known, from one: inout [Known]?, to other: inout [Known]?) {
    guard one?.contains(known) ?? false else { return }
    one?.removeAll { $0 == known }
    other = (other ?? []) + [known]
  }

  func hasCreated(_ kind: EntityKind) -> Bool { !(created[kind] ?? []).isEmpty }

  mutating func includes(_ field: PayloadDescription.Field) -> Bool {
    // Without its parts an entity has little to change.
    field.form == .list(.object)
      || (field.traits.creation == nil ? random.below(3) > 0 : random.below(2) > 0)
  }

  mutating func count(of field: PayloadDescription.Field) -> Int { random.pick([0, 1, 2, 2, 3]) }

  mutating func value(_ form: FieldForm, of field: PayloadDescription.Field) -> JSON {
    guard field.isRequired, field.entity == nil else { return newValue(form, of: field) }
    if repeats, let latest = latest[user]?[field.name], latest.form == form,
      latest.range == field.range
    {
      return latest.value
    }
    let value = newValue(form, of: field)
    latest[user, default: [:]][field.name] = Latest(form: form, range: field.range, value: value)
    return value
  }

  private mutating func newValue(_ form: FieldForm, of field: PayloadDescription.Field) -> JSON {
    switch form {
    case .integer: .number(.integer(wholeNumber(of: field)))
    case .number: .number(.double(number(of: field)))
    case .boolean: .bool(random.pick([true, false]))
    case .text: .string(text(of: field))
    case .id: .string(id(of: field).description)
    case .time:
      .string(
        random.pick([
          "2026-02-25T06:00:00.000Z", "2026-02-26T23:30:00.000-08:00",
          "2026-02-27T06:00:00.000+01:00", "2026-04-01T00:00:00.000Z",
        ]))
    case .day:
      .string(random.pick(["2026-02-23", "2026-02-27", "2026-03-01", "2026-03-02", "2000-02-29"]))
    case .word(let words):
      // Mostly one of two, so that facts meet.
      .string(random.pick(random.below(4) == 0 ? words : Array(words.prefix(2))))
    case .object, .list: preconditionFailure("'\(field.name)' is not simple")
    }
  }

  /// Returns the id of an earlier event of any type.
  private mutating func earlier() -> EventID {
    TestSupport.id(random.within(max(1, seq - reach)...max(1, seq - 1)))
  }

  private mutating func id(of field: PayloadDescription.Field) -> EventID {
    guard let id = entity(of: field)?.id else { return earlier() }
    return id
  }

  /// Returns the name of an entity for a field that names one.
  ///
  /// Mostly an earlier fact of the same user created it, and it ended only if this fact restores it.
  private mutating func entity(of field: PayloadDescription.Field) -> Name? {
    guard let kind = field.entity else { return nil }
    let choice = random.below(12)
    if choice == 0 { return Name(earlier()) }
    let restores = field.traits.effect == .restores
    let all = ((choice == 2) != restores ? ended : created)[kind] ?? []
    if choice == 1 || all.isEmpty { return random.pick(RandomFacts.names) }
    let own = choice < 5 ? [] : all.filter { $0.user == user }
    let known = own.isEmpty ? all : own
    let back = random.pick([0, 0, 0, 0, 1, 2, random.below(reach)])
    return known[max(0, known.count - 1 - back)].name
  }

  private mutating func text(of field: PayloadDescription.Field) -> String {
    if field.traits.creation != nil { return random.pick(RandomFacts.names).text }
    if let entity = entity(of: field) { return entity.text }
    if field.traits.isExercise { return random.pick(RandomFacts.exercises).text }
    if field.holdsIdentifiers {
      let addresses = ["a@x.org", "A@x.org", "b@x.org", "\u{E9}@x.org", "e\u{301}@x.org"]
      return random.pick(field.traits.isPersonal ? addresses : ["google", "google", "x"])
    }
    switch field.traits.limit {
    case .address: return random.pick(["https://example.com/x", "https://example.com/y"])
    case .wording: return random.pick(["", "x", "y"])
    default: return random.pick(["x", "b", "Row (Cable)", "ROW cable"])
    }
  }

  private mutating func wholeNumber(of field: PayloadDescription.Field) -> Int64 {
    let isPosition =
      ["position", "toPosition"].contains(field.name) && field.traits.limit.range != nil
    if isPosition || !isWithinLimits, random.below(16) == 0 { return random.pick([.min, .max, 0]) }
    return Int64(measure(of: field).rounded())
  }

  private mutating func number(of field: PayloadDescription.Field) -> Double {
    min(measure(of: field) + (random.below(8) == 0 ? 0.5 : 0), field.range.upperBound)
  }

  /// Returns a number within the limit of the field: an end, or near 0 or the least.
  private mutating func measure(of field: PayloadDescription.Field) -> Double {
    let range = field.range
    switch random.below(24) {
    case 0: return range.lowerBound
    case 1: return range.upperBound
    case 2: return max(range.lowerBound, -10)
    default:
      let least = max(0, range.lowerBound)
      return min(range.upperBound, least + random.pick([0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 5, 10, 20]))
    }
  }
}
