extension Event {
  /// The fields of the event's data that are written, with their contents, in wire order.
  ///
  /// Fields unknown to this build are included.
  package var fieldContents: [(name: String, content: FieldContent)] {
    if unknown?.data == nil {
      // Most events are sets. The generic walk looks up the type of each field at run time, which took a quarter of a
      // printed log.
      if case .sessions(.setLogged(let set)) = body { return set.contents }
      if let payload = body.payload { return payload.contents }
    }
    guard case .object(let members) = data else { return [] }
    return members.map { ($0.name, $0.value.content) }
  }

  /// The names of the event's entities: its own id, then the entities that it creates and refers to.
  package var entityNames: [Name] { [Name(id)] + (body.payload?.entities ?? []).compactMap(\.name) }

  /// The entities that the event creates and refers to; a created entity without a name has the event's id as its name.
  package var entities: [NamedEntity] {
    (body.payload?.entities ?? []).map { entity in
      var entity = entity
      entity.name = entity.name ?? Name(id)
      return entity
    }
  }
}
