import Events

/// One user's profile: personal data, body measurements, maxima and settings.
public struct Profile: UserProjection {
  public private(set) var name: String?
  public private(set) var sex: Sex?
  public private(set) var bornOn: LocalDay?
  /// The height in centimetres; nil if it is unknown.
  public private(set) var heightCm: Double?
  /// The unit of weights that are typed without one; nil if the user chose none.
  public private(set) var unit: Weight.Unit?
  /// The one-repetition maxima that the user stated.
  public private(set) var maxes: [Lift: Weight] = [:]
  /// The preferences of the user, by name.
  public private(set) var settings: [Name: String] = [:]
  public private(set) var bodyWeight = BodyWeight()
  /// The intended direction of the body weight; nil for none.
  public private(set) var goal: MealGoal?
  /// A Boolean value indicating whether the profile was ever complete, even if parts were removed later.
  public private(set) var wasComplete = false

  public init() {}
  public static var reads: Areas { [.profile, .meals] }

  public mutating func apply(_ event: Event) {
    if case .meals(.mealGoalChosen(let choice)) = event.body { goal = choice.goal }
    guard case .profile(let fact) = event.body else { return }
    switch fact {
    case .profileRevised(let revision): revise(revision)
    case .bodyWeightRecorded, .bodyWeightRemoved, .bodyWeightRestored: bodyWeight.apply(event)
    case .maxRecorded(let record): maxes[record.lift] = record.weight
    case .maxCleared(let clearing): maxes[clearing.lift] = nil
    case .settingChanged(let change):
      settings[change.key] = change.value.isEmpty ? nil : change.value
    case .measurementLogged, .measurementRemoved, .measurementRestored: break
    }
    if !wasComplete { wasComplete = missing.isEmpty }
  }

  private mutating func revise(_ revision: ProfileRevised) {
    name = revision.name ?? name
    sex = revision.sex ?? sex
    bornOn = revision.bornOn ?? bornOn
    heightCm = revision.heightCm ?? heightCm
    unit = revision.unit ?? unit
    for detail in revision.cleared {
      switch detail {
      case .name: name = nil
      case .sex: sex = nil
      case .bornOn: bornOn = nil
      case .heightCm: heightCm = nil
      case .unit: unit = nil
      }
    }
  }
}

extension Profile {
  /// The sum of squat, bench press and deadlift, as in competitions; nil unless all three are known.
  ///
  /// It is in the common unit of all three, otherwise in kilograms. The overhead press does not count.
  public var total: Weight? {
    let lifts: [Lift] = [.squat, .bench, .deadlift]
    let weights = lifts.compactMap { maxes[$0] }
    guard weights.count == lifts.count else { return nil }
    let units = Set(weights.map(\.unit))
    guard let unit = units.first, units.count == 1 else {
      return Weight(weights.reduce(0) { $0 + $1.kilograms })
    }
    return Weight(weights.reduce(0) { $0 + $1.value }, unit)
  }

  /// Returns the age in whole years on a day; nil without a date of birth, and before this date.
  ///
  /// In other years, a person born on 29 February is a year older on 1 March.
  public func age(on day: LocalDay) -> Int? {
    guard let bornOn, bornOn <= day else { return nil }
    let (birth, date) = (bornOn.date, day.date)
    let isBefore = (date.month, date.day) < (birth.month, birth.day)
    return date.year - birth.year - (isBefore ? 1 : 0)
  }

  /// The missing figures of a complete profile, by their names.
  ///
  /// Source: Pump Path, which asks a new user for sex, weight and four maxima.
  var missing: [String] {
    var missing: [String] = []
    if sex == nil { missing.append("sex") }
    if bodyWeight.isEmpty { missing.append("bodyweight") }
    for lift in Lift.allCases where maxes[lift] == nil { missing.append(lift.rawValue) }
    return missing
  }

  /// Refuses a request of a user who never had a complete profile: the guard of a host that requires one.
  ///
  /// A profile has to be complete only once: parts that are removed later do not matter.
  public func requireComplete(of user: Name) throws(Refusal) {
    guard !wasComplete else { return }
    throw Refusal(
      .profileIncomplete, "'\(user)' has no complete profile yet",
      help: "set the missing parts: \(.setProfile(lacking: missing))")
  }
}
