import Events

/// The planned days and the booked classes of a user as an iCalendar file (RFC 5545).
///
/// A weekday of the plan is a weekly event that begins in the week of the weekday's last change. A day with its own
/// workout is an event of that date instead. Both last all day, in any time zone. Classes have their time in UTC. The
/// file does not depend on the time or place of the export.
public struct TrainingCalendar {
  /// The state that a calendar is computed from.
  public struct Basis {
    let training: WeekTraining
    let stamps: PlanStamps
    let classes: [Timetable.FitnessClass]
    let classStamps: ClassStamps
    let workouts: Workouts
    let names: ExerciseNames

    /// Creates the source of the calendar of one user.
    ///
    /// - Parameter own: The classes of the user.
    public init(
      of user: Name?, _ training: WeekTraining, _ stamps: PlanStamps, _ own: OwnClasses,
      _ timetable: Timetable, _ classStamps: ClassStamps, _ workouts: Workouts,
      _ names: ExerciseNames
    ) {
      (self.training, self.stamps, self.classStamps) = (training, stamps, classStamps)
      (self.workouts, self.names) = (workouts, names)
      classes = own.classes(of: user, in: timetable)
    }
  }

  /// The number of events in the calendar.
  public private(set) var count = 0
  /// The file.
  public var text: String { lines.text }

  private var lines = CalendarText()
  private let user: Name?
  private let source: Basis

  public init(of user: Name?, _ source: Basis) {
    (self.user, self.source) = (user, source)
    lines.add("BEGIN", "VCALENDAR")
    lines.add("VERSION", "2.0")
    lines.add("PRODID", "-//replog//replog//EN")
    lines.add("CALSCALE", "GREGORIAN")
    lines.add("METHOD", "PUBLISH")
    lines.add("X-WR-CALNAME", text: "Training" + (user.map { " of \($0.text)" } ?? ""))
    for weekday in Weekday.allCases { add(weekday) }
    for day in source.training.weeks.days { add(day) }
    for fitnessClass in source.classes { add(fitnessClass) }
    lines.add("END", "VCALENDAR")
  }

  private mutating func event(
    _ id: String, _ stamp: Timestamp, _ body: (inout CalendarText) -> Void
  ) {
    count += 1
    let owner = user?.text ?? "nobody"
    lines.component("VEVENT") { lines in
      lines.add("UID", text: "\(id).\(owner)@replog")
      lines.add("DTSTAMP", stamp.inCalendarUTC)
      body(&lines)
    }
  }

  // MARK: - The plan

  private mutating func add(_ weekday: Weekday) {
    let plan = source.training.plan[weekday]
    guard plan.type != nil || !plan.exercises.isEmpty, let stamp = source.stamps.weekdays[weekday]
    else { return }
    let first = stamp.day.monday.day(weekday)
    // A workout that is assigned to a date replaces the workout of the weekday.
    let others = source.training.weeks.days.filter { $0.weekday == weekday && $0 >= first }
    let description = described(source.training.plan.merges.named(plan.exercises))
    event("plan-\(weekday.rawValue)", stamp) { lines in
      lines.add("DTSTART;VALUE=DATE", first.inCalendarDigits)
      lines.add("RRULE", "FREQ=WEEKLY;BYDAY=\(weekday.rawValue.prefix(2).uppercased())")
      for day in others { lines.add("EXDATE;VALUE=DATE", day.inCalendarDigits) }
      lines.add("SUMMARY", text: plan.type ?? "Training")
      if !description.isEmpty { lines.add("DESCRIPTION", text: description) }
      lines.add("TRANSP", "TRANSPARENT")
    }
  }

  private mutating func add(_ day: LocalDay) {
    guard let name = source.training.weeks[day], let stamp = source.stamps.days[day] else { return }
    let workout = source.workouts[name]
    let description = described(source.training.exercises(on: day, source.workouts))
    event("workout-\(day)", stamp) { lines in
      lines.add("DTSTART;VALUE=DATE", day.inCalendarDigits)
      lines.add("SUMMARY", text: workout?.name ?? "Training")
      if !description.isEmpty { lines.add("DESCRIPTION", text: description) }
      lines.add("TRANSP", "TRANSPARENT")
    }
  }

  /// Returns planned exercises, one per line: `Bench press, 3 × 8, 60 kg`.
  private func described(_ exercises: [PlannedExercise]) -> String {
    exercises.map { $0.line(of: source.names[$0.exercise]) }.joined(separator: "\n")
  }

  // MARK: - Classes

  private mutating func add(_ it: Timetable.FitnessClass) {
    let stamp = source.classStamps[it.class] ?? it.startsAt
    let state = it.state(of: user, at: nil)
    event("class-\(it.class.text)", stamp) { lines in
      lines.add("DTSTART", it.startsAt.inCalendarUTC)
      // Reading a log applies no limits.
      if it.minutes > 0, it.minutes <= 1_440 {
        let seconds = Int64((it.minutes * 60).rounded())
        lines.add("DTEND", it.startsAt.adding(seconds: seconds).inCalendarUTC)
      }
      lines.add("SUMMARY", text: it.title)
      if let place = it.place { lines.add("LOCATION", text: place) }
      if let instructor = it.instructor { lines.add("DESCRIPTION", text: instructor) }
      let status = it.isCancelled ? "CANCELLED" : state == .waiting ? "TENTATIVE" : "CONFIRMED"
      lines.add("STATUS", status)
    }
  }
}
