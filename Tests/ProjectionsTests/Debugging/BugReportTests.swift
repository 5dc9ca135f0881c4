import Events
import Projections
import TestSupport
import Testing

/// Scenarios of wrong values, without personal data.
@Suite struct BugReportTests {
  private func report(
    _ condition: String, _ view: any LogView.Type, _ events: [Event], from source: [Event]? = nil,
    wanted: JSON
  ) throws -> BugReport {
    try BugReport(
      of: events, from: log(source ?? events), try PathCondition(parsing: condition), in: view,
      of: "ann.lee", wanted: wanted,
      key: SipHash(1, 2), defaults: DraftDefaults(now: moment("2026-03-02T20:00:00Z"), seed: 1))
  }

  private let events = TestSupport.events([
    .by("ann.lee", .started("s", title: "Evening with Bob")),
    .by("ann.lee", .logged("s", "squat", 5, Weight(90), note: "knee hurts")),
    .by("ann.lee", .logged("s", "squat", 1, Weight(900))),
  ])

  @Test func `the condition holds for the new log, and only its value differs in the view`() throws
  {
    let text = "[title=\"Evening with Bob\"].sets[weightKg=900].weightKg > 300"
    let report = try report(text, HistoryView.self, events, wanted: 95)
    let log = Log(report.lines, name: "log")
    let state = try log.states(of: [HistoryView.self], of: report.user, asOf: nil)[0]
    #expect(report.value == 900 && state.value(at: report.condition.path) == 900)
    #expect(report.condition.holds(for: 900) && report.isWanted)
    let json = String(decoding: state.json, as: UTF8.self) + "\n"
    let expected = String(decoding: report.expected, as: UTF8.self)
    let parts = json.split(separator: #""weightKg":900"#, omittingEmptySubsequences: false)
    #expect(parts.count == 2 && expected == parts.joined(separator: #""weightKg":95"#))
    let whole = (String(decoding: report.lines, as: UTF8.self) + expected + "\(report.condition)")
      .lowercased()
    for word in ["ann", "lee", "bob", "evening", "knee"] {
      #expect(!whole.contains(word), "\(word)")
    }
    #expect(report.persons == 1)
  }

  @Test
  func
    `a text in the condition that equals a personal value is replaced, and any other is searched for`()
    throws
  {
    let report = try report(
      "[0].title == \"Evening with Bob\"", HistoryView.self, events, wanted: .null)
    #expect(report.condition.value == report.value && report.value != "Evening with Bob")
    #expect(throws: BugReport.LeftValue.self) {
      try self.report("[0].title != Ann.Lee", HistoryView.self, events, wanted: .null)
    }
    #expect(throws: BugReport.LeftValue.self) {
      try self.report(
        "[0].sets[1].weightKg > 300", HistoryView.self, events, wanted: "for KNEE HURTS, see")
    }
    #expect(throws: BugReport.Dependence.self) {
      try self.report("[0].title < F", HistoryView.self, events, wanted: .null)
    }
  }

  @Test func `the value and the condition are searched for the values of the whole log`() throws {
    let others = TestSupport.events([
      .by("ann.lee", .started("s", title: "Evening with Bob")),
      .by("ben.okoro", .logged("s", "squat", 5, Weight(90), note: "felt strong")),
    ])
    let (title, one) = ("[0].title == \"Evening with Bob\"", [others[0]])
    func report(_ condition: String, wanted: JSON) throws -> BugReport {
      try self.report(condition, HistoryView.self, one, from: others, wanted: wanted)
    }
    #expect(try report(title, wanted: "an evening").isWanted)
    for wanted in ["with Ben.Okoro", "he FELT strong", "see \(others[1].id), please"] {
      #expect(throws: BugReport.LeftValue.self) { try report(title, wanted: .string(wanted)) }
    }
    #expect(throws: BugReport.LeftValue.self) {
      try report("[0].title != \"felt strong\"", wanted: "felt fine")
    }
    #expect(try self.report(title, HistoryView.self, one, wanted: "he felt strong").isWanted)
  }

  @Test func `body measurements are kept if the value derives from one, and replaced otherwise`()
    throws
  {
    let events = TestSupport.events([
      .by("ann.lee", BodyWeightRecorded(weight: Weight(80)).body), .by("ann.lee", .started("s")),
      .by("ann.lee", .logged("s", "squat", 5, Weight(100))),
    ])
    let relative = try report(
      "[exercise=squat].relative.value == 1.25", RecordsView.self, events, wanted: 1)
    #expect(relative.keepsBody && relative.value?.jsonText == "1.25")
    let other = try report("[exercise=squat].reps.value == 5", RecordsView.self, events, wanted: 3)
    #expect(!other.keepsBody)
    #expect(!String(decoding: other.lines, as: UTF8.self).contains(#""weight":80"#))
    for condition in ["[0].weight == 80", "[weightKg=80].unit == kg"] {
      #expect(try report(condition, BodyWeightView.self, events, wanted: 81).keepsBody)
    }
  }

  @Test func `reports of random logs contain no user names`() throws {
    var made = 0
    for events in RandomFacts.logs.prefix(60) {
      guard
        let state = try log(events).states(of: [PersonalBestsView.self], of: "ann", asOf: nil)
          .first,
        case .number? = state.value(at: RecordPath([.index(0), .key("reps")]))
      else { continue }
      let condition = try PathCondition(parsing: "[0].reps != null")
      var search = Minimization(of: events)
      try search.run(condition.judge(in: PersonalBestsView.self, of: .fixed("ann")))
      let report = try BugReport(
        of: search.events, from: log(events), condition, in: PersonalBestsView.self, of: "ann",
        wanted: -1,
        key: SipHash(3, 4), defaults: DraftDefaults(now: moment("2026-03-02T20:00:00Z"), seed: 1))
      let lines = String(decoding: report.lines, as: UTF8.self)
      for user in RandomFacts.users { #expect(!lines.contains("\"\(user)\"")) }
      made += 1
    }
    #expect(made > 3)
  }
}
