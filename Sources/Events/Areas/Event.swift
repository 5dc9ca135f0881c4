/// A fact with its user, its time, and its content.
///
/// One event is one line of a log:
///
///     {"seq":12,"id":"0199f3a2-…","at":"2026-03-02T18:04:11.250+01:00","user":"ann",
///      "type":"SetLogged","data":{"session":"…","exercise":"squat","reps":5,"weight":100},"sum":"…"}
///
/// To add an event type, add a payload struct and three lines of the enum to the area's file in `Areas/`. The compiler
/// then requires a case in the projections of the area. CONTRIBUTING.md has the other steps.
public struct Event: Equatable, Sendable {
  /// The position in the log, from 1; 0 for an event outside of a log.
  public var seq: Int
  /// The id of the event, which is also its idempotency key.
  public var id: EventID
  /// The time of the fact, on the clock of its user.
  public var at: Timestamp
  /// The user of the fact; nil for facts without a user, such as a catalogue import.
  public var user: Name?
  /// The content, by area.
  public var body: Body
  /// The parts of the line unknown to this build; nil for most events.
  var unknown: UnknownFields?

  /// Creates the event `body`, which is not in a log yet.
  public init(id: EventID, at: Timestamp, user: Name?, _ body: Body, seq: Int = 0) {
    (self.seq, self.id, self.at, self.user, self.body) = (seq, id, at, user, body)
  }

  /// The content of an event, by area.
  ///
  /// Areas with facts larger than a logged set are stored in a box. Most events are sets, and an event takes 160 bytes
  /// instead of 248.
  public enum Body: Equatable, Sendable {
    indirect case identity(IdentityEvent)
    indirect case exercises(ExerciseEvent)
    indirect case plan(PlanEvent)
    case sessions(SessionEvent)
    indirect case feed(FeedEvent)
    case corrections(CorrectionEvent)
    case profile(ProfileEvent)
    indirect case workouts(WorkoutEvent)
    indirect case program(ProgramEvent)
    indirect case classes(ClassEvent)
    indirect case videos(VideoEvent)
    case pushUps(PushUpEvent)
    case meals(MealEvent)
    /// An event unknown to this build: kept unchanged, ignored by projections, counted by `verify`.
    case unknown(UnknownEvent)
  }

  /// The type's name on the wire.
  public var type: String { body.type }

  /// The area of the event; nil for an unknown event.
  public var area: Area? { body.area }
}

extension Event.Body {
  /// The type's name on the wire.
  public var type: String {
    if case .unknown(let event) = self { return event.type }
    return payload.map { EventType(of: Swift.type(of: $0)).name } ?? ""
  }

  /// The area; nil for an unknown event.
  ///
  /// Replays need it for every event, so it is not derived from the payload, which would be copied into a box.
  public var area: Area? {
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
    case .unknown: nil
    }
  }

  /// The payload; nil for an unknown event.
  package var payload: (any EventPayload)? {
    switch self {
    case .identity(let event): event.payload
    case .exercises(let event): event.payload
    case .plan(let event): event.payload
    case .sessions(let event): event.payload
    case .feed(let event): event.payload
    case .corrections(let event): event.payload
    case .profile(let event): event.payload
    case .workouts(let event): event.payload
    case .program(let event): event.payload
    case .classes(let event): event.payload
    case .videos(let event): event.payload
    case .pushUps(let event): event.payload
    case .meals(let event): event.payload
    case .unknown: nil
    }
  }

  /// A Boolean value indicating whether the fact belongs to a user, so that it is incomplete without one.
  package var isPersonal: Bool {
    switch self {
    case .exercises(.exerciseMerged), .exercises(.exerciseUnmerged): true
    case .exercises, .identity(.passwordResetRequested), .identity(.mailSent),
      .corrections(.personErased), .unknown:
      false
    case .identity, .plan, .sessions, .feed, .corrections, .profile, .workouts, .program, .classes,
      .videos, .pushUps, .meals:
      true
    }
  }
}

extension Event {
  /// The payload as a JSON tree, for code that treats all types alike.
  public var data: JSON {
    var writer = JSONWriter()
    do throws(LineError) {
      try writeData(&writer, body.payload)
      return try Bytes.of(writer.bytes) { (bytes) throws(LineError) in try JSON(bytes) }
    } catch {
      return .null
    }
  }

  /// Returns whether another event has the same content, perhaps at another position.
  func hasContent(of other: Event) -> Bool {
    at == other.at && user == other.user && type == other.type
      && sortedContent == other.sortedContent
  }

  /// The whole content without the position, with the members of every object sorted.
  var sortedContent: [UInt8] {
    var event = self
    event.seq = 1
    var line: [UInt8] = []
    do throws(LineError) {
      try event.write(to: &line, previousSum: nil)
      return try Bytes.of(Array(line.dropLast())) { (bytes) throws(LineError) in
        try JSON(bytes).sorted.bytes
      }
    } catch {
      return line
    }
  }
}
