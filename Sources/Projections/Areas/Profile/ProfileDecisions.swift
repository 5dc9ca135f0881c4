import Events

/// A request to change or create a profile; values that are nil stay unchanged.
public struct ReviseProfile: Decision, Equatable {
  public static let needsProfile = false

  /// The new name; an empty text removes it.
  public var name: String?
  public var sex: Sex?
  public var bornOn: LocalDay?
  public var heightCm: Double?
  public var unit: Weight.Unit?
  /// The body weight, measured now.
  public var bodyWeight: EnteredWeight?
  public var maxes: [Lift: EnteredWeight]
  /// The properties to remove.
  public var cleared: [ProfileDetail]
  /// The lifts whose maxima are removed.
  public var clearedMaxes: [Lift]

  public init(
    name: String? = nil, sex: Sex? = nil, bornOn: LocalDay? = nil, heightCm: Double? = nil,
    unit: Weight.Unit? = nil, bodyWeight: EnteredWeight? = nil, maxes: [Lift: EnteredWeight] = [:],
    cleared: [ProfileDetail] = [], clearedMaxes: [Lift] = []
  ) {
    (self.name, self.sex, self.bornOn, self.heightCm) = (name, sex, bornOn, heightCm)
    (self.unit, self.bodyWeight, self.maxes) = (unit, bodyWeight, maxes)
    (self.cleared, self.clearedMaxes) = (cleared, clearedMaxes)
  }

  public func decide(
    _ state: Pair<OfUser<Profile>, OfUser<WeightUnit>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let profile = state.first.value
    let unit = unit ?? state.second.unit
    var facts = try revision(of: profile, at: context.now)
    let bodyWeight = bodyWeight?.weight(self.unit ?? profile.unitOfBodyWeight)
    if let weight = bodyWeight, !profile.isWeighed(weight, on: context.now.day) {
      facts.append(BodyWeightRecorded(weight: weight).body)
    }
    for lift in Lift.allCases {
      if let weight = maxes[lift]?.weight(unit) {
        if weight.value <= 0 {
          throw Refusal(
            .outOfRange, "the \(lift.rawValue) maximum must be more than 0, got \(weight)",
            help: "\(.give(.cleared, lift.rawValue)) removes it from the profile")
        }
        guard profile.maxes[lift] != weight else { continue }
        facts.append(MaxRecorded(lift: lift, weight: weight).body)
      } else if clearedMaxes.contains(lift), profile.maxes[lift] != nil {
        facts.append(MaxCleared(lift: lift).body)
      }
    }
    return facts
  }

  private func revision(of profile: Profile, at now: Timestamp) throws(Refusal) -> [Event.Body] {
    if let bornOn, bornOn > now.day {
      throw Refusal(.inFuture, "\(bornOn) is in the future", help: "give the date of birth")
    }
    var gone = cleared
    if let name, given(name) == nil { gone.append(.name) }
    let name = given(name)
    let going = ProfileDetail.allCases.filter { gone.contains($0) && profile.has($0) }
    let revised = ProfileRevised(
      name: changed(name, from: profile.name), sex: changed(sex, from: profile.sex),
      bornOn: changed(bornOn, from: profile.bornOn),
      heightCm: changed(heightCm, from: profile.heightCm),
      unit: changed(unit, from: profile.unit), cleared: going)
    return revised == ProfileRevised() ? [] : [revised.body]
  }
}

extension Profile {
  /// The unit for a body weight without a unit: that of the profile or, failing that, of the last measurement.
  ///
  /// The units of sets are not used: a machine in pounds says nothing about a scale.
  fileprivate var unitOfBodyWeight: Weight.Unit { unit ?? bodyWeight.latest?.weight.unit ?? .kg }

  /// Returns whether the last measurement is from this day and has this weight.
  fileprivate func isWeighed(_ weight: Weight, on day: LocalDay) -> Bool {
    bodyWeight.latest.map { $0.at.day == day && $0.weight == weight } ?? false
  }

  fileprivate func has(_ detail: ProfileDetail) -> Bool {
    switch detail {
    case .name: name != nil
    case .sex: sex != nil
    case .bornOn: bornOn != nil
    case .heightCm: heightCm != nil
    case .unit: unit != nil
    }
  }
}

/// A request to record a body weight, now or on a past day.
public struct RecordBodyWeight: Decision {
  public static let needsProfile = false

  public var weight: EnteredWeight

  public init(weight: EnteredWeight) { self.weight = weight }

  public func decide(_ state: OfUser<Profile>, _ context: Context) -> [Event.Body] {
    let weight = weight.weight(state.value.unitOfBodyWeight)
    return [BodyWeightRecorded(weight: weight).body]
  }
}

/// A request to remove a measurement of body weight.
public struct RemoveBodyWeight: Decision {
  /// The measurement: an id or a prefix of it, `last`, or the position of its event as in `@45`.
  public var measurement: Reference

  public init(measurement: Reference) { self.measurement = measurement }

  public func decide(
    _ state: OfUser<BodyWeight>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let id = try state.value.measurement(measurement).id
    return [BodyWeightRemoved(measurement: id).body]
  }
}

extension BodyWeight {
  fileprivate func measurement(_ reference: Reference) throws(Refusal) -> Measurement {
    try reference.resolve(
      among: series.measurements, by: { (Name($0.id), $0.seq) }, "measurement",
      created: "did not record one of your body weights",
      help: "\(.show(.bodyWeights)) shows your measurements")
  }
}

/// A request to change a preference; an empty value removes it.
public struct ChangeSetting: Decision {
  public static let needsProfile = false

  public var key: Name
  public var value: String

  public init(key: Name, value: String) { (self.key, self.value) = (key, value) }

  public func decide(_ state: OfUser<Profile>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let value = trimmed(value)
    guard !String.isVerbatim(state.settings[key, default: ""], value) else { return [] }
    return [SettingChanged(key: key, value: value).body]
  }
}

extension ProfileEvent {
  /// A profile is its user's own; a removal or a restoration may come too late.
  var judgement: Judgement {
    switch self {
    case .profileRevised, .bodyWeightRecorded, .maxRecorded, .settingChanged, .measurementLogged:
      .always
    case .bodyWeightRemoved(let removal): .unless(bodyWeight: removal.measurement)
    case .bodyWeightRestored(let restoring): .unless(bodyWeight: restoring.measurement)
    case .maxCleared(let clearing):
      .unless(Unchanged(OfUser<Profile>.self) { $0.value.maxes[clearing.lift] })
    case .measurementRemoved(let removal): .unless(measurement: removal.measurement)
    case .measurementRestored(let restoring): .unless(measurement: restoring.measurement)
    }
  }
}

extension Judgement {
  /// Returns the judgement of an event that removes or restores a body weight of its user.
  fileprivate static func unless(bodyWeight id: EventID) -> Judgement {
    .unless(Unchanged(OfUser<BodyWeight>.self) { $0.value[id] })
  }

  /// Returns the judgement of an event that removes or restores another measurement of its user.
  fileprivate static func unless(measurement id: EventID) -> Judgement {
    .unless(Unchanged(OfUser<Measurements>.self) { $0.value[id] })
  }
}
