extension Timestamp {
  /// Returns the time of the device's clock, with the UTC offset of the device.
  ///
  /// Nothing else in the libraries reads a clock. Pass the result to a request, and a fixed time in a test.
  public static func now() -> Timestamp { System().now() }

  /// Returns the time of the device's clock, on the clock of a user: `.offset(60)`, or `.zone(rules)`.
  public static func now(in clock: WallClock) -> Timestamp {
    Timestamp(milliseconds: System().nowInUTC().milliseconds, in: clock)
  }

  /// Creates the instant `milliseconds` after 1970 in UTC, on the clock of a user.
  public init(milliseconds: Int64, in clock: WallClock) {
    self.init(milliseconds: milliseconds, offsetMinutes: clock.offsetMinutes(at: milliseconds))
  }
}

extension WallClock {
  /// Returns the clock's offset in minutes ahead of UTC at a moment, in milliseconds since 1970.
  func offsetMinutes(at milliseconds: Int64) -> Int16 {
    switch self {
    case .offset(let minutes), .known(_, else: let minutes): minutes
    case .zone(let rules): Int16(rules.offset(at: milliseconds.floored(by: 1000)) / 60)
    }
  }
}
