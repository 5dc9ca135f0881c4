// The replacements of names and texts that are not about a person.
extension Pseudonyms {
  /// Returns the new id of an event or an entity; in an erasure the ids of other persons stay.
  package func id(_ id: EventID) -> EventID {
    if let new = ids[id] { return new }
    return options.keepsIDs || erased != nil ? id : ids.stranger(id)
  }

  /// Returns the text of an id in the letters of another spelling.
  func spelled(_ id: EventID, like text: String) -> String {
    let isCapital = text.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    return isCapital ? id.description.uppercased() : id.description
  }

  /// Returns the new name of an exercise.
  ///
  /// A name stays if all its words are usual in the names of exercises. Of any other name only such words stay, since
  /// some rules depend on them: `anns-dips` becomes `exercise-9c2f01d4a8b3-dips`.
  package func exercise(_ name: Name) -> Name {
    guard erased == nil || ownExercises.contains(name) || isErasedMentioned(in: name.text) else {
      return name
    }
    guard !options.kept.contains(.exercises), !options.fixed.contains(name) else { return name }
    let text = name.text
    return PersonalText(text) == .blank
      ? name : exercise(ExerciseSlugs.slug(of: text), of: text).map { Name($0) } ?? name
  }

  /// Returns the replacement of a text about exercises: an alias, or a text of the catalogue.
  ///
  /// An alias of an exercise whose id was made from it has the replacement of that id.
  package func catalogueText(_ text: String, isOwn: Bool = true) -> String {
    guard erased == nil || isOwn || isErasedMentioned(in: text) else { return text }
    guard !options.kept.contains(.exercises) else { return text }
    switch PersonalText(text) {
    case .blank: return text
    case .link: return isOwn ? self.text(text) : renamingMentions(text)
    case .address, .words:
      let slug = ExerciseSlugs.slug(of: text)
      guard erased == nil || ownExercises.contains(Name(slug)) || isErasedMentioned(in: text) else {
        return text
      }
      return exercise(slug, of: slug) ?? text
    }
  }

  /// Returns the replacement for an exercise with words of its own; nil for one with usual words only.
  private func exercise(_ slug: String, of text: String) -> String? {
    let words = slug.split(separator: "-")
    let usual = words.filter { OrdinaryWords.isOfExercises($0) }
    guard usual.count < words.count else { return nil }
    let tag = PersonalText.hexadecimal(hash.hash(text, "exercise"), 12)
    // A long text of the catalogue needs no more than its tag.
    return (["exercise", tag[...]] + usual.prefix(8)).joined(separator: "-")
  }

  /// Returns the replacement for a text that is not about a person: the name of a setting, a place, a title, a dish.
  ///
  /// The replacements have the order of the texts, on which views depend: `term-07`.
  package func term(_ text: String, isOwn: Bool = true) -> String {
    if let known = terms[ExactText(text)] { return known }
    guard erased != nil, PersonalText(text) != .blank, !isFixed(text) else { return text }
    guard isOwn else { return renamingMentions(text) }
    return "term-\(PersonalText.hexadecimal(hash.hash(text, "term"), 12))"
  }

  /// Returns whether replog itself provides a text, or it has no information.
  func isFixed(_ text: String) -> Bool {
    PersonalText(text) == .blank || options.fixed.contains(Name(text))
  }

  /// Returns the new name of a type unknown to this build.
  ///
  /// In an erasure, only a name with a value of the person is replaced.
  package func type(_ name: String, isOwn: Bool = true) -> String {
    guard replacesMembers || isErasedMentioned(in: name) || isOwn && hasOwnValue(name),
      !EventType.all.contains(where: { $0.name == name })
    else { return name }
    return "Unknown\(PersonalText.hexadecimal(hash.hash(name, "type"), 12))"
  }

  /// A Boolean value indicating whether the names of unknown types and members are replaced.
  var replacesMembers: Bool { erased == nil && !options.kept.contains(.members) }

  /// Returns the new name of a member of unknown meaning, if all such names are replaced.
  func member(_ name: String) -> String {
    if isKnownName(name) { return unknown(name) }
    return known(name) ?? "member-\(PersonalText.hexadecimal(hash.hash(name, "member"), 12))"
  }

  /// Returns whether a text of another person has a name or an address of the erased person.
  func isErasedMentioned(in text: String) -> Bool {
    erased != nil && !identities.isEmpty && !identities.ranges(in: composed(text)).isEmpty
  }

  /// Returns whether a text has a value that is replaced in the erased person's events.
  func hasOwnValue(_ text: String) -> Bool { ownValues.isFound(in: text) }

  /// Returns a text of another person with the names and addresses of the erased person replaced by the new name.
  ///
  /// A text in base64 with such a value becomes the new name.
  package func renamingMentions(_ text: String) -> String {
    guard let erased, !identities.isEmpty else { return text }
    let whole = composed(text)
    let ranges = identities.ranges(in: whole)
    guard !ranges.isEmpty else { return text }
    let (old, name) = (Array(whole.utf8), user(erased).text.utf8)
    var (new, start): ([UInt8], Int) = ([], 0)
    for range in ranges {
      new += old[start..<range.lowerBound] + name
      start = range.upperBound
    }
    return String(decoding: new + old[start...], as: UTF8.self)
  }
}
