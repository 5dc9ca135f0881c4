/// The entities that an event creates under a name or refers to, according to the traits of its fields.
@usableFromInline package struct EntityLinks: Sendable {
  /// The id of the entity that the event creates under a name; nil if the entity has the event's own id.
  package var created: EventID?
  /// The kind of entity that the event creates under a name, or could; nil for none.
  var creation: EntityKind?
  /// The entity that the event changes, which only its creator may do; nil for none.
  var changed: EntityReference?
  /// The change of that entity; nil for none.
  var effect: EntityEffect?
  /// The entities that the event refers to, in the order of its fields; usually at most one.
  var references: References = .none

  /// A list that needs no allocation for up to one reference.
  enum References: Sendable {
    case none
    case one(EntityReference)
    case many([EntityReference])
  }

  /// Records the link of a field's value, if the value is one.
  @inline(__always)
  mutating func add(_ value: (some FieldValue)?, _ traits: FieldTraits) {
    if let kind = traits.creation { (creation, created) = (kind, value?.entityID) }
    guard let kind = traits.reference, let id = value?.entityID else { return }
    let reference = EntityReference(kind: kind, id: id)
    if let effect = traits.effect { (changed, self.effect) = (reference, effect) }
    switch references {
    case .none: references = .one(reference)
    case .one(let first): references = .many([first, reference])
    case .many(let all): references = .many(all + [reference])
    }
  }

  /// Returns whether the event refers to one of the entities in `ids`.
  package func refer(toAny ids: [EventID]) -> Bool {
    switch references {
    case .none: false
    case .one(let reference): ids.contains(reference.id)
    case .many(let all): all.contains { ids.contains($0.id) }
    }
  }

  /// Returns whether the event changes one of the entities in `ids`.
  package func change(anyOf ids: [EventID]) -> Bool { changed.map { ids.contains($0.id) } ?? false }

  /// Calls `body` with each reference.
  func forEachReference(_ body: (EntityReference) -> Void) {
    switch references {
    case .none: break
    case .one(let reference): body(reference)
    case .many(let all): all.forEach(body)
    }
  }
}

/// A reference of an event to an entity that an earlier event created.
@usableFromInline package struct EntityReference: Sendable {
  /// The kind of entity.
  let kind: EntityKind
  /// The id of the entity, which is the id of the creating event unless that event chose another name.
  let id: EventID
}

/// A walk through the fields of a payload that records the entities in them.
struct EntityFinder: Fields {
  let version: Int
  private(set) var links = EntityLinks()

  /// Returns the links of `payload`.
  static func links<P: Payload>(of payload: P) -> EntityLinks {
    var finder = EntityFinder(version: P.version)
    _ = try? P(payload, &finder)
    return finder.links
  }

  private init(version: Int) { self.version = version }

  mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    guard let value = try optionalField(name, value, traits) else {
      preconditionFailure("a payload walked its field '\(name)' without a value")
    }
    return value
  }

  mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    links.add(value, traits)
    return value
  }

  func require<V: FieldValue>(_ name: StaticString, _ value: V, _ limit: Limit) {}
}
