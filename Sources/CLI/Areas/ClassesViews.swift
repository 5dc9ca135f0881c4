import Events
import Projections

struct TimetableCommand: CommandOfView {
  typealias Shown = TimetableView
  let summary = "show the upcoming classes, or the classes of a day"
  let example = "replog timetable friday"
  let offer = Offer?.some(.reads)
  private var days: ClosedRange<LocalDay>?
  var showsWeekdays = false
  var filter = ViewFilter()

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(
      &days, as: UpcomingDay.self, "DATE",
      "the day or the month (default: all classes that are not over)")
    try a.flag(
      &showsWeekdays, "--weekdays",
      "the next seven days with their classes, listed from Monday to Sunday")
    try a.option(&filter.text, "--grep", ViewFilter.textHelp)
  }

  func run(_ shell: inout Shell) throws {
    let now = try shell.now()
    if showsWeekdays {
      guard days == nil else { throw UsageError.excluding("a date", "--weekdays", of: name) }
      return try shell.show(personal: WeekdayCardsView.self, filter) { subject, _, timetable in
        WeekdayCardsView(of: subject.user, timetable, at: now)
      }
    }
    try shell.show(personal: OwnTimetableView.self, filter) { subject, _, timetable in
      var view = OwnTimetableView(of: subject.user, timetable, at: now)
      view.rows = view.rows.filter { row in
        days?.contains(row.fitnessClass.startsAt.day) ?? !row.fitnessClass.isOver(at: now)
      }
      return view
    }
  }
}

struct BookingsCommand: CommandOfView {
  typealias Shown = BookingsView
  let summary = "show your upcoming booked classes"
  let example = "replog bookings --all"
  var showsAll = false
  var filter = ViewFilter()

  mutating func arguments(_ a: some Arguments) throws {
    try a.flag(
      &showsAll, "--all",
      "include past classes that you attended, missed, or did not get a place in")
    try a.option(&filter.entered.first, "--from", "the first local day; it may be in the past")
    try a.option(&filter.entered.last, "--to", "the last local day; it may be in the past")
    try a.option(&filter.text, "--grep", ViewFilter.textHelp)
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

struct AttendanceCommand: CommandOfView {
  typealias Shown = AttendanceView
  let example = "replog attendance --week 2026-03-02"
  let remark =
    "Without --week, the seven days end today. With --all, only days with classes are shown."
  private var week: LocalDay?
  private var showsAll = false
  var picture = PictureArguments()

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(
      &week, as: DayArgument.self, "--week",
      "any day in the week to show; weeks begin on Monday (default: the last seven days)"
    )
    try a.flag(&showsAll, "--all", "all days with classes that you attended or missed")
    try picture.arguments(a)
  }

  func run(_ shell: inout Shell) throws {
    let now = try shell.now()
    guard week == nil || !showsAll else {
      throw UsageError.excluding("--week", "--all", of: name)
    }
    let some =
      week.map { AttendanceView.days(ofWeekWith: $0) }
      ?? AttendanceView.days(endingOn: now.day)
    try shell.show(personal: AttendanceView.self, ViewFilter(), as: picture) {
      let days = showsAll ? AttendanceView.days(of: $0.user, $1, $2, at: now) : some
      return AttendanceView(of: $0.user, $1, $2, days, at: now)
    } draw: { view, _, _ in
      [view.chart]
    }
  }
}
