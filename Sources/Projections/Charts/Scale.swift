import Events

/// An axis of numbers: round ticks, the first and the last of which hold all values between them.
///
/// Steps are 1, 2 or 5 times a power of ten. No function of the mathematical library takes part, whose last
/// digits differ from machine to machine.
public struct Scale: Equatable, Sendable {
  /// The ticks, ascending; at least two.
  public let ticks: [Double]
  /// The distance of two ticks.
  public let step: Double

  /// Creates the axis of values.
  ///
  /// - Parameters:
  ///   - values: the values to show, finite numbers.
  ///   - includesZero: whether the axis reaches to zero, as bars need it.
  ///   - count: the number of steps that fit, at least two; there are as many or fewer.
  public init(_ values: ClosedRange<Double>, includesZero: Bool, steps count: Int) {
    // Beyond that no picture is of use, and differences are no numbers.
    let most = 1e15
    var lower = min(max(values.lowerBound, -most), most)
    var upper = min(max(values.upperBound, -most), most)
    if includesZero { (lower, upper) = (min(lower, 0), max(upper, 0)) }
    if lower == upper {
      // One value lies in the middle of its axis; where zero is on it, at its end.
      let room = lower == 0 ? 1 : lower.magnitude / 10
      (lower, upper) = (includesZero ? lower : lower - room, upper + room)
    }
    let fitting = Double(max(2, count))
    var step = Scale.step(atLeast: (upper - lower) / fitting)
    var first = (lower / step).rounded(.down)
    var last = (upper / step).rounded(.up)
    // Ends are rounded outwards, which may take a step too many.
    while last - first > fitting {
      step = Scale.step(atLeast: step * 1.5)
      (first, last) = ((lower / step).rounded(.down), (upper / step).rounded(.up))
    }
    self.step = step
    ticks = (Int(first)...Int(max(last, first + 1))).map { Double($0) * step }
  }

  /// Returns the smallest step of 1, 2 or 5 times a power of ten that is not less than `least`.
  ///
  /// It is never less than a billionth.
  static func step(atLeast least: Double) -> Double {
    if least < 1 {
      // A quotient of whole numbers is rounded once; a product of tenths would drift.
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

  /// Returns the place of a value on the axis, 0 at its first tick and 1 at its last one.
  public func place(of value: Double) -> Double {
    upper > lower ? min(max((value - lower) / (upper - lower), 0), 1) : 0.5
  }

  /// The ticks as people read them, all in one form: `0.5`, `1,200`, `15k`.
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
