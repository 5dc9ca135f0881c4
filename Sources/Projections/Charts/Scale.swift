import Events

/// An axis of numbers with round ticks; all values lie between the first and the last tick.
///
/// Steps are 1, 2 or 5 times a power of ten. The code calls no function of the mathematical library, since its last
/// digits differ from machine to machine.
public struct Scale: Equatable, Sendable {
  /// The ticks, ascending; at least two.
  public let ticks: [Double]
  /// The distance between two ticks.
  public let step: Double

  /// Creates the axis of values.
  ///
  /// - Parameters:
  ///   - values: The values to show. They must be finite.
  ///   - includesZero: Whether the axis includes zero, as bars require.
  ///   - count: The maximum number of steps, at least two.
  public init(_ values: ClosedRange<Double>, includesZero: Bool, steps count: Int) {
    // Larger values make no useful picture, and their differences may not be finite.
    let most = 1e15
    var lower = min(max(values.lowerBound, -most), most)
    var upper = min(max(values.upperBound, -most), most)
    if includesZero { (lower, upper) = (min(lower, 0), max(upper, 0)) }
    if lower == upper {
      // A single value is in the middle of its axis, or at the end if the axis includes zero.
      let room = lower == 0 ? 1 : lower.magnitude / 10
      (lower, upper) = (includesZero ? lower : lower - room, upper + room)
    }
    let fitting = Double(max(2, count))
    var step = Scale.step(atLeast: (upper - lower) / fitting)
    var first = (lower / step).rounded(.down)
    var last = (upper / step).rounded(.up)
    // Ends are rounded outwards, which may add a step too many.
    while last - first > fitting {
      step = Scale.step(atLeast: step * 1.5)
      (first, last) = ((lower / step).rounded(.down), (upper / step).rounded(.up))
    }
    self.step = step
    ticks = (Int(first)...Int(max(last, first + 1))).map { Double($0) * step }
  }

  /// Returns the smallest step of 1, 2 or 5 times a power of ten that is not less than `least`.
  ///
  /// It is at least a billionth.
  static func step(atLeast least: Double) -> Double {
    if least < 1 {
      // A quotient of whole numbers is rounded once; a product of tenths would accumulate errors.
      var divisor = 1.0
      while divisor < 1e8, least <= 1 / (divisor * 10) { divisor *= 10 }
      return 1 / (divisor * ([10.0, 5, 2].first { least <= 1 / (divisor * $0) } ?? 1))
    }
    var power = 1.0
    while least > power * 10 { power *= 10 }
    return power * ([1.0, 2, 5].first { least <= power * $0 } ?? 10)
  }

  /// The first tick.
  public var lower: Double { ticks[0] }
  /// The last tick.
  public var upper: Double { ticks[ticks.count - 1] }

  /// Returns the place of a value on the axis: 0 at the first tick, 1 at the last.
  public func place(of value: Double) -> Double {
    upper > lower ? min(max((value - lower) / (upper - lower), 0), 1) : 0.5
  }

  /// The ticks for display, all in one form: `0.5`, `1,200`, `15k`.
  public var labels: [String] { ticks.map(label) }

  private func label(_ tick: Double) -> String {
    let most = max(lower.magnitude, upper.magnitude)
    let units: [(size: Double, letter: String)] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
    for unit in units where most >= unit.size * 10 && step * 100 >= unit.size {
      return tick == 0 ? "0" : Scale.text(tick / unit.size) + unit.letter
    }
    return Scale.text(tick)
  }

  private static func text(_ value: Double) -> String { grouped(decimal(value, places: 6)) }
}
