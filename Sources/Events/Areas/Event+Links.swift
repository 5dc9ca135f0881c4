// The entities that connect events.
extension Event {
  /// The ids by which later events may refer to the event: its own, and the id of an entity it creates.
  package var createdEntities: [EventID] { [id] + [links.created].compactMap { $0 } }

  /// The entities that the event's data names.
  package var links: EntityLinks { body.links }

  /// The entities that the event refers to, in the order of its fields, each with its kind.
  package var references: [(kind: String, id: EventID)] {
    var references: [(kind: String, id: EventID)] = []
    links.forEachReference { references.append(($0.kind.rawValue, $0.id)) }
    return references
  }

  /// The ids of the entities that the event refers to, in the order of its fields.
  package var referencedEntities: [EventID] { references.map(\.id) }
}

extension Event.Body {
  /// The entities that the data names.
  package var links: EntityLinks {
    // Most events are sets, which need no existential here.
    if case .sessions(.setLogged(let set)) = self { return EntityFinder.links(of: set) }
    return payload?._links ?? EntityLinks()
  }
}
