import Events
import Projections
import TestSupport
import Testing

/// Requests of the user who schedules classes; the facts begin at 12:00 of 2 March, and it is 13:00.
@Suite struct ClassesDecisionsTests {
  private func scheduled(capacity: Int? = nil, _ facts: Fact...) -> Given {
    Given(
      [
        .signedIn("ann", at: morning), .signedIn("bob", at: morning), .signedIn("eve", at: morning),
        .by("ann", .scheduled("c", title: "Spin", place: "Hall", capacity: capacity)),
      ] + facts)
  }

  /// The morning of the class, so that the sign-ins last until it is over.
  private let morning = "2026-03-10T12:00:00Z"
  private let shows: Remedy = "\(.show(.timetable)) shows the classes"

  // MARK: - Scheduling

  @Test func `a class is scheduled with trimmed texts, without the empty ones`() {
    Given(.signedIn("ann")).when(
      ScheduleClass(
        title: " Spin ", startsAt: moment("2026-03-10T18:00:00Z"), minutes: 45,
        instructor: " Eve", place: " ", capacity: 12)
    ).then(.scheduled(title: "Spin", minutes: 45, instructor: "Eve", capacity: 12), by: "ann")
  }

  @Test func `a class must have a title, a duration and a start in the future`() {
    func ask(_ title: String, at start: String, minutes: Double) -> Outcome {
      Given(.signedIn("ann")).when(
        ScheduleClass(title: title, startsAt: moment(start), minutes: minutes))
    }
    ask(" ", at: "2026-03-10T18:00:00Z", minutes: 45).thenRefused(
      "the title must not be empty",
      help: "for example 'Yoga'; classes with the same title are one kind")
    ask("Spin", at: "2026-03-10T18:00:00Z", minutes: 0).thenRefused(
      "the minutes of a class must be more than 0", help: "for example \(.give(.minutes, "60"))")
    ask("Spin", at: "2026-03-10T18:00:00Z", minutes: 1_441).thenRefused(
      "'minutes' must be 0…1,440, got 1,441")
    ask("Spin", at: "2026-03-02T13:00:00Z", minutes: 45).thenRefused(
      "2026-03-02 13:00 is in the past, so nobody could book the class",
      help: "it is 2026-03-02 13:00; give a later start")
    ask("Spin", at: "2026-03-02T13:00:00.001Z", minutes: 45).then(
      .scheduled(title: "Spin", at: "2026-03-02T13:00:00.001Z", minutes: 45))
  }

  // MARK: - Changes

  @Test func `a change records only new values`() {
    scheduled().when(
      RescheduleClass(class: .latest, title: " Spin ", minutes: 30, place: "Hall"), by: "ann"
    ).then(.rescheduled("c", minutes: 30))
    scheduled().when(RescheduleClass(class: .latest, title: "Spin"), by: "ann").thenNothing()
    scheduled().when(RescheduleClass(class: .latest, instructor: ""), by: "ann").thenNothing()
    scheduled(capacity: 3).when(
      RescheduleClass(class: .latest, place: " ", capacity: 9, isUnbounded: true), by: "ann"
    ).then(.rescheduled("c", without: [.place, .capacity]))
    scheduled().when(RescheduleClass(class: .latest), by: "ann").thenRefused(
      "there is nothing to change", help: "see \(.show(.classChanges))")
  }

  @Test func `only the user who scheduled a class can change it`() {
    let help: Remedy = "to cancel only your booking: \(.cancelBooking("c"))"
    scheduled().when(RescheduleClass(class: .prefix("c"), title: "x"), by: "bob").thenRefused(
      "only the user who scheduled 'Spin' can change it", help: help)
    scheduled().when(CancelClass(class: .latest), by: "bob").thenRefused(
      "only the user who scheduled 'Spin' can cancel it", help: help)
    scheduled(.by("ann", .classCancelled("c"))).when(ReinstateClass(class: .latest), by: "bob")
      .thenRefused("only the user who scheduled 'Spin' can reinstate it", help: help)
    // Of several with a title, the user's own that has not begun is meant.
    scheduled(.by("bob", .scheduled("d", title: "spin"))).when(
      CancelClass(class: Reference("Spin")), by: "ann"
    ).then(.classCancelled("c"))
    // Of the user's own, where there are any.
    scheduled(.by("bob", .scheduled("d"))).when(CancelClass(class: .latest), by: "ann")
      .then(.classCancelled("c"))
  }

  @Test func `a class cannot be moved into the past, and a past class cannot be moved`() {
    scheduled().when(
      RescheduleClass(class: .latest, startsAt: moment("2026-03-02T12:00:00Z")), by: "ann"
    ).thenRefused(
      "2026-03-02 12:00 is in the past, so nobody could book the class",
      help: "it is 2026-03-02 13:00; give a later start")
    let later = RescheduleClass(class: .latest, startsAt: moment("2026-03-12T12:00:00Z"))
    scheduled().when(later, by: "ann").then(.rescheduled("c", at: "2026-03-12T12:00:00Z"))
    scheduled().when(later, by: "ann", at: "2026-03-10T18:00:00Z").thenRefused(
      "'Spin' began at 2026-03-10 18:00, so it cannot be moved",
      help: "\(.show(.timetable)) shows upcoming classes")
    // What it was called is set right at any time.
    scheduled().when(
      RescheduleClass(class: .latest, title: "Row"), by: "ann", at: "2026-03-11T06:00:00Z"
    ).then(.rescheduled("c", title: "Row"))
  }

  @Test func `a smaller capacity takes nobody's place`() {
    let booked = scheduled(capacity: 3, .by("bob", .booked("c")), .by("eve", .booked("c")))
    booked.when(RescheduleClass(class: .latest, capacity: 1), by: "ann").thenRefused(
      "the capacity of 'Spin' must cover its 2 bookings, got 1",
      help: "the users who booked last would lose their places; give at least 2")
    booked.when(RescheduleClass(class: .latest, capacity: 2), by: "ann")
      .then(.rescheduled("c", capacity: 2))
    booked.when(RescheduleClass(class: .latest, capacity: 0), by: "ann").thenRefused(
      "the capacity of 'Spin' must cover its 2 bookings, got 0",
      help: "the users who booked last would lose their places; give at least 2")
    scheduled().when(RescheduleClass(class: .latest, capacity: 0), by: "ann").thenRefused(
      "'capacity' must be 1…10,000, got 0")
  }

  @Test func `a class is cancelled once, and can be reinstated`() {
    scheduled().when(CancelClass(class: .latest), by: "ann").then(.classCancelled("c"), by: "ann")
    let cancelled = scheduled(.by("ann", .classCancelled("c")))
    cancelled.when(CancelClass(class: .latest), by: "ann").thenNothing()
    cancelled.when(RescheduleClass(class: .latest, title: "x"), by: "ann").thenRefused(
      "'Spin' is cancelled", help: "reinstate it first: \(.reinstateClass("c"))")
    cancelled.when(ReinstateClass(class: .latest), by: "ann").then(.classReinstated("c"))
    scheduled().when(ReinstateClass(class: .latest), by: "ann").thenNothing()
  }

  @Test func `an attended class took place, so it cannot be cancelled`() {
    let help: Remedy = "a user can remove an attendance entered by mistake: \(.clearAttendance)"
    let attended = scheduled(.by("bob", .attended("c")))
    attended.when(CancelClass(class: .latest), by: "ann", at: "2026-03-11T06:00:00Z")
      .thenRefused("'Spin' was attended, so it took place", help: help)
    scheduled(.by("bob", .missed("c"))).when(CancelClass(class: .latest), by: "ann")
      .then(.classCancelled("c"))
  }

  // MARK: - References

  @Test func `a class is referred to by its id, its position, or as the last one`() {
    scheduled().when(CancelClass(class: .prefix("@4")), by: "ann").then(.classCancelled("c"))
    scheduled().when(CancelClass(class: .prefix("@3")), by: "ann").thenRefused(
      "event 3 did not schedule a class", help: shows)
    scheduled().when(CancelClass(class: .prefix("d")), by: "ann").thenRefused(
      "there is no class 'd'", help: "'last' means the latest one; \(shows)")
    Given(.signedIn("ann")).when(CancelClass(class: .latest)).thenRefused(
      "there are no classes yet", help: shows)
  }
}
