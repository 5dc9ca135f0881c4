import Events
import TestSupport
import Testing

@testable import Projections

/// Charts as they are made from views.
@Suite struct ChartTests {
  private func history(_ facts: Fact...) throws -> HistoryView { try history(facts) }

  private func history(_ facts: [Fact]) throws -> HistoryView {
    let state = try replay(log(events(facts)), OfUser<History>("ann")).value
    return HistoryView(of: "ann", state, EmptyProjection())
  }

  private func values(_ chart: Chart, _ place: Int = 0) -> [String] {
    chart.series[place].points.map { "\($0.label) \(chart.text($0.value))" }
  }

  private func set(_ at: String, _ name: Name, _ reps: Int, _ weight: Weight? = nil) -> Fact {
    .by("ann", at: at, .logged(Name(String(at.prefix(10))), name, reps, weight))
  }

  @Test func `the best of each session is drawn, with the record so far`() throws {
    let view = try history(
      set("2026-03-02T18:00:00Z", "squat", 5, Weight(100)),
      set("2026-03-02T18:05:00Z", "squat", 1, Weight(110)),
      set("2026-03-09T18:00:00Z", "squat", 1, Weight(120)),
      set("2026-03-16T18:00:00Z", "squat", 1, Weight(90)))
    let chart = view.chart(of: .estimate(.epley), "Squat", in: .kg)
    #expect(chart.title == "Squat: estimated one-rep max")
    #expect(values(chart) == ["2026-03-02 116.7 kg", "2026-03-09 120 kg", "2026-03-16 90 kg"])
    #expect(values(chart, 1) == ["2026-03-02 116.7 kg", "2026-03-09 120 kg", "2026-03-16 120 kg"])
    #expect(chart.series.map(\.mark) == [.dots, .steps])
    #expect(values(view.chart(of: .product, "Squat", in: .lb)).first == "2026-03-02 1,102.3 lb")
  }

  @Test func `less assistance is a record below zero`() throws {
    let chart = try history(
      set("2026-03-02T18:00:00Z", "pull-up", 5, Weight(-30)),
      set("2026-03-09T18:00:00Z", "pull-up", 5, Weight(-10))
    ).chart(of: .estimate(.epley), "Pull-up", in: .kg)
    #expect(chart.title == "Pull-up: load")
    #expect(values(chart, 1) == ["2026-03-02 -30 kg", "2026-03-09 -10 kg"])
  }

  @Test func `without loads, repetitions are drawn, otherwise distances, otherwise times`() throws {
    let body = try history(
      set("2026-03-02T18:00:00Z", "dip", 12), set("2026-03-03T18:00:00Z", "dip", 15),
      set("2026-03-04T18:00:00Z", "dip", 5, Weight(20)))
    #expect(
      values(body.chart(of: .product, "Dip", in: .kg))
        == ["2026-03-02 12 reps", "2026-03-03 15 reps", "2026-03-04 5 reps"])
    let run = try history(
      .by("ann", at: "2026-03-02T18:00:00Z", .logged("s", "run", 0, seconds: 1_500, metres: 5_200)))
    #expect(values(run.chart(of: .product, "Run", in: .kg)) == ["2026-03-02 5.2 km"])
    let plank = try history(
      .by("ann", at: "2026-03-02T18:00:00Z", .logged("s", "plank", 0, seconds: 90)))
    #expect(values(plank.chart(of: .product, "Plank", in: .kg)) == ["2026-03-02 1.5 min"])
    #expect(try history().chart(of: .product, "none", in: .kg).isEmpty)
  }

  @Test func `a load of zero counts as none`() throws {
    let chart = try history(set("2026-03-02T18:00:00Z", "push-up", 12, Weight(0)))
      .chart(of: .estimate(.epley), "Push-up", in: .kg)
    #expect(values(chart) == ["2026-03-02 12 reps"])
  }

  @Test func `weeks and months without sets are bars of zero`() throws {
    let sessions = try history(
      set("2026-01-05T18:00:00Z", "squat", 5, Weight(100)),
      set("2026-03-31T18:00:00Z", "squat", 5, Weight(100))
    ).rows.map(\.session)
    func chart(_ grouping: VolumeView.Grouping) -> Chart {
      VolumeView(sessions, by: grouping).chart(in: .kg) { $0.text }
    }
    #expect(values(chart(.month)) == ["2026-01 500 kg", "2026-02 0 kg", "2026-03 500 kg"])
    #expect(chart(.week).series[0].points.count == 13)
    #expect(chart(.day).series[0].points.count == 86)
    #expect(values(chart(.exercise)) == ["squat 1,000 kg"])
    #expect(chart(.week).title == "Volume a week")
  }

  @Test func `a measure that half of the sessions have is drawn, and otherwise another one`() throws
  {
    let loaded = set("2026-03-02T18:00:00Z", "dip", 5, Weight(20))
    let half = try history(loaded, set("2026-03-03T18:00:00Z", "dip", 12))
    #expect(values(half.chart(of: .product, "Dip", in: .kg)) == ["2026-03-02 100 kg"])
    let fewer = try history(
      loaded, set("2026-03-03T18:00:00Z", "dip", 12), set("2026-03-04T18:00:00Z", "dip", 15))
    #expect(values(fewer.chart(of: .product, "Dip", in: .kg)).count == 3)
  }

  @Test func `volumes without loads are in repetitions, otherwise kilometres, otherwise minutes`()
    throws
  {
    func drawn(_ sets: Event.Body...) throws -> (title: String, values: [String]) {
      let sessions = try history(sets.map { .by("ann", at: "2026-03-02T18:00:00Z", $0) })
      let chart = VolumeView(sessions.rows.map(\.session), by: .day).chart(in: .kg) { $0.text }
      return (chart.title, values(chart))
    }
    let run = Event.Body.logged("s", "run", 0, seconds: 1_500, metres: 5_200)
    #expect(try drawn(run) == ("Distance a day", ["2026-03-02 5.2 km"]))
    #expect(
      try drawn(run, .logged("s", "dip", 12)) == ("Repetitions a day", ["2026-03-02 12 reps"]))
    let plank = Event.Body.logged("s", "plank", 0, seconds: 90)
    #expect(try drawn(plank) == ("Time a day", ["2026-03-02 1.5 min"]))
  }

  @Test func `the minutes of a week's classes form one bar`() throws {
    let facts = [
      ("2026-03-01", 20.0), ("2026-03-02", 30), ("2026-03-04", 45), ("2026-03-09", 60),
    ].flatMap { day, minutes -> [Fact] in
      let name = Name(day)
      return [
        .by("ann", .scheduled(name, at: day + "T18:00:00Z", minutes: 90)),
        .by("bob", .attended(name, minutes: minutes)),
      ]
    }
    let (own, timetable) = try replay(log(events(facts)), OfUser<OwnClasses>("bob"), Timetable())
    let days = (day("2026-02-23").number...day("2026-03-10").number).map { LocalDay(number: $0) }
    let view = AttendanceView(
      of: "bob", own.value, timetable, days, at: moment("2026-03-10T12:00:00Z"))
    #expect(
      values(view.weeklyChart) == ["2026-02-23 20 min", "2026-03-02 75 min", "2026-03-09 60 min"])
  }

  @Test func `a push-up calendar has whole weeks up to its day, and nothing after it`() throws {
    var pushUps = PushUps()
    let facts = ["2026-02-22", "2026-02-23", "2026-03-03", "2026-03-04"].map { day in
      Fact.by("ann", at: day + "T12:00:00Z", PushUpsLogged(count: 9).body)
    }
    for event in events(facts) { pushUps.apply(event) }
    let chart = PushUpTrendView(of: "ann", pushUps, EmptyProjection())
      .calendar(weeks: 2, endingOn: day("2026-03-03"))
    #expect(chart.days == day("2026-02-23")...day("2026-03-03"))
    #expect(values(chart).map { $0.prefix(10) } == ["2026-02-23", "2026-03-03"])
  }

  @Test func `thousands of empty weeks are left out`() throws {
    let sessions = try history(
      set("0001-01-05T18:00:00Z", "squat", 5, Weight(100)),
      set("9999-03-31T18:00:00Z", "squat", 5, Weight(100))
    ).rows.map(\.session)
    #expect(VolumeView(sessions).chart(in: .kg) { $0.text }.series[0].points.count == 2)
  }

  @Test func `a year has 53 weeks, and counts only the sets, push-ups and classes of its days`()
    throws
  {
    let view = try history(
      set("2026-03-02T18:00:00Z", "squat", 5), set("2026-03-02T18:00:00Z", "squat", 5),
      set("2025-03-02T18:00:00Z", "squat", 5), set("2026-03-04T18:00:00Z", "squat", 5))
    var pushUps = PushUps()
    for event in events([
      .by("ann", at: "2026-03-01T12:00:00Z", PushUpsLogged(count: 9).body)
    ]) { pushUps.apply(event) }
    let chart = Chart.trainingYear(
      view, PushUpTrendView(of: "ann", pushUps, EmptyProjection()),
      AttendanceView(of: "ann", OwnClasses(), Timetable()), endingOn: day("2026-03-03"))
    #expect(chart.days == day("2025-03-03")...day("2026-03-03"))
    #expect(values(chart) == ["2026-03-01 1 set a day", "2026-03-02 2 sets a day"])
  }

  @Test func `named bars are sorted by size, and equal ones keep their order`() {
    let points = [("a", 1.0), ("b", 2), ("c", 2), ("d", -1), ("e", 3)]
    let chart = Chart.ranking("v", unit: "kg", points.map { Chart.Point($0, $1) })
    #expect(chart.series[0].points.map(\.label) == ["e", "b", "c", "a", "d"])
  }

  @Test func `a chart describes its content in words`() {
    func chart(_ values: Double...) -> Chart {
      Chart(
        "v", .bars, unit: "kg", preposition: "in the week of",
        [
          Chart.Series(
            "v", values.enumerated().map { Chart.Point(LocalDay(number: 20_514 + $0 * 7), $1) })
        ])
    }
    #expect(chart().summary == "No values.")
    #expect(chart(5).summary == "One value: 5 kg in the week of 2026-03-02.")
    #expect(chart(5, 5).summary == "2 values, all 5 kg.")
    #expect(
      chart(5, 7, 6).summary
        == "3 values, the largest 7 kg in the week of 2026-03-09, the smallest 5 kg in the week of "
        + "2026-03-02, the latest 6 kg in the week of 2026-03-16.")
  }

  private static let shades: [([Double], Double, [(Double, Int)])] = [
    ([], 1, [(0, 0), (1, 1), (4, 4), (100, 4)]),
    ([12, 12, 12, 400], 5, [(1, 1), (5, 1), (6, 2), (15, 3), (16, 4)]),
    ([2_000], 500, [(500, 1), (501, 2), (2_000, 4), (1e300, 4)]),
  ]

  @Test func `shades cover round ranges, and a single day does not change them`() {
    for (values, step, levels) in Self.shades {
      let shades = CalendarLevels(values)
      #expect(shades.step == step)
      for (value, level) in levels { #expect(shades.level(of: value) == level, "\(value)") }
      #expect(shades.labels.count == 5)
    }
  }

  @Test(arguments: [
    ("sets", 1.0, "1 set"), ("sets a day", 1, "1 set a day"), ("sets", 2, "2 sets"),
    ("days", 0.5, "0.5 days"), ("kg", 1, "1 kg"), ("min", 1, "1 min"),
  ])
  func `a single thing is in the singular`(_ unit: String, _ value: Double, _ text: String) {
    #expect(Chart("chart", .bars, unit: unit, []).text(value) == text)
  }
}
