/// The events of a user's profile: personal data and body measurements.
public enum ProfileEvent: Equatable, Sendable, EventArea {
  case profileRevised(ProfileRevised)
  case bodyWeightRecorded(BodyWeightRecorded)
  case bodyWeightRemoved(BodyWeightRemoved)
  case bodyWeightRestored(BodyWeightRestored)
  case maxRecorded(MaxRecorded)
  case maxCleared(MaxCleared)
  case settingChanged(SettingChanged)
  case measurementLogged(MeasurementLogged)
  case measurementRemoved(MeasurementRemoved)
  case measurementRestored(MeasurementRestored)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("ProfileRevised", ProfileRevised.self),
    ("BodyWeightRecorded", BodyWeightRecorded.self),
    ("BodyWeightRemoved", BodyWeightRemoved.self),
    ("BodyWeightRestored", BodyWeightRestored.self),
    ("MaxRecorded", MaxRecorded.self),
    ("MaxCleared", MaxCleared.self),
    ("SettingChanged", SettingChanged.self),
    ("MeasurementLogged", MeasurementLogged.self),
    ("MeasurementRemoved", MeasurementRemoved.self),
    ("MeasurementRestored", MeasurementRestored.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .profileRevised(let payload): payload
    case .bodyWeightRecorded(let payload): payload
    case .bodyWeightRemoved(let payload): payload
    case .bodyWeightRestored(let payload): payload
    case .maxRecorded(let payload): payload
    case .maxCleared(let payload): payload
    case .settingChanged(let payload): payload
    case .measurementLogged(let payload): payload
    case .measurementRemoved(let payload): payload
    case .measurementRestored(let payload): payload
    }
  }
}

/// The sex for strength formulas.
public enum Sex: String, CaseIterable, Sendable, Vocabulary {
  case female
  case male
  /// Neither; formulas use the constants for men.
  case mx

  @usableFromInline package static let words = Words(Self.self)
}

/// A property of a profile that can be removed.
public enum ProfileDetail: String, CaseIterable, Sendable, Vocabulary {
  case name
  case sex
  case bornOn
  case heightCm
  case unit

  @usableFromInline package static let words = Words(Self.self)
}

/// A lift whose one-repetition maximum a profile contains.
public enum Lift: String, CaseIterable, Sendable, Vocabulary {
  case squat
  case bench
  case deadlift
  /// The overhead press, which is not part of a total.
  case press

  @usableFromInline package static let words = Words(Self.self)
}

/// A change of a profile, or the first profile; a nil field keeps its value.
public struct ProfileRevised: Equatable, Sendable, EventPayload {
  /// The new name; nil if unchanged.
  public let name: String?
  /// The new sex; nil if unchanged.
  public let sex: Sex?
  /// The new date of birth; nil if unchanged.
  public let bornOn: LocalDay?
  /// The new height in centimetres; nil if unchanged.
  public let heightCm: Double?
  /// The unit of weights entered without one; nil if unchanged.
  public let unit: Weight.Unit?
  /// The properties to remove from the profile; a new value of such a property is ignored.
  public let cleared: [ProfileDetail]

  public init(
    name: String? = nil, sex: Sex? = nil, bornOn: LocalDay? = nil, heightCm: Double? = nil,
    unit: Weight.Unit? = nil, cleared: [ProfileDetail] = []
  ) {
    (self.name, self.sex, self.bornOn, self.heightCm) = (name, sex, bornOn, heightCm)
    (self.unit, self.cleared) = (unit, cleared)
  }

  package var body: Event.Body { .profile(.profileRevised(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    name = try f.optional(
      "name", old?.name, .text.personal(naming: .user), "The name; omitted if unchanged.")
    sex = try f.optional("sex", old?.sex, .any.personal, "The sex; omitted if unchanged.")
    bornOn = try f.optional(
      "bornOn", old?.bornOn, .any.personal, "The date of birth; omitted if unchanged.")
    heightCm = try f.optional(
      "heightCm", old?.heightCm, .range(30...300, "cm").personal,
      "The height in centimetres; omitted if unchanged.")
    unit = try f.optional(
      "unit", old?.unit, .any, "The unit for weights entered without a unit; omitted if unchanged."
    )
    cleared = try f.list(
      "cleared", old?.cleared, .any, "The properties to remove from the profile.")
  }
}

/// A measurement of the body weight on the day of the event; its id is the id of the event.
public struct BodyWeightRecorded: Equatable, Sendable, EventPayload {
  public let weight: Weight

  public init(weight: Weight) { self.weight = weight }

  package var body: Event.Body { .profile(.bodyWeightRecorded(self)) }

  @usableFromInline package static var creates: EntityKind? { .measurement }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    weight = try f.bodyWeight(old?.weight, "The body weight.")
  }
}

/// The removal of a body weight measurement entered by mistake.
public struct BodyWeightRemoved: Equatable, Sendable, EventPayload {
  /// The event that recorded the weight.
  public let measurement: EventID

  public init(measurement: EventID) { self.measurement = measurement }

  package var body: Event.Body { .profile(.bodyWeightRemoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    measurement = try f(
      "measurement", old?.measurement, .ends(.measurement),
      "The event that recorded the measurement.")
  }
}

/// The restoration of a removed body weight measurement, with its id, its time and its weight.
public struct BodyWeightRestored: Equatable, Sendable, EventPayload {
  /// The event that recorded the weight.
  public let measurement: EventID

  public init(measurement: EventID) { self.measurement = measurement }

  package var body: Event.Body { .profile(.bodyWeightRestored(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    measurement = try f(
      "measurement", old?.measurement, .restores(.measurement),
      "The event that recorded the measurement.")
  }
}

/// The user's one-repetition maximum, as stated by the user.
public struct MaxRecorded: Equatable, Sendable, EventPayload {
  public let lift: Lift
  /// The load for one repetition.
  public let weight: Weight

  public init(lift: Lift, weight: Weight) { (self.lift, self.weight) = (lift, weight) }

  package var body: Event.Body { .profile(.maxRecorded(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    lift = try f("lift", old?.lift, .any, "The lift.")
    weight = try f.load(old?.weight, "The load for one repetition.")
  }
}

/// The removal of the user's one-repetition maximum.
public struct MaxCleared: Equatable, Sendable, EventPayload {
  public let lift: Lift

  public init(lift: Lift) { self.lift = lift }

  package var body: Event.Body { .profile(.maxCleared(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    lift = try f("lift", old?.lift, .any, "The lift.")
  }
}

/// A preference of the user; the host application defines its meaning.
public struct SettingChanged: Equatable, Sendable, EventPayload {
  public let key: Name
  /// The value; empty to remove the setting.
  public let value: String

  public init(key: Name, value: String) { (self.key, self.value) = (key, value) }

  package var body: Event.Body { .profile(.settingChanged(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    key = try f("key", old?.key, .setting.common, "The name of the setting.")
    value = try f(
      "value", old?.value, .wording.personal, "The value; empty to remove the setting.")
  }
}
