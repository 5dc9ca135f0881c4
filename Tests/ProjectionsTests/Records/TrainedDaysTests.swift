import Events
import Projections
import TestSupport
import Testing

/// The days on which a workout was finished, as the documentation of the library has it.
struct TrainedDays: UserProjection {
  private(set) var days: Set<LocalDay> = []

  static var reads: Areas { [.sessions] }

  mutating func apply(_ event: Event) {
    guard case .sessions(let fact) = event.body else { return }
    switch fact {
    case .sessionEnded: days.insert(event.at.day)
    case .sessionStarted, .sessionDiscarded, .sessionRevised, .sessionReopened, .sessionRestored,
      .setMoved, .setRestored,
      .setLogged, .setRevised, .setRemoved:
      break
    }
  }
}

/// The days on which a user trained.
struct TrainedDaysView: PersonalView {
  struct Row: Record {
    let day: LocalDay

    static var key: String? { "day" }

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("day", row?.day, .plain, "The day in the calendar of the user.")
    }
  }

  static let name = "trained-days"
  static let summary = "the days on which a workout was finished"
  static let scaling = Scaling.perUser
  var rows: [Row]

  init(of user: Name?, _ trained: TrainedDays, _: EmptyProjection) {
    rows = trained.days.sorted().map(Row.init)
  }

  static func touched(by event: Event) -> [Name]? {
    if case .sessions(.sessionEnded) = event.body { [Name(event.at.day.description)] } else { [] }
  }
}

@Suite struct TrainedDaysTests {
  private let log = TestSupport.log(
    .by("ben", at: "2026-03-02T18:00:00.000Z", .ended("s")),
    .by("ann", at: "2026-03-03T00:30:00.000+01:00", .ended("t")),
    .by("ann", at: "2026-03-01T18:00:00.000Z", .ended("u")))

  @Test func `an app's view has JSON and paths`() throws {
    let view = TrainedDaysView(try replay(log, TrainedDaysView.Source.scoped(to: "ann")))
    #expect(view.json == Array("[\n{\"day\":\"2026-03-01\"},\n{\"day\":\"2026-03-03\"}\n]".utf8))
    #expect(view.value(at: try RecordPath(parsing: "[-1].day")) == .string("2026-03-03"))
    #expect(view.value(at: try RecordPath(parsing: "[day=2026-03-02].day")) == nil)
  }

  @Test func `the view of all users has the user first`() throws {
    let view = EveryUser<TrainedDaysView>(try replay(log, EveryUser<TrainedDaysView>.Source()))
    #expect(
      String(decoding: view.json, as: UTF8.self) == """
        [
        {"user":"ann","day":"2026-03-01"},
        {"user":"ann","day":"2026-03-03"},
        {"user":"ben","day":"2026-03-02"}
        ]
        """)
  }

  @Test func `hidden rows are not shown, in the view of all users either`() throws {
    var view = EveryUser<TrainedDaysView>(try replay(log, EveryUser<TrainedDaysView>.Source()))
    view.rows.removeAll { $0.row.day == day("2026-03-03") }
    #expect(
      view.rows.map { "\($0.user ?? "-") \($0.row.day)" } == ["ann 2026-03-01", "ben 2026-03-02"])
    let json = try Bytes.of(view.json) { (bytes) throws(LineError) in try JSON(bytes) }
    #expect(view.tree.json == json)
  }
}
