import Events
import Projections
import TestSupport
import Testing

/// Requests about bookings and attendance; the class begins at 18:00 of 10 March and takes an hour.
@Suite struct BookingDecisionsTests {
  private func scheduled(capacity: Int? = nil, _ facts: Fact...) -> Given {
    Given(
      [
        .signedIn("ann", at: morning), .signedIn("bob", at: morning), .signedIn("eve", at: morning),
        .by("ann", .scheduled("c", title: "Spin", capacity: capacity)),
      ] + facts)
  }

  /// The morning of the class, so that the sign-ins last until it is over.
  private let morning = "2026-03-10T12:00:00Z"
  private let start = "2026-03-10T18:00:00Z"
  private let later = "2026-03-10T19:00:00Z"

  // MARK: - Booking

  @Test func `a class is booked once`() {
    scheduled().when(BookClass(class: .latest), by: "bob").then(.booked("c"), by: "bob")
    scheduled(.by("ann", .booked("c"))).when(BookClass(class: .latest), by: "bob")
      .then(.booked("c"))
    scheduled(.by("bob", .booked("c"))).when(BookClass(class: .latest), by: "bob").thenRefused(
      "you have already booked 'Spin'", help: "\(.show(.bookings)) shows your bookings")
    scheduled(.by("bob", .booked("c")), .by("bob", .bookingCancelled("c")))
      .when(BookClass(class: .latest), by: "bob").then(.booked("c"))
  }

  @Test func `a class is found by its title, and a shared title means the only one that fits`() {
    func spin(_ facts: Fact...) -> Given {
      Given(
        [
          .signedIn("bob", at: morning), .by("ann", .scheduled("c", title: "Spin")),
          .by("ann", .scheduled("d", title: "spin", at: "2026-03-11T18:00:00Z")),
          .by("ann", .scheduled("e", title: "c", at: "2026-03-12T18:00:00Z")),
        ] + facts)
    }
    scheduled().when(BookClass(class: Reference(" sPIN ")), by: "bob").then(.booked("c"))
    spin().when(BookClass(class: Reference("SPIN")), by: "bob").thenRefused(
      "2 classes are called 'SPIN'", help: "write an id: c (2026-03-10 18:00), d (2026-03-11 18:00)"
    )
    spin().when(BookClass(class: Reference("SPIN")), by: "bob", at: later).then(.booked("d"))
    spin(.by("ann", .classCancelled("d"))).when(BookClass(class: Reference("Spin")), by: "bob")
      .then(.booked("c"))
    spin().when(AttendClass(class: Reference("SPIN")), by: "bob", at: later).then(.attended("c"))
    spin(.by("bob", .booked("d"))).when(CancelBooking(class: Reference("Spin")), by: "bob")
      .then(.bookingCancelled("d"))
    spin(.by("bob", .booked("c"))).when(MissClass(class: Reference("Spin")), by: "bob", at: start)
      .then(.missed("c"))
    spin(.by("bob", .attended("d"))).when(ClearAttendance(class: Reference("Spin")), by: "bob")
      .then(.attendanceCleared("d"))
    // An id is no title.
    spin().when(BookClass(class: Reference("c")), by: "bob").then(.booked("c"))
  }

  @Test func `booking a full class gives a place on the waiting list`() throws {
    let full = scheduled(capacity: 1, .by("ann", .booked("c")))
    full.when(BookClass(class: .latest), by: "bob").then(.booked("c"))
    #expect(
      try full.remarks(on: BookClass(class: .latest), by: "bob")
        == [.waitingList(title: "Spin", position: 1)])
    let longer = scheduled(capacity: 1, .by("ann", .booked("c")), .by("bob", .booked("c")))
    #expect(
      try longer.remarks(on: BookClass(class: .latest), by: "eve")
        == [.waitingList(title: "Spin", position: 2)])
    longer.when(BookClass(class: .latest), by: "bob").thenRefused(
      "you have already booked 'Spin', and are number 1 on its waiting list",
      help: "\(.show(.bookings)) shows your bookings")
    #expect(try scheduled(capacity: 1).remarks(on: BookClass(class: .latest), by: "bob") == [])
  }

  @Test func `a cancelled class cannot be booked, nor one that has begun`() {
    scheduled(.by("ann", .classCancelled("c"))).when(BookClass(class: .latest), by: "bob")
      .thenRefused("'Spin' is cancelled", help: "\(.show(.timetable)) shows upcoming classes")
    scheduled().when(BookClass(class: .latest), by: "bob", at: start).thenRefused(
      "'Spin' began at 2026-03-10 18:00, so it cannot be booked",
      help: "\(.show(.timetable)) shows upcoming classes")
    scheduled().when(BookClass(class: .latest), by: "bob", at: "2026-03-10T17:59:59.999Z")
      .then(.booked("c"))
  }

  @Test func `a user holds only one place at a time`() {
    func other(_ start: String, _ facts: Fact...) -> Outcome {
      Given(
        [
          .signedIn("bob"), .by("ann", .scheduled("c", title: "Spin", capacity: 1)),
          .by("ann", .scheduled("d", at: start)),
        ] + facts
      ).when(BookClass(class: .prefix("d")))
    }
    let booked = Fact.by("bob", .booked("c"))
    other("2026-03-10T18:59:00Z", booked).thenRefused(
      "your class 'Spin' at 2026-03-10 18:00 overlaps with this class",
      help: "cancel that booking first: \(.cancelBooking("c"))")
    other("2026-03-10T19:00:00Z", booked).then(.booked("d"))
    other("2026-03-10T17:00:00Z", booked).then(.booked("d"))
    // Neither a wait nor a class that is cancelled holds one.
    other("2026-03-10T18:30:00Z", .by("ann", .booked("c")), booked).then(.booked("d"))
    other("2026-03-10T18:30:00Z", booked, .by("ann", .classCancelled("c"))).then(.booked("d"))
  }

  @Test func `a booking can be cancelled until the class begins`() {
    scheduled(.by("bob", .booked("c"))).when(CancelBooking(class: .latest), by: "bob")
      .then(.bookingCancelled("c"), by: "bob")
    scheduled(.by("ann", .booked("c"))).when(CancelBooking(class: .latest), by: "bob")
      .thenRefused("you have not booked 'Spin'", help: "\(.show(.bookings)) shows your bookings")
    scheduled(.by("bob", .booked("c"))).when(CancelBooking(class: .latest), by: "bob", at: start)
      .thenRefused(
        "'Spin' began at 2026-03-10 18:00, so your booking cannot be cancelled",
        help: "if you missed it: \(.missClass("c"))")
    // The last one is that of the user.
    scheduled(.by("bob", .booked("c")), .by("ann", .scheduled("d")))
      .when(CancelBooking(class: .latest), by: "bob").then(.bookingCancelled("c"))
  }

  // MARK: - Attendance

  @Test func `a class can be attended once it has begun, with or without a booking`() {
    scheduled().when(AttendClass(class: .latest, minutes: 40), by: "bob", at: start)
      .then(.attended("c", minutes: 40), by: "bob")
    scheduled().when(AttendClass(class: .latest), by: "bob", at: later).then(.attended("c"))
    scheduled().when(AttendClass(class: .latest), by: "bob").thenRefused(
      "'Spin' begins at 2026-03-10 18:00, so nobody has attended it yet",
      help: "record it once the class has begun")
    scheduled(.by("ann", .classCancelled("c")))
      .when(AttendClass(class: .latest), by: "bob", at: later)
      .thenRefused("'Spin' is cancelled, so nobody attended it")
    scheduled().when(AttendClass(class: .latest, minutes: 0), by: "bob", at: later).thenRefused(
      "the minutes of an attendance must be more than 0",
      help: "if you missed it: \(.missClass("c"))")
    scheduled().when(AttendClass(class: .latest, minutes: -1), by: "bob", at: later).thenRefused(
      "'minutes' must be 0…1,440, got -1")
  }

  @Test func `the same attendance is recorded once, and a different one replaces it`() {
    let attended = scheduled(.by("bob", .attended("c", minutes: 40)))
    attended.when(AttendClass(class: .latest, minutes: 40), by: "bob", at: later).thenNothing()
    attended.when(AttendClass(class: .latest, minutes: 50), by: "bob", at: later)
      .then(.attended("c", minutes: 50))
    attended.when(ClearAttendance(class: .latest), by: "bob").then(.attendanceCleared("c"))
    scheduled().when(ClearAttendance(class: .latest), by: "bob").thenNothing()
  }

  @Test func `a class with a place can be missed once it has begun`() {
    let booked = scheduled(capacity: 1, .by("bob", .booked("c")), .by("eve", .booked("c")))
    booked.when(MissClass(class: .latest), by: "bob", at: start).then(.missed("c"), by: "bob")
    booked.when(MissClass(class: .latest), by: "bob").thenRefused(
      "'Spin' begins at 2026-03-10 18:00, so nobody has missed it yet",
      help: "to cancel your booking: \(.cancelBooking("c"))")
    // Once it is over it is missed without saying so.
    booked.when(MissClass(class: .latest), by: "bob", at: later).thenNothing()
    booked.when(MissClass(class: .latest), by: "eve", at: later).thenRefused(
      "you had no place in 'Spin', so you cannot have missed it",
      help: "\(.show(.pastBookings)) shows your past bookings")
    booked.when(MissClass(class: .latest), by: "ann", at: later).thenRefused(
      "you have not booked 'Spin'", help: "\(.show(.bookings)) shows your bookings")
    scheduled(.by("bob", .booked("c")), .by("bob", .attended("c")))
      .when(MissClass(class: .latest), by: "bob", at: later).then(.missed("c"))
    scheduled(.by("bob", .booked("c")), .by("ann", .classCancelled("c")))
      .when(MissClass(class: .latest), by: "bob", at: later)
      .thenRefused("'Spin' is cancelled, so nobody missed it")
  }
}
