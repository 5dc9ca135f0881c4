import Events

/// The permitted differences between a view of a log and the same view of a scrubbed copy of it.
public struct Renaming: Sendable {
  let pseudonyms: Pseudonyms
  /// The new names of entities that were renamed, by their old names.
  let entities: [Name: Name]
  /// The new names of exercises, by their old names.
  let exercises: [Name: Name]
  /// The new positions of events that were moved, as after a gap in the log, by their old positions.
  let positions: [Int: Int]
  /// The texts that come with replog; no user wrote them.
  let fixed: Set<ExactText>

  /// Returns the new name of an exercise.
  func exercise(_ name: Name) -> Name { exercises[name] ?? pseudonyms.exercise(name) }

  /// Returns rows in the order of the original rows, if they are in the order of exercises with other names now.
  func inOrder<R: Record>(_ rows: [R], of old: [R]) -> [R] {
    guard R.key == "exercise", rows.count == old.count else { return rows }
    var places: [Name: Int] = [:]
    for (place, row) in rows.enumerated() {
      if let name = row._keyScalar?.name { places[name] = place }
    }
    let sorted = old.compactMap { row in
      row._keyScalar.flatMap { places[exercise($0.name)] }.map { rows[$0] }
    }
    return places.count == rows.count && sorted.count == rows.count ? sorted : rows
  }

  /// Returns whether the renaming may turn the value `old` of a field of a row into `new`.
  ///
  /// - Parameter isWord: A Boolean value indicating whether a text is one of a fixed set of words.
  func allows(
    _ old: RecordScalar?, _ new: RecordScalar?, in field: StaticString, isPersonal: Bool,
    isByMonth: Bool, isWord: Bool
  ) -> Bool {
    let hidesFigure = isPersonal && pseudonyms.hidesBody
    switch (old, new) {
    case (nil, nil): return true
    case (.integer(let old), .integer(let new)):
      return old == new || positions[old] == new && "\(field)" == "seq" || hidesFigure
        // A shift changes the number of days in a month, so values that count by months are not compared.
        || isByMonth && pseudonyms.days != 0
    case (.number(let old), .number(let new)):
      // By their bits: NaN does not equal itself.
      return old.bitPattern == new.bitPattern || hidesFigure
    case (.weight(let old), .weight(let new)):
      return old == new || old.kilograms.bitPattern == new.kilograms.bitPattern || hidesFigure
    case (.boolean(let old), .boolean(let new)): return old == new
    case (.time(let old), .time(let new)): return pseudonyms.time(old) == new
    case (.day(let old), .day(let new)):
      return pseudonyms.day(old, isPersonal: isPersonal && pseudonyms.erased == nil) == new
    case (.id(let old), .id(let new)): return pseudonyms.id(old) == new
    case (.texts(let old), .texts(let new)):
      return old.count == new.count && zip(old, new).allSatisfy { allowsPlain($0, $1) }
    case (.name(let old), .name(let new)):
      if !isPersonal, old == new || plain(old) == new { return true }
      return allows(old.text, new.text, isPersonal: isPersonal, isName: true)
    case (.text(let old), .text(let new)):
      return isWord
        ? String.isVerbatim(old, new) : allows(old, new, isPersonal: isPersonal, isName: false)
    default: return false
    }
  }

  private func allows(_ old: String, _ new: String, isPersonal: Bool, isName: Bool) -> Bool {
    if isPersonal { return allowsPersonal(old, new, isName: isName) }
    if pseudonyms.days != 0, let day = LocalDay(old),
      pseudonyms.day(day, isPersonal: false).description == new
    {
      return true
    }
    return allowsPlain(old, new)
  }

  /// Returns the new name of an entity or an exercise, or of neither.
  private func plain(_ name: Name) -> Name {
    if let new = entities[name] { return new }
    if name.id != nil { return pseudonyms.entity(name) }
    return exercises[name] ?? Name(pseudonyms.term(name.text, isOwn: pseudonyms.erased == nil))
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

  private func allowsPersonal(_ old: String, _ new: String, isName: Bool) -> Bool {
    func isNew(isOwn: Bool) -> Bool {
      String.isVerbatim(
        isName
          ? pseudonyms.name(Name(old), isOwn: isOwn).text : pseudonyms.text(old, isOwn: isOwn), new)
    }
    if String.isVerbatim(old, new), fixed.contains(ExactText(old)) { return true }
    guard pseudonyms.erased != nil else { return isNew(isOwn: true) }
    // A view of all users also contains texts of the erased person, and another user may have the same given name.
    return String.isVerbatim(old, new) || isNew(isOwn: false)
      || pseudonyms.isKnownPersonal(old) && isNew(isOwn: true)
  }
}
