import Events

/// The parts of a JSON value that can be left out: members of objects and elements of lists, outer ones first.
struct JSONParts {
  private let whole: JSON
  /// The number of parts.
  let count: Int

  init(_ whole: JSON) {
    self.whole = whole
    var number = 0
    _ = JSONParts.keep(whole, &number) { _ in true }
    count = number
  }

  /// Returns the value without the parts whose numbers are refused.
  func json(_ isKept: (Int) -> Bool) -> JSON {
    var number = 0
    return JSONParts.keep(whole, &number, isKept)
  }

  private static func keep(
    _ value: JSON, _ number: inout Int, _ isKept: (Int) -> Bool
  ) -> JSON {
    switch value {
    case .object(let members):
      var kept: [(name: String, value: JSON)] = []
      for member in members {
        let own = number
        number += 1
        // What is within a part has its numbers, whether the part is kept or not.
        let inner = keep(member.value, &number, isKept)
        if isKept(own) { kept.append((member.name, inner)) }
      }
      return .object(kept)
    case .array(let elements):
      var kept: [JSON] = []
      for element in elements {
        let own = number
        number += 1
        let inner = keep(element, &number, isKept)
        if isKept(own) { kept.append(inner) }
      }
      return .array(kept)
    default: return value
    }
  }
}
