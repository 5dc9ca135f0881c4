import Events

extension ClassEvent {
  /// Places are shared by all users; an attendance is the user's own.
  var judgement: Judgement {
    switch self {
    case .classScheduled(let it):
      .decision(
        ScheduleClass(
          title: it.title, startsAt: it.startsAt, minutes: it.minutes, instructor: it.instructor,
          place: it.place, capacity: it.capacity))
    case .classRescheduled(let change): .decision(RescheduleClass(change))
    case .classCancelled(let it): .decision(CancelClass(class: Reference(to: it.class)))
    case .classReinstated(let it): .decision(ReinstateClass(class: Reference(to: it.class)))
    case .classBooked(let it): .decision(BookClass(class: Reference(to: it.class)))
    case .bookingCancelled(let it): .decision(CancelBooking(class: Reference(to: it.class)))
    case .classAttended, .classMissed: .always
    case .attendanceCleared(let it):
      .unless(Unchanged(Timetable.self) { $0[it.class]?.marks })
    }
  }
}

extension RescheduleClass {
  /// Creates the request that leads to a change.
  fileprivate init(_ change: ClassRescheduled) {
    func value(_ new: String?, _ detail: ClassDetail) -> String? {
      change.cleared.contains(detail) ? "" : new
    }
    self.init(
      class: Reference(to: change.class), title: change.title, startsAt: change.startsAt,
      minutes: change.minutes, instructor: value(change.instructor, .instructor),
      place: value(change.place, .place), capacity: change.capacity,
      isUnbounded: change.cleared.contains(.capacity))
  }
}
