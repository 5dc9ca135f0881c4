/// A rewriter of events that replaces personal values with pseudonyms and counts the replacements.
///
/// It is a class, because a walk over a payload passes its rewriter along. A struct would be copied, with its
/// collected values, for each event.
package final class Scrubber: ValueRewriter {
  /// The numbers of replaced values, by the kind of their fields.
  package struct Counts: Equatable, Sendable {
    package var events = 0
    /// The names of users, both as users of events and in fields.
    package var users = 0
    /// The email addresses and ids from sign-in providers.
    package var names = 0
    /// The texts in a person's own words, and the names of persons.
    package var texts = 0
    /// The names of entities that are not ids.
    package var entities = 0
    /// The dates of birth.
    package var days = 0
    /// The body measurements; if one person is erased, also the sex, birth date and height, which are omitted.
    package var figures = 0
    /// The texts of unknown types and unknown fields, the names of unknown types and of members.
    package var unknown = 0
    /// The names of exercises, and texts about exercises.
    package var exercises = 0
    /// The texts that are not about a person, such as places and titles of classes.
    package var terms = 0
    /// The ids of events and entities.
    package var ids = 0

    /// The numbers of all kinds, by name.
    package var byKind: [(name: StaticString, count: Int)] {
      [
        ("users", users), ("names", names), ("texts", texts), ("entities", entities),
        ("days", days), ("figures", figures), ("unknown", unknown), ("exercises", exercises),
        ("terms", terms), ("ids", ids),
      ]
    }
    /// The number of all values that were replaced.
    package var total: Int { byKind.reduce(0) { $0 + $1.count } }

    /// Adds the numbers of other events.
    fileprivate mutating func add(_ other: Counts) {
      events += other.events
      users += other.users
      names += other.names
      texts += other.texts
      entities += other.entities
      days += other.days
      figures += other.figures
      unknown += other.unknown
      exercises += other.exercises
      terms += other.terms
      ids += other.ids
    }
  }

  /// The replacements in some lines of a log.
  struct Replacements: Sendable {
    fileprivate(set) var counts = Counts()
    fileprivate(set) var entities: [Name: Name] = [:]
    fileprivate(set) var exercises: [Name: Name] = [:]
    fileprivate(set) var removed = RemovedTexts()
  }

  package let pseudonyms: Pseudonyms
  package private(set) var counts = Counts()
  /// The renamed entities, by their original names.
  package private(set) var entities: [Name: Name] = [:]
  /// The replaced texts, except the names and addresses of persons.
  package private(set) var removed = RemovedTexts()
  /// The new names of exercises, by their original names.
  package private(set) var exercises: [Name: Name] = [:]
  /// The user of the current event.
  private var user: Name?
  /// A Boolean value indicating whether the current event is about exercises.
  private var isAboutExercises = false
  /// A Boolean value indicating whether the current event belongs to a person whose texts are replaced.
  private var isOwn = true
  /// A Boolean value indicating whether texts that are not about a person are replaced as those of the erased person.
  ///
  /// Other persons see the texts of shared entities, such as the name of a workout, in their own views. The titles and
  /// places of classes have replacements that keep the order.
  private var hasOwnTerms = true
  /// A Boolean value indicating whether the current event describes another user than the erased person.
  ///
  /// Both may have the same given name.
  private var describesOther = false
  /// A Boolean value indicating whether a moved time is outside of the calendar.
  private var isBeyond = false

  /// Creates the scrubber of a log; `exercises` are new names that were assigned earlier.
  package init(_ pseudonyms: Pseudonyms, exercises: [Name: Name] = [:]) {
    (self.pseudonyms, self.exercises) = (pseudonyms, exercises)
  }

  package func text(_ text: String, _ traits: FieldTraits) -> String {
    guard traits.isPersonal else { return common(text) }
    let new = describesOther ? pseudonyms.known(text) ?? text : pseudonyms.text(text, isOwn: isOwn)
    guard !Bytes.areEqual(new, text) else { return text }
    counts.texts += 1
    removed.insert(text)
    return new
  }

  /// Returns the replacement of a text that is not about a person.
  private func common(_ text: String) -> String {
    let new =
      isAboutExercises
      ? pseudonyms.catalogueText(text, isOwn: isOwn)
      : pseudonyms.term(text, isOwn: isOwn && hasOwnTerms)
    guard !Bytes.areEqual(new, text) else { return text }
    if isAboutExercises { counts.exercises += 1 } else { counts.terms += 1 }
    removed.insert(text)
    return new
  }

  package func name(_ name: Name, _ traits: FieldTraits) -> Name {
    if traits.isPersonal {
      let new = pseudonyms.name(name, isOwn: isOwn)
      guard new != name else { return name }
      counts.names += 1
      removed.insert(name.text)
      return new
    }
    if traits.isEntity { return entity(name) }
    if traits.isExercise { return exercise(name) }
    // Views sort by such names, and two of another person may differ only in case.
    return isOwn ? Name(common(name.text)) : name
  }

  private func entity(_ name: Name) -> Name {
    if name.id != nil, pseudonyms.users[name] == nil {
      let new = pseudonyms.entity(name)
      if new != name { counts.ids += 1 }
      return new
    }
    let new = entities[name] ?? pseudonyms.entity(name)
    guard new != name else { return name }
    if entities.updateValue(new, forKey: name) == nil { removed.insert(name.text) }
    counts.entities += 1
    return new
  }

  private func exercise(_ name: Name) -> Name {
    if let new = exercises[name] {
      if new != name { counts.exercises += 1 }
      return new
    }
    let new = pseudonyms.exercise(name)
    exercises[name] = new
    guard new != name else { return name }
    removed.insert(name.text)
    counts.exercises += 1
    return new
  }

  package func id(_ id: EventID) -> EventID {
    let new = pseudonyms.id(id)
    if new != id { counts.ids += 1 }
    return new
  }

  package func number(_ number: Double, _ traits: FieldTraits) -> Double {
    guard traits.isPersonal, isOwn else { return number }
    if pseudonyms.erased != nil {
      counts.figures += 1
      // The value is within the limits of a weight in any unit, and of a height.
      return 70
    }
    // Views ignore a figure that is not positive, but they would show its replacement.
    guard pseudonyms.hidesBody, number > 0 else { return number }
    counts.figures += 1
    return min(max(pseudonyms.figure(number, of: user), 30), 300)
  }

  package func day(_ day: LocalDay, _ traits: FieldTraits) -> LocalDay {
    let isPersonal = traits.isPersonal && isOwn
    if isPersonal { counts.days += 1 }
    let new = pseudonyms.day(day, isPersonal: isPersonal)
    if pseudonyms.days != 0, new.breach(of: .none) != nil { isBeyond = true }
    return new
  }

  package func time(_ time: Timestamp) -> Timestamp {
    let new = pseudonyms.time(time)
    if pseudonyms.days != 0, new.breach(of: .none) != nil { isBeyond = true }
    return new
  }

  package func omits(_ traits: FieldTraits) -> Bool {
    guard traits.isPersonal, isOwn, pseudonyms.erased != nil else { return false }
    counts.figures += 1
    return true
  }
}

extension Scrubber {
  /// Returns the event with its personal values replaced.
  ///
  /// - Throws: An error for a time that would leave the calendar; the offset of the error is 0.
  func scrubbed(_ event: Event) throws(LineError) -> Event {
    begin(event.user, event.body)
    var new = event
    new.id = id(event.id)
    new.at = time(event.at)
    new.user = scrubbedUser()
    if case .unknown(let unknown) = event.body {
      let data = scrubbed(unknown.data)
      new.body = .unknown(
        UnknownEvent(type: type(unknown.type), version: unknown.version, data: data))
    } else {
      new.body = scrubbed(event.body)
    }
    if let unknown = event.unknown { new.unknown = try scrubbed(unknown, of: new.body) }
    guard !isBeyond else {
      throw LineError(
        0, "the shifted time must be in the years 1…9999", help: "shift by fewer days")
    }
    return new
  }

  /// Begins the next event.
  private func begin(_ user: Name?, _ body: Event.Body) {
    counts.events += 1
    (self.user, isBeyond) = (user, false)
    isOwn = pseudonyms.erased == nil || pseudonyms.erased == user
    isAboutExercises = body.area == .exercises
    guard pseudonyms.erased != nil else { return }
    describesOther =
      !isOwn && body.payload.map { EventType(of: Swift.type(of: $0)).describesUser } ?? false
    guard isOwn else { return }
    hasOwnTerms = !body.hasSharedTexts
  }

  /// Returns the new name of a type unknown to this build.
  private func type(_ name: String) -> String {
    let new = pseudonyms.type(name, isOwn: isOwn)
    guard !Bytes.areEqual(new, name) else { return name }
    counts.unknown += 1
    removed.insert(name)
    return new
  }

  /// Returns the new name of the current event's user, and counts a replacement.
  private func scrubbedUser() -> Name? {
    guard let user, let name = pseudonyms.users[user] else { return user }
    counts.users += 1
    return name
  }

  /// Returns the new id, user and body of an event whose time stays the same.
  ///
  /// `renamed` is the number of ids in the body that are new, or nil if other values are new too.
  func scrubbed(
    _ body: Event.Body, _ id: EventID, by user: Name?
  ) -> (id: EventID, user: Name?, body: Event.Body, renamed: Int?) {
    begin(user, body)
    var begun = counts
    let new = scrubbed(body)
    let renamed = counts.ids - begun.ids
    begun.ids = counts.ids
    let isOther = counts != begun
    return (self.id(id), scrubbedUser(), new, isOther ? nil : renamed)
  }

  /// Returns a body of a type known to this build with replaced values.
  private func scrubbed(_ body: Event.Body) -> Event.Body {
    var scrubber = self
    // Most events are sets, and the generic path would box a copy of each payload.
    if case .sessions(.setLogged(let set)) = body {
      return .sessions(.setLogged(set.rewritten(by: &scrubber)))
    }
    return body.payload?.rewritten(by: &scrubber).body ?? body
  }

  /// Adds the replacements of another scrubber of the same log.
  func add(_ other: Replacements) {
    counts.add(other.counts)
    entities.merge(other.entities) { first, _ in first }
    exercises.merge(other.exercises) { first, _ in first }
    removed.formUnion(other.removed)
  }

  /// The replacements made so far.
  var replacements: Replacements {
    Replacements(counts: counts, entities: entities, exercises: exercises, removed: removed)
  }

  private func scrubbed(
    _ unknown: UnknownFields, of body: Event.Body
  ) throws(LineError) -> UnknownFields {
    var data: [UInt8]?
    if let old = unknown.data, let payload = body.payload {
      let known = Swift.type(of: payload).description
      let original = try Bytes.of(old) { (bytes) throws(LineError) in try JSON(bytes) }
      var writer = JSONWriter()
      try payload._write(to: &writer)
      let new = try Bytes.of(writer.bytes) { (bytes) throws(LineError) in try JSON(bytes) }
      data = new.keepingUnknown(of: unknownScrubbed(original, known: known), known: known).bytes
    }
    guard !unknown.beside.isEmpty else { return UnknownFields(data: data, beside: []) }
    let object = [UInt8(ascii: "{")] + unknown.beside.dropFirst() + [UInt8(ascii: "}")]
    let members = try Bytes.of(object) { (bytes) throws(LineError) in try JSON(bytes) }
    let beside = scrubbed(members).bytes.dropFirst().dropLast()
    return UnknownFields(data: data, beside: [UInt8(ascii: ",")] + beside)
  }

  /// Returns data with its unknown members scrubbed; known members stay unchanged.
  private func unknownScrubbed(_ json: JSON, known: PayloadDescription) -> JSON {
    switch json {
    case .object(let members):
      var taken = Set(members.map { Array($0.name.utf8) })
      return .object(
        members.map { name, value in
          if let field = known[name] { return (name, unknownScrubbed(value, known: field.nested)) }
          return (scrubbed(name: name, besides: &taken), scrubbed(value))
        })
    case .array(let elements):
      return .array(elements.map { unknownScrubbed($0, known: known) })
    default: return json
    }
  }

  /// Returns a value of unknown meaning with all texts replaced, and all names of members.
  ///
  /// If one person is erased, their long numbers become 0: a telephone number or a place identifies the person.
  ///
  /// If the names of members stay, those that are not words are replaced. A word is the name of a field, by which an
  /// app finds the member. A word stays unless it is known to be personal.
  private func scrubbed(_ json: JSON) -> JSON {
    switch json {
    case .string(let text):
      let new = pseudonyms.unknown(text, isOwn: isOwn)
      guard !Bytes.areEqual(new, text) else { return json }
      counts.unknown += 1
      removed.insert(text)
      return .string(new)
    case .array(let elements): return .array(elements.map { scrubbed($0) })
    case .object(let members):
      var taken = Set(members.map { Array($0.name.utf8) })
      return .object(members.map { (scrubbed(name: $0.name, besides: &taken), scrubbed($0.value)) })
    case .number(let number) where isOwn && pseudonyms.erased != nil && number.isLong:
      counts.unknown += 1
      return .number(.integer(0))
    default: return json
    }
  }

  /// Returns the name of a member of unknown meaning, or a new name that no other member has.
  ///
  /// A whole word in any case is replaced if it is the name or the address of a user, or a known personal text. Any
  /// other name is replaced like a text. A word that is the name of an entity stays, although the entity is
  /// renamed. In an erasure, a name with a replaced value of the person is replaced.
  ///
  /// - Parameter taken: The names of the members in UTF-8, both old and new. An erasure gives all texts the same
  ///   replacement.
  private func scrubbed(name: String, besides taken: inout Set<[UInt8]>) -> String {
    let isKept =
      name.isWord && !pseudonyms.isPersonal(word: name)
      && !(isOwn && pseudonyms.hasOwnValue(pseudonyms.renamingMentions(name)))
    let ofUser = name.isWord ? pseudonyms.user(word: name) : nil
    let replaced =
      ofUser
      ?? (pseudonyms.replacesMembers
        ? pseudonyms.member(name) : pseudonyms.unknown(name, isOwn: isOwn && !isKept))
    guard !Bytes.areEqual(replaced, name) else { return name }
    counts.unknown += 1
    removed.insert(name)
    var (new, count) = (replaced, 1)
    while !taken.insert(Array(new.utf8)).inserted {
      count += 1
      new = "\(replaced)-\(count)"
    }
    return new
  }
}

extension Event.Body {
  /// A Boolean value indicating whether other persons see the texts, since they are those of a shared entity.
  var hasSharedTexts: Bool { links.changesShared || links.creation?.isShared ?? false }
}

extension Number {
  /// A Boolean value indicating whether the number has at least seven digits, without zeros at its beginning.
  fileprivate var isLong: Bool {
    JSON.number(self).jsonText.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      .filter { (0x30...0x39).contains($0) }.drop { $0 == UInt8(ascii: "0") }.count >= 7
  }
}

extension String {
  /// A Boolean value indicating whether the string may name a field.
  ///
  /// It must have an ASCII letter, and may have only such letters, digits, `_`, `-`, `.` and `$`.
  fileprivate var isWord: Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    func isInWord(_ byte: UInt8) -> Bool { isLetter(byte) || "0123456789_-.$".utf8.contains(byte) }
    return utf8.contains(where: isLetter) && utf8.allSatisfy(isInWord)
  }
}
