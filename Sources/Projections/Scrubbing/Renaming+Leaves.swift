import Events

// The permitted changes of the values of a row.
extension Renaming {
  /// Returns whether the renaming may turn `before` into `after`.
  func allows(_ before: ViewLeaves.Leaf, _ after: ViewLeaves.Leaf) -> Bool {
    guard before.path.steps.last == after.path.steps.last else { return false }
    if let old = before.value?.text, let new = after.value?.text { return allows(before, old, new) }
    switch (before.value, after.value) {
    case (nil, nil): return true
    case (.integer(let old), .integer(let new)):
      return old == new || before.path.steps.last == .key("seq") && positions[old] == new
        || hidesFigure(before)
        // A shift changes the number of days in a month, so values that count by months are not compared.
        || before.isByMonth && pseudonyms.days != 0
    case (.number(let old), .number(let new)):
      // By their bits: NaN does not equal itself.
      return old.bitPattern == new.bitPattern || hidesFigure(before)
    case (.weight(let old), .weight(let new)): return old == new || hidesFigure(before)
    case (.boolean(let old), .boolean(let new)): return old == new
    case (.time(let old), .time(let new)): return pseudonyms.time(old) == new
    case (.texts(let old), .texts(let new)):
      return old.count == new.count && zip(old, new).allSatisfy { allowsPlain($0, $1) }
    default: return false
    }
  }

  private func hidesFigure(_ leaf: ViewLeaves.Leaf) -> Bool {
    leaf.isPersonal && pseudonyms.hidesBody
  }

  private func allows(_ leaf: ViewLeaves.Leaf, _ old: String, _ new: String) -> Bool {
    let isVerbatim = String.isVerbatim(old, new)
    switch leaf.kind {
    case .day:
      guard let day = LocalDay(old) else { return isVerbatim }
      return pseudonyms.day(day, isPersonal: leaf.isPersonal && pseudonyms.erased == nil)
        .description == new
    case .text where leaf.isPersonal: return allowsPersonal(leaf, old, new)
    case .text:
      if isVerbatim { return true }
      if pseudonyms.days != 0, let day = LocalDay(old) {
        return pseudonyms.day(day, isPersonal: false).description == new
      }
      return allowsPlain(old, new)
    case .id: return EventID(old).map { pseudonyms.id($0).description == new } ?? isVerbatim
    default: return isVerbatim
    }
  }

  /// Returns whether a text that is not personal may become another.
  ///
  /// A view does not tell whether a text is the name of an entity, of an exercise, or neither.
  private func allowsPlain(_ old: String, _ new: String) -> Bool {
    if String.isVerbatim(old, new) { return true }
    let name = Name(old)
    return [
      plain(name).text, pseudonyms.entity(name).text, pseudonyms.exercise(name).text,
      pseudonyms.catalogueText(old), pseudonyms.term(old), pseudonyms.term(old, isOwn: false),
      pseudonyms.renamingMentions(old),
    ].contains { String.isVerbatim($0, new) }
  }

  private func allowsPersonal(_ leaf: ViewLeaves.Leaf, _ old: String, _ new: String) -> Bool {
    func isNew(isOwn: Bool) -> Bool {
      String.isVerbatim(
        leaf.isName
          ? pseudonyms.name(Name(old), isOwn: isOwn).text : pseudonyms.text(old, isOwn: isOwn), new)
    }
    if String.isVerbatim(old, new), fixed.contains(ExactText(old)) { return true }
    guard pseudonyms.erased != nil else { return isNew(isOwn: true) }
    // A view of all users also contains texts of the erased person, and another user may have the same given name.
    return String.isVerbatim(old, new) || isNew(isOwn: false)
      || pseudonyms.isKnownPersonal(old) && isNew(isOwn: true)
  }
}
