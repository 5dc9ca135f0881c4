import Events
import Projections

extension CommandGroup {
  static let classes = CommandGroup("classes") {
    viewCommands(in: .classes, own: classesViews)
    classesCommands
    bookingsCommands
  }
}

private let help =
  "the class: its id, a prefix of it, its title, '@45' for the class of event 45, or 'last'"

@CommandList private var classesCommands: [any Command] {
  Request(
    "classes add", "schedule a class that all users can book",
    """
    replog classes add Spin --start "friday 18:00" --minutes 45 --capacity 12
    """,
    ScheduleClass(title: "", startsAt: Timestamp(milliseconds: 0, offsetMinutes: 0), minutes: 0)
  ) {
    try $1.positional(
      &$0.title, "TITLE",
      "the title; classes with the same title are treated as the same kind of class")
    try $1.required(&$0.startsAt, as: UpcomingTime.self, "--start", "the start time")
    try $1.required(&$0.minutes, "--minutes", "the duration in minutes, up to 1,440")
    try $1.option(&$0.instructor, "--instructor", "the instructor")
    try $1.option(&$0.place, "--place", "the place")
    try $1.option(&$0.capacity, "--capacity", "the number of places, 1…10,000 (default: no limit)")
  }
  Request(
    "classes move", "reschedule or change a class that you scheduled",
    """
    replog classes move last --start "saturday 10:00" --place "Studio 2"
    """, RescheduleClass(class: .latest)
  ) {
    try $1.positional(&$0.class, "CLASS", help)
    try $1.option(&$0.startsAt, as: UpcomingTime.self, "--start", "the start time")
    try $1.option(&$0.minutes, "--minutes", "the duration in minutes")
    try $1.option(&$0.title, "--title", "the title")
    try $1.option(&$0.instructor, "--instructor", "the instructor; '' removes the name")
    try $1.option(&$0.place, "--place", "the place; '' removes it")
    try $1.option(
      &$0.capacity, "--capacity",
      "the number of places; additional places go to the users on the waiting list"
    )
    try $1.flag(&$0.isUnbounded, "--no-capacity", "remove the limit on places")
  }
  .with(\.validate) { change in
    if change.isUnbounded, change.capacity != nil {
      throw UsageError.excluding("--capacity", "--no-capacity", of: "classes move")
    }
    if change == RescheduleClass(class: change.class) {
      throw UsageError.nothing("to change", of: "classes move")
    }
  }
  Request(
    "classes cancel", "cancel a class that you scheduled; nobody is recorded as absent",
    "replog classes cancel last", CancelClass(class: .latest),
    about: \.class, "CLASS", help)
  Request(
    "classes reinstate", "reinstate a cancelled class with its bookings",
    "replog classes reinstate last", ReinstateClass(class: .latest),
    about: \.class, "CLASS", help)
}

@CommandList private var bookingsCommands: [any Command] {
  Request(
    "bookings add", "book a class, or join its waiting list if it is full",
    "replog bookings add last", BookClass(class: .latest),
    about: \.class, "CLASS", help
  )
  .with(\.offer, .ensures)
  Request(
    "bookings cancel", "cancel a booking; the first user on the waiting list gets the place",
    "replog bookings cancel last", CancelBooking(class: .latest),
    about: \.class, "CLASS", help)
  Request(
    "bookings attend", "record that you attended a class, even without a booking",
    "replog bookings attend last --minutes 40", AttendClass(class: .latest)
  ) {
    try $1.positional(&$0.class, "CLASS", help)
    try $1.option(&$0.minutes, "--minutes", "the minutes you attended (default: the whole class)")
  }
  Request(
    "bookings miss", "record that you missed a class that you booked",
    "replog bookings miss last", MissClass(class: .latest),
    about: \.class, "CLASS", help)
  Request(
    "bookings clear", "remove an attendance or absence entered by mistake",
    "replog bookings clear last", ClearAttendance(class: .latest),
    about: \.class, "CLASS", help)
}
