/// The time and the ids that an append gives to drafts that have none.
public struct DraftDefaults: Sendable {
  /// The time of drafts without one.
  public var now: Timestamp
  /// The seed of the random bits of new ids; nil leaves them to the system.
  public var seed: UInt64?

  /// Creates the time `now`, and ids that `seed` decides.
  public init(now: Timestamp, seed: UInt64? = nil) {
    self.now = now
    self.seed = seed
  }

  /// Returns a version 7 id for something that is not an event.
  public func newID() -> EventID { id(seq: 0) }

  /// Returns a version 7 id for the event at `seq`.
  ///
  /// The position is mixed into the seed, so that two commands with one seed do not make one id.
  ///
  /// - Parameter attempt: the number of ids for it that are taken, where a seed decides them.
  package func id(seq: Int, attempt: Int = 0) -> EventID {
    guard let seed else {
      var system = SystemRandomNumberGenerator()
      return EventID(milliseconds: now.milliseconds, random: (system.next(), system.next()))
    }
    var mixer = SeededGenerator(seed: UInt64(truncatingIfNeeded: seq))
    for _ in 0..<attempt { _ = mixer.next() }
    var seeded = SeededGenerator(seed: seed ^ mixer.next())
    return EventID(milliseconds: now.milliseconds, random: (seeded.next(), seeded.next()))
  }
}
