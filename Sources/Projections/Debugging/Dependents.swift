import Events

/// The events of a log that depend on some events, as if these had never happened.
package struct Dependents {
  /// The events that are left out.
  package private(set) var left: [Event] = []
  /// For each of them by position, the later events that refer to it, and the events that undo it.
  package private(set) var referring: [Int: [Event]] = [:]
  /// For each of them by position, other events that undid a later change and so copied its value.
  package private(set) var restoring: [Int: [Event]] = [:]

  /// A part of the state, of one user if each user has their own.
  private struct Part: Hashable {
    let user: Name?
    let target: UndoTarget
  }

  /// The positions of the events that are left out, by the entities that they created.
  private var created: [EventID: Int] = [:]
  /// The events that are left out and whose values the parts still have.
  private var values: [Part: Event] = [:]
  /// For each event that replaced such values, the events whose values they were.
  private var replaced: [EventID: (event: Event, values: [Part: Event])] = [:]
  /// The last events of the users of the events that are left out.
  private var recent: [Name: [Event]] = [:]

  /// Creates the dependents of the events at some positions.
  ///
  /// Cost: one pass that decodes all events after the first of them.
  package init(of seqs: Set<Int>, in log: Log) throws {
    var lines = log.lines()
    while let line = try lines.next() {
      if seqs.contains(line.seq) {
        leave(try lines.event())
      } else if !left.isEmpty, line.area != nil {
        add(try lines.event())
      }
    }
  }

  private mutating func leave(_ event: Event) {
    left.append(event)
    for id in event.createdEntities { created[id] = event.seq }
    note(event)
    for part in parts(of: event) { values[part] = event }
    if let user = event.user, recent[user] == nil { recent[user] = [] }
  }

  private mutating func add(_ event: Event) {
    if case .corrections(.eventsReverted(let note)) = event.body {
      return add(note, event)
    }
    if let outer = event.referencedEntities.compactMap({ created[$0] }).first {
      referring[outer, default: []].append(event)
    }
    note(event)
    guard let user = event.user, recent[user] != nil else { return }
    if recent[user, default: []].count >= 2 * Log.largestReversal {
      recent[user]?.removeFirst(Log.largestReversal)
    }
    recent[user]?.append(event)
  }

  /// Records that an event replaced values of events that are left out.
  private mutating func note(_ event: Event) {
    var gone: [Part: Event] = [:]
    for part in parts(of: event) {
      if let value = values.removeValue(forKey: part) { gone[part] = value }
    }
    if !gone.isEmpty { replaced[event.id] = (event, gone) }
  }

  /// Adds the events that undo others: to those that they undo, and to those whose values they restore.
  private mutating func add(_ note: EventsReverted, _ event: Event) {
    let facts = event.user.map { recent[$0, default: []].suffix(max(0, note.count)) } ?? []
    let undone = Set(note.events.compactMap { created[$0] })
    for seq in undone.sorted() {
      let known = Set(referring[seq, default: []].map(\.seq))
      referring[seq, default: []] += (facts + [event]).filter { !known.contains($0.seq) }
    }
    for fact in facts {
      for part in parts(of: fact) {
        for id in note.events {
          guard let (change, gone) = replaced[id], let value = gone[part],
            fact.restores(value, changedBy: change)
          else { continue }
          values[part] = value
          guard !undone.contains(value.seq),
            !referring[value.seq, default: []].contains(where: { $0.seq == fact.seq })
          else { continue }
          restoring[value.seq, default: []].append(fact)
        }
      }
    }
  }

  private func parts(of event: Event) -> [Part] {
    event.subjects.map { Part(user: $0.isPersonal ? event.user : nil, target: $0) }
  }
}

extension Event {
  /// Returns whether the event, which undoes a change of another one's values, restores such a value.
  fileprivate func restores(_ value: Event, changedBy change: Event) -> Bool {
    if body == value.body { return true }
    let (old, new) = (value.fields, change.fields)
    return fieldContents.contains { $0.content == old[$0.name] && $0.content != new[$0.name] }
  }

  private var fields: [String: FieldContent] {
    Dictionary(fieldContents.map { ($0.name, $0.content) }) { first, _ in first }
  }
}
