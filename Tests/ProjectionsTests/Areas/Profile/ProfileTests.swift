import Events
import Projections
import TestSupport
import Testing

@Suite struct ProfileTests {
  private func profile(
    _ sex: Sex?, _ weight: Weight?, squat: Weight?, bench: Weight, deadlift: Weight
  ) -> ProfileView.Row? {
    var facts: [ProfileEvent] = [.profileRevised(ProfileRevised(sex: sex))]
    if let weight { facts.append(.bodyWeightRecorded(BodyWeightRecorded(weight: weight))) }
    if let squat { facts.append(.maxRecorded(MaxRecorded(lift: .squat, weight: squat))) }
    facts.append(.maxRecorded(MaxRecorded(lift: .bench, weight: bench)))
    facts.append(.maxRecorded(MaxRecorded(lift: .deadlift, weight: deadlift)))
    // The overhead press is no part of a total.
    facts.append(.maxRecorded(MaxRecorded(lift: .press, weight: Weight(80))))
    var profile = Profile()
    for event in events(facts.map { .by("ann", .profile($0)) }) { profile.apply(event) }
    return ProfileView(of: "ann", profile, on: nil).rows.first
  }

  @Test(arguments: [
    (Sex.male, 87.2, 1013.0, 657.51, 665.75), (.female, 74, 725, 695.09, 711.19),
    (.male, 100, 1000, 608.589_07, 615.515_8), (.female, 60, 500, 557.443_4, 554.272_8),
    (.mx, 100, 1000, 608.589_07, 615.515_8),
  ])
  func `the points of a total match the published values`(
    sex: Sex, weight: Double, total: Double, wilks: Double, dots: Double
  ) throws {
    let row = try #require(
      profile(
        sex, Weight(weight), squat: Weight(total - 300), bench: Weight(100),
        deadlift: Weight(200)))
    let points = try #require(row.points)
    #expect(abs(points.wilks - wilks) < 0.0051)
    #expect(abs(points.dots - dots) < 0.0051)
  }

  @Test func `the points are computed in kilograms for every unit`() throws {
    let (body, lift) = (Weight(220, .lb), Weight(500, .lb))
    let row = try #require(profile(.male, body, squat: lift, bench: lift, deadlift: lift))
    let points = try #require(row.points)
    let expected = PointsFormula.wilks.points(
      total: 1500 * 0.453_592_37, bodyWeight: 220 * 0.453_592_37, .male)
    #expect(abs(points.wilks - expected) < 1e-9)
  }

  @Test func `there are no points without a sex, a body weight or a total`() throws {
    let (body, lift) = (Weight(80), Weight(100))
    #expect(
      try #require(profile(nil, body, squat: lift, bench: lift, deadlift: lift)).points == nil)
    #expect(
      try #require(profile(.male, nil, squat: lift, bench: lift, deadlift: lift)).points == nil)
    #expect(
      try #require(profile(.male, body, squat: nil, bench: lift, deadlift: lift)).points == nil)
  }
}
