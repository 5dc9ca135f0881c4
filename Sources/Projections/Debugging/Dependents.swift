import Events

/// The events of a log that depend on some events, as if these had never happened.
package struct Dependents {
  /// The events that are left out.
  package private(set) var left: [Event] = []
  /// The later events that refer to an event that is left out, by its position.
  private var references: [Int: [Event]] = [:]
  /// The events that undo others, with the positions of those that are left out.
  private var undoings: [(events: [Event], undone: Set<Int>)] = []
  /// The events that undid a later change and so copied the value of an event that is left out, by its position.
  private var copies: [Int: [Event]] = [:]

  /// A part of the state, of one user if each user has their own.
  private struct Part: Hashable {
    let user: Name?
    let subject: AnyHashable
    /// One exercise of a list; nil for the part as a whole.
    var exercise: PlannedExercise? = nil

    init(_ change: any AnyUndoChange, of user: Name) {
      self.init(user: change.isPersonal ? user : nil, subject: change.key)
    }

    init(_ subject: any UndoSubject, of user: Name?) {
      self.init(user: subject.isPersonal ? user : nil, subject: AnyHashable(subject))
    }

    private init(user: Name?, subject: AnyHashable) { (self.user, self.subject) = (user, subject) }

    /// Returns the part that is one exercise of this list.
    func one(_ exercise: PlannedExercise) -> Part {
      var part = self
      part.exercise = exercise
      return part
    }

    /// The part as a whole.
    var whole: Part {
      var part = self
      part.exercise = nil
      return part
    }
  }

  /// The positions of the events that are left out, by the entities that they created.
  private var created: [EventID: Int] = [:]
  /// The entities that the events that are left out created or refer to.
  private var entities: Set<EventID> = []
  /// The event that is left out and last set each part.
  private var values: [Part: Event] = [:]
  /// The lists whose exercises an event that is left out added or removed.
  private var lists: Set<Part> = []
  /// For each event that replaced such values, the events whose values they were.
  private var replaced: [EventID: (event: Event, values: [Part: Event])] = [:]
  /// The last events of the users of the events that are left out.
  private var recent: [Name: RecentEvents] = [:]
  /// The state of each of these users, which shows the parts that an event changes.
  private var states: [ReversalState] = []

  /// Creates the dependents of the events at some positions.
  ///
  /// Cost: one pass that decodes nothing, and one that decodes all events.
  package init(of seqs: Set<Int>, in log: Log) throws {
    let users = try Self.users(of: seqs, in: log)
    states = users.map { ReversalState(of: $0) }
    recent = Dictionary(uniqueKeysWithValues: users.map { ($0, RecentEvents()) })
    var lines = log.lines()
    while let line = try lines.next() {
      if seqs.contains(line.seq) {
        leave(try lines.event())
      } else if line.area != nil {
        let event = try lines.event()
        if left.isEmpty {
          for place in states.indices { states[place].apply(event) }
        } else {
          add(event)
        }
      }
    }
  }

  /// Returns the later events that refer to events that are left out, and the events that undo these, in order.
  package func referring(to seqs: [Int]) -> [Event] {
    let undoing = undoings.filter { !$0.undone.isDisjoint(with: seqs) }.flatMap(\.events)
    return staying(seqs.flatMap { references[$0] ?? [] } + undoing)
  }

  /// Returns the events that undo an omitted event, with their `EventsReverted`, in order; some may be omitted
  /// themselves.
  package func undoing(_ seq: Int) -> [Event] {
    inOrder(undoings.filter { $0.undone.contains(seq) }.flatMap(\.events))
  }

  /// Returns other events that undid a later change and so restored values of events that are left out, in order.
  package func restoring(_ seqs: [Int]) -> [Event] {
    let referring = Set(referring(to: seqs).map(\.seq))
    return staying(seqs.flatMap { copies[$0] ?? [] }.filter { !referring.contains($0.seq) })
  }

  /// Returns the events that restored the value of an event that is left out, in order; some may be left out
  /// themselves.
  package func copying(_ seq: Int) -> [Event] { inOrder(copies[seq] ?? []) }

  /// Returns those of some events that are not left out, in order.
  private func staying(_ events: [Event]) -> [Event] {
    let left = Set(left.map(\.seq))
    return inOrder(events).filter { !left.contains($0.seq) }
  }

  private func inOrder(_ events: [Event]) -> [Event] {
    var seen: Set<Int> = []
    return events.filter { seen.insert($0.seq).inserted }.sorted { $0.seq < $1.seq }
  }

  private mutating func leave(_ event: Event) {
    left.append(event)
    for id in event.createdEntities { created[id] = event.seq }
    entities.formUnion(event.createdEntities)
    entities.formUnion(event.referencedEntities)
    for part in note(event, isLeft: true) { set(part, to: event) }
    // It may itself be one of the events that a note counts; a note is none of them.
    if case .corrections(.eventsReverted) = event.body { return }
    if let user = event.user { recent[user]?.append(event) }
  }

  private mutating func add(_ event: Event) {
    if case .corrections(.eventsReverted(let note)) = event.body { return add(note, event) }
    if let outer = event.referencedEntities.compactMap({ created[$0] }).first {
      references[outer, default: []].append(event)
    }
    note(event)
    if let user = event.user { recent[user]?.append(event) }
  }

  /// Applies an event, records that it replaced values of events that are left out, and returns the parts it changed.
  ///
  /// Of an event that stays, only the parts with such values are compared. An event that is left out sets the exercises
  /// that it adds to a list or removes from it, and the list as a whole if there are none, as for a move.
  @discardableResult
  private mutating func note(_ event: Event, isLeft: Bool = false) -> [Part] {
    var parts: [Part] = []
    guard isLeft || mayChangeValues(event) else {
      for place in states.indices { states[place].apply(event) }
      return parts
    }
    let isAlways = if case .plan(.exerciseMoved) = event.body { true } else { isLeft }
    for place in states.indices {
      let user = states[place].user
      let changes = states[place].changes(by: event) { [values, lists] subject in
        let part = Part(subject, of: user)
        return isAlways || values[part] != nil || lists.contains(part)
      }
      for change in changes {
        let (part, exercises) = (Part(change, of: user), change.exercises)
        if !isLeft || exercises.isEmpty { parts.append(part) }
        parts += exercises.map { part.one($0) }
      }
    }
    var old: [Part: Event] = [:]
    for part in parts {
      if let value = values.removeValue(forKey: part) { old[part] = value }
    }
    if !old.isEmpty { replaced[event.id] = (event, old) }
    if !isLeft { move(old, to: parts) }
    return parts
  }

  /// Keeps the values of exercises that an event moved from one list to another.
  private mutating func move(_ old: [Part: Event], to parts: [Part]) {
    for (part, value) in old where part.exercise != nil {
      for other in parts
      where other != part && other.user == part.user && other.exercise == part.exercise {
        set(other, to: value)
      }
    }
  }

  private mutating func set(_ part: Part, to value: Event) {
    values[part] = value
    if part.exercise != nil { lists.insert(part.whole) }
  }

  /// Returns whether an event that stays may change the value of an event that is left out.
  ///
  /// Nearly all events are those of other sessions and sets, and the search for the parts that each may change took
  /// most of the time.
  private func mayChangeValues(_ event: Event) -> Bool {
    if values.isEmpty { return false }
    return event.area != .sessions || event.createdEntities.contains(where: entities.contains)
      || event.referencedEntities.contains(where: entities.contains)
  }

  /// Adds the events that undo others: to those that they undo, and to those whose values they restore.
  private mutating func add(_ note: EventsReverted, _ event: Event) {
    let facts = event.user.flatMap { recent[$0]?.undoing(note, at: event.at) } ?? []
    let undone = Set(note.events.compactMap { created[$0] })
    if !undone.isEmpty { undoings.append((facts + [event], undone)) }
    var changes: [Part: [(event: Event, part: Part, value: Event)]] = [:]
    for (change, old) in note.events.compactMap({ replaced[$0] }) {
      for (part, value) in old { changes[part.whole, default: []].append((change, part, value)) }
    }
    if changes.isEmpty { return }
    for fact in facts {
      for subject in fact.subjects {
        for change in changes[Part(subject, of: event.user)] ?? []
        where fact.restores(change.part.exercise, of: change.value, changedBy: change.event) {
          set(change.part, to: change.value)
          if !undone.contains(change.value.seq) {
            copies[change.value.seq, default: []].append(fact)
          }
        }
      }
    }
  }

  /// Returns the users of the events at some positions.
  private static func users(of seqs: Set<Int>, in log: Log) throws -> [Name] {
    var users: Set<Name> = []
    var lines = log.lines()
    while let line = try lines.next() {
      if seqs.contains(line.seq), let user = line.user { users.insert(user) }
    }
    return users.sorted()
  }
}

extension Event {
  /// Returns whether the event, which undoes a change of another one's values, restores such a value.
  ///
  /// - Parameter exercise: The value, if it is one exercise of a list.
  fileprivate func restores(
    _ exercise: PlannedExercise?, of value: Event, changedBy change: Event
  ) -> Bool {
    if case .plan(.exerciseAdded(let added)) = body, let exercise {
      return added.planned == exercise
    }
    // An added exercise is restored only by adding it again; a move takes it along.
    if exercise != nil, value.addsExercises { return false }
    if body == value.body { return true }
    let (old, new) = (value.fields, change.fields)
    return fieldContents.contains { $0.content == old[$0.name] && $0.content != new[$0.name] }
  }

  private var addsExercises: Bool {
    switch body {
    case .plan(.exerciseAdded), .plan(.planSaved): true
    default: false
    }
  }

  private var fields: [String: FieldContent] {
    Dictionary(fieldContents.map { ($0.name, $0.content) }) { first, _ in first }
  }
}
