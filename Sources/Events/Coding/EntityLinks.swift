/// The entities that an event creates under a name or refers to, according to the traits of its fields.
@usableFromInline package struct EntityLinks: Sendable {
  /// The id of the entity that the event creates under a name; nil if the entity has the event's own id.
  package var created: EventID?
  /// The kind of entity that the event creates under a name, or could; nil for none.
  var creation: EntityKind?
  /// The entities that the event refers to, in the order of its fields; usually at most one.
  var references: References = .none

  /// The user's identity at a provider; nil for none.
  private(set) var identity: Identity?

  /// The email address of an account; nil for none.
  private(set) var email: Email?

  /// The email address of an account, with its use by the event.
  struct Email: Sendable {
    /// A hash of the address in the form by which an account is found.
    let id: EventID
    let use: EmailUse
  }

  /// A user's identity at a provider.
  struct Identity: Sendable {
    /// A combination of the provider and the subject.
    var id: EventID
    /// The change of the user's linked subjects; nil for a sign-in.
    var effect: EntityEffect?
  }

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
    if let part = traits.identity { add(part, value) }
    guard let kind = traits.reference else { return }
    guard let id = value?.entityID else {
      if let ids = value?.entityIDs { add(ids, kind, traits.effect) }
      return
    }
    let reference = EntityReference(kind: kind, id: id, effect: traits.effect)
    switch references {
    case .none: references = .one(reference)
    case .one(let first): references = .many([first, reference])
    case .many(let all): references = .many(all + [reference])
    }
  }

  /// Records a part of an identity.
  private mutating func add(_ part: IdentityPart, _ value: (some FieldValue)?) {
    switch part {
    case .provider: identity = value?.entityID.map { Identity(id: $0) }
    case .email(let use):
      guard case .text(let address)? = value?.content else { return }
      email = Email(id: Name(foldedAddress(address)).key, use: use)
    case .subject(let effect):
      guard let provider = identity?.id, let id = value?.entityID else { return identity = nil }
      // The halves of one id are swapped, so that the two names cannot be exchanged.
      let combined = EventID(high: provider.low ^ id.high, low: provider.high ^ id.low)
      identity = Identity(id: combined, effect: effect)
    }
  }

  /// Records the links of a list.
  private mutating func add(_ ids: [EventID], _ kind: EntityKind, _ effect: EntityEffect?) {
    var all: [EntityReference] = []
    forEachReference { all.append($0) }
    references = .many(all + ids.map { EntityReference(kind: kind, id: $0, effect: effect) })
  }

  /// The entity that the event changes, which only its creator may change; nil for none.
  package var changed: EntityReference? {
    switch references {
    case .none: nil
    case .one(let reference): reference.effect == nil ? nil : reference
    case .many(let all): all.first { $0.effect != nil }
    }
  }

  /// A Boolean value indicating whether the event has no effect if what it names belongs to another user.
  package var mayHaveNoEffect: Bool {
    changed != nil || identity?.effect != nil || email?.use.needsOwner ?? false
  }

  /// Returns whether the owner of the identity or the address of another event may depend on this event.
  package func share(_ other: EntityLinks) -> Bool {
    if let identity, identity.id == other.identity?.id { return true }
    guard let email, let address = other.email else { return false }
    // Only an account can own an address.
    return email.id == address.id || email.use.opensAccount
  }

  /// A Boolean value indicating whether the event changes an entity that all users see.
  package var changesShared: Bool { changed?.kind.isShared ?? false }

  /// Returns whether the event refers to one of the entities in `ids`.
  package func refer(toAny ids: [EventID]) -> Bool {
    switch references {
    case .none: false
    case .one(let reference): ids.contains(reference.id)
    case .many(let all): all.contains { ids.contains($0.id) }
    }
  }

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
  let kind: EntityKind
  /// The id of the entity, which is the id of the creating event unless that event chose another name.
  package let id: EventID
  /// The change of the entity; nil for none.
  let effect: EntityEffect?
}

/// A walk through the fields of a payload that records the entities in them.
struct EntityFinder: ValueWalk {
  let version: Int
  private(set) var links = EntityLinks()

  /// Returns the links of `payload`.
  static func links<P: Payload>(of payload: P) -> EntityLinks {
    var finder = EntityFinder(version: P.version)
    _ = try? P(payload, &finder)
    return finder.links
  }

  mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    links.add(value, traits)
    return value
  }
}
