import Events
import Projections

extension Sex: ChoiceArgument {
  static var placeholder: String { "SEX" }
}

/// The height of a person: `171.5`, `171.5cm`, `1.72m`, `5'11"`.
struct HeightArgument: ArgumentValue {
  let centimetres: Double

  static var placeholder: String { "HEIGHT" }
  static var expected: String { "a height such as 171.5cm, 1.72m or 5'11\"" }

  init?(argument text: String) {
    let text = text.lowercased()
    let feet = text.split(separator: "'", maxSplits: 1, omittingEmptySubsequences: false)
    if feet.count == 2 {
      let inches = feet[1].hasSuffix("\"") ? feet[1].dropLast() : feet[1]
      guard let feet = Int(feet[0]), (0...9).contains(feet),
        let inches = inches.isEmpty ? 0 : Double(argument: String(inches)),
        (0..<12).contains(inches)
      else { return nil }
      // One inch is 2.54 cm (1959 agreement).
      centimetres = Double(feet) * 30.48 + inches * 2.54
      return
    }
    let number = text.prefix { !$0.isLetter && $0 != " " }
    let unit = text[number.endIndex...].drop { $0 == " " }
    let point = number.contains(",") ? String(number.map { $0 == "," ? "." : $0 }) : String(number)
    guard let value = Double(argument: point) else { return nil }
    switch unit {
    case "", "cm": centimetres = value
    // Not value * 100, which would make 1.72 m slightly less than 172 cm.
    case "m": centimetres = (value * 10_000).rounded() / 100
    default: return nil
    }
  }
}

extension LocalDay: ArgumentValue {
  static var placeholder: String { "DATE" }
  static var expected: String { "a date such as 1990-05-01" }
  init?(argument text: String) { self.init(text) }
}

/// The parts of a profile to remove: `born,squat`.
struct ClearedProfile: ArgumentValue {
  private(set) var details: [ProfileDetail] = []
  private(set) var maxes: [Lift] = []

  static var placeholder: String { "LIST" }
  static var completion: Completion { .words(words) }
  static var expected: String { "any of \(words.joined(separator: ", "))" }
  private static let details: [(word: String, detail: ProfileDetail)] = [
    ("name", .name), ("sex", .sex), ("born", .bornOn), ("height", .heightCm), ("unit", .unit),
  ]
  private static var words: [String] { details.map(\.word) + Lift.allCases.map(\.rawValue) }

  init?(argument text: String) {
    for word in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let word = trimmed(word)
      if let found = Self.details.first(where: { $0.word == word }) {
        details.append(found.detail)
      } else if let lift = Lift(rawValue: word) {
        maxes.append(lift)
      } else {
        return nil
      }
    }
  }
}
