import Events

// What the values of a row may become.
extension Renaming {
  /// Returns whether `after` is what `before` comes to.
  func allows(_ before: ViewLeaves.Leaf, _ after: ViewLeaves.Leaf) -> Bool {
    guard before.path.steps.last == after.path.steps.last else { return false }
    if let old = before.value?.text, let new = after.value?.text { return allows(before, old, new) }
    switch (before.value, after.value) {
    case (nil, nil): return true
    case (.integer(let old), .integer(let new)):
      return old == new || before.path.steps.last == .key("seq") && positions[old] == new
        || hidesFigure(before)
        // Months have other days, so what counts by them is not compared.
        || before.isByMonth && pseudonyms.days != 0
    case (.number(let old), .number(let new)):
      // Not by their values: of two that are no number none equals the other.
      return old.bitPattern == new.bitPattern || hidesFigure(before)
    case (.weight(let old), .weight(let new)): return old == new || hidesFigure(before)
    case (.boolean(let old), .boolean(let new)): return old == new
    case (.time(let old), .time(let new)): return pseudonyms.time(old) == new
    case (.texts(let old), .texts(let new)): return old == new
    default: return false
    }
  }

  private func hidesFigure(_ leaf: ViewLeaves.Leaf) -> Bool {
    leaf.isPersonal && pseudonyms.hidesBody
  }

  private func allows(_ leaf: ViewLeaves.Leaf, _ old: String, _ new: String) -> Bool {
    switch leaf.kind {
    case .day:
      guard let day = LocalDay(old) else { return old == new }
      return pseudonyms.day(day, isPersonal: leaf.isPersonal && pseudonyms.erased == nil)
        .description == new
    case .text where leaf.isPersonal: return allowsPersonal(leaf, old, new)
    case .text:
      if old == new { return true }
      if pseudonyms.days != 0, let day = LocalDay(old) {
        return pseudonyms.day(day, isPersonal: false).description == new
      }
      return entities[Name(old)]?.text == new
    default: return old == new
    }
  }

  private func allowsPersonal(_ leaf: ViewLeaves.Leaf, _ old: String, _ new: String) -> Bool {
    func renamed(isOwn: Bool) -> String {
      leaf.isName
        ? pseudonyms.name(Name(old), isOwn: isOwn).text : pseudonyms.text(old, isOwn: isOwn)
    }
    if old == new, fixed.contains(old) { return true }
    guard pseudonyms.erased != nil else { return renamed(isOwn: true) == new }
    // A view of all users has texts of the erased person among those of others.
    return renamed(isOwn: false) == new
      || pseudonyms.texts.contains(old) && renamed(isOwn: true) == new
  }
}
