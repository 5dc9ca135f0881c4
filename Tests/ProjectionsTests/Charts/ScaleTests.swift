import Events
import Projections
import TestSupport
import Testing

/// Axes of numbers and of days.
@Suite struct ScaleTests {
  @Test(arguments: [
    (0.0...9.0, true, 5, [0, 2, 4, 6, 8, 10]), (0...1, true, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
    (3...7, true, 5, [0, 2, 4, 6, 8]), (96...104, false, 4, [96, 98, 100, 102, 104]),
    (-30 ... -10, false, 4, [-30, -25, -20, -15, -10]), (-5...12, true, 4, [-5, 0, 5, 10, 15]),
    (-8 ... -3, true, 4, [-8, -6, -4, -2, 0]), (0...4_320, true, 3, [0, 2_000, 4_000, 6_000]),
    // One value, and none but zero.
    (100...100, false, 4, [90, 95, 100, 105, 110]), (50...50, true, 2, [0, 50]),
    (0...0, true, 2, [0, 0.5, 1]), (-20 ... -20, false, 4, [-22, -21, -20, -19, -18]),
  ])
  func `ticks are round, and cover all values`(
    _ values: ClosedRange<Double>, _ includesZero: Bool, _ steps: Int, _ ticks: [Double]
  ) {
    let scale = Scale(values, includesZero: includesZero, steps: steps)
    #expect(scale.ticks.count == ticks.count, "\(scale.ticks)")
    for (tick, expected) in zip(scale.ticks, ticks) { #expect((tick - expected).magnitude < 1e-9) }
  }

  private static let sizes: [Double] = [1e-7, 0.01, 1, 1_000, 1e9, 1e300]

  @Test func `no axis has more ticks than fit, however large or small its values are`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let size = Self.sizes[Int.random(in: Self.sizes.indices, using: &generator)]
      let one = Double.random(in: -size...size, using: &generator)
      let other = Double.random(in: -size...size, using: &generator)
      let steps = Int.random(in: -1...12, using: &generator)
      let scale = Scale(
        min(one, other)...max(one, other), includesZero: Bool.random(using: &generator),
        steps: steps)
      #expect(scale.ticks.count >= 2)
      #expect(scale.ticks.count <= max(2, steps) + 1, "\(one) \(other) \(steps)")
      for value in [one, other] {
        #expect((0...1).contains(scale.place(of: value)))
        if size < 1e15 { #expect(scale.lower <= value + 1e-9 && value - 1e-9 <= scale.upper) }
      }
    }
  }

  @Test(arguments: [
    (0.0...9.0, ["0", "5", "10"]), (0...0.9, ["0", "0.5", "1"]),
    (0...14_000, ["0", "10k", "20k"]), (0...9_000, ["0", "5k", "10k"]),
    (0...3_000_000, ["0", "2,000k", "4,000k"]), (-14_000...0, ["-20k", "-10k", "0"]),
  ])
  func `labels are short`(_ values: ClosedRange<Double>, _ labels: [String]) {
    #expect(Scale(values, includesZero: true, steps: 2).labels == labels)
  }

  @Test(arguments: [
    (
      "2026-03-02", "2026-03-08", 8,
      ["2 Mar", "3 Mar", "4 Mar", "5 Mar", "6 Mar", "7 Mar", "8 Mar"]
    ),
    ("2026-03-02", "2026-03-08", 4, ["2 Mar", "4 Mar", "6 Mar", "8 Mar"]),
    ("2026-02-20", "2026-03-25", 5, ["23 Feb", "2 Mar", "9 Mar", "16 Mar", "23 Mar"]),
    ("2025-11-15", "2026-03-20", 4, ["Dec 2025", "Jan 2026", "Feb", "Mar"]),
    ("2025-01-01", "2025-12-31", 4, ["Jan 2025", "Apr", "Jul", "Oct"]),
    ("2019-05-01", "2026-03-20", 4, ["2020", "2022", "2024", "2026"]),
    ("0001-01-01", "9999-12-31", 5, ["2000", "4000", "6000", "8000"]),
    ("2026-03-02", "2026-03-02", 5, ["2 Mar"]), ("2026-03-02", "2026-03-02", 0, ["2 Mar"]),
    ("2026-03-03", "2026-03-20", 1, ["9 Mar"]),
  ])
  func `the labels of days depend on the available width`(
    _ first: String, _ last: String, _ room: Int, _ names: [String]
  )
    throws
  {
    let days = try #require(LocalDay(first))...(try #require(LocalDay(last)))
    let axis = DateAxis(days, names: room)
    #expect(axis.ticks.map(\.label) == names)
    #expect(axis.ticks.allSatisfy { days.contains($0.day) })
  }

  @Test func `there is at least one label, and never more than fit`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<3_000 {
      let first = Int.random(in: 0...30_000, using: &generator)
      let length = Int.random(
        in: 0...[3, 40, 800, 20_000][Int.random(in: 0...3, using: &generator)], using: &generator)
      let room = Int.random(in: 1...14, using: &generator)
      let axis = DateAxis(LocalDay(number: first)...LocalDay(number: first + length), names: room)
      #expect(!axis.ticks.isEmpty)
      #expect(axis.ticks.count <= max(2, room))
      #expect(axis.ticks.map(\.day) == axis.ticks.map(\.day).sorted())
    }
  }

  @Test func `a period has at most one label`() {
    let months = day("2026-05-01")...day("2026-08-01")
    let labels = DateAxis(months, names: 8, period: 30).ticks.map(\.label)
    #expect(labels == ["May 2026", "Jun", "Jul", "Aug"])
    #expect(DateAxis(months, names: 8).ticks.count == 7)
  }
}
