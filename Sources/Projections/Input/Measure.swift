import Events

/// A part of the entry of a set: the work, or the load.
enum Measure: Equatable {
  /// A number without a unit; `count` is nil unless it is a whole number.
  case number(Double, count: Int?)
  /// A range of repetitions, written `8-12`.
  case range(ClosedRange<Int>)
  case weight(Weight)
  /// The weight of the body alone, written `bw`.
  case body
  case seconds(Double)
  case metres(Double)
  /// A distance with its time, written `5km/27:30`.
  case run(metres: Double, seconds: Double)

  /// Creates the measure written as `text`, in lower case; nil for any other form.
  init?(_ text: some StringProtocol) {
    let text = trimmed(text)
    if let measure = Measure.run(text) ?? Measure.duration(text) {
      self = measure
      return
    }
    if text == "bw" {
      self = .body
      return
    }
    if let range = Measure.range(text) {
      self = .range(range)
      return
    }
    let digits = text.prefix { !$0.isLetter }
    let unit = text[digits.endIndex...]
    guard let value = enteredNumber(trimmed(digits)) else { return nil }
    if unit.isEmpty {
      self = .number(value, count: Int(trimmed(digits)))
    } else if let unit = Measure.massUnits[String(unit)] {
      self = .weight(Weight(value, unit))
    } else if let metres = Measure.lengthUnits[String(unit)] {
      self = .metres(value * metres)
    } else {
      return nil
    }
  }

  static let massUnits: [String: Weight.Unit] = ["kg": .kg, "kgs": .kg, "lb": .lb, "lbs": .lb]
  /// The metres in a unit of length; a mile is 1609.344 m (1959 agreement).
  static let lengthUnits = ["m": 1.0, "km": 1000, "mi": 1609.344]
  /// The seconds in a unit of time; `m` means metres.
  static let timeUnits = ["s": 1.0, "sec": 1, "min": 60, "h": 3600]

  /// Returns the range of `8-12`, also with a dash as in `8–12`.
  private static func range(_ text: String) -> ClosedRange<Int>? {
    guard let (least, most) = bounds(text), least < most else { return nil }
    return least...most
  }

  /// Returns the two numbers of `8-12`, in either order.
  static func bounds(_ text: some StringProtocol) -> (Int, Int)? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
    guard parts.count == 2,
      parts.allSatisfy({ !$0.isEmpty && $0.unicodeScalars.allSatisfy(isFigure) }),
      let first = Int(parts[0]), let last = Int(parts[1])
    else { return nil }
    return (first, last)
  }

  /// Returns the distance and time of `5km/27:30`.
  private static func run(_ text: String) -> Measure? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, case .metres(let metres) = Measure(parts[0]),
      case .seconds(let seconds) = Measure(parts[1])
    else { return nil }
    return .run(metres: metres, seconds: seconds)
  }

  /// Returns the time of `1:30`, `1:05:00`, `60s`, `5min` or `1h 5min`.
  private static func duration(_ text: String) -> Measure? {
    if text.contains(":") { return clock(text) }
    var (rest, total, isDuration) = (text[...], 0.0, false)
    while !rest.isEmpty {
      let digits = rest.prefix { !$0.isLetter }
      rest = rest[digits.endIndex...]
      let unit = rest.prefix { $0.isLetter }
      rest = rest[unit.endIndex...]
      guard let value = enteredNumber(trimmed(digits)), value >= 0,
        let seconds = timeUnits[String(unit)]
      else { return nil }
      total += value * seconds
      isDuration = true
    }
    return isDuration ? .seconds(total) : nil
  }

  /// Returns the time of `1:30` or `1:05:00`: minutes and seconds, or hours, minutes and seconds.
  private static func clock(_ text: String) -> Measure? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3,
      parts.allSatisfy({ $0.unicodeScalars.first.map(isFigure) ?? false }),
      let first = Int(parts[0]), first <= 10_000, let last = parts.last,
      last.prefix(while: { $0.isNumber }).count == 2, let seconds = enteredNumber(last),
      seconds < 60
    else { return nil }
    guard parts.count == 3 else { return .seconds(Double(first * 60) + seconds) }
    guard parts[1].utf8.count == 2, let minutes = Int(parts[1]), minutes < 60 else { return nil }
    return .seconds(Double(first * 3600 + minutes * 60) + seconds)
  }
}
