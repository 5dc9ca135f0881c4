import Events
import Projections

private let help = "the class: its id, the beginning of it, '@45' for that of event 45, or 'last'"

struct ClassesAddCommand: Command {
  static let name = "classes add"
  static let summary = "schedule a class, which all users can book"
  static let example = """
    replog classes add Spin --start "friday 18:00" --minutes 45 --capacity 12
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  var title = ""
  var start = UpcomingTime()
  var minutes = 0.0
  var instructor: String?
  var place: String?
  var capacity: Int?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&title, "TITLE", "what it is; classes of one title are one kind")
    try a.required(&start, "--start", "when it begins")
    try a.required(&minutes, "--minutes", "how long it takes, up to 1,440")
    try a.option(&instructor, "--instructor", "who gives it")
    try a.option(&place, "--place", "where it is")
    try a.option(&capacity, "--capacity", "its places, 1…10,000; else there is no bound")
  }

  func run(_ shell: inout Shell) throws {
    let start = try shell.upcoming(start) ?? shell.now()
    try shell.perform(
      ScheduleClass(
        title: title, startsAt: start, minutes: minutes, instructor: instructor, place: place,
        capacity: capacity))
  }
}

struct ClassesMoveCommand: Command {
  static let name = "classes move"
  static let summary = "give a class that you scheduled another time, or change it otherwise"
  static let example = """
    replog classes move last --start "saturday 10:00" --place "Studio 2"
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  var change = RescheduleClass(class: .latest)
  var start: UpcomingTime?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&change.class, "CLASS", help)
    try a.option(&start, "--start", "when it begins")
    try a.option(&change.minutes, "--minutes", "how long it takes")
    try a.option(&change.title, "--title", "what it is")
    try a.option(&change.instructor, "--instructor", "who gives it; '' takes the name away")
    try a.option(&change.place, "--place", "where it is; '' takes the place away")
    try a.option(&change.capacity, "--capacity", "its places; more of them go to those who wait")
    try a.flag(&change.isUnbounded, "--no-capacity", "take the bound away")
  }

  func run(_ shell: inout Shell) throws {
    if change.isUnbounded, change.capacity != nil {
      throw UsageError(
        message: "expected --capacity or --no-capacity, found both",
        help: "see 'replog help \(Self.name)'")
    }
    var change = change
    change.startsAt = try shell.upcoming(start)
    if change == RescheduleClass(class: change.class) {
      throw UsageError(
        message: "expected something to change, found nothing",
        help: "see 'replog help \(Self.name)'")
    }
    try shell.perform(change)
  }
}

struct ClassesCancelCommand: Command {
  static let name = "classes cancel"
  static let summary = "cancel a class that you scheduled; nobody misses it"
  static let example = "replog classes cancel last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var reference = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&reference, "CLASS", help)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(CancelClass(class: reference)) }
}

struct ClassesReinstateCommand: Command {
  static let name = "classes reinstate"
  static let summary = "take the cancellation of a class back; its bookings are as they were"
  static let example = "replog classes reinstate last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var reference = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&reference, "CLASS", help)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(ReinstateClass(class: reference)) }
}

struct BookingsAddCommand: Command {
  static let name = "bookings add"
  static let summary = "book a class, or wait for a place in it while it is full"
  static let example = "replog bookings add last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var reference = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&reference, "CLASS", help)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(BookClass(class: reference)) }
}

struct BookingsCancelCommand: Command {
  static let name = "bookings cancel"
  static let summary = "give your place in a class to the first who waits for one"
  static let example = "replog bookings cancel last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var reference = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&reference, "CLASS", help)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(CancelBooking(class: reference)) }
}

struct BookingsAttendCommand: Command {
  static let name = "bookings attend"
  static let summary = "record that you attended a class, booked or not"
  static let example = "replog bookings attend last --minutes 40"
  static let accepts = GlobalOptions.Accepted.dryRun
  var attendance = AttendClass(class: .latest)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&attendance.class, "CLASS", help)
    try a.option(&attendance.minutes, "--minutes", "the time you spent there; else all of it")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(attendance) }
}

struct BookingsMissCommand: Command {
  static let name = "bookings miss"
  static let summary = "record that you missed a class in which you had a place"
  static let example = "replog bookings miss last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var reference = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&reference, "CLASS", help)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(MissClass(class: reference)) }
}

struct BookingsClearCommand: Command {
  static let name = "bookings clear"
  static let summary = "take back an attendance or absence entered by mistake"
  static let example = "replog bookings clear last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var reference = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&reference, "CLASS", help)
  }

  func run(_ shell: inout Shell) throws { try shell.perform(ClearAttendance(class: reference)) }
}

extension Shell {
  /// Returns the upcoming time of an option; nil if it was not given.
  fileprivate func upcoming(_ time: UpcomingTime?) throws(UsageError) -> Timestamp? {
    guard let time else { return nil }
    return time.moment(from: try now())
  }
}
