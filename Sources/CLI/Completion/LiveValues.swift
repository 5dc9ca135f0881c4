import Events
import Projections

/// The values of a log that a shell offers, found without reading the whole log.
///
/// Exercises and users come from the checkpoint. Everything else, and these if there is no checkpoint, comes from the
/// last megabyte of the log. For a long log, a shell therefore offers only recent values.
struct LiveValues {
  let log: Log
  /// The user of the sessions, sets and workouts; nil for all users.
  let user: Name?

  /// The number of bytes read at the end: some 4,000 events; twice as many take up to 20 ms.
  static let window = 1 << 20
  /// The maximum number of values of one kind, the newest ones; more would fill a terminal.
  private static let most = 100

  /// Creates a search for the values of a user; nil means the one who signed in last, and all users before that.
  init(_ log: Log, of user: Name?) throws {
    self.log = log
    self.user = try user ?? replay(log, withinBytes: Self.window, LatestSignIn())?.user
  }

  /// Returns the values of one kind: exercises and users by name, all others newest first.
  func candidates(_ kind: LiveValue) throws -> [CompletionCandidate] {
    switch kind {
    case .exercises: try exercises()
    case .users: try users()
    case .entity(.event): try recentEvents()
    case .entity(let kind): try entities(kind)
    case .pendingEvents: try pendingEvents()
    case .refusedEvents, .zones: []
    }
  }

  private func exercises() throws -> [CompletionCandidate] {
    let names = try replay(log, withinBytes: Self.window, ExerciseNames()) ?? ExerciseNames()
    var numbers = ExerciseNumbers()
    if let all = try replay(log, withinBytes: Self.window, numbers) {
      numbers = all
    } else {
      try log.forEachLine(inLast: Self.window) { line, reader in
        if ExerciseNumbers.reads.contains(line.area) { numbers.apply(try reader.event()) }
      }
    }
    return numbers.exercises.map { candidate($0, names) }.sorted { $0.value < $1.value }
  }

  private func candidate(_ exercise: Name, _ names: ExerciseNames) -> CompletionCandidate {
    CompletionCandidate(value: exercise.text, summary: names.name(of: exercise) ?? "")
  }

  private func users() throws -> [CompletionCandidate] {
    var users: Set<Name> = []
    if let user { users.insert(user) }
    try log.forEachLine(inLast: Self.window) { line, _ in
      if let user = line.user { users.insert(user) }
    }
    return users.map { CompletionCandidate(value: $0.text) }.sorted { $0.value < $1.value }
  }

  private func recentEvents() throws -> [CompletionCandidate] {
    let found = try events(20) { "@\($0.seq)" }
    return found.isEmpty ? [] : [CompletionCandidate(value: "last")] + found
  }

  private func pendingEvents() throws -> [CompletionCandidate] {
    guard let accepted = log.accepted else { return [] }
    return try events(Self.most, after: accepted, as: \.id.description)
  }

  /// Returns the last events after a position, the newest first.
  private func events(
    _ most: Int, after position: Int = 0, as word: (Event) -> String
  ) throws -> [CompletionCandidate] {
    var found: [CompletionCandidate] = []
    try log.forEachLineBackwards { line, reader in
      guard line.seq > position else { return false }
      let event = try reader.event()
      let who = line.user.map { " by \($0)" } ?? ""
      found.append(CompletionCandidate(value: word(event), summary: event.type + who))
      return found.count < most
    }
    return found
  }

  private func entities(_ kind: EntityKind) throws -> [CompletionCandidate] {
    var found: [(id: Name, summary: String)] = []
    var gone: Set<Name> = []
    try log.forEachLine(inLast: Self.window) { line, reader in
      guard line.area != nil else { return }
      let event = try reader.event()
      for entity in event.entities where entity.kind == kind {
        guard let name = entity.name else { continue }
        switch entity.role {
        case .ended: gone.insert(name)
        case .restored: gone.remove(name)
        // Mails belong to the service that sends them.
        case .created where kind == .mail || kind.isShared || isMine(event):
          gone.remove(name)
          found.append((name, "\(minute(event.at)) \(event.gist)"))
        case .created, .referred, .changed: break
        }
      }
    }
    // An entity that was created again is offered once.
    let standing = found.reversed().filter { gone.insert($0.id).inserted }.prefix(Self.most)
    let newest = standing.map { CompletionCandidate(value: $0.id.text, summary: $0.summary) }
    return newest.isEmpty
      ? [] : [CompletionCandidate(value: "last", summary: "the latest one")] + newest
  }

  private func isMine(_ event: Event) -> Bool { user.map { event.user == $0 } ?? true }
}

extension Event {
  /// The first values of its data that are not names of entities, by which people recognise it.
  fileprivate var gist: String {
    let names = Set(entities.compactMap(\.name?.text))
    let texts = fieldContents.compactMap { field -> String? in
      switch field.content {
      case .text(let text): names.contains(text) ? nil : text
      case .number(let number): decimal(number)
      case .flag, .list, .other: nil
      }
    }
    return texts.prefix(3).joined(separator: ", ")
  }
}
