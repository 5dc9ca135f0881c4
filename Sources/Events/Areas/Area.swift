/// A part of the domain with related events; each area has one file of events, one of decisions and one of commands.
public enum Area: UInt8, CaseIterable, Hashable, Sendable {
  /// Accounts and sign-ins.
  case identity
  /// The catalogue of exercises.
  case exercises
  /// The weekly plan, and shared snapshots of it.
  case plan
  /// Sessions and their sets.
  case sessions
  /// Posts of texts, plans, workouts and weeks.
  case feed
  /// Notes about other events.
  case corrections
  /// The user's own body data and settings.
  case profile
  /// Saved workouts and templates.
  case workouts
  /// Programs of several weeks with their own loads.
  case program
  /// Classes in a timetable, bookings and attendance.
  case classes
  /// A library of videos.
  case videos
  /// Counted push-ups.
  case pushUps
  /// Menus, a goal and suggestions.
  case meals

  var events: any EventArea.Type {
    switch self {
    case .identity: IdentityEvent.self
    case .exercises: ExerciseEvent.self
    case .plan: PlanEvent.self
    case .sessions: SessionEvent.self
    case .feed: FeedEvent.self
    case .corrections: CorrectionEvent.self
    case .profile: ProfileEvent.self
    case .workouts: WorkoutEvent.self
    case .program: ProgramEvent.self
    case .classes: ClassEvent.self
    case .videos: VideoEvent.self
    case .pushUps: PushUpEvent.self
    case .meals: MealEvent.self
    }
  }
}

/// A set of areas, written as an array literal: `[.plan, .feed]`.
///
/// `.unknown` means the events that belong to no area, including an app's own events: `[.sessions, .unknown]`.
public struct Areas: ExpressibleByArrayLiteral, Hashable, Sendable {
  /// A bit for each area; the last bit is for events of no area.
  private var bits: UInt32 = 0

  /// The events of all types, known and unknown.
  package static let all: Areas = {
    var areas = Areas()
    areas.bits = .max
    return areas
  }()

  /// The events of types unknown to this build, such as an app's own.
  public static let unknown: Areas = {
    var areas = Areas()
    areas.bits = 1 << UInt32(Areas.unknownPlace)
    return areas
  }()

  /// The index of the bit for events of no area.
  static let unknownPlace = 31

  /// Creates the set of one area; nil means unknown events.
  public init(_ area: Area?) { bits = 1 << UInt32(Areas.place(of: area)) }

  /// Creates the union of some sets.
  public init(arrayLiteral sets: Areas...) {
    for set in sets { bits |= set.bits }
  }

  /// Returns whether `area` is in the set; nil means unknown events.
  public func contains(_ area: Area?) -> Bool { bits & 1 << UInt32(Areas.place(of: area)) != 0 }

  /// Returns the areas of both sets.
  public func union(_ other: Areas) -> Areas {
    var union = self
    union.bits |= other.bits
    return union
  }

  /// Returns whether the two sets have an area in common.
  func intersects(_ other: Areas) -> Bool { bits & other.bits != 0 }

  /// Returns the index of an area's bit among 32; nil means unknown events.
  @inline(__always)
  static func place(of area: Area?) -> Int { area.map { Int($0.rawValue) } ?? unknownPlace }

  /// The areas of the set, in order; nil means unknown events.
  package var members: [Area?] {
    Area.allCases.filter { contains($0) } + (contains(nil) ? [nil] : [])
  }

  /// The indexes of the bits in the set, in order.
  var places: [Int] { (0...Areas.unknownPlace).filter { bits & 1 << UInt32($0) != 0 } }
}

// The set of each area, for array literals.
extension Areas {
  public static var identity: Areas { Areas(.identity) }
  public static var exercises: Areas { Areas(.exercises) }
  public static var plan: Areas { Areas(.plan) }
  public static var sessions: Areas { Areas(.sessions) }
  public static var feed: Areas { Areas(.feed) }
  public static var corrections: Areas { Areas(.corrections) }
  public static var profile: Areas { Areas(.profile) }
  public static var workouts: Areas { Areas(.workouts) }
  public static var program: Areas { Areas(.program) }
  public static var classes: Areas { Areas(.classes) }
  public static var videos: Areas { Areas(.videos) }
  public static var pushUps: Areas { Areas(.pushUps) }
  public static var meals: Areas { Areas(.meals) }
}
