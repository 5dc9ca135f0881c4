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

  private static func keep(_ value: JSON, _ number: inout Int, _ isKept: (Int) -> Bool) -> JSON {
    func kept(_ part: JSON) -> JSON? {
      let own = number
      number += 1
      // Nested parts use up their numbers whether this part is kept or not.
      let inner = keep(part, &number, isKept)
      return isKept(own) ? inner : nil
    }
    switch value {
    case .object(let members):
      return .object(members.compactMap { member in kept(member.value).map { (member.name, $0) } })
    case .array(let elements): return .array(elements.compactMap { kept($0) })
    default: return value
    }
  }
}
