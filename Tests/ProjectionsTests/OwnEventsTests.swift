import Events
import Projections
import TestSupport
import Testing

/// Events of an app's own: appended, read and projected like any other.
@Suite struct OwnEventsTests {
  /// Hours of sleep, by user.
  private struct Sleep: UserProjection {
    private(set) var nights: [String] = []
    private(set) var sets = 0

    static var reads: Areas { [.sessions, .unknown] }

    mutating func apply(_ event: Event) {
      switch event.body {
      case .unknown(let own) where own.type == "AcmeNightSlept":
        nights.append(
          "\(event.seq) \(own.data["hours"].map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")"
        )
      case .sessions(.setLogged): sets += 1
      default: break
      }
    }
  }

  private let folder = TemporaryFolder()
  private var path: String { folder.file("log") }
  private let defaults = DraftDefaults(now: Timestamp(milliseconds: 1_772_471_051_250), seed: 1)

  private func slept(_ hours: Double, by user: Name) -> Draft {
    Draft(
      user: user,
      .unknown(
        UnknownEvent(type: "AcmeNightSlept", data: .object([("hours", .number(.double(hours)))]))))
  }

  private func append(_ drafts: [Draft]) throws -> Appended {
    try Appender(path: path).locked { try $0.append(drafts, defaults: defaults) }
  }

  @Test func `an app's event reaches either of two projections`() throws {
    _ = try append([slept(7.5, by: "ann"), slept(6, by: "ben")])
    let log = try Log(path: path)
    #expect(try replay(log, Pair<OfUser<Sleep>, Feed>.scoped(to: "ann")).first.nights == ["1 7.5"])
    #expect(try replay(log, Pair<Feed, ByUser<Sleep>>()).second["ben"].nights == ["2 6"])
  }

  @Test func `an app's event is one line in the log and reaches its projection`() throws {
    let set = SetLogged(session: "s", exercise: "squat", reps: 5, weight: Weight(100))
    _ = try append([
      slept(7.5, by: "ann"), slept(6, by: "ben"), Draft(user: "ann", .sessions(.setLogged(set))),
      slept(8, by: "ann"),
    ])
    let log = try Log(path: path)
    var lines = log.lines()
    _ = try lines.next()
    #expect(lines.type == "AcmeNightSlept" && !lines.isKnown)
    #expect(try lines.event().data["hours"] == .number(.double(7.5)))
    let sleep = try replay(log, ByUser<Sleep>())
    #expect(sleep["ann"].nights == ["1 7.5", "4 8"])
    #expect(sleep["ben"].nights == ["2 6"])
    #expect(sleep["ann"].sets == 1)
    #expect(try replay(log, OfUser<Sleep>("ann")).nights == ["1 7.5", "4 8"])
    // Those of replog pass them.
    #expect(try replay(log, OfUser<PersonalBests>("ann")).bests.map(\.reps) == [5])
    #expect(Verification(log).isDamaged == false)
  }

  /// The types of the events that no area has.
  private struct Unknown: Projection {
    private(set) var types: [String] = []
    static var reads: Areas { .unknown }
    mutating func apply(_ event: Event) { types.append(event.type) }
  }

  @Test func `a newer version of a type reaches the readers of unknown events`() throws {
    let newer = UnknownEvent(type: "SetLogged", version: 2, data: .object([("any", .bool(true))]))
    let likes = (1...40).map {
      Draft(user: "ann", PostLiked(post: Name("p\($0)")).body)
    }
    _ = try append([slept(7, by: "ann"), Draft(user: "ann", .unknown(newer))] + likes)
    let log = try Log(path: path)
    #expect(try replay(log, Unknown()).types == ["AcmeNightSlept", "SetLogged"])
    #expect(try replay(log, OfUser<PersonalBests>("ann")).bests == [])
  }

  @Test(arguments: [
    (UnknownEvent(type: "", data: .object([])), "'type' must not be empty"),
    (
      UnknownEvent(type: "SetLogged", data: .object([])),
      "'type' must not be a type that this build decodes, got 'SetLogged'"
    ),
    (UnknownEvent(type: "X", version: 0, data: .object([])), "'v' must be 1…2^53, got 0"),
    (UnknownEvent(type: "X", data: .array([])), "'data' must be an object"),
    (
      UnknownEvent(type: "X", data: .object([("accessToken", .string("a"))])),
      "'data': a member must not contain a secret, got one named like 'token'"
    ),
    (
      UnknownEvent(type: "X", data: .object([("a", .null), ("a", .null)])),
      "'data': the names in an object must be unique, got a duplicate"
    ),
  ])
  func `an event that no log may contain is refused before it is written`(
    _ event: UnknownEvent, _ message: String
  ) throws {
    #expect(Draft(.unknown(event)).breach == message)
    do {
      _ = try append([slept(7, by: "ann"), Draft(.unknown(event))])
      Issue.record("appended: \(event)")
    } catch let error as LogError {
      #expect(error.kind == .refused && error.message == message && error.draft == 1)
    }
    #expect(try folder.names == [])
  }
}
