/// The names, texts and times that take the place of those of a log, under one key.
///
/// All of them follow from the key and the value alone, so the same person is the same person wherever
/// the log names them: as the user of an event, in a field, as the owner of an address. Without the key
/// none of them can be turned back, nor be found by trying all names that come into question.
package struct Pseudonyms: Sendable {
  /// The users of the log with their new names; only the erased person where one is erased.
  package private(set) var users: [Name: Name] = [:]
  /// All users of the log, by their names in it.
  package private(set) var everyone: Set<Name> = []
  /// The person who is erased; nil where everyone is renamed.
  package let erased: Name?
  /// The days by which all times move: whole weeks, so that weekdays stay what they are.
  package let days: Int
  /// A Boolean value indicating whether weights and heights of bodies are replaced.
  package let hidesBody: Bool
  /// All personal texts of the erased person; without one the names of persons that accounts, profiles and classes have.
  private var texts: Set<ExactText> = []
  /// Those texts in lower case.
  private var folded: Set<ExactText> = []
  /// The names in personal fields, such as ids at providers.
  private var names: Set<ExactText> = []
  private let hash: SipHash
  /// The new names of users by their old ones in lower case.
  private var usersByWord: [ExactText: Name] = [:]
  /// The new names of users by their old ones as texts.
  private var usersByText: [ExactText: Name] = [:]
  /// The new addresses of users, by the old ones in lower case.
  private var addresses: [ExactText: String] = [:]
  /// The names of things that no log makes up.
  private let fixed: Set<Name>
  /// The entities whose names, which are no ids, the erased person alone gave.
  private var ownEntities: Set<Name> = []

  /// Creates the pseudonyms of the persons of a log, which is read once for that.
  ///
  /// - Parameters:
  ///   - key: the key, made for one run and thrown away.
  ///   - erased: the person who is erased; nil for all.
  ///   - fixed: the names of things that no log makes up, such as templates that come with replog.
  ///   - outline: an empty outline, which becomes that of the log in the same pass.
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
    usersByWord[ExactText(PersonalText.folded(user.text))] = name
  }

  /// Takes in what an event tells about persons, and which names the things of others have.
  private mutating func learn(_ event: Event, _ strangers: inout Set<Name>) {
    guard let payload = event.body.payload else { return }
    var collector = PersonalValues()
    _ = payload.rewritten(by: &collector)
    guard erased == nil || event.user == erased else {
      return strangers.formUnion(collector.created)
    }
    texts.formUnion(collector.texts.lazy.map { ExactText($0) })
    folded.formUnion(collector.texts.lazy.map { ExactText(PersonalText.folded($0)) })
    names.formUnion(collector.names.lazy.map { ExactText($0.text) })
    if erased != nil { ownEntities.formUnion(collector.entities) }
    guard let user = event.user else { return }
    for text in collector.texts where PersonalText(text) == .address {
      let folded = PersonalText.folded(text)
      guard addresses[ExactText(folded)] == nil else { continue }
      let tag = PersonalText.hexadecimal(hash.hash(folded, "address"), 8)
      addresses[ExactText(folded)] = "\(stem(of: user))+\(tag)@example.com"
    }
  }
}

extension Pseudonyms {
  /// Returns the new name of a user.
  package func user(_ user: Name) -> Name { users[user] ?? user }

  /// Returns the new name of the user with a word for a name, in letters of either case; nil unless there is a new one.
  package func user(word: String) -> String? {
    (usersByText[ExactText(word)] ?? usersByWord[ExactText(PersonalText.folded(word))])?.text
  }

  /// Returns what takes the place of a text about a person, or of one in their own words.
  ///
  /// An address of a mailbox stays one, as does one of a page. Any other text becomes letters without
  /// sense, as many as the next power of two, from 8 to 8,192.
  ///
  /// - Parameter isOwn: A Boolean value indicating whether it is of a person whose texts are replaced;
  ///   otherwise only the names and addresses of such persons are.
  package func text(_ text: String, isOwn: Bool = true) -> String {
    if let known = known(text) { return known }
    guard isOwn else { return text }
    switch PersonalText(text) {
    case .blank: return text
    case .address:
      return "mail-\(PersonalText.hexadecimal(hash.hash(PersonalText.folded(text), "mail"), 12))"
        + "@example.com"
    case .link:
      return erased == nil
        ? "https://example.com/\(PersonalText.hexadecimal(hash.hash(text, "link"), 12))"
        : "https://example.com/erased"
    case .words:
      return erased == nil ? PersonalText.filler(hash.hash(text, "text"), for: text) : "erased"
    }
  }

  /// Returns what takes the place of a text of unknown meaning: of an id at a provider what takes its place elsewhere.
  package func unknown(_ text: String, isOwn: Bool = true) -> String {
    names.contains(ExactText(text))
      ? name(Name(text), isOwn: isOwn).text : self.text(text, isOwn: isOwn)
  }

  /// Returns what takes the place of a name that is about a person, such as an id at a provider.
  package func name(_ name: Name, isOwn: Bool = true) -> Name {
    if let known = users[name] { return known }
    let text = name.text
    if let known = known(text) { return Name(known) }
    guard isOwn, PersonalText(text) != .blank else { return name }
    if PersonalText(text) == .address { return Name(self.text(text)) }
    return made(of: text)
  }

  /// Returns the name of an entity: its id, as it was, or one in place of a name of its own.
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
  /// Of an erased person any text of a personal field is; where nobody is erased, the names of persons that accounts,
  /// profiles and classes have.
  package func isKnownPersonal(_ text: String) -> Bool { texts.contains(ExactText(text)) }

  /// Returns whether a word is, in letters of either case, such a text.
  ///
  /// Apps write `annika` where they name a member by Annika.
  package func isPersonal(word: String) -> Bool {
    folded.contains(ExactText(PersonalText.folded(word)))
  }

  /// Returns the moved time.
  package func time(_ time: Timestamp) -> Timestamp {
    guard days != 0 else { return time }
    return Timestamp(
      milliseconds: time.milliseconds &+ Int64(days) &* 86_400_000,
      offsetMinutes: time.offsetMinutes)
  }

  /// Returns the moved day; of a day about a person, such as that of birth, only the year is left.
  package func day(_ day: LocalDay, isPersonal: Bool) -> LocalDay {
    let moved = LocalDay(number: day.number &+ days)
    guard isPersonal, (LocalDay.first...LocalDay.last).contains(moved) else { return moved }
    return LocalDay(year: moved.date.year, month: 1, day: 1) ?? moved
  }

  /// Returns a figure of a body, changed by some percent that are the same for all of a person's.
  func figure(_ number: Double, of user: Name?) -> Double {
    let percent = 85 + Int(hash.hash(user?.text ?? "", "figure") % 31)
    return (number * Double(percent) / 10).rounded() / 10
  }

  private func known(_ text: String) -> String? {
    if let name = usersByText[ExactText(text)] { return name.text }
    guard !addresses.isEmpty, PersonalText(text) == .address else { return nil }
    return addresses[ExactText(PersonalText.folded(text))]
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

/// The users of some lines of a log, and the events in which it tells their addresses.
private struct PersonalLines: Sendable {
  /// The positions of the lines, and the numbers of events written together with them.
  private(set) var places: [(seq: Int, batch: Int)] = []
  /// The users, each once or more.
  private(set) var users: [Name] = []
  /// The events that name persons or tell their addresses; all of them where one person is erased.
  private(set) var events: [Event] = []
  /// The damage after the last line; nil where there is none.
  private(set) var failure: LogError?

  private init() {}

  /// Creates what the lines of a reader tell, in the memory of `spare`.
  init(_ reader: inout LineReader, erased: Name?, in spare: consuming PersonalLines?) {
    self = spare ?? PersonalLines()
    places.removeAll(keepingCapacity: true)
    users.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    failure = nil
    do throws(LogError) {
      while let line = try reader.next() {
        places.append((line.seq, reader.batch))
        // Nearly all lines are of the user of the line before.
        if let user = line.user, user != users.last { users.append(user) }
        if erased != nil || reader.namesPersons(line) { events.append(try reader.event()) }
      }
    } catch {
      failure = error
    }
  }
}

extension LineReader {
  /// Returns whether the current line may name a person in a field for that: an account, a profile, or a class.
  fileprivate func namesPersons(_ line: Line) -> Bool {
    switch line.area {
    case .identity: true
    case .profile: type == EventType.profile(.profileRevised).name
    case .classes:
      type == EventType.classes(.classScheduled).name
        || type == EventType.classes(.classRescheduled).name
    default: false
    }
  }
}

/// Collects the texts of the personal fields of a payload, and the names of entities in it.
private struct PersonalValues: ValueRewriter {
  private(set) var texts: [String] = []
  /// The names among them.
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
