/// The time and the ids for drafts that have none, and the latest time for the others.
public struct DraftDefaults: Sendable {
  /// The time of drafts without one.
  public var now: Timestamp
  /// The latest time that an appended event may claim, a day ahead of the clock; nil for any time.
  public var latest: Timestamp?
  /// The seed for generated ids; nil for random ids.
  public var seed: UInt64?

  /// Creates defaults with the time `now`, and a seed for generated ids.
  public init(now: Timestamp, seed: UInt64? = nil) { (self.now, self.seed) = (now, seed) }

  /// Returns a new version 7 id for an entity that is not an event.
  public func newID() -> EventID { id(seq: 0) }

  /// Returns a version 7 id for the event at `seq`.
  ///
  /// The position is mixed into the seed, so that two commands with the same seed generate different ids.
  ///
  /// - Parameter attempt: The number of ids for this position that are already taken; used only with a seed.
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
