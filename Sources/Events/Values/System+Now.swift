extension System {
  /// Returns the time of the machine's clock, with the machine's UTC offset.
  package func now() -> Timestamp {
    let (milliseconds, offsetMinutes) = wallClock
    return Timestamp(milliseconds: milliseconds, offsetMinutes: offsetMinutes)
  }
}
