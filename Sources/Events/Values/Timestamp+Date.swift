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

  extension Date {
    /// Creates the date of a moment, without its UTC offset.
    public init(_ timestamp: Timestamp) {
      self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000)
    }
  }
#endif
