import Events
import Projections

// Classes, videos, push-ups and meals of a sample.

// MARK: Classes

extension SampleYear {
  /// Schedules the two classes of a week that begins some weeks after the one that it is.
  mutating func scheduleClasses(weeks: Int) {
    let tuesday = date.monday.number + weeks * 7 + 1 - date.number
    for (place, title) in ["Yoga", "Spin"].enumerated() {
      let days = Int64(tuesday + place * 2)
      let midnight = (now + Int64(me.offsetMinutes) * 60_000).floored(by: 86_400_000) * 86_400_000
      let start = midnight - Int64(me.offsetMinutes) * 60_000 + (days * 24 + 18) * 3_600_000
      let request = ScheduleClass(
        title: title, startsAt: me.timestamp(start), minutes: place == 0 ? 60 : 45,
        instructor: place == 0 ? "Eve" : nil, place: "Studio \(place + 1)",
        capacity: max(1, members.count - 1 - place))
      ask(.classes) { try request.decide(EmptyProjection(), $1) }
    }
  }

  /// Returns those of the last classes of the timetable that are meant and not cancelled.
  private func recentClasses(
    _ isMeant: (Timetable.FitnessClass) -> Bool
  ) -> [Timetable.FitnessClass] {
    states.timetable.classes.suffix(8).filter { !$0.isCancelled && isMeant($0) }
  }

  mutating func bookClasses() {
    let user = me.name
    for it in recentClasses({ !$0.hasBegun(at: at) && !$0.isBooked(by: user) }) {
      // Within a week, and not every class.
      guard it.startsAt.milliseconds - now < 6 * 86_400_000, me.generator.chance(900) else {
        continue
      }
      ask(.classes) { try BookClass(class: Reference(it.class.text)).decide($0.bookings, $1) }
    }
  }

  mutating func cancelBooking() {
    let user = me.name
    let booked = recentClasses { !$0.hasBegun(at: at) && $0.isBooked(by: user) }
    guard let it = booked.first, me.generator.chance(150) else { return }
    ask(.classes) { try CancelBooking(class: Reference(it.class.text)).decide($0.bookings, $1) }
  }

  /// Records the attendance of the classes since the last time; one that is not recorded was missed.
  mutating func markAttendance() {
    let user = me.name
    let done = recentClasses {
      $0.hasBegun(at: at) && now - $0.startsAt.milliseconds < 2 * 86_400_000
        && $0.isBooked(by: user) && $0.waitingPosition(of: user) == nil
    }
    for it in done {
      let reference = Reference(it.class.text)
      guard me.generator.chance(850) else { continue }
      let minutes = me.generator.chance(300) ? it.minutes - 10 : nil
      ask(.classes) {
        try AttendClass(class: reference, minutes: minutes).decide($0.bookings, $1)
      }
    }
  }

  /// Records an attendance of the latest class that began, and then the absence, by mistake.
  mutating func correctAttendance() {
    let user = me.name
    let done = recentClasses {
      $0.hasBegun(at: at) && $0.isBooked(by: user) && $0.waitingPosition(of: user) == nil
    }
    guard let it = done.last else { return }
    let reference = Reference(it.class.text)
    ask(.classes) { try AttendClass(class: reference, minutes: 5).decide($0.bookings, $1) }
    ask(.classes) { try MissClass(class: reference).decide($0.bookings, $1) }
    ask(.classes) { try ClearAttendance(class: reference).decide($0.bookings, $1) }
    ask(.classes) { try AttendClass(class: reference).decide($0.bookings, $1) }
  }

  mutating func moveClass() {
    guard let it = recentClasses({ !$0.hasBegun(at: at) }).last else { return }
    let change = RescheduleClass(
      class: Reference(it.class.text), startsAt: it.startsAt.adding(seconds: 3600),
      instructor: "Bob")
    ask(.classes) { try change.decide($0.timetable, $1) }
  }

  mutating func cancelClass() {
    guard let it = recentClasses({ !$0.hasBegun(at: at) }).last else { return }
    ask(.classes) { try CancelClass(class: Reference(it.class.text)).decide($0.timetable, $1) }
  }

  mutating func reinstateClass() {
    guard let it = states.timetable.classes.last(where: \.isCancelled) else { return }
    ask(.classes) { try ReinstateClass(class: Reference(it.class.text)).decide($0.timetable, $1) }
  }
}

// MARK: Videos

extension SampleYear {
  mutating func addVideos() {
    for _ in VideoCategory.allCases { addVideo() }
    ask(.videos) { try FavouriteVideo(video: .latest).decide($0.own.videos, $1) }
  }

  /// Adds the next video of a list without end.
  mutating func addVideo() {
    guard areas.contains(.videos) else { return }
    let number = me.generator.below(1_000_000)
    let titles = SampleWords.videos
    let (category, title) = titles[number % titles.count]
    let video = AddVideo(
      category: category, title: title, url: "https://example.com/videos/\(number)",
      thumbnail: "https://example.com/videos/\(number).jpg", poster: "Lift School")
    ask(.videos) { try video.decide($0.own.videos, $1) }
  }

  /// Takes a favourite away and another video out, and marks a new one.
  mutating func tidyVideos() {
    guard let favourite = states.own.videos.videos.first(where: \.isFavourite) else { return }
    let reference = Reference(favourite.video.text)
    ask(.videos) { try UnfavouriteVideo(video: reference).decide($0.own.videos, $1) }
    ask(.videos) { try RemoveVideo(video: reference).decide($0.own.videos, $1) }
    ask(.videos) { try FavouriteVideo(video: .latest).decide($0.own.videos, $1) }
  }
}

// MARK: Push-ups

extension SampleYear {
  mutating func logPushUps() {
    let count = me.generator.within(10...30) + min(me.day, SampleYear.days) / 20
    let request = LogPushUps(
      count: count, seconds: Double(count * 2 + me.generator.below(10)),
      note: me.generator.chance(100) ? me.generator.pick(SampleWords.notes) : nil)
    ask(.pushUps) { try request.decide(EmptyProjection(), $1) }
  }

  /// Logs a number with a digit too many, and removes it.
  mutating func correctPushUps() {
    ask(.pushUps) { try LogPushUps(count: 250).decide(EmptyProjection(), $1) }
    ask(.pushUps) { try RemovePushUps(.latest).decide($0.own.pushUps, $1) }
  }
}

// MARK: Meals

extension SampleYear {
  mutating func importMenu() {
    guard areas.contains(.meals) else { return }
    var items: [MenuItem] = []
    for place in 0..<12 {
      let names = SampleWords.dishes
      let calories = Double(me.generator.within(18...90) * 10)
      items.append(
        MenuItem(
          name: names[(place + me.day / 7) % names.count], calories: calories,
          protein: Double(me.generator.within(4...90)) / 2,
          carbohydrates: Double(me.generator.within(5...80)),
          fat: Double(me.generator.within(1...30)), place: place % 2 == 0 ? "North hall" : nil))
    }
    let menu = ImportMenu(items, source: "Campus")
    ask(.meals) { try menu.decide($0.own.meals, $1) }
  }

  mutating func chooseGoal(_ goal: MealGoal) {
    ask(.meals) { try ChooseMealGoal(goal).decide($0.own.meals, $1) }
  }
}
