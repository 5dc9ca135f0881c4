import Events
import Projections
import TestSupport
import Testing

@Suite struct TimetableTests {
  private func fold(capacity: Int? = nil, _ facts: Fact...) throws -> Timetable.FitnessClass {
    let history: [Fact] = [.by("ann", .scheduled("c", title: "Spin", capacity: capacity))] + facts
    return try #require(try replay(log(events(history)), Timetable())["c"])
  }

  private func booked(_ users: Name...) -> [Fact] { users.map { .by($0, .booked("c")) } }

  /// The state of each of three users, with the position on the waiting list.
  private func states(capacity: Int?, _ facts: [Fact], at now: String? = nil) throws -> [String] {
    let history: [Fact] = [.by("ann", .scheduled("c", capacity: capacity))] + facts
    let it = try #require(try replay(log(events(history)), Timetable())["c"])
    return (["ann", "bob", "eve"] as [Name]).map { user in
      let state = it.state(of: user, at: now.map(moment))?.rawValue ?? "-"
      return state + (it.waitingPosition(of: user).map { " \($0)" } ?? "")
    }
  }

  @Test func `the first bookings get the places, and later ones wait in order`() throws {
    let all = booked("eve", "ann", "bob")
    #expect(try states(capacity: nil, all) == ["booked", "booked", "booked"])
    #expect(try states(capacity: 1, all) == ["waiting 1", "waiting 2", "booked"])
    #expect(try states(capacity: 2, all) == ["booked", "waiting 1", "booked"])
  }

  @Test func `the waiting list moves up when a booking is cancelled or the capacity rises`() throws
  {
    let all = booked("ann", "bob", "eve")
    func after(_ fact: Fact...) throws -> [String] { try states(capacity: 1, all + fact) }
    #expect(try after(.by("ann", .bookingCancelled("c"))) == ["-", "booked", "waiting 1"])
    #expect(try after(.by("bob", .bookingCancelled("c"))) == ["booked", "-", "waiting 1"])
    #expect(
      try after(.by("ann", .rescheduled("c", capacity: 2))) == ["booked", "booked", "waiting 1"])
    #expect(
      try after(.by("ann", .rescheduled("c", without: [.capacity]))) == [
        "booked", "booked", "booked",
      ])
    // A repeated booking is the last one.
    #expect(
      try after(.by("ann", .bookingCancelled("c")), .by("ann", .booked("c"))) == [
        "waiting 2", "booked", "waiting 1",
      ])
    #expect(try after(.by("bob", .booked("c"))) == ["booked", "waiting 1", "waiting 2"])
  }

  /// The states of two users in class c, which has one place, and in class d at the same time, where eve has the place.
  private func overlapping(_ facts: Fact...) throws -> [String] {
    let history: [Fact] = [
      .by("ann", .scheduled("c", capacity: 1)), .by("ann", .scheduled("d", capacity: 1)),
      .by("eve", .booked("c")), .by("bob", .booked("c")), .by("ann", .booked("c")),
      .by("bob", .booked("d")),
    ]
    let timetable = try replay(log(events(history + facts)), Timetable())
    return try (["c", "d"] as [Name]).flatMap { name in
      try (["bob", "ann"] as [Name]).map { user in
        let it = try #require(timetable[name])
        let row = TimetableView.Row(it, of: user, in: timetable, at: nil)
        return (row.state?.rawValue ?? "-") + (row.position.map { " \($0)" } ?? "")
      }
    }
  }

  @Test func `a user with another place at that time is skipped and keeps their position`()
    throws
  {
    #expect(try overlapping() == ["overlaps 1", "waiting 2", "booked", "-"])
    let freed = Fact.by("eve", .bookingCancelled("c"))
    #expect(try overlapping(freed) == ["overlaps 1", "booked", "booked", "-"])
    let more = Fact.by("ann", .rescheduled("c", capacity: 2))
    #expect(try overlapping(more) == ["overlaps 1", "booked", "booked", "-"])
    // The place of d is given back: the first on the list gets the next place.
    let back = Fact.by("bob", .bookingCancelled("d"))
    #expect(try overlapping(freed, back) == ["waiting 1", "booked", "-", "-"])
    #expect(
      try overlapping(freed, back, .by("ann", .bookingCancelled("c")))
        == ["booked", "-", "-", "-"])
    // A free place that only he waits for is his at once.
    let free = Fact.by("ann", .rescheduled("c", capacity: 3))
    #expect(try overlapping(free, back) == ["booked", "booked", "-", "-"])
    for end in [Event.Body.classCancelled("d"), .rescheduled("d", at: "2026-03-12T18:00:00Z")] {
      let states = try overlapping(free, .by("ann", end))
      #expect(Array(states.prefix(3)) == ["booked", "booked", "booked"])
    }
  }

  @Test func `moving a class to the time of a user's other class gives that user no second place`()
    throws
  {
    let history: [Fact] = [
      .by("ann", .scheduled("c", at: "2026-03-11T18:00:00Z")), .by("ann", .scheduled("d")),
      .by("bob", .booked("c")), .by("bob", .booked("d")),
      .by("ann", .rescheduled("c", at: "2026-03-10T18:30:00Z")),
    ]
    func states(_ facts: Fact...) throws -> [BookingState?] {
      let timetable = try replay(log(events(history + facts)), Timetable())
      return try (["c", "d"] as [Name]).map {
        timetable.state(of: "bob", in: try #require(timetable[$0]), at: nil)
      }
    }
    #expect(try states() == [.overlaps, .booked])
    #expect(try states(.by("ann", .classCancelled("d"))) == [.booked, .booked])
    #expect(
      try states(.by("ann", .classCancelled("d")), .by("ann", .classReinstated("d")))
        == [.booked, .overlaps])
    // The classes touch, and do not overlap.
    let later = Fact.by("ann", .rescheduled("c", at: "2026-03-10T19:00:00Z"))
    #expect(try states(later) == [.booked, .booked])
  }

  @Test func `nobody ever has places in two classes at one time`() throws {
    for seed in 0..<40 {
      var facts = RandomFacts(seed: UInt64(seed))
      let timetable = try replay(log(facts.health(120)), Timetable())
      for user in RandomFacts.users {
        let held = timetable.classes.filter {
          !$0.isCancelled && timetable.state(of: user, in: $0, at: nil) == .booked
        }
        for (index, one) in held.enumerated() {
          for other in held[(index + 1)...] {
            let first = max(one.startsAt.milliseconds, other.startsAt.milliseconds)
            let ends = [one, other].map { Double($0.startsAt.milliseconds) + $0.minutes * 60_000 }
            #expect(ends.contains { $0 <= Double(first) }, "\(user) \(one.class) \(other.class)")
          }
        }
      }
    }
  }

  @Test func `a class is missed by users who did not use their place, or who recorded an absence`()
    throws
  {
    let all = booked("ann", "bob")
    let end = "2026-03-10T19:00:00Z"
    #expect(try states(capacity: 1, all, at: end) == ["missed", "waiting 1", "-"])
    #expect(
      try states(capacity: 1, all, at: "2026-03-10T18:59:59.999Z") == ["booked", "waiting 1", "-"])
    func ofAnn(_ facts: Fact..., at now: String?) throws -> String {
      try states(capacity: 1, all + facts, at: now)[0]
    }
    let attended = Fact.by("ann", .attended("c"))
    #expect(try ofAnn(attended, at: end) == "attended")
    #expect(try ofAnn(.by("ann", .missed("c")), at: nil) == "missed")
    #expect(try ofAnn(attended, .by("ann", .missed("c")), at: nil) == "missed")
    #expect(try ofAnn(attended, .by("ann", .attendanceCleared("c")), at: end) == "missed")
    #expect(try ofAnn(.by("ann", .bookingCancelled("c")), at: end) == "-")
    #expect(try ofAnn(.by("ann", .missed("c")), .by("ann", .bookingCancelled("c")), at: end) == "-")
  }

  @Test func `nobody misses a cancelled class, and reinstating the class restores its bookings`()
    throws
  {
    let all = booked("ann", "bob") + [.by("ann", .classCancelled("c"))]
    let end = "2026-03-10T19:00:00Z"
    #expect(try states(capacity: 1, all, at: end) == ["booked", "waiting 1", "-"])
    let back = all + [.by("ann", .classReinstated("c"))]
    #expect(try states(capacity: 1, back, at: end) == ["missed", "waiting 1", "-"])
  }

  @Test func `a change keeps what it does not mention, and removes what it clears`() throws {
    let it = try fold(
      capacity: 4, .by("ann", .rescheduled("c", minutes: 30, instructor: "Eve", place: "Hall")),
      .by("ann", .rescheduled("c", at: "2026-03-12T18:00:00Z", place: "x", without: [.place])))
    #expect(it.title == "Spin")
    #expect(it.startsAt == moment("2026-03-12T18:00:00Z"))
    #expect(it.minutes == 30)
    #expect(it.instructor == "Eve")
    #expect(it.place == nil)
    #expect(it.capacity == 4)
  }

  @Test func `an event about a class that is not scheduled yet changes nothing`() throws {
    let facts: [Fact] = [
      .by("bob", .booked("c")), .by("bob", .attended("c")), .by("ann", .classCancelled("c")),
      .by("ann", .scheduled("c")), .by("ann", .scheduled("c", title: "again")),
    ]
    let timetable = try replay(log(events(facts)), Timetable())
    let it = try #require(timetable["c"])
    #expect(timetable.classes.count == 1 && it.title == "Yoga" && !it.isCancelled)
    #expect(it.state(of: "bob", at: nil) == nil && it.booked == 0)
  }

  @Test func `an invalid capacity gives no places or unlimited ones, and causes no crash`() throws {
    func counts(_ capacity: Int) throws -> [Int] {
      let line =
        #"{"seq":1,"user":"ann","at":"2026-03-02T12:00:00Z","id":"\#(id(1))","type":"ClassScheduled","data":"#
        + #"{"class":"c","title":"x","startsAt":"2026-03-10T18:00:00Z","minutes":1e300,"#
        + #""capacity":\#(capacity)}}"#
      let booking =
        #"{"seq":2,"user":"bob","at":"2026-03-02T12:00:00Z","id":"\#(id(2))","type":"ClassBooked","#
        + #""data":{"class":"c"}}"#
      let it = try #require(try replay(log(lines: [line, booking]), Timetable())["c"])
      #expect(!it.isOver(at: moment("9999-12-31T00:00:00Z")))
      return [it.booked, it.waiting, it.waitingPosition(of: "bob") ?? 0]
    }
    #expect(try counts(.min) == [0, 1, 1])
    #expect(try counts(.max) == [1, 0, 0])
  }

  @Test func `the weekday cards begin with Monday and contain the classes that are not over`()
    throws
  {
    // 10 March 2026 is a Tuesday.
    let facts: [Fact] = [
      .by("ann", .scheduled("mon", at: "2026-03-16T06:00:00Z")),
      .by("ann", .scheduled("over", at: "2026-03-10T06:00:00Z")),
      .by("ann", .scheduled("tue", at: "2026-03-10T18:00:00Z")),
      .by("ann", .scheduled("sooner", at: "2026-03-10T17:00:00Z")),
      .by("ann", .scheduled("next", at: "2026-03-17T18:00:00Z")), .by("bob", .booked("tue")),
    ]
    let timetable = try replay(log(events(facts)), Timetable())
    let cards = WeekdayCardsView(of: "bob", timetable, at: moment("2026-03-10T12:00:00Z")).rows
    #expect(cards.map(\.date.weekday) == Weekday.allCases)
    let dates = cards.map { $0.date.description.suffix(2) }
    #expect(dates == ["16", "10", "11", "12", "13", "14", "15"])
    #expect(
      cards.map { $0.classes.map(\.fitnessClass.class) } == [
        ["mon"], ["sooner", "tue"], [], [], [], [], [],
      ])
    #expect(cards[1].classes.map(\.state) == [nil, .booked])
  }
}
