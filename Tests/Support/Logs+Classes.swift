import Events

// MARK: - Short facts about classes and videos

extension Event.Body {
  public static func scheduled(
    _ name: Name? = nil, title: String = "Yoga", at start: String = "2026-03-10T18:00:00Z",
    minutes: Double = 60, instructor: String? = nil, place: String? = nil, capacity: Int? = nil
  ) -> Event.Body {
    ClassScheduled(
      class: name, title: title, startsAt: moment(start), minutes: minutes, instructor: instructor,
      place: place, capacity: capacity
    ).body
  }

  public static func rescheduled(
    _ name: Name, title: String? = nil, at start: String? = nil, minutes: Double? = nil,
    instructor: String? = nil, place: String? = nil, capacity: Int? = nil,
    without cleared: [ClassDetail] = []
  ) -> Event.Body {
    ClassRescheduled(
      class: name, title: title, startsAt: start.map(moment), minutes: minutes,
      instructor: instructor, place: place, capacity: capacity, cleared: cleared
    ).body
  }

  public static func classCancelled(_ name: Name) -> Event.Body {
    ClassCancelled(class: name).body
  }

  public static func classReinstated(_ name: Name) -> Event.Body {
    ClassReinstated(class: name).body
  }

  public static func booked(_ name: Name) -> Event.Body {
    ClassBooked(class: name).body
  }

  public static func bookingCancelled(_ name: Name) -> Event.Body {
    BookingCancelled(class: name).body
  }

  public static func attended(_ name: Name, minutes: Double? = nil) -> Event.Body {
    ClassAttended(class: name, minutes: minutes).body
  }

  public static func missed(_ name: Name) -> Event.Body {
    ClassMissed(class: name).body
  }

  public static func attendanceCleared(_ name: Name) -> Event.Body {
    AttendanceCleared(class: name).body
  }

  public static func videoAdded(
    _ name: Name? = nil, _ category: Name, title: String, url: String? = nil
  ) -> Event.Body {
    VideoAdded(video: name, category: category, title: title, url: url).body
  }

  public static func favourited(_ name: Name) -> Event.Body {
    VideoFavourited(video: name).body
  }

  public static func unfavourited(_ name: Name) -> Event.Body {
    VideoUnfavourited(video: name).body
  }

  public static func videoRemoved(_ name: Name) -> Event.Body {
    VideoRemoved(video: name).body
  }
}
