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
  /// The person to erase; nil to rename everyone.
  package let erased: Name?
  /// The number of days by which all times move; whole weeks, so that weekdays stay the same.
  package let days: Int
  /// A Boolean value indicating whether body weights and heights are replaced.
  package let hidesBody: Bool
  /// All personal texts of the erased person; otherwise the names of persons in accounts, profiles and classes.
  private var texts: Set<ExactText> = []
  /// The known personal texts in lowercase.
  private var folded: Set<ExactText> = []
  /// The names in personal fields, such as ids at sign-in providers.
  private var names: Set<ExactText> = []
  private let hash: SipHash
  /// The new names of users by the original names in lowercase.
  private var usersByWord: [ExactText: Name] = [:]
  /// The new names of users by the original names as texts.
  private var usersByText: [ExactText: Name] = [:]
  /// The new addresses of users by the original addresses in lowercase.
  private var addresses: [ExactText: String] = [:]
  /// The names that stay, such as those of templates that replog itself provides.
  private let fixed: Set<Name>
  /// The entities whose names, which are not ids, only the erased person chose.
  private var ownEntities: Set<Name> = []

  /// Creates the pseudonyms for the persons of a log, in one pass over the log.
  ///
  /// - Parameters:
  ///   - key: The key, which is generated for one run and then discarded.
  ///   - erased: The person to erase; nil for all persons.
  ///   - fixed: The names that stay, such as those of templates that replog itself provides.
  ///   - outline: An empty outline, which the pass fills with the outline of the log.
  package init(
    of log: Log, outlinedIn outline: inout LogOutline, key: SipHash, erasing erased: Name? = nil,
    fixed: Set<Name> = [],
    shiftedBy days: Int = 0, hidesBody: Bool = false
  ) throws(LogError) {
    (hash, self.erased, self.fixed) = (key, erased, fixed)
    (self.days, self.hidesBody) = (days, hidesBody)
    var strangers: Set<Name> = []
    try log.forEachPart { (reader, spare) in
      PersonalLines(&reader, erased: erased, in: spare)
    } take: { (lines: inout PersonalLines) throws(LogError) in
      for line in lines.places { outline.add(seq: line.seq, batch: line.batch) }
      for user in lines.users where everyone.insert(user).inserted {
        if erased == nil || user == erased { add(user) }
      }
      for event in lines.events { learn(event, &strangers) }
      if let failure = lines.failure { throw failure }
    }
    ownEntities.subtract(strangers)
  }

  private mutating func add(_ user: Name) {
    let name = pseudonym(of: user)
    users[user] = name
    usersByText[ExactText(user.text)] = name
    usersByWord[ExactText(foldedAddress(user.text))] = name
  }

  /// Records the personal values of an event, and the names that other persons' entities have.
  private mutating func learn(_ event: Event, _ strangers: inout Set<Name>) {
    guard let payload = event.body.payload else { return }
    var collector = PersonalValues()
    _ = payload.rewritten(by: &collector)
    guard erased == nil || event.user == erased else {
      return strangers.formUnion(collector.created)
    }
    texts.formUnion(collector.texts.lazy.map { ExactText($0) })
    folded.formUnion(collector.texts.lazy.map { ExactText(foldedAddress($0)) })
    names.formUnion(collector.names.lazy.map { ExactText($0.text) })
    if erased != nil { ownEntities.formUnion(collector.entities) }
    guard let user = event.user else { return }
    for text in collector.texts where PersonalText(text) == .address {
      let folded = foldedAddress(text)
      guard addresses[ExactText(folded)] == nil else { continue }
      let tag = PersonalText.hexadecimal(hash.hash(folded, "address"), 8)
      addresses[ExactText(folded)] = "\(stem(of: user))+\(tag)@example.com"
    }
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
  ///   Otherwise only the names and addresses of such persons are replaced.
  package func text(_ text: String, isOwn: Bool = true) -> String {
    if let known = known(text) { return known }
    guard isOwn else { return text }
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

  /// Returns the replacement for a text of unknown meaning; an id at a provider gets its usual replacement.
  package func unknown(_ text: String, isOwn: Bool = true) -> String {
    names.contains(ExactText(text))
      ? name(Name(text), isOwn: isOwn).text : self.text(text, isOwn: isOwn)
  }

  /// Returns the replacement for a name that identifies a person, such as an id at a provider.
  package func name(_ name: Name, isOwn: Bool = true) -> Name {
    if let known = users[name] { return known }
    let text = name.text
    if let known = known(text) { return Name(known) }
    guard isOwn, PersonalText(text) != .blank else { return name }
    if PersonalText(text) == .address { return Name(self.text(text)) }
    return made(of: text)
  }

  /// Returns the new name of an entity: an id stays, and a name chosen by a person is replaced.
  package func entity(_ name: Name) -> Name {
    if name.id != nil { return users[name] ?? name }
    if let known = users[name] { return known }
    let text = name.text
    guard erased == nil || ownEntities.contains(name), !fixed.contains(name),
      EventID(text) == nil, PersonalText(text) != .blank
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
  /// For example, an app may write `annika` for a member called Annika.
  package func isPersonal(word: String) -> Bool {
    folded.contains(ExactText(foldedAddress(word)))
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

  private func known(_ text: String) -> String? {
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

  private func made(of text: String) -> Name {
    Name("id-\(PersonalText.hexadecimal(hash.hash(text, "name"), 12))")
  }
}

/// The users of some lines of a log, and the events that contain their names and addresses.
private struct PersonalLines: Sendable {
  /// The positions of the lines, and the numbers of events written together with them.
  private(set) var places: [(seq: Int, batch: Int)] = []
  /// The users, each at least once.
  private(set) var users: [Name] = []
  /// The events with names or addresses of persons; if one person is erased, all events.
  private(set) var events: [Event] = []
  /// The damage after the last line; nil if there is none.
  private(set) var failure: LogError?

  private init() {}

  /// Creates the personal data of the lines of a reader, reusing the memory of `spare`.
  init(_ reader: inout LineReader, erased: Name?, in spare: consuming PersonalLines?) {
    self = spare ?? PersonalLines()
    places.removeAll(keepingCapacity: true)
    users.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    failure = nil
    do throws(LogError) {
      while let line = try reader.next() {
        places.append((line.seq, reader.batch))
        // Usually consecutive lines have the same user.
        if let user = line.user, user != users.last { users.append(user) }
        if erased != nil || reader.namesPersons(line) { events.append(try reader.event()) }
      }
    } catch {
      failure = error
    }
  }
}

extension LineReader {
  /// Returns whether the current line may name a person, in an account, a profile, or a class.
  fileprivate func namesPersons(_ line: Line) -> Bool {
    switch line.area {
    case .identity: true
    case .profile: type == EventType(of: ProfileRevised.self).name
    case .classes:
      type == EventType(of: ClassScheduled.self).name
        || type == EventType(of: ClassRescheduled.self).name
    default: false
    }
  }
}

/// Collects the texts of the personal fields of a payload, and the names of entities in it.
private struct PersonalValues: ValueRewriter {
  private(set) var texts: [String] = []
  /// The names among the personal values.
  private(set) var names: [Name] = []
  private(set) var entities: [Name] = []
  private(set) var created: [Name] = []

  mutating func text(_ text: String, _ traits: FieldTraits) -> String {
    if traits.isPersonal { texts.append(text) }
    return text
  }

  mutating func name(_ name: Name, _ traits: FieldTraits) -> Name {
    if traits.isPersonal {
      texts.append(name.text)
      names.append(name)
    }
    if traits.isEntity { entities.append(name) }
    if traits.creation != nil { created.append(name) }
    return name
  }

  func number(_ number: Double, _ traits: FieldTraits) -> Double { number }
  func day(_ day: LocalDay, _ traits: FieldTraits) -> LocalDay { day }
  func time(_ time: Timestamp) -> Timestamp { time }
  func omits(_ traits: FieldTraits) -> Bool { false }
}
