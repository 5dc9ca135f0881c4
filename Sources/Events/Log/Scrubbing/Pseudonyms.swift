/// The replacements for the names, texts and times of a log, under one key.
///
/// Each replacement depends only on the key and the value. A person therefore gets the same name everywhere in the
/// log: as the user of an event, in a field, and as the owner of an address. Without the key, a replacement can
/// neither be reversed nor be found by trying likely names.
package struct Pseudonyms: Sendable {
  /// The users of the log with their new names; if one person is erased, only that person.
  package private(set) var users: [Name: Name] = [:]
  /// All users of the log, by their original names.
  package private(set) var everyone: Set<Name> = []
  /// The choice of values to replace.
  package let options: ScrubOptions
  /// The person to erase; nil to rename everyone.
  package var erased: Name? { options.erased }
  /// The number of days by which all times move; whole weeks, so that weekdays stay the same.
  package var days: Int { options.days }
  /// A Boolean value indicating whether body weights and heights are replaced.
  package var hidesBody: Bool { options.hidesBody }
  /// All personal texts of the erased person; otherwise the names of persons in accounts, profiles and classes.
  private var texts: Set<ExactText> = []
  /// The known personal texts in lowercase, without diacritics.
  private var folded: Set<ExactText> = []
  /// The names in personal fields, such as ids at sign-in providers.
  private var names: Set<ExactText> = []
  let hash: SipHash
  /// The new names of users by the original names in lowercase.
  private var usersByWord: [ExactText: Name] = [:]
  /// The new names of users by the original names as texts.
  private var usersByText: [ExactText: Name] = [:]
  /// The new addresses of users by the original addresses in lowercase.
  private var addresses: [ExactText: String] = [:]
  /// The entities whose names, which are not ids, only the erased person chose.
  private var ownEntities: Set<Name> = []
  /// The exercises that only the erased person named.
  private(set) var ownExercises: Set<Name> = []
  /// The texts and names in the erased person's events that are replaced.
  private(set) var ownValues = RemovedTexts()
  /// The names and addresses of persons: of all, or of the erased person.
  private(set) var identities = RemovedTexts()
  /// The names of users, addresses and ids from sign-in providers among these, which no two persons share.
  private(set) var accounts = RemovedTexts()
  /// The replacements of texts that are not about a person.
  ///
  /// If one person is erased, these are the titles and places of classes that only this person wrote.
  private(set) var terms: [ExactText: String] = [:]
  /// The new ids of events and entities.
  private(set) var ids: RenamedIDs

  /// Creates the pseudonyms for the persons of a log, in one pass over the log.
  ///
  /// - Parameters:
  ///   - outline: An empty outline, which the pass fills with the outline of the log.
  ///   - key: The key, which is generated for one run and then discarded.
  package init(
    of log: Log, outlinedIn outline: inout LogOutline, key: SipHash,
    _ options: ScrubOptions = ScrubOptions()
  ) throws(LogError) {
    (hash, self.options) = (key, options)
    ids = RenamedIDs(shiftedBy: options.days, key: key)
    var learned = LearnedNames()
    try log.forEachPart(from: PersonalLines()) { (lines, reader) throws(LogError) in
      try lines.fill(from: &reader, options)
    } take: { lines in
      for line in lines.places { outline.add(seq: line.seq, batch: line.batch) }
      for user in lines.users where everyone.insert(user).inserted {
        if erased == nil || user == erased { add(user) }
      }
      learned.ids += lines.ids
      learned.otherIDs += lines.otherIDs
      for event in lines.events { learn(event, &learned) }
    }
    ownEntities.subtract(learned.strangers)
    ownExercises.subtract(learned.otherExercises)
    learnCatalogue(learned)
    ids = RenamedIDs(of: learned.ids, among: learned.otherIDs, shiftedBy: options.days, key: key)
    number(learned.terms.subtracting(learned.otherTerms), among: learned.otherTitles.sorted())
  }

  /// Numbers the texts that are not about a person, so that the order of the replacements is that of the texts.
  ///
  /// - Parameter others: The texts that stay among them, in their order.
  private mutating func number(_ texts: Set<ExactText>, among others: [ExactText]) {
    let digits = String(texts.count).utf8.count
    var next = 0
    for (number, text) in zip(1..., texts.sorted()) {
      while next < others.count, others[next] < text { next += 1 }
      let number = String(number)
      terms[text] = Self.term(
        String(repeating: "0", count: digits - number.utf8.count) + number,
        after: next > 0 ? others[next - 1] : nil,
        before: next < others.count ? others[next] : nil)
    }
  }

  /// Returns a replacement between two texts that stay; nil if none is found.
  ///
  /// It begins with as few characters of the first text as possible.
  private static func term(
    _ number: String, after lower: ExactText?, before upper: ExactText?
  ) -> String? {
    let lower = lower ?? ExactText("")
    for count in 0...lower.text.count {
      for mark in ["", "~", "!", " !"] where count == 0 || !mark.isEmpty {
        let term = ExactText("\(lower.text.prefix(count))\(mark)term-\(number)")
        if lower < term, upper.map({ term < $0 }) ?? true { return term.text }
      }
    }
    return nil
  }

  private mutating func add(_ user: Name) {
    let name = pseudonym(of: user)
    users[user] = name
    usersByText[ExactText(user.text)] = name
    usersByWord[ExactText(foldedAddress(user.text))] = name
    identities.insert(user.text, isName: true)
    accounts.insert(user.text, isName: true)
  }

  /// Records the personal values of an event, and the names that other persons' entities have.
  private mutating func learn(_ event: Event, _ learned: inout LearnedNames) {
    let isOwn = erased == nil || event.user == erased
    if erased != nil, isOwn, case .unknown(let unknown) = event.body {
      for text in unknown.data.texts { ownValues.insert(text) }
    }
    guard let payload = event.body.payload else { return }
    var collector = PersonalValues()
    _ = payload.rewritten(by: &collector)
    if !options.keepsIDs {
      let created = collector.created.compactMap(\.id)
      if isOwn { learned.ids += created } else { learned.otherIDs += created }
    }
    let terms = collector.terms.lazy.map { ExactText($0) }
    guard isOwn else {
      learned.otherExercises.formUnion(collector.exercises)
      learned.otherTerms.formUnion(terms)
      if event.area == .classes { learned.otherTitles.formUnion(terms) }
      return learned.strangers.formUnion(collector.created)
    }
    if erased != nil {
      learnOwn(collector, isAboutExercises: event.area == .exercises, &learned)
      if event.area != .classes, event.body.hasSharedTexts { learned.otherTerms.formUnion(terms) }
    }
    // Of an erased person, the other texts need no order: no other person sees them.
    if erased == nil ? event.area != .exercises : event.area == .classes {
      for text in collector.terms where !isFixed(text) { learned.terms.insert(ExactText(text)) }
    }
    learnPersons(collector, of: event.user, &learned)
  }

  /// Records the values of an event of the erased person.
  private mutating func learnOwn(
    _ collector: PersonalValues, isAboutExercises: Bool, _ learned: inout LearnedNames
  ) {
    ownExercises.formUnion(collector.exercises)
    for text in collector.texts { ownValues.insert(text) }
    for name in collector.entities where ownEntities.insert(name).inserted {
      if name.id == nil, !isFixed(name.text) { ownValues.insert(name.text) }
    }
    if isAboutExercises {
      learned.catalogue.formUnion(collector.terms.lazy.map { ExactText($0) })
    } else {
      for text in collector.terms where !isFixed(text) { ownValues.insert(text) }
    }
  }

  /// Records the names, the addresses and, if one person is erased, all personal texts in an event.
  private mutating func learnPersons(
    _ collector: PersonalValues, of user: Name?, _ learned: inout LearnedNames
  ) {
    let personal = erased == nil ? collector.named : collector.texts
    texts.formUnion(personal.lazy.map { ExactText($0) })
    folded.formUnion(personal.lazy.map { ExactText(withoutDiacritics(foldedAddress($0))) })
    names.formUnion(collector.names.lazy.map { ExactText($0.text) })
    // The instructor of a class may be another person than the one to erase.
    for text in erased == nil ? collector.named : collector.namedUser {
      identities.insert(text, isName: true)
    }
    for name in collector.names { accounts.insert(name.text, isName: true) }
    guard let user else { return }
    for text in collector.namedUser where PersonalText(text) == .words && !isKnownName(text) {
      // Shorter names may form a word together.
      for other in learned.add(text, of: user) where text.utf8.count + other.utf8.count > 4 {
        identities.insert("\(other) \(text)", isName: true)
        identities.insert("\(text) \(other)", isName: true)
      }
    }
    for text in personal where PersonalText(text) == .address {
      let folded = foldedAddress(text)
      guard addresses[ExactText(folded)] == nil else { continue }
      let tag = PersonalText.hexadecimal(hash.hash(folded, "address"), 8)
      addresses[ExactText(folded)] = "\(stem(of: user))+\(tag)@example.com"
    }
  }

  /// Adds the erased person's texts about exercises that have another personal value, unless another person wrote
  /// them.
  ///
  /// Such a text counts as the name of an exercise, since an alias may be the spelling of an exercise's id.
  private mutating func learnCatalogue(_ learned: LearnedNames) {
    for name in ownExercises { ownValues.insert(name.text) }
    let personal = learned.catalogue.filter { ownValues.isFound(in: $0.text) }
    var slugs = Set(personal.map { ExerciseSlugs.slug(of: $0.text) })
    guard !slugs.isEmpty else { return }
    for text in learned.otherTerms { slugs.remove(ExerciseSlugs.slug(of: text.text)) }
    ownExercises.formUnion(slugs.map { Name($0) })
    ownExercises.subtract(learned.otherExercises)
  }
}

extension Pseudonyms {
  /// Returns the new name of a user.
  package func user(_ user: Name) -> Name { users[user] ?? user }

  /// Returns the new name of the user whose name is `word` in any case, or nil if there is none.
  package func user(word: String) -> String? {
    (usersByText[ExactText(word)] ?? usersByWord[ExactText(foldedAddress(word))])?.text
  }

  /// Returns the replacement for a text about a person, or in a person's own words.
  ///
  /// An email address is replaced by an email address, and a web address by a web address. Any other text becomes
  /// meaningless letters. Their number is the next power of two, from 8 to 8,192. If one person is erased, such a
  /// text becomes `erased`.
  ///
  /// - Parameter isOwn: A Boolean value indicating whether the text belongs to a person whose texts are replaced.
  ///   Otherwise only the names and addresses of such persons are replaced, also within the text.
  package func text(_ text: String, isOwn: Bool = true) -> String {
    if let known = known(text) { return known }
    guard isOwn else { return renamingMentions(text) }
    switch PersonalText(text) {
    case .blank: return text
    case .address:
      return "mail-\(PersonalText.hexadecimal(hash.hash(foldedAddress(text), "mail"), 12))"
        + "@example.com"
    case .link:
      return erased == nil
        ? "https://example.com/\(PersonalText.hexadecimal(hash.hash(text, "link"), 12))"
        : "https://example.com/erased"
    case .words:
      return erased == nil ? PersonalText.filler(hash.hash(text, "text"), for: text) : "erased"
    }
  }

  /// Returns the replacement for a text of unknown meaning; an id from a sign-in provider gets its usual replacement.
  ///
  /// The id of an event is replaced like everywhere.
  package func unknown(_ text: String, isOwn: Bool = true) -> String {
    if let id = EventID(text), let new = ids[id] { return spelled(new, like: text) }
    return isKnownName(text)
      ? name(Name(text), isOwn: isOwn).text : self.text(text, isOwn: isOwn)
  }

  /// Returns whether a text is the name of a person in a personal field, such as an id from a sign-in provider.
  func isKnownName(_ text: String) -> Bool { names.contains(ExactText(text)) }

  /// Returns the replacement for a name that identifies a person, such as an id from a sign-in provider.
  package func name(_ name: Name, isOwn: Bool = true) -> Name {
    if let known = users[name] { return known }
    let text = name.text
    if let known = known(text) { return Name(known) }
    guard isOwn, PersonalText(text) != .blank else { return name }
    if PersonalText(text) == .address { return Name(self.text(text)) }
    return made(of: text)
  }

  /// Returns the new name of an entity, which is an id or was chosen by a person.
  package func entity(_ name: Name) -> Name {
    if let known = users[name] { return known }
    if let id = name.id { return Name(self.id(id)) }
    let text = name.text
    if let id = EventID(text) { return Name(spelled(self.id(id), like: text)) }
    guard erased == nil || ownEntities.contains(name) || isErasedMentioned(in: text),
      !options.fixed.contains(name), PersonalText(text) != .blank
    else { return name }
    return made(of: text)
  }

  /// Returns whether a whole text is known to be personal.
  ///
  /// If one person is erased, these are all texts in personal fields of that person. Otherwise these are the names of
  /// persons in accounts, profiles and classes.
  package func isKnownPersonal(_ text: String) -> Bool { texts.contains(ExactText(text)) }

  /// Returns whether a word equals a known personal text in any case.
  ///
  /// For example, an app may write `zoltan` for a member called Zoltán.
  package func isPersonal(word: String) -> Bool {
    folded.contains(ExactText(withoutDiacritics(foldedAddress(word))))
  }

  /// Returns the time after the move by `days`.
  package func time(_ time: Timestamp) -> Timestamp {
    guard days != 0 else { return time }
    return Timestamp(
      milliseconds: time.milliseconds &+ Int64(days) &* 86_400_000,
      offsetMinutes: time.offsetMinutes)
  }

  /// Returns the day after the move by `days`; of a personal day, such as a date of birth, only the year is kept.
  package func day(_ day: LocalDay, isPersonal: Bool) -> LocalDay {
    let moved = LocalDay(number: day.number &+ days)
    guard isPersonal, (LocalDay.first...LocalDay.last).contains(moved) else { return moved }
    return LocalDay(year: moved.date.year, month: 1, day: 1) ?? moved
  }

  /// Returns a changed figure of a body; the percentage is the same for all figures of a person.
  func figure(_ number: Double, of user: Name?) -> Double {
    let percent = 85 + Int(hash.hash(user?.text ?? "", "figure") % 31)
    return (number * Double(percent) / 10).rounded() / 10
  }

  func known(_ text: String) -> String? {
    if let name = usersByText[ExactText(text)] { return name.text }
    guard !addresses.isEmpty, PersonalText(text) == .address else { return nil }
    return addresses[ExactText(foldedAddress(text))]
  }

  private func pseudonym(of user: Name) -> Name {
    let isAddress = PersonalText(user.text) == .address
    return Name(isAddress ? "\(stem(of: user))@example.com" : stem(of: user))
  }

  private func stem(of user: Name) -> String {
    let word = erased == nil ? "user" : "erased"
    return "\(word)-\(PersonalText.hexadecimal(hash.hash(user.text, "user"), 12))"
  }

  func made(of text: String) -> Name {
    Name("id-\(PersonalText.hexadecimal(hash.hash(text, "name"), 12))")
  }
}
