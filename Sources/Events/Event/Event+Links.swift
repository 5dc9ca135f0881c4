// The entities that tie events to one another.
extension Event {
  /// The ids by which later events may refer to it: its own, and that of the entity it creates.
  package var createdEntities: [EventID] {
    [id] + [body.payload?._links.created].compactMap { $0 }
  }

  /// The entities that it refers to, in the order of its fields, each with its kind.
  package var references: [(kind: String, id: EventID)] {
    var references: [(kind: String, id: EventID)] = []
    body.payload?._links.forEachReference { references.append(($0.kind.rawValue, $0.id)) }
    return references
  }

  /// The ids of the entities that it refers to, in the order of its fields.
  package var referencedEntities: [EventID] { references.map(\.id) }
}
