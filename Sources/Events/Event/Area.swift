/// A part of the domain with related events: one file of events, decisions and commands each.
public enum Area: UInt8, CaseIterable, Hashable, Sendable {
  /// Accounts and sign-ins.
  case identity
  /// The catalogue of exercises.
  case exercises
  /// The weekly plan, and posts shared from it.
  case plan
  /// Sessions and their sets.
  case sessions
  /// Posts made of shared plans.
  case feed
  /// Notes about other events.
  case corrections
  /// The user's own figures and settings.
  case profile
  /// Workouts and templates, kept to be done again.
  case workouts
  /// Programs of weeks with loads of their own.
  case program
  /// Classes of a timetable, bookings and attendance.
  case classes
  /// A library of videos.
  case videos
  /// Push-ups that were counted.
  case pushUps
  /// Menus, a goal and suggestions.
  case meals
}

/// A set of areas, written as an array literal: `[.plan, .feed]`.
///
/// `Areas.unknown` contains the events that no area has, an app's own included:
/// `Areas.unknown.union([.sessions])`.
public struct Areas: ExpressibleByArrayLiteral, Hashable, Sendable {
  /// A bit for each area, and the last one for the events of none.
  private var bits: UInt32 = 0

  /// The events of all types, known and unknown.
  package static let all: Areas = {
    var areas = Areas()
    areas.bits = .max
    return areas
  }()

  /// The events of types unknown to this build.
  public static let unknown: Areas = {
    var areas = Areas()
    areas.bits = 1 << UInt32(Areas.unknownPlace)
    return areas
  }()

  /// The place of the events of no area.
  static let unknownPlace = 31

  /// Creates a set of areas.
  public init(arrayLiteral areas: Area...) {
    for area in areas { bits |= 1 << UInt32(area.rawValue) }
  }

  /// Returns whether `area` is in the set; nil for that of unknown events.
  public func contains(_ area: Area?) -> Bool { bits & 1 << UInt32(Areas.place(of: area)) != 0 }

  /// Returns the areas of both sets.
  public func union(_ other: Areas) -> Areas {
    var union = self
    union.bits |= other.bits
    return union
  }

  /// Returns whether an area is in both sets.
  func intersects(_ other: Areas) -> Bool { bits & other.bits != 0 }

  /// Returns the place of an area among 32; nil for that of unknown events.
  @inline(__always)
  static func place(of area: Area?) -> Int { area.map { Int($0.rawValue) } ?? unknownPlace }

  /// The areas of the set, in order; nil for that of unknown events.
  var members: [Area?] {
    Area.allCases.filter { contains($0) } + (contains(nil) ? [nil] : [])
  }

  /// The places of the areas of the set, in order.
  var places: [Int] { (0...Areas.unknownPlace).filter { bits & 1 << UInt32($0) != 0 } }
}
