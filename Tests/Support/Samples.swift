@testable import Events

/// The samples: for every type an event with all fields, and one with as few fields as possible.
///
/// They follow from the descriptions of the fields. All samples name the same entities, and refer to the events that
/// create them.
public enum Samples {
  /// The events with a value for every property, in the order of `EventType.all`.
  public static let full = bodies(full: true)

  /// The events with only the required fields, for types with optional fields.
  public static let sparse = bodies(full: false)

  /// Returns the samples of all types.
  ///
  /// - Parameter prefix: The beginning of every text and name, which may break their limits.
  public static func bodies(full isFull: Bool, prefix: String = "") -> [Event.Body] {
    let types = EventType.all.filter { type in
      isFull || type.description.fields.contains { !$0.isRequired }
    }
    return types.map { body($0, full: isFull, prefix, creators) }
  }

  /// Returns the samples of the changes of an entity, with all fields.
  ///
  /// - Parameter exercise: The exercise of the changes; nil for only those without one.
  package static func changes(
    of kind: EntityKind, named name: Name, exercise: Name?
  ) -> [Event.Body] {
    EventType.all.compactMap { type in
      let fields = type.description.fields
      guard fields.contains(where: { $0.traits.effect != nil && $0.traits.reference == kind }),
        exercise != nil || !fields.contains(where: \.traits.isExercise)
      else { return nil }
      var values = SampleValues(isFull: true, truths: [], prefix: "", creators: [:])
      (values.names, values.exercise) = ([kind: name.text], exercise?.text)
      return LineDecoder().fact(type, values.object(type.description))
    }
  }

  /// The positions, in `full`, of the events that create an entity under their own id.
  private static let creators: [EntityKind: Int] = {
    var creators: [EntityKind: Int] = [:]
    for (seq, type) in zip(1..., EventType.all) {
      let event = Event(id: id(seq), at: start, user: nil, body(type, full: true, "", [:]))
      for entity in event.entities where entity.role == .created && entity.name == Name(id(seq)) {
        creators[entity.kind] = creators[entity.kind] ?? seq
      }
    }
    return creators
  }()

  private static func body(
    _ type: EventType, full isFull: Bool, _ prefix: String, _ creators: [EntityKind: Int]
  ) -> Event.Body {
    func body(true truths: Set<String>) -> Event.Body {
      var values = SampleValues(isFull: isFull, truths: truths, prefix: prefix, creators: creators)
      return LineDecoder().fact(type, values.object(type.description))
    }
    // A field with its default value is not written: flags that are false by default are true in a sample.
    let flags = type.description.fields.filter { $0.form == .boolean }.map(\.name)
    return body(true: Set(flags).subtracting(body(true: []).writtenFields))
  }

  /// Returns a version 7 id with a number.
  public static func id(_ number: Int) -> EventID {
    EventID(milliseconds: 1_772_471_051_250, random: (0, UInt64(number) << 2))
  }

  /// The time of the first event, 2026-03-02T18:04:11.250+01:00.
  public static let start = Timestamp(milliseconds: 1_772_471_051_250, offsetMinutes: 60)

  /// Returns a log of `bodies` by ann, one event a second, in batches of one.
  public static func log(_ bodies: [Event.Body]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for (index, body) in bodies.enumerated() {
      let event = Event(
        id: id(index + 1), at: start.adding(seconds: Int64(index)), user: "ann", body,
        seq: index + 1)
      sum = try event.write(to: &bytes, previousSum: sum, checks: true)
    }
    return bytes
  }
}

extension Event.Body {
  /// The names of the fields that are written.
  fileprivate var writtenFields: [String] {
    Event(id: Samples.id(1), at: Samples.start, user: nil, self).fieldContents.map(\.name)
  }
}

/// The values of samples: near the upper end of each limit with all fields, at the lower end with few.
private struct SampleValues: FieldValues {
  let isFull: Bool
  /// The names of the flags that are true.
  let truths: Set<String>
  let prefix: String
  let creators: [EntityKind: Int]
  /// The names of entities other than the usual ones.
  var names: [EntityKind: String] = [:]
  /// The exercise of all fields; nil for a different one in each field.
  var exercise: String?
  private var exercises = 0
  private var hours = 0

  init(isFull: Bool, truths: Set<String>, prefix: String, creators: [EntityKind: Int]) {
    (self.isFull, self.truths, self.prefix, self.creators) = (isFull, truths, prefix, creators)
  }

  func includes(_ field: PayloadDescription.Field) -> Bool { isFull }
  func count(of field: PayloadDescription.Field) -> Int { 2 }

  mutating func value(_ form: FieldForm, of field: PayloadDescription.Field) -> JSON {
    let range = field.range
    switch form {
    case .integer: return .number(.integer(Int64(isFull ? range.upperBound : range.lowerBound)))
    case .number: return .number(.double(isFull ? range.upperBound - 0.5 : range.lowerBound))
    case .boolean: return .bool(truths.contains(field.name))
    case .text: return .string(prefix + text(field))
    case .id: return .string(Samples.id(field.entity.flatMap { creators[$0] } ?? 1).description)
    case .time:
      hours += 1
      return .string(Samples.start.adding(seconds: Int64(3_600 * hours)).description)
    case .day: return .string("2026-03-02")
    // The first word may be the default.
    case .word(let words): return .string((isFull ? words.last : words.first) ?? "")
    case .object, .list: preconditionFailure("'\(field.name)' is not simple")
    }
  }

  private mutating func text(_ field: PayloadDescription.Field) -> String {
    if let kind = field.entity { return names[kind] ?? "\(kind)-1" }
    if field.traits.isExercise {
      exercises += 1
      return exercise ?? "exercise-\(exercises)"
    }
    if field.holdsIdentifiers {
      return field.traits.isPersonal ? "ann@example.com" : "\(field.name)-1"
    }
    switch field.traits.limit {
    case .address: return "https://example.com/\(field.name)"
    // These texts are written with an escape, and not in ASCII alone.
    case .wording: return "A \"¾\" \(field.name)"
    default: return field.traits.isPersonal ? "My \(field.name)" : "A \(field.name)"
    }
  }
}
