/// An event of one type, without the enums around its payload.
///
/// A replay passes events of the most frequent type to its projections in this form. Copying an event of any type
/// takes four times as long.
public struct TypedEvent<P: Equatable & Sendable>: Sendable {
  /// The position in the log.
  public let seq: Int
  /// The id of the event, which is also its idempotency key.
  public let id: EventID
  /// The time of the fact, on the clock of its user.
  public let at: Timestamp
  /// The user of the fact; nil for facts without a user.
  public let user: Name?
  public let payload: P

  @inlinable @inline(__always)
  package init(seq: Int, id: EventID, at: Timestamp, user: Name?, _ payload: P) {
    (self.seq, self.id, self.at, self.user, self.payload) = (seq, id, at, user, payload)
  }
}

extension TypedEvent<SetLogged> {
  /// The fact as an event of any type.
  public var event: Event {
    Event(id: id, at: at, user: user, .sessions(.setLogged(payload)), seq: seq)
  }
}
