import Events

/// A time, a day or a month as the user writes it: `2026-03-02 18:04`, `yesterday`, `2026-03`.
///
/// Its meaning depends on a current time, which is given later: `monday` is the last Monday, including today, and
/// `18:04` is today, on the user's own clock.
public struct EnteredTime: Equatable, Sendable {
  enum Form: Equatable {
    /// An instant with its offset.
    case instant(Timestamp)
    /// A time of day, in milliseconds since midnight; without an offset it is on the user's clock.
    case clock(Day, milliseconds: Int64, offsetMinutes: Int16?)
    case day(Day)
    /// A month, from its first day to its last.
    case month(ClosedRange<LocalDay>)
  }

  enum Day: Equatable {
    case date(LocalDay)
    case daysAgo(Int)
    case weekday(Weekday)
  }

  let form: Form

  /// Creates the time written in `text`.
  ///
  /// A day is `2026-03-02`, `today`, `yesterday`, or at least two letters of a weekday. A month is `2026-03`. A time of
  /// day may follow a day, or is today's: `18:04`, `18:04:11.250`, with an offset or on the user's clock.
  ///
  /// - Throws: `EntryError` for any other text, with the nearest valid entry.
  public init(_ text: String) throws(EntryError) {
    guard let time = EnteredTime(understood: text) else {
      throw EntryError(
        expected: "a time or a date", found: text, nearest: EnteredTime.nearest(to: text))
    }
    self = time
  }

  /// Creates the time written in `text`; nil for any other text.
  init?(understood text: String) {
    let text = trimmed(text)
    guard let form = Form(text) else { return nil }
    self.form = form
  }

  /// A Boolean value indicating whether the entry is a day or a month, without a time of day.
  public var isDays: Bool {
    switch form {
    case .instant, .clock: false
    case .day, .month: true
    }
  }

  /// A Boolean value indicating whether the entry is a month.
  public var isMonth: Bool {
    if case .month = form { true } else { false }
  }

  /// Returns the days of the entry, relative to `now`: one day, or those of a month.
  public func days(from now: Timestamp) -> ClosedRange<LocalDay> {
    switch form {
    case .instant(let instant): instant.day...instant.day
    case .clock(let day, _, _), .day(let day):
      day.resolved(from: now)...day.resolved(from: now)
    case .month(let days): days
    }
  }

  /// Returns the time of the entry, relative to `clock.now`; nil for a month.
  ///
  /// A day without a time of day gets the current time of day.
  ///
  /// - Parameter days: The number of days to add.
  /// - Throws: A `Refusal` if the user's clock skips the time, or shows it twice.
  public func moment(on clock: UserClock, adding days: Int = 0) throws(Refusal) -> Timestamp? {
    let now = clock.now
    switch form {
    case .instant(let instant): return instant.adding(seconds: Int64(days) * 86_400)
    case .month: return nil
    case .day(let day):
      let later = day.resolved(from: now).number + days - now.day.number
      return later == 0
        ? now : clock.firstMoment(atLocal: now.localMilliseconds + Int64(later) * 86_400_000)
    case .clock(let day, let milliseconds, let offset):
      func moment(_ day: Int) throws(Refusal) -> Timestamp {
        let local = Int64(day) * 86_400_000 + milliseconds
        guard let offset else { return try clock.moment(atLocal: local) }
        return Timestamp(milliseconds: local - Int64(offset) * 60_000, offsetMinutes: offset)
      }
      let number = day.resolved(from: now).number + days
      let meant = try moment(number)
      // On a Monday morning, the last Monday evening is a week ago.
      guard case .weekday = day, meant > now else { return meant }
      return try moment(number - 7)
    }
  }

  /// Returns the part of a log up to and including this time, relative to `clock.now`.
  ///
  /// - Throws: A `Refusal` if the user's clock skips the time, or shows it twice.
  public func asOf(on clock: UserClock) throws(Refusal) -> AsOf {
    if !isDays, let moment = try moment(on: clock) { return .time(moment) }
    return .day(days(from: clock.now).upperBound)
  }
}

extension EnteredTime.Day {
  fileprivate func resolved(from now: Timestamp) -> LocalDay {
    switch self {
    case .date(let day): day
    case .daysAgo(let days): LocalDay(number: now.day.number - days)
    case .weekday(let weekday):
      LocalDay(number: now.day.number - (now.day.weekday.index - weekday.index + 7) % 7)
    }
  }

  /// Creates the day written as `text`; nil for any other text.
  init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    if let date = LocalDay(text) {
      self = .date(date)
    } else if text == "today" {
      self = .daysAgo(0)
    } else if text == "yesterday" {
      self = .daysAgo(1)
    } else if let weekday = Weekday(entered: text) {
      self = .weekday(weekday)
    } else {
      return nil
    }
  }
}

extension Weekday {
  /// Creates the day from a word or its first letters, if they match only one day.
  public init?(entered text: String) {
    let meant = Weekday.allCases.filter { $0.rawValue.hasPrefix(text.lowercased()) }
    guard let day = meant.first, meant.count == 1, text.count >= 2 else { return nil }
    self = day
  }
}

extension EnteredTime.Form {
  init?(_ text: String) {
    if let instant = Timestamp(text) {
      self = .instant(instant)
    } else if let month = EnteredTime.Form.month(text) {
      self = .month(month)
    } else if let day = EnteredTime.Day(text) {
      self = .day(day)
    } else {
      // A space may separate date and time, as in RFC 3339.
      let isISO = text.utf8.count > 10 && text.dropFirst(10).first?.lowercased() == "t"
      let gap = isISO ? text.index(text.startIndex, offsetBy: 10) : text.firstIndex(of: " ")
      let day = gap.map { EnteredTime.Day(text[..<$0]) } ?? .daysAgo(0)
      let clock = gap.map { text[text.index(after: $0)...] } ?? text[...]
      guard let day, let time = EnteredTime.Form.clock(trimmed(clock), day) else { return nil }
      self = time
    }
  }

  /// Returns the days of the month written as `2026-03`.
  private static func month(_ text: String) -> ClosedRange<LocalDay>? {
    guard let first = LocalDay(text + "-01") else { return nil }
    let (year, month, _) = first.date
    // December has 31 days, and December 9999 has no following January.
    let next = month < 12 ? LocalDay(year: year, month: month + 1, day: 1) : nil
    return first...LocalDay(number: (next?.number ?? first.number + 31) - 1)
  }

  /// Returns the time of day written as `18:04`, `18:04:11.250` or `18:04+01:00`.
  private static func clock(_ text: String, _ day: EnteredTime.Day) -> EnteredTime.Form? {
    let end = text.firstIndex { !$0.isNumber && $0 != ":" && $0 != "." } ?? text.endIndex
    let offset = trimmed(text[end...])
    let parts = text[..<end].split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts[0].utf8.count <= 2, parts[1].utf8.count == 2
    else { return nil }
    // The rules of RFC 3339 for a whole time also apply to this one.
    let hour = (parts[0].utf8.count == 1 ? "0" : "") + parts[0]
    let seconds = parts.count == 3 ? String(parts[2]) : "00"
    guard let time = Timestamp("1970-01-01T\(hour):\(parts[1]):\(seconds)Z") else { return nil }
    guard !offset.isEmpty else {
      return .clock(day, milliseconds: time.milliseconds, offsetMinutes: nil)
    }
    guard let zone = Timestamp("1970-01-01T00:00:00\(offset)") else { return nil }
    return .clock(day, milliseconds: time.milliseconds, offsetMinutes: zone.offsetMinutes)
  }
}

extension EnteredTime {
  /// Returns the valid entry nearest to `text`; nil if none is near.
  public static func nearest(to text: String) -> String? {
    guard text.utf8.count <= 40 else { return nil }
    var words = text.lowercased().split(separator: " ").map(String.init)
    words.removeAll { ["at", "on", "last", "the", "um"].contains($0) }
    // "6:30 pm" becomes one word.
    if let last = words.last, ["am", "pm"].contains(last), words.count > 1 {
      words[words.count - 2] += words.removeLast()
    }
    words = words.map { date(like: $0) ?? clock(like: $0) ?? day(like: $0) ?? $0 }
    let mended = words.joined(separator: " ")
    return EnteredTime(understood: mended) == nil ? nil : mended
  }

  private static func day(like text: String) -> String? {
    guard EnteredTime(understood: text) == nil else { return nil }
    let days = ["today", "yesterday"] + Weekday.allCases.map(\.rawValue)
    return nearMisses(of: text, among: days, limit: 1).first
  }

  /// Returns the date of `2026-3-2`, `2026/03/02` or `2.3.2026`.
  private static func date(like text: String) -> String? {
    let parts = text.split { "-/.".contains($0) }.map(String.init)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    // With slashes, the day comes first in some countries and the month in others.
    let isTurned = parts[2].count == 4 && text.contains(".")
    let (year, month, day) =
      isTurned ? (parts[2], parts[1], parts[0]) : (parts[0], parts[1], parts[2])
    func pair(_ digits: String) -> String { digits.count == 1 ? "0" + digits : digits }
    let date = "\(year)-\(pair(month))-\(pair(day))"
    return LocalDay(date) == nil ? nil : date
  }

  /// Returns the time of `6pm`, `6:30pm` or `18.30`.
  private static func clock(like text: String) -> String? {
    let half = ["am", "pm"].first { text.hasSuffix($0) }
    let parts = text.dropLast(half == nil ? 0 : 2).split { $0 == ":" || $0 == "." }
    guard (1...2).contains(parts.count), half != nil || parts.count == 2,
      var hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0,
      minute < 60, (0...(half == nil ? 23 : 12)).contains(hour), minute >= 0
    else { return nil }
    if half == "pm", hour < 12 { hour += 12 }
    if half == "am", hour == 12 { hour = 0 }
    return "\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
