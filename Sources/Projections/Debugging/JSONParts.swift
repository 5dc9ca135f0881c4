import Events

/// The removable parts of a JSON value: members of objects and elements of lists, outer parts first.
struct JSONParts {
  private let whole: JSON
  let count: Int

  init(_ whole: JSON) {
    self.whole = whole
    var number = 0
    _ = JSONParts.keep(whole, &number) { _ in true }
    count = number
  }

  /// Returns the value without the parts for whose numbers `isKept` returns false.
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
        // Nested parts use up their numbers whether this part is kept or not.
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
