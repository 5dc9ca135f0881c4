extension Event {
  /// The fields of its data that are written, with their contents, in wire order.
  ///
  /// Fields that are unknown to this build are among them.
  package var fieldContents: [(name: String, content: FieldContent)] {
    if unknown?.data == nil, let payload = body.payload { return payload.contents }
    guard case .object(let members) = data else { return [] }
    return members.map { ($0.name, $0.value.content) }
  }

  /// The names by which people refer to the entities of the event: its own id, then those it creates and refers to.
  package var entityNames: [Name] { [Name(id)] + (body.payload?.entities ?? []).compactMap(\.name) }

  /// The entities that it creates and refers to; a created entity without a name of its own has the id as its name.
  package var entities: [NamedEntity] {
    (body.payload?.entities ?? []).map { entity in
      var entity = entity
      entity.name = entity.name ?? Name(id)
      return entity
    }
  }
}
