// The only file that uses Foundation, for apps that enable this trait of the package. The command does not use it,
// because linking Foundation doubles the time of each start.
#if FoundationBridge && canImport(Foundation)
  public import Foundation

  extension Timestamp {
    /// Creates the moment of a date in a time zone.
    ///
    /// The moment is rounded to the nearest millisecond, because a date counts seconds from 2001 in binary and few
    /// milliseconds are exact. The seconds of an offset, which some zones had before 1972, are truncated.
    ///
    /// - Parameter timeZone: The time zone of the user, not of the machine, because it determines the day of an
    ///   event.
    /// - Returns: Nil for a date outside of the years 0001 to 9999, the range of RFC 3339.
    public init?(_ date: Date, in timeZone: TimeZone) {
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
      let minutes = timeZone.secondsFromGMT(for: date) / 60
      let writable = -62_135_596_800_000.0..<253_402_300_800_000.0
      guard writable.contains(milliseconds), let offset = Int16(exactly: minutes),
        writable.contains(milliseconds + Double(minutes) * 60_000)
      else { return nil }
      self.init(milliseconds: Int64(milliseconds), offsetMinutes: offset)
    }
  }

  extension Timestamp {
    /// Returns the time of the device's clock, in a time zone.
    public static func now(in timeZone: TimeZone) -> Timestamp {
      Timestamp(milliseconds: System().nowInUTC().milliseconds, in: timeZone)
    }

    /// Creates the instant `milliseconds` after 1970 in UTC, on the clock of a time zone.
    init(milliseconds: Int64, in timeZone: TimeZone) {
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      self.init(
        milliseconds: milliseconds, offsetMinutes: Int16(timeZone.secondsFromGMT(for: date) / 60))
    }
  }

  extension ZoneRules {
    /// Creates the rules of a time zone: its changes from 1970 to 2100.
    public init(_ timeZone: TimeZone) {
      func offset(at date: Date) -> Int64 { Int64(timeZone.secondsFromGMT(for: date)) }
      let end = Date(timeIntervalSince1970: 4_102_444_800)
      var date = Date(timeIntervalSince1970: 0)
      first = offset(at: date)
      var changes: [Change] = []
      while let next = timeZone.nextDaylightSavingTimeTransition(after: date), date < next,
        next < end
      {
        changes.append(Change(at: Int64(next.timeIntervalSince1970), offset: offset(at: next)))
        date = next
      }
      self.changes = changes
      rule = nil
    }
  }

  extension Date {
    /// Creates the date of a moment, without its UTC offset.
    public init(_ timestamp: Timestamp) {
      self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000)
    }
  }
#endif
