/// A clock of a user, for the current time and for the times in an export that have no time zone.
public enum WallClock: Equatable, Sendable {
  /// A clock with a fixed offset in minutes ahead of UTC, -1439...1439.
  case offset(Int16)
  /// A clock of a time zone, which may have summer time.
  case zone(ZoneRules)
  /// A clock with known offsets in minutes for some times, and one offset for all other times.
  ///
  /// The times are in milliseconds since 1970-01-01 on the clock.
  case known([Int64: Int16], else: Int16)

  /// Returns the clock's offset in minutes ahead of UTC at a local time.
  func offsetMinutes(atWall wall: Int64) -> Int16 {
    switch self {
    case .offset(let minutes): minutes
    case .zone(let rules): rules.offsetMinutes(atWall: wall)
    case .known(let minutes, let others): minutes[wall] ?? others
    }
  }
}
