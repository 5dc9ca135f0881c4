/// The yearly offset changes of a time zone: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX.1-2024, base definitions, 8.3, the variable TZ, with the hours of RFC 9636, 3.3.1.
struct YearlyRule: Equatable, Sendable {
  /// The day in a year on which the clocks change.
  enum Day: Equatable, Sendable {
    /// The nth weekday of a month; a week of 5 means the last one, and a weekday of 0 means Sunday.
    case weekday(month: Int, week: Int, weekday: Int)
    /// The nth day, from 1, in a year without 29 February.
    case withoutLeapDay(Int)
    /// The nth day, from 0.
    case day(Int)
  }

  /// A change of the clocks, in seconds of its day on the clock before the change.
  struct Change: Equatable, Sendable {
    let day: Day
    let second: Int64
  }

  /// The standard offset in seconds, which is the winter offset if there is summer time.
  let standard: Int64
  /// The offset, the start and the end of summer time; nil if there is none.
  let summer: Summer?

  /// Summer time; some zones have a winter time with a smaller offset instead.
  struct Summer: Equatable, Sendable {
    let offset: Int64
    let begin: Change
    let end: Change
  }

  /// Creates the rule from a text, or returns nil for another form.
  init?(_ text: String) {
    var scanner = RuleScanner(text)
    guard scanner.name(), let standard = scanner.time() else { return nil }
    self.standard = -standard
    guard !scanner.isAtEnd else {
      summer = nil
      return
    }
    guard scanner.name() else { return nil }
    var offset = self.standard + 3600
    if scanner.peek != "," {
      guard let written = scanner.time() else { return nil }
      offset = -written
    }
    guard let begin = scanner.change(), let end = scanner.change(), scanner.isAtEnd else {
      return nil
    }
    summer = Summer(offset: offset, begin: begin, end: end)
  }

  /// Returns the offset in seconds at a moment, given in seconds since 1970.
  func offset(at moment: Int64) -> Int64 {
    guard let summer else { return standard }
    let local = moment + standard
    let day = LocalDay(number: Int((local - (local % 86_400 + 86_400) % 86_400) / 86_400))
    let year = day.date.year
    let begin = summer.begin.seconds(in: year) - standard
    let end = summer.end.seconds(in: year) - summer.offset
    let isSummer = begin < end ? (begin..<end).contains(moment) : !(end..<begin).contains(moment)
    return isSummer ? summer.offset : standard
  }
}

extension YearlyRule.Change {
  /// Returns the moment of the change in a year, in seconds since 1970 on the clock before the change.
  func seconds(in year: Int) -> Int64 {
    let first = LocalDay.number(year, 1, 1)
    let number: Int
    switch day {
    case .day(let day): number = first + day
    case .withoutLeapDay(let day):
      number = first + day - 1 + (day >= 60 && LocalDay.days(in: 2, of: year) == 29 ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let start = LocalDay.number(year, month, 1)
      // 1970-01-01 was a Thursday, which is day 4 from Sunday.
      let startsOn = ((start + 4) % 7 + 7) % 7
      var day = (weekday - startsOn + 7) % 7 + (week - 1) * 7
      while day >= LocalDay.days(in: month, of: year) { day -= 7 }
      number = start + day
    }
    return Int64(number) * 86_400 + second
  }
}

/// A reader of the parts of a rule.
private struct RuleScanner {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }
  var peek: Character? { rest.first }

  /// Moves past a name such as `CET` or `<+0330>`.
  mutating func name() -> Bool {
    if rest.first == "<" {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let letters = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  private mutating func passes(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int(digits)
  }

  /// Reads a time such as `3`, `-3:30` or `10:00:30` in seconds.
  mutating func time() -> Int64? {
    let isNegative = passes("-")
    if !isNegative { _ = passes("+") }
    guard let hours = number(), hours <= 167 else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where passes(":") {
      guard let part = number(), part < 60 else { return nil }
      seconds += part * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  /// Reads a change such as `,M3.5.0`, `,J60/2` or `,59/-1`.
  mutating func change() -> YearlyRule.Change? {
    guard passes(","), let day = day() else { return nil }
    var second: Int64 = 7200
    if passes("/") {
      guard let time = time() else { return nil }
      second = time
    }
    return YearlyRule.Change(day: day, second: second)
  }

  private mutating func day() -> YearlyRule.Day? {
    if passes("J") {
      guard let day = number(), (1...365).contains(day) else { return nil }
      return .withoutLeapDay(day)
    }
    guard passes("M") else {
      guard let day = number(), (0...365).contains(day) else { return nil }
      return .day(day)
    }
    guard let month = number(), passes("."), let week = number(), passes("."),
      let weekday = number(), (1...12).contains(month), (1...5).contains(week),
      (0...6).contains(weekday)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }
}
