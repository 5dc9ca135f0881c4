/// A clock that showed the times of an export that have no zone.
public enum WallClock: Equatable, Sendable {
  /// A clock these minutes ahead of UTC, -1439...1439, the whole year.
  case offset(Int16)
  /// A clock of a time zone, which is put forward and back.
  case zone(ZoneRules)
  /// A clock whose minutes ahead of UTC are known for some times, and the same for all others.
  ///
  /// The times are in milliseconds since 1970-01-01 on that clock.
  case known([Int64: Int16], else: Int16)

  /// Returns the minutes by which the clock was ahead of UTC when it showed a time.
  func offsetMinutes(atWall wall: Int64) -> Int16 {
    switch self {
    case .offset(let minutes): minutes
    case .zone(let rules): rules.offsetMinutes(atWall: wall)
    case .known(let minutes, let others): minutes[wall] ?? others
    }
  }
}

extension TrainingDefaults {
  /// Returns the moment at which the lifter's clock showed a time, unless the file has its offset.
  func timestamp(of wall: WallTime) -> Timestamp {
    wall.timestamp(offset: clock.offsetMinutes(atWall: wall.milliseconds))
  }
}
