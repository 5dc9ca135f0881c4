extension System {
  /// Returns the time of the machine's clock, with the machine's UTC offset.
  package func now() -> Timestamp { inZone(nowInUTC()) }

  /// Returns the time of the machine's clock in UTC, without reading the time zone.
  package func nowInUTC() -> Timestamp { Timestamp(milliseconds: wallClock) }

  /// Returns a time with the machine's UTC offset.
  package func inZone(_ time: Timestamp) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds, offsetMinutes: minutesAhead(at: time.milliseconds))
  }
}
