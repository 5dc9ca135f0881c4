/// The users who created the entities that all users see.
///
/// An event that changes, ends or restores such an entity has no effect unless the user of the event created the
/// entity. The traits of the fields determine which events these are.
package struct Creators: Equatable, Sendable {
  private struct Creation: Equatable {
    let user: Name?
    var isEnded = false
  }

  /// The creators by the ids of the entities.
  private var creations: [EventID: Creation] = [:]

  package init() {}

  /// Records an event in the order of the log.
  ///
  /// - Parameters:
  ///   - id: The id of the event.
  ///   - user: The user of the event.
  /// - Returns: The kind of the entity that the event would change, although its user did not create it. The result is
  ///   nil for an event that has its effect, and for an entity that no earlier event created.
  @discardableResult
  package mutating func record(_ links: EntityLinks, _ id: EventID, by user: Name?) -> EntityKind? {
    if let kind = links.creation, kind.isShared { create(links.created ?? id, by: user) }
    guard let changed = links.changed, changed.kind.isShared,
      let creation = creations[changed.id], !creation.isEnded
    else { return nil }
    guard creation.user == user else { return changed.kind }
    if changed.effect == .ends, !EntityKind.restorable.contains(changed.kind) {
      creations[changed.id]?.isEnded = true
    }
    return nil
  }

  /// Returns whether an entity was created, even if it has ended since.
  package func hasCreation(of entity: EventID) -> Bool { creations[entity] != nil }

  /// Records a creation; the creation of an entity that exists already has no effect.
  private mutating func create(_ id: EventID, by user: Name?) {
    if let creation = creations[id], !creation.isEnded { return }
    creations[id] = Creation(user: user)
  }
}

extension EntityKind {
  /// The kinds whose entities keep their names after they end, because an event can restore them.
  static let restorable = Set(
    EventType.all.flatMap(\.description.fields).filter { $0.traits.effect == .restores }
      .compactMap(\.traits.reference))

  /// The kinds of a user's own entities that have names; a reference to such a name can begin an entity.
  static let begunByParts = Set(
    EventType.all.flatMap(\.description.fields).compactMap(\.traits.creation).filter {
      !$0.isShared
    })
}

extension Event {
  /// Returns whether the event's user may change the entity, which only its creator may change.
  ///
  /// - Parameter creator: A closure that returns the creator of an entity, which may be nil, or nil if the entity does
  ///   not exist. It is called at most once.
  public func mayChange(_ creator: (Name) -> Name??) -> Bool {
    guard body.links.changesShared, let entity = entities.first(where: { $0.role.isChange })?.name,
      let creator = creator(entity)
    else { return true }
    return creator == user
  }
}

extension Creators {
  /// The areas of events that create or change shared entities.
  package static let areas: Areas = EventType.all.reduce([]) { areas, type in
    let isShared = type.description.fields.contains {
      ($0.traits.creation ?? $0.traits.reference)?.isShared ?? false
    }
    return isShared ? areas.union(Areas(type.area)) : areas
  }
}
