/// The owners of all entities: the creators of shared entities, and the users of private ones.
///
/// The name of an entity that is not shared means an entity of the event's user. A change of an entity of another user
/// has no effect, unless the event's user has an entity of the same name.
package struct Ownership: Sendable {
  private var creators = Creators()
  /// The ids of the events, tagged with their users.
  private var ids: IDSet
  /// The names of entities that are not ids of events, tagged with the first users who used them.
  private var names = IDSet()
  /// The entities that further users created or began, and the addresses with which they signed in, each combined with
  /// the tag of its user.
  private var others = IDSet()
  /// The tags of the users of the linked subjects.
  private var subjects: [EventID: UInt32] = [:]
  /// The tags of the users who own the email addresses.
  private var addresses: [EventID: UInt32] = [:]
  /// The tags of the users who have an account.
  private var accounts: Set<UInt32> = []

  package init() { self.init(expecting: 0) }

  /// Creates an ownership with capacity for about `expected` events.
  init(expecting expected: Int) { ids = IDSet(expecting: expected) }

  /// Prefetches the ids of the next events, in any order.
  func prefetch(_ next: some Sequence<EventID>) { ids.prefetch(next) }

  /// Records the id of an event, and returns whether no earlier event had it.
  @discardableResult
  package mutating func insert(_ id: EventID, by user: Name?) -> Bool {
    ids.insert(id, tag: Ownership.tag(of: user))
  }

  /// Records an event, whose id is recorded already, in the order of the log.
  ///
  /// - Parameters:
  ///   - id: The id of the event.
  ///   - user: The user of the event.
  ///   - reportUnknown: A closure called with each entity that no earlier event created or referred to.
  /// - Returns: A remark that the event has no effect, because an entity, a subject or an address belongs to another
  ///   user; nil for an event that has its effect, and for an entity that no earlier event created.
  package mutating func record(
    _ links: EntityLinks, _ id: EventID, by user: Name?,
    reportUnknown: (EntityReference) -> Void = { _ in }
  ) -> String? {
    let tag = Ownership.tag(of: user)
    links.forEachReference { reference in
      guard let first = self.tag(of: reference.id) else {
        _ = names.insert(reference.id, tag: tag)
        return reportUnknown(reference)
      }
      // A set begins a session of its user if there is none.
      if tag != first, reference.effect == nil, EntityKind.begunByParts.contains(reference.kind) {
        add(reference.id, tag, after: first)
      }
    }
    if let created = links.created {
      if let first = self.tag(of: created) {
        add(created, tag, after: first)
      } else {
        _ = names.insert(created, tag: tag)
      }
    }
    if let kind = creators.record(links, id, by: user) ?? foreignKind(links, tag) {
      return "no effect: another user created the \(kind.rawValue)"
    }
    if !hasSubject(links, tag) { return "no effect: the subject belongs to another user" }
    return hasAddress(links, tag) ? nil : "no effect: the address belongs to another user"
  }

  /// Returns the kind of the entity that the event would change, if only another user has an entity of its name.
  private func foreignKind(_ links: EntityLinks, _ tag: UInt32) -> EntityKind? {
    guard let changed = links.changed, !changed.kind.isShared, self.tag(of: changed.id) != tag,
      !others.contains(Ownership.combine(changed.id, tag))
    else { return nil }
    return changed.kind
  }

  /// Records the link of a subject, and returns false if the event would link or unlink that of another user.
  private mutating func hasSubject(_ links: EntityLinks, _ tag: UInt32) -> Bool {
    guard let identity = links.identity else { return true }
    let owner = subjects[identity.id]
    if owner == nil || owner == tag { subjects[identity.id] = identity.effect == .ends ? nil : tag }
    return owner == nil || owner == tag || identity.effect == nil
  }

  /// Records the use of an address, and returns false if the event would verify or remove that of another user.
  private mutating func hasAddress(_ links: EntityLinks, _ tag: UInt32) -> Bool {
    guard let email = links.email else { return true }
    let owner = addresses[email.id]
    if email.use.opensAccount, tag != Ownership.nobody { accounts.insert(tag) }
    switch email.use {
    case .registers: return true
    case .signsIn, .verifies:
      if let owner {
        if email.use == .signsIn { add(email.id, tag, after: owner) }
      } else if accounts.contains(tag) {
        addresses[email.id] = tag
      }
    case .removes:
      // A sign-in adds its address to the account even if another account owns the address.
      if others.contains(Ownership.combine(email.id, tag)) { return true }
      if owner == tag { addresses[email.id] = nil }
    }
    return owner == nil || owner == tag || !email.use.needsOwner
  }

  private mutating func add(_ id: EventID, _ tag: UInt32, after first: UInt32) {
    if tag != first { _ = others.insert(Ownership.combine(id, tag)) }
  }

  private func tag(of id: EventID) -> UInt32? { ids.tag(of: id) ?? names.tag(of: id) }

  /// The tag of events without a user.
  private static let nobody = UInt32.max

  private static func combine(_ id: EventID, _ tag: UInt32) -> EventID {
    EventID(high: id.high ^ UInt64(tag) &* 0x9E37_79B9_7F4A_7C15, low: id.low)
  }

  /// Returns a hash of a user's name; two users rarely have the same one.
  private static func tag(of user: Name?) -> UInt32 {
    user.map { UInt32(truncatingIfNeeded: $0.key.low) } ?? nobody
  }
}
