// The only file with Foundation: for apps, which name the trait of the package that turns it on. The command
// goes without, because linking Foundation takes as long again at each start.
#if FoundationBridge && canImport(Foundation)
  public import Foundation

  extension Timestamp {
    /// Creates the moment of a date on the clock of a time zone.
    ///
    /// It is rounded to the nearest millisecond: a date counts seconds from 2001 in binary, and few milliseconds
    /// are exact. What is left of a minute of the offset is cut off; some zones had such before 1972.
    ///
    /// - Parameter timeZone: The user's, not the machine's: the day of an event is read off its clock.
    /// - Returns: nil where the date is outside of the years 0001 to 9999, which RFC 3339 can write.
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
    /// Creates the date of a moment, without the offset of its clock.
    public init(_ timestamp: Timestamp) {
      self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000)
    }
  }
#endif
