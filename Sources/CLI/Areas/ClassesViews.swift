import Events
import Projections

struct TimetableCommand: Command {
  static let name = TimetableView.name
  static let summary = "show the classes to come, or those of a day"
  static let example = "replog timetable friday"
  static let accepts = GlobalOptions.Accepted.view(TimetableView.self)
  static let remark = columnsLeftOut(of: TimetableView.self)
  var day: UpcomingDay?
  var showsWeekdays = false
  var filter = ViewFilter()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DATE", "the day, or a month; else all classes that are not over")
    try a.flag(
      &showsWeekdays, "--weekdays", "the seven days from today on, Monday to Sunday, with theirs")
    try a.option(&filter.text, "--grep", "only what holds a text, in any case")
  }

  func run(_ shell: inout Shell) throws {
    let now = try shell.now()
    if showsWeekdays {
      guard day == nil else {
        throw UsageError(
          code: .conflictingOptions, message: "expected a date or --weekdays, found both",
          help: "see 'replog help \(Self.name)'")
      }
      return try shell.show(personal: WeekdayCardsView.self, filter) { subject, _, timetable in
        WeekdayCardsView(of: subject.user, timetable, at: now)
      }
    }
    let days = day?.days(from: now)
    try shell.show(personal: OwnTimetableView.self, filter) { subject, _, timetable in
      var view = OwnTimetableView(of: subject.user, timetable, at: now)
      view.rows = view.rows.filter { row in
        days?.contains(row.fitnessClass.startsAt.day) ?? !row.fitnessClass.isOver(at: now)
      }
      return view
    }
  }
}

struct BookingsCommand: Command {
  static let name = BookingsView.name
  static let summary = "show the classes to come that you booked"
  static let example = "replog bookings --all"
  static let accepts = GlobalOptions.Accepted.view(BookingsView.self)
  static let remark = columnsLeftOut(of: BookingsView.self)
  var showsAll = false
  var filter = ViewFilter()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.flag(&showsAll, "--all", "past ones too: attended, missed, or never given a place")
    try a.option(&filter.entered.first, "--from", "the first local day, past ones too")
    try a.option(&filter.entered.last, "--to", "the last local day, past ones too")
    try a.option(&filter.text, "--grep", "only what holds a text, in any case")
  }

  func run(_ shell: inout Shell) throws {
    let now = try shell.now()
    let isAll = showsAll || filter.entered.first != nil || filter.entered.last != nil
    try shell.show(personal: BookingsView.self, filter) { subject, own, timetable in
      var view = BookingsView(of: subject.user, own, timetable, at: now)
      if !isAll { view.rows.removeAll { $0.fitnessClass.isOver(at: now) } }
      return view
    }
  }
}

struct AttendanceCommand: Command {
  static let name = AttendanceView.name
  static let summary = "show \(AttendanceView.summary)"
  static let example = "replog attendance --week 2026-03-02"
  static let accepts = GlobalOptions.Accepted.view(AttendanceView.self)
  static let remark = "Without --week the seven days end today."
  var week: DayArgument?
  var picture = PictureArguments()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&week, "--week", "a day of the week to show, Monday to Sunday")
    try picture.arguments(&a)
  }

  func run(_ shell: inout Shell) throws {
    let now = try shell.now()
    let week = week?.time.days(from: now)
    let days =
      week.map { AttendanceView.days(ofWeekWith: $0.lowerBound) }
      ?? AttendanceView.days(endingOn: now.day)
    try shell.show(personal: AttendanceView.self, ViewFilter(), as: picture) {
      AttendanceView(of: $0.user, $1, $2, days, at: now)
    } draw: { view, _, _ in
      [view.chart]
    }
  }
}
