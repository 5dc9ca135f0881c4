extension System {
  /// Returns the time of the machine's clock, with the machine's UTC offset.
  package func now() -> Timestamp { inZone(nowInUTC()) }

  /// Returns the time of the machine's clock in UTC, without reading the time zone.
  package func nowInUTC() -> Timestamp { Timestamp(milliseconds: wallClock) }

  /// Returns a time with the machine's UTC offset, or in UTC if the machine has none.
  package func inZone(_ time: Timestamp) -> Timestamp {
    Timestamp(
      milliseconds: time.milliseconds, offsetMinutes: minutesAhead(at: time.milliseconds) ?? 0)
  }

  /// A Boolean value indicating whether the machine's UTC offset is less than a day.
  package var hasOffset: Bool { minutesAhead(at: wallClock) != nil }
}
