import Events

/// The names of all classes that one user has booked or attended.
public struct OwnClasses: UserProjection {
  /// The names, in the order in which the user first booked or attended them.
  public private(set) var names: [Name] = []
  private var known: Set<Name> = []

  public init() {}
  public static var reads: Areas { [.classes] }

  public mutating func apply(_ event: Event) {
    guard case .classes(let fact) = event.body else { return }
    switch fact {
    case .classBooked(let booking): insert(booking.class)
    case .classAttended(let attendance): insert(attendance.class)
    case .classScheduled, .classRescheduled, .classCancelled, .classReinstated, .bookingCancelled,
      .classMissed, .attendanceCleared:
      break
    }
  }

  private mutating func insert(_ name: Name) {
    if known.insert(name).inserted { names.append(name) }
  }

  /// Returns the classes of `timetable` that the user of this state booked or attended, by start.
  ///
  /// Of two with the same start, the class that was scheduled earlier comes first.
  func classes(of user: Name?, in timetable: Timetable) -> [Timetable.FitnessClass] {
    let places = names.compactMap { timetable.order(of: $0) }
    return timetable.byStart(places).filter { $0.state(of: user, at: nil) != nil }
  }
}

extension Timetable {
  /// The classes by start; of two with the same start, the class that was scheduled earlier comes first.
  public var byStart: [FitnessClass] { byStart(Array(classes.indices)) }

  /// Returns the classes at `places`, by start.
  fileprivate func byStart(_ places: [Int]) -> [FitnessClass] {
    places.map { (moment: classes[$0].startsAt.milliseconds, place: $0) }
      .sorted { $0 < $1 }
      .map { classes[$0.place] }
  }
}
