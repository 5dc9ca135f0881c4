/// The events of a user's profile: who trains, and the body's own figures.
public enum ProfileEvent: Equatable, Sendable, EventArea {
  case profileRevised(ProfileRevised)
  case bodyWeightRecorded(BodyWeightRecorded)
  case bodyWeightRemoved(BodyWeightRemoved)
  case maxRecorded(MaxRecorded)
  case maxCleared(MaxCleared)
  case settingChanged(SettingChanged)

  public enum Kind: String, CaseIterable, Sendable {
    case profileRevised = "ProfileRevised"
    case bodyWeightRecorded = "BodyWeightRecorded"
    case bodyWeightRemoved = "BodyWeightRemoved"
    case maxRecorded = "MaxRecorded"
    case maxCleared = "MaxCleared"
    case settingChanged = "SettingChanged"
  }

  package init(_ kind: Kind, _ source: inout some PayloadSource) throws(LineError) {
    switch kind {
    case .profileRevised: self = .profileRevised(try source.payload())
    case .bodyWeightRecorded: self = .bodyWeightRecorded(try source.payload())
    case .bodyWeightRemoved: self = .bodyWeightRemoved(try source.payload())
    case .maxRecorded: self = .maxRecorded(try source.payload())
    case .maxCleared: self = .maxCleared(try source.payload())
    case .settingChanged: self = .settingChanged(try source.payload())
    }
  }

  package var tagged: (kind: Kind, payload: any Payload) {
    switch self {
    case .profileRevised(let payload): (.profileRevised, payload)
    case .bodyWeightRecorded(let payload): (.bodyWeightRecorded, payload)
    case .bodyWeightRemoved(let payload): (.bodyWeightRemoved, payload)
    case .maxRecorded(let payload): (.maxRecorded, payload)
    case .maxCleared(let payload): (.maxCleared, payload)
    case .settingChanged(let payload): (.settingChanged, payload)
    }
  }
}

/// The sex that a formula of strength is for.
public enum Sex: String, CaseIterable, Sendable, Vocabulary {
  case female
  case male
  /// Neither; formulas take the men's constants.
  case mx

  @usableFromInline package static let words = Words(Self.self)
}

/// A property of a profile that it may be without.
public enum ProfileDetail: String, CaseIterable, Sendable, Vocabulary {
  case name
  case sex
  case bornOn
  case heightCm
  case unit

  @usableFromInline package static let words = Words(Self.self)
}

/// A lift whose best a profile keeps.
public enum Lift: String, CaseIterable, Sendable, Vocabulary {
  case squat
  case bench
  case deadlift
  /// The overhead press, which is no part of a total.
  case press

  @usableFromInline package static let words = Words(Self.self)
}

/// A change of a profile, the first one included; every field that is nil keeps its value.
public struct ProfileRevised: Equatable, Sendable, Payload {
  /// The new name; nil when it stays.
  public let name: String?
  /// The new sex; nil when it stays.
  public let sex: Sex?
  /// The new day of birth; nil when it stays.
  public let bornOn: LocalDay?
  /// The new height in centimetres; nil when it stays.
  public let heightCm: Double?
  /// The unit of weights that are typed without one; nil when it stays.
  public let unit: Weight.Unit?
  /// The properties that the profile has none of; a new value of one of them counts for nothing.
  public let cleared: [ProfileDetail]

  public init(
    name: String? = nil, sex: Sex? = nil, bornOn: LocalDay? = nil, heightCm: Double? = nil,
    unit: Weight.Unit? = nil, cleared: [ProfileDetail] = []
  ) {
    self.name = name
    self.sex = sex
    self.bornOn = bornOn
    self.heightCm = heightCm
    self.unit = unit
    self.cleared = cleared
  }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    name = try f.optional("name", old?.name, .text.personal, "The name; left out when it stays.")
    sex = try f.optional("sex", old?.sex, .any.personal, "The sex; left out when it stays.")
    bornOn = try f.optional(
      "bornOn", old?.bornOn, .any.personal, "The day of birth; left out when it stays.")
    heightCm = try f.optional(
      "heightCm", old?.heightCm, .height.personal,
      "The height in centimetres; left out when it stays.")
    unit = try f.optional(
      "unit", old?.unit, .any, "The unit of weights typed without one; left out when it stays.")
    cleared = try f.list(
      "cleared", old?.cleared, .any, "The properties that the profile has none of from now on.")
  }
}

/// A measurement of the body's weight, of the day of the event; its id is that of the event.
public struct BodyWeightRecorded: Equatable, Sendable, Payload {
  public let weight: Weight

  public init(weight: Weight) { self.weight = weight }

  @usableFromInline package static var creates: EntityKind? { .measurement }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    weight = try f.bodyWeight(old?.weight, "The weight of the body.")
  }
}

/// The removal of a measurement of the body's weight entered by mistake.
public struct BodyWeightRemoved: Equatable, Sendable, Payload {
  /// The event that recorded the weight.
  public let measurement: EventID

  public init(measurement: EventID) { self.measurement = measurement }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    measurement = try f(
      "measurement", old?.measurement, .ends(.measurement), "The event that recorded it.")
  }
}

/// The most that the user can lift once, as stated by the user.
public struct MaxRecorded: Equatable, Sendable, Payload {
  public let lift: Lift
  /// The load of one repetition.
  public let weight: Weight

  public init(lift: Lift, weight: Weight) {
    self.lift = lift
    self.weight = weight
  }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    lift = try f("lift", old?.lift, .any, "The lift.")
    weight = try f.load(old?.weight, "The load of one repetition.")
  }
}

/// The removal of the most that the user can lift once.
public struct MaxCleared: Equatable, Sendable, Payload {
  public let lift: Lift

  public init(lift: Lift) { self.lift = lift }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    lift = try f("lift", old?.lift, .any, "The lift.")
  }
}

/// A preference of the user, which the host application gives its meaning.
public struct SettingChanged: Equatable, Sendable, Payload {
  /// The name of the setting.
  public let key: Name
  /// The value; empty when the setting goes.
  public let value: String

  public init(key: Name, value: String) {
    self.key = key
    self.value = value
  }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    key = try f("key", old?.key, .setting.common, "The name of the setting.")
    value = try f("value", old?.value, .wording.personal, "The value; empty when the setting goes.")
  }
}
