import Events
import Projections

/// The commands of the views of classes, which have arguments of their own.
@CommandList var classesViews: [any Command] {
  timetableCommand
  bookingsCommand
  attendanceCommand
}

private let timetableCommand = Request(
  TimetableView.self, summary: "show the upcoming classes, or the classes of a day",
  "replog timetable friday",
  (days: ClosedRange<LocalDay>?.none, showsWeekdays: false, filter: ViewFilter())
) {
  try $1.positional(
    &$0.days, as: UpcomingDay.self, "DATE",
    "the day or the month (default: all classes that are not over)")
  try $1.flag(
    &$0.showsWeekdays, "--weekdays",
    "the next seven days with their classes, listed from Monday to Sunday")
  try $1.option(&$0.filter.text, "--grep", ViewFilter.textHelp)
} perform: { options, _, shell in
  let now = try shell.now()
  let (days, showsWeekdays, filter) = options
  if showsWeekdays {
    guard days == nil else {
      throw UsageError.excluding("a date", "--weekdays", of: TimetableView.name)
    }
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
.with(\.offer, .reads)

private let bookingsCommand = Request(
  BookingsView.self, summary: "show your upcoming booked classes", "replog bookings --all",
  (showsAll: false, filter: ViewFilter())
) {
  try $1.flag(
    &$0.showsAll, "--all",
    "include past classes that you attended, missed, or did not get a place in")
  try $1.option(
    &$0.filter.entered.first, "--from", "the first local day; it may be in the past")
  try $1.option(&$0.filter.entered.last, "--to", "the last local day; it may be in the past")
  try $1.option(&$0.filter.text, "--grep", ViewFilter.textHelp)
} perform: { options, _, shell in
  let now = try shell.now()
  let (showsAll, filter) = options
  let isAll = showsAll || filter.entered.first != nil || filter.entered.last != nil
  try shell.show(personal: BookingsView.self, filter) { subject, own, timetable in
    var view = BookingsView(of: subject.user, own, timetable, at: now)
    if !isAll { view.rows.removeAll { $0.fitnessClass.isOver(at: now) } }
    return view
  }
}

private let attendanceCommand = Request(
  AttendanceView.self, "replog attendance --week 2026-03-02",
  (week: LocalDay?.none, showsAll: false, picture: PictureArguments())
) {
  try $1.option(
    &$0.week, as: DayArgument.self, "--week",
    "any day in the week to show; weeks begin on Monday (default: the last seven days)")
  try $1.flag(&$0.showsAll, "--all", "all days with classes that you attended or missed")
  try $0.picture.arguments($1)
} perform: { options, _, shell in
  let now = try shell.now()
  let (week, showsAll, picture) = options
  guard week == nil || !showsAll else {
    throw UsageError.excluding("--week", "--all", of: AttendanceView.name)
  }
  let some =
    week.map { AttendanceView.days(ofWeekWith: $0) } ?? AttendanceView.days(endingOn: now.day)
  try shell.show(personal: AttendanceView.self, ViewFilter(), as: picture) {
    let days = showsAll ? AttendanceView.days(of: $0.user, $1, $2, at: now) : some
    return AttendanceView(of: $0.user, $1, $2, days, at: now)
  } draw: { view, _, _ in
    [view.chart]
  }
}
.with(
  \.remark,
  "Without --week, the seven days end today. With --all, only days with classes are shown.")
