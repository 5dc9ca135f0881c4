/// The allowed range of a field; the table of all ranges.
///
/// A limit applies to new values from a decision, an import or `append`. Reading a log does not check limits, so that
/// a stricter limit never makes an old log unreadable.
@usableFromInline package enum Limit: Sendable {
  /// Any value of the type.
  case none
  /// An identifier: 1...200 bytes, no control character, and no space at either end.
  case name
  /// A text: 1...10,000 characters, at least one of them not white space.
  case text
  /// A text that replaces another: a `text`, or an empty one to remove the other.
  case wording
  /// The address of something to show: a text without a password or a token.
  case address
  /// The name of a setting: an identifier that is not the name of a secret.
  case setting
  /// The repetitions of one set: 0 (a failed attempt) ... 1,000.
  case reps
  /// The planned sets of one exercise: 1...100.
  case sets
  /// A mass in the given unit: -500...2,000 kg; negative values mean assistance.
  case weight(Weight.Unit)
  /// A mass whose unit is in another field: `weight` in that unit, checked once the unit is known.
  case enteredWeight
  /// The weight of a person whose unit is in another field: `bodyWeight` in that unit, checked once the unit is
  /// known.
  case enteredBodyWeight
  /// A rating of perceived exertion: 1...10.
  case rpe
  /// Repetitions in reserve: 0...10.
  case rir
  /// A position in a list, counted from 1: 1...1,000.
  case position
  /// The duration of a set in seconds: 0...86,400.
  case seconds
  /// The distance of a set in metres: 0...1,000,000.
  case metres
  /// The height of a person in centimetres: 30...300.
  case height
  /// The weight of a person in the given unit: 2...700 kg.
  case bodyWeight(Weight.Unit)
  /// A length of the body in centimetres or inches, or its fat in per cent: 1...300.
  case bodyMeasure
  /// The duration of a workout or a class in minutes: 0...1,440.
  case minutes
  /// The capacity of a class: 1...10,000.
  case capacity
  /// A step between loads, in their unit: 0.01...100.
  case increment
  /// The failed sessions in a row before the load of a program falls: 1...100.
  case failures
  /// The part of a load that is taken off, in percent: 1...90.
  case deload
  /// A cycle of a program, counted from 1: 1...1,000.
  case cycle
  /// A week of a cycle, counted from 1: 1...4.
  case week
  /// The repetitions of a session of push-ups: 0...10,000.
  case count
  /// The energy of a portion in kilocalories: 0...10,000.
  case calories
  /// A nutrient of a portion in grams: 0...10,000.
  case grams
  /// The facts of one undo, which is one batch with its note: 0...20,000.
  case reversal

  /// The allowed numbers, in kilograms for a weight; nil for a limit on texts and for no limit.
  @usableFromInline package var range: ClosedRange<Double>? { numbers?.range }

  /// The unit of the numbers, as written after them; nil if they have none, or if another field has the unit.
  package var unit: String? { numbers?.unit }

  private var numbers: (range: ClosedRange<Double>, unit: String?)? {
    switch self {
    case .none, .name, .text, .wording, .address, .setting, .enteredWeight, .enteredBodyWeight:
      nil
    case .reps: (0...1_000, nil)
    case .sets: (1...100, nil)
    case .weight(let unit): (-500...2_000, unit.rawValue)
    case .rpe: (1...10, nil)
    case .rir: (0...10, nil)
    case .position: (1...1_000, nil)
    case .seconds: (0...86_400, "s")
    case .metres: (0...1_000_000, "m")
    case .height: (30...300, "cm")
    case .bodyWeight(let unit): (2...700, unit.rawValue)
    case .bodyMeasure: (1...300, nil)
    case .minutes: (0...1_440, "min")
    case .capacity: (1...10_000, nil)
    case .increment: (0.01...100, nil)
    case .failures: (1...100, nil)
    case .deload: (1...90, "%")
    case .cycle: (1...1_000, nil)
    case .week: (1...4, nil)
    case .count: (0...10_000, nil)
    case .calories: (0...10_000, "kcal")
    case .grams: (0...10_000, "g")
    case .reversal: (0...Double(Memory.longestBatch.lines - 1), nil)
    }
  }

  /// Returns a description of how a number exceeds the limit, or nil if the number is within the limit.
  @usableFromInline package func breach(by number: Double) -> String? {
    guard let range else { return nil }
    var unit = ""
    var measured = number
    switch self {
    case .weight(let entered), .bodyWeight(let entered):
      measured = Weight(number, entered).kilograms
      unit = " kg"
    default: break
    }
    guard !range.contains(measured) else { return nil }
    let bounds = [range.lowerBound, range.upperBound].map { grouped(decimal($0)) }
    // With rounding, the message could say that 2,000.001 must be at most 2,000, got 2,000.
    let rounded = decimal(measured)
    let isWithin = Double(rounded).map(range.contains) ?? false
    let found = isWithin ? measured.description : grouped(rounded)
    return "must be \(bounds[0])…\(bounds[1])\(unit), got \(found)\(unit)"
  }

  /// Returns a description of how a text exceeds the limit, or nil if the text is within the limit.
  @usableFromInline package func breach(by text: String) -> String? {
    switch self {
    case .name: return Name.breach(of: text)
    case .text:
      if trimmed(text).isEmpty { return "must not be empty" }
      // A character has at least one byte, so only long texts need counting.
      if text.utf8.count > 10_000, text.count > 10_000 {
        return "must have at most 10,000 characters, got \(grouped(String(text.count)))"
      }
      return SecretValue.isIn(text) ? SecretValue.breach : nil
    case .wording: return text.isEmpty ? nil : Limit.text.breach(by: text)
    case .address:
      return SecretName.isIn(address: text)
        ? "must not hold a password or a token" : Limit.text.breach(by: text)
    case .setting:
      return SecretName.listed(text) == nil
        ? Name.breach(of: text) : SecretValue.settingBreach
    default: return nil
    }
  }
}
