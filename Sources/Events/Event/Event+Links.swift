// The entities that tie events to one another.
extension Event {
  /// The ids by which later events may refer to it: its own, and that of the entity it creates.
  package var createdEntities: [EventID] {
    [id] + [links.created].compactMap { $0 }
  }

  /// The entities that its data names.
  package var links: EntityLinks {
    // Nearly all events are sets: no existential is made for them.
    if case .sessions(.setLogged(let set)) = body { return EntityFinder.links(of: set) }
    return body.payload?._links ?? EntityLinks()
  }

  /// The entities that it refers to, in the order of its fields, each with its kind.
  package var references: [(kind: String, id: EventID)] {
    var references: [(kind: String, id: EventID)] = []
    links.forEachReference { references.append(($0.kind.rawValue, $0.id)) }
    return references
  }

  /// The ids of the entities that it refers to, in the order of its fields.
  package var referencedEntities: [EventID] { references.map(\.id) }
}
