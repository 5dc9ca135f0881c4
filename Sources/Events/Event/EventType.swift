/// A type of event that this build can decode; two bytes, because each line carries one.
///
/// The enum is the table of areas. A new area is a case here, in `Event.Body` and in `Area`; the compiler then
/// requires its row in every switch.
public enum EventType: Hashable, Sendable {
  case identity(IdentityEvent.Kind)
  case exercises(ExerciseEvent.Kind)
  case plan(PlanEvent.Kind)
  case sessions(SessionEvent.Kind)
  case feed(FeedEvent.Kind)
  case corrections(CorrectionEvent.Kind)
  case profile(ProfileEvent.Kind)
  case workouts(WorkoutEvent.Kind)
  case program(ProgramEvent.Kind)
  case classes(ClassEvent.Kind)
  case videos(VideoEvent.Kind)
  case pushUps(PushUpEvent.Kind)
  case meals(MealEvent.Kind)

  /// All types, area by area, in the order of the areas' lists.
  public static let all: [EventType] = Area.allCases.flatMap { area in
    switch area {
    case .identity: IdentityEvent.Kind.allCases.map(EventType.identity)
    case .exercises: ExerciseEvent.Kind.allCases.map(EventType.exercises)
    case .plan: PlanEvent.Kind.allCases.map(EventType.plan)
    case .sessions: SessionEvent.Kind.allCases.map(EventType.sessions)
    case .feed: FeedEvent.Kind.allCases.map(EventType.feed)
    case .corrections: CorrectionEvent.Kind.allCases.map(EventType.corrections)
    case .profile: ProfileEvent.Kind.allCases.map(EventType.profile)
    case .workouts: WorkoutEvent.Kind.allCases.map(EventType.workouts)
    case .program: ProgramEvent.Kind.allCases.map(EventType.program)
    case .classes: ClassEvent.Kind.allCases.map(EventType.classes)
    case .videos: VideoEvent.Kind.allCases.map(EventType.videos)
    case .pushUps: PushUpEvent.Kind.allCases.map(EventType.pushUps)
    case .meals: MealEvent.Kind.allCases.map(EventType.meals)
    }
  }

  /// The area of the type.
  public var area: Area {
    switch self {
    case .identity: .identity
    case .exercises: .exercises
    case .plan: .plan
    case .sessions: .sessions
    case .feed: .feed
    case .corrections: .corrections
    case .profile: .profile
    case .workouts: .workouts
    case .program: .program
    case .classes: .classes
    case .videos: .videos
    case .pushUps: .pushUps
    case .meals: .meals
    }
  }

  /// The name on the wire.
  public var name: String {
    switch self {
    case .identity(let kind): kind.rawValue
    case .exercises(let kind): kind.rawValue
    case .plan(let kind): kind.rawValue
    case .sessions(let kind): kind.rawValue
    case .feed(let kind): kind.rawValue
    case .corrections(let kind): kind.rawValue
    case .profile(let kind): kind.rawValue
    case .workouts(let kind): kind.rawValue
    case .program(let kind): kind.rawValue
    case .classes(let kind): kind.rawValue
    case .videos(let kind): kind.rawValue
    case .pushUps(let kind): kind.rawValue
    case .meals(let kind): kind.rawValue
    }
  }

  /// Returns the event whose payload `source` decodes, describes or measures.
  ///
  /// The method is a switch and not a table of closures. The contexts of closures were reference-counted for every
  /// event, which took a twentieth of a replay.
  @inline(__always)
  func body(from source: inout some PayloadSource) throws(LineError) -> Event.Body {
    switch self {
    case .identity(let kind): .identity(try IdentityEvent(kind, &source))
    case .exercises(let kind): .exercises(try ExerciseEvent(kind, &source))
    case .plan(let kind): .plan(try PlanEvent(kind, &source))
    case .sessions(let kind): .sessions(try SessionEvent(kind, &source))
    case .feed(let kind): .feed(try FeedEvent(kind, &source))
    case .corrections(let kind): .corrections(try CorrectionEvent(kind, &source))
    case .profile(let kind): .profile(try ProfileEvent(kind, &source))
    case .workouts(let kind): .workouts(try WorkoutEvent(kind, &source))
    case .program(let kind): .program(try ProgramEvent(kind, &source))
    case .classes(let kind): .classes(try ClassEvent(kind, &source))
    case .videos(let kind): .videos(try VideoEvent(kind, &source))
    case .pushUps(let kind): .pushUps(try PushUpEvent(kind, &source))
    case .meals(let kind): .meals(try MealEvent(kind, &source))
    }
  }
}

extension EventType {
  /// The newest schema version of the data.
  package var newestVersion: Int {
    var version = PayloadVersion()
    _ = try? body(from: &version)
    return version.newest
  }

  /// Returns whether this build can decode data of a schema version.
  func decodes(version: Int) -> Bool { version <= newestVersion }

  /// The types with their newest versions; builds that decode different events have different vocabularies.
  package static var vocabulary: [String] { all.map { "\($0.name) \($0.newestVersion)" } }
}

/// A source that records the version of a payload and reads nothing.
private struct PayloadVersion: PayloadSource {
  var newest = 1

  mutating func payload<P: Payload>() throws(LineError) -> P {
    newest = P.version
    throw .newer
  }
}
