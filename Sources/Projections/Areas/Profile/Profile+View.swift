import Events

/// The profile of a user.
public struct ProfileView: PersonalView {
  /// A profile with figures derived from it.
  public struct Row: Record {
    public let user: Name?
    @Verbatim public private(set) var name: String?
    public let sex: Sex?
    public let bornOn: LocalDay?
    public let heightCm: Double?
    /// The latest measurement of body weight; nil before the first.
    public let weighed: BodyWeight.Measurement?
    public let unit: Weight.Unit?
    public let goal: MealGoal?
    public let maxes: [Max]
    /// The sum of squat, bench press and deadlift; nil unless all three are known.
    public let total: Weight?
    public let settings: [Setting]
    /// The points of the total at the latest body weight; nil if the total, the weight or the sex is unknown.
    public let points: Points?

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("user", row?.user, .plain.personal, "The user; null when nobody is signed in.")
      f("name", row?.name, .plain.personal, "The name, or null.")
      f("sex", row?.sex, .plain.personal, "The sex, for strength formulas, or null.")
      f("bornOn", row?.bornOn, .plain.personal, "The date of birth, or null.")
      f("heightCm", row?.heightCm, .plain.personal, "The height in centimetres, or null.")
      f("weightKg", row?.weighed?.weight, .mass.personal, "The latest body weight, or null.")
      f("weighedAt", row?.weighed?.at, .plain.personal, "The time of that measurement, or null.")
      f(
        "unit", row?.unit, .plain,
        "The unit for weights entered without a unit; null if none was chosen.")
      f(
        "goal", row?.goal, .plain.personal,
        "Whether the user wants to lose or gain body weight, or null.")
      f.list("maxes", row?.maxes, .plain, "The one-repetition maxima of four lifts.")
      f(
        "totalKg", row?.total?.kilograms, .mass.personal,
        "The sum of squat, bench press and deadlift in kilograms; null unless all are known.")
      f("totalLb", row?.total?.converted(to: .lb), .plain.personal, "The total in pounds, or null.")
      f.list("settings", row?.settings, .plain, "The preferences, by name.")
      f(
        "wilks", row?.points?.wilks, .plain.personal,
        "The Wilks points of the total; null unless total, sex and body weight are known.")
      f("dots", row?.points?.dots, .plain.personal, "The DOTS points of the total, or null.")
    }
  }

  /// The points of a total, which compare lifters of different body weights.
  public struct Points: Equatable, Sendable {
    public let wilks: Double
    public let dots: Double

    init?(_ profile: Profile) {
      guard let sex = profile.sex, let total = profile.total?.kilograms,
        let weight = profile.bodyWeight.latest?.weight.kilograms
      else { return nil }
      wilks = PointsFormula.wilks.points(total: total, bodyWeight: weight, sex)
      dots = PointsFormula.dots.points(total: total, bodyWeight: weight, sex)
    }
  }

  /// A one-repetition maximum of the user.
  public struct Max: Record {
    public let lift: Lift
    /// The load; nil if it is unknown.
    public let weight: Weight?

    public static var key: String? { "lift" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("lift", row?.lift, .plain, "The lift.")
      f("weightKg", row?.weight, .mass.personal, "The load in kilograms; null when unknown.")
    }
  }

  public struct Setting: Record {
    public let key: Name
    @Verbatim public private(set) var value: String

    public static var key: String? { "key" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("key", row?.key, .plain, "The name of the setting.")
      f("value", row?.value, .plain.personal, "The value.")
    }
  }

  public static let name = "profile"
  public static let summary = "the profile: body, maxes and settings"
  public static let scaling = Scaling.perUser
  public static let shape = ViewShape.object

  public var rows: [Row]
  /// The age on the day of the view; nil if it is unknown, or if there is no day.
  public private(set) var age: Int?

  public init(of user: Name?, _ profile: Profile, _: EmptyProjection) {
    self.init(of: user, profile, on: nil)
  }

  /// Creates the view with the age on a day.
  public init(of user: Name?, _ profile: Profile, on day: LocalDay?) {
    age = day.flatMap { profile.age(on: $0) }
    rows = [
      Row(
        user: user, name: profile.name, sex: profile.sex, bornOn: profile.bornOn,
        heightCm: profile.heightCm, weighed: profile.bodyWeight.latest, unit: profile.unit,
        goal: profile.goal,
        maxes: Lift.allCases.map { Max(lift: $0, weight: profile.maxes[$0]) },
        total: profile.total,
        settings: profile.settings.keys.sorted().map {
          Setting(key: $0, value: profile.settings[$0, default: ""])
        }, points: Points(profile))
    ]
  }
}

extension Sex: RecordValue {}
extension Lift: RecordValue {}
extension MealGoal: RecordValue {}
