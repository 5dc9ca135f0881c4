/// The names of a whole log that a pass collects.
struct LearnedNames {
  /// The ids to replace.
  var ids: [EventID] = []
  /// The ids of other persons' events and entities, which stay.
  var otherIDs: [EventID] = []
  /// The entities that other persons than the erased one created.
  var strangers: Set<Name> = []
  /// The exercises that other persons than the erased one named.
  var otherExercises: Set<Name> = []
  /// The texts that are not about a person; if one person is erased, only those of this person's classes.
  var terms: Set<ExactText> = []
  /// The texts that are not about a person and stay: those of other persons than the erased one, and of workouts.
  var otherTerms: Set<ExactText> = []
  /// The titles and places of classes among these.
  var otherTitles: Set<ExactText> = []
  /// The erased person's texts about exercises.
  var catalogue: Set<ExactText> = []
  /// The names in the account and the profile of each user.
  private var names: [Name: [String]] = [:]

  /// Adds a name from the account or the profile of a user.
  ///
  /// - Returns: The user's other names, none if the name is known. No person has many names.
  mutating func add(_ name: String, of user: Name) -> [String] {
    let others = names[user, default: []]
    guard others.count < 16, !others.contains(name) else { return [] }
    names[user, default: []].append(name)
    return others
  }
}

/// The users of some lines of a log, and the events from which the replacements of its values are learned.
struct PersonalLines: Sendable {
  /// The positions of the lines, and the numbers of events written together with them.
  private(set) var places: [(seq: Int, batch: Int)] = []
  /// The users, each at least once.
  private(set) var users: [Name] = []
  /// The ids of the events, unless they stay.
  private(set) var ids: [EventID] = []
  /// The ids of the events of other persons than the erased one.
  private(set) var otherIDs: [EventID] = []
  /// The events with names of persons, texts that are not about a person, or new entities; if one person is erased,
  /// all events.
  private(set) var events: [Event] = []

  /// Replaces the content with that of the lines of a reader, up to the first error.
  mutating func fill(from reader: inout LineReader, _ options: ScrubOptions) throws(LogError) {
    places.removeAll(keepingCapacity: true)
    users.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    otherIDs.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    let erased = options.erased
    while let line = try reader.next() {
      places.append((line.seq, reader.batch))
      // Usually consecutive lines have the same user.
      if let user = line.user, user != users.last { users.append(user) }
      if !options.keepsIDs {
        if erased == nil || line.user == erased {
          ids.append(reader.id)
        } else {
          otherIDs.append(reader.id)
        }
      }
      if erased != nil || reader.isLearned(line) { events.append(try reader.event()) }
    }
  }
}

extension LineReader {
  /// Returns whether replacements are learned from the current line; of a line in another spelling, always.
  fileprivate func isLearned(_ line: Line) -> Bool {
    guard line.area != nil else { return false }
    return head?.fields.type.map(EventType.learned.contains) ?? true
  }
}

extension EventType {
  // Sets, because each line looks up its type.
  private static let describing = Set(
    all.filter { $0.description.contains { $0.traits.person == .user } })

  /// A Boolean value indicating whether such an event describes the account or the profile of its user.
  var describesUser: Bool { EventType.describing.contains(self) }

  /// The types of events from which replacements are learned before any is made.
  fileprivate static let learned = Set(
    all.filter { type in
      type.description.contains {
        $0.traits.person != nil || $0.traits.creation != nil
          || type.area != .exercises && $0.isTerm
      }
    })
}

extension PayloadDescription.Field {
  /// A Boolean value indicating whether the field holds texts that are not about a person.
  fileprivate var isTerm: Bool { (form == .text || form == .list(.text)) && traits.isTerm }
}

extension FieldTraits {
  /// A Boolean value indicating whether a text or a name in the field is neither about a person nor names an entity.
  fileprivate var isTerm: Bool { !isPersonal && !isExercise && !isEntity }
}

/// Collects the texts of the personal fields of a payload, and the names of entities in it.
struct PersonalValues: ValueRewriter {
  private(set) var texts: [String] = []
  /// The texts and names that name a person.
  private(set) var named: [String] = []
  /// Those that name the user.
  private(set) var namedUser: [String] = []
  /// The addresses and ids from sign-in providers among these.
  private(set) var names: [Name] = []
  private(set) var entities: [Name] = []
  private(set) var created: [Name] = []
  private(set) var exercises: [Name] = []
  /// The texts and names that are neither about a person nor name an entity or an exercise.
  private(set) var terms: [String] = []

  mutating func text(_ text: String, _ traits: FieldTraits) -> String {
    if traits.isPersonal { add(text, traits) } else { terms.append(text) }
    return text
  }

  mutating func name(_ name: Name, _ traits: FieldTraits) -> Name {
    if traits.isPersonal {
      add(name.text, traits)
      if traits.person != nil { names.append(name) }
    }
    if traits.isEntity { entities.append(name) }
    if traits.creation != nil { created.append(name) }
    if traits.isExercise { exercises.append(name) }
    if traits.isTerm { terms.append(name.text) }
    return name
  }

  private mutating func add(_ text: String, _ traits: FieldTraits) {
    texts.append(text)
    if traits.person != nil { named.append(text) }
    if traits.person == .user { namedUser.append(text) }
  }
}
