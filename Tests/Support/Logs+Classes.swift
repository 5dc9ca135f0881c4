import Events

// MARK: - Short facts about classes and videos

extension Event.Body {
  public static func scheduled(
    _ name: Name? = nil, title: String = "Yoga", at start: String = "2026-03-10T18:00:00Z",
    minutes: Double = 60, instructor: String? = nil, place: String? = nil, capacity: Int? = nil
  ) -> Event.Body {
    .classes(
      .classScheduled(
        ClassScheduled(
          class: name, title: title, startsAt: moment(start), minutes: minutes,
          instructor: instructor, place: place, capacity: capacity)))
  }

  public static func rescheduled(
    _ name: Name, title: String? = nil, at start: String? = nil, minutes: Double? = nil,
    instructor: String? = nil, place: String? = nil, capacity: Int? = nil,
    without cleared: [ClassDetail] = []
  ) -> Event.Body {
    .classes(
      .classRescheduled(
        ClassRescheduled(
          class: name, title: title, startsAt: start.map(moment), minutes: minutes,
          instructor: instructor, place: place, capacity: capacity, cleared: cleared)))
  }

  public static func classCancelled(_ name: Name) -> Event.Body {
    .classes(.classCancelled(ClassCancelled(class: name)))
  }

  public static func classReinstated(_ name: Name) -> Event.Body {
    .classes(.classReinstated(ClassReinstated(class: name)))
  }

  public static func booked(_ name: Name) -> Event.Body {
    .classes(.classBooked(ClassBooked(class: name)))
  }

  public static func bookingCancelled(_ name: Name) -> Event.Body {
    .classes(.bookingCancelled(BookingCancelled(class: name)))
  }

  public static func attended(_ name: Name, minutes: Double? = nil) -> Event.Body {
    .classes(.classAttended(ClassAttended(class: name, minutes: minutes)))
  }

  public static func missed(_ name: Name) -> Event.Body {
    .classes(.classMissed(ClassMissed(class: name)))
  }

  public static func attendanceCleared(_ name: Name) -> Event.Body {
    .classes(.attendanceCleared(AttendanceCleared(class: name)))
  }

  public static func videoAdded(
    _ name: Name? = nil, _ category: Name, title: String, url: String? = nil
  ) -> Event.Body {
    .videos(.videoAdded(VideoAdded(video: name, category: category, title: title, url: url)))
  }

  public static func favourited(_ name: Name) -> Event.Body {
    .videos(.videoFavourited(VideoFavourited(video: name)))
  }

  public static func unfavourited(_ name: Name) -> Event.Body {
    .videos(.videoUnfavourited(VideoUnfavourited(video: name)))
  }

  public static func videoRemoved(_ name: Name) -> Event.Body {
    .videos(.videoRemoved(VideoRemoved(video: name)))
  }
}
