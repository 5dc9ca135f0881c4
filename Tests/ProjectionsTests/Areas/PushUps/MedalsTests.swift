import Events
import Projections
import TestSupport
import Testing

@Suite struct MedalsTests {
  private static let start = day("2025-01-31").number

  private func logged(_ offset: Int, _ count: Int = 10) -> Event.Body {
    PushUpsLogged(count: count, day: LocalDay(number: Self.start + offset)).body
  }

  private func removed(_ seq: Int) -> Event.Body {
    PushUpsRemoved(pushUps: id(seq)).body
  }

  private func restored(_ seq: Int) -> Event.Body {
    PushUpsRestored(pushUps: id(seq)).body
  }

  private func medals(_ bodies: [Event.Body]) -> Medals {
    var medals = Medals()
    for event in events(bodies.map { .by("ann", $0) }) { medals.apply(event) }
    return medals
  }

  private func ids(_ medals: Medals, _ kind: Medal.Kind) -> [String] {
    medals.awards.filter { $0.medal.kind == kind }.map(\.medal.id)
  }

  private func award(_ medals: Medals, _ kind: Medal.Kind, _ threshold: Int) -> Medals.Award? {
    medals.awards.first { $0.medal.kind == kind && $0.medal.threshold == threshold }
  }

  @Test func `the medals equal those in the rules`() {
    #expect(
      Medal.all.map(\.id) == [
        "days-1", "days-7", "days-30", "days-60", "days-90", "days-150", "days-200", "days-300",
        "days-365", "sessions-1", "sessions-2", "sessions-5", "sessions-8", "sessions-10",
        "sessions-15", "sessions-20", "sessions-50",
      ])
  }

  @Test(arguments: [1, 7, 30, 60, 90, 150, 200, 300, 365])
  func `a medal is awarded on the required consecutive day, and not a day earlier`(_ threshold: Int)
    throws
  {
    let before = medals((0..<threshold - 1).map { logged($0) })
    #expect(award(before, .days, threshold) == nil)
    let after = medals((0..<threshold).map { logged($0) })
    let found = try #require(award(after, .days, threshold))
    #expect(found.seq == threshold && found.pushUps == id(threshold))
    #expect(found.from.number == Self.start)
    #expect(found.to.number == Self.start + threshold - 1)
  }

  @Test func `a day without push-ups restarts the streak`() {
    let (first, second) = ((0..<6).map { logged($0) }, (7..<13).map { logged($0) })
    let gap = medals(first + second)
    #expect(ids(gap, .days) == ["days-1"])
    let empty = medals(first + [logged(6, 0)] + second)
    #expect(ids(empty, .days) == ["days-1"])
  }

  @Test func `a day that is logged late completes the streak, and counts as its evidence`() throws {
    let (first, second) = ((0..<4).map { logged($0) }, (5..<9).map { logged($0) })
    let late = medals(first + second + [logged(4)])
    let found = try #require(award(late, .days, 7))
    #expect(found.seq == 9)
    #expect(found.from.number == Self.start)
    #expect(found.to.number == Self.start + 6)
  }

  @Test(arguments: [2, 5, 8, 10, 15, 20, 50])
  func `sessions on one day earn a trophy, but sessions spread over two days do not`(
    _ threshold: Int
  ) throws {
    let one = medals((0..<threshold).map { _ in logged(3) })
    let found = try #require(award(one, .sessions, threshold))
    #expect(found.seq == threshold && found.from == found.to)
    #expect(found.to.number == Self.start + 3)
    let two = medals((0..<threshold).map { logged($0 == 0 ? 2 : 3) })
    #expect(award(two, .sessions, threshold) == nil)
  }

  @Test func `a medal is kept when the push-ups that earned it are removed`() {
    let week = (0..<7).map { logged($0) }
    let kept = medals(week + (1...7).map { removed($0) })
    #expect(ids(kept, .days) == ["days-1", "days-7"])
    #expect(award(kept, .days, 7)?.seq == 7)
  }

  @Test func `removed push-ups do not count for later medals`() {
    // Day 3 is removed before day 6 would make it seven in a row.
    let six = (0..<6).map { logged($0) }
    let broken = medals(six + [removed(4), logged(6)])
    #expect(ids(broken, .days) == ["days-1"])
    // Another session of that day keeps it.
    let kept = medals([logged(3)] + six + [removed(5), logged(6)])
    #expect(ids(kept, .days) == ["days-1", "days-7"])
    // Removed twice, or never logged, is removed once.
    let twice = medals([logged(0), logged(0), removed(1), removed(1), removed(99), logged(0)])
    #expect(ids(twice, .sessions) == ["sessions-1", "sessions-2"])
    let again = medals([logged(0), removed(1), logged(0), removed(3), logged(0)])
    #expect(ids(again, .sessions) == ["sessions-1"])
  }

  @Test func `restored push-ups count again, and may earn a medal`() {
    let six = (0..<6).map { logged($0) }
    let week = medals(six + [removed(4), logged(6), restored(4)])
    #expect(ids(week, .days) == ["days-1", "days-7"])
    #expect(award(week, .days, 7)?.seq == 9)
    // A session counts once, even if it is restored twice.
    let once = medals([logged(0), removed(1), restored(1), restored(1), restored(99)])
    #expect(ids(once, .sessions) == ["sessions-1"])
  }

  @Test func `on random days, the medals equal those from looking at all days each time`() {
    for seed in 0..<40 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let span = Int.random(in: 3...70, using: &generator)
      var bodies: [Event.Body] = []
      for place in 0..<120 {
        let kind = place > 0 ? Int.random(in: 0..<8, using: &generator) : 7
        switch kind {
        case 0, 1: bodies.append(removed(Int.random(in: 1...place, using: &generator)))
        case 2: bodies.append(restored(Int.random(in: 1...place, using: &generator)))
        default:
          bodies.append(
            logged(
              Int.random(in: 0..<span, using: &generator) - 35,
              Int.random(in: 0..<9, using: &generator)))
        }
      }
      #expect(medals(bodies).awards.map { "\($0.medal.id) \($0.seq)" } == slow(bodies))
    }
  }

  /// The medals by counting all days anew after each event.
  private func slow(_ bodies: [Event.Body]) -> [String] {
    var (sessions, removed): ([Int: Int], [Int: Int]) = ([:], [:])
    var found: [String: Int] = [:]
    for (seq, body) in zip(1..., bodies) {
      switch body {
      case .pushUps(.pushUpsLogged(let session)):
        if session.count > 0 { sessions[seq] = session.day?.number }
      case .pushUps(.pushUpsRemoved(let removal)):
        for other in 1..<seq where id(other) == removal.pushUps {
          removed[other] = sessions.removeValue(forKey: other) ?? removed[other]
        }
      case .pushUps(.pushUpsRestored(let restoring)):
        for other in 1..<seq where id(other) == restoring.pushUps {
          sessions[other] = removed.removeValue(forKey: other) ?? sessions[other]
        }
      default: break
      }
      let days = sessions.values.sorted()
      var (longest, run) = (0, 0)
      for (place, day) in days.enumerated() where place == 0 || days[place - 1] != day {
        run = place > 0 && days[place - 1] == day - 1 ? run + 1 : 1
        longest = max(longest, run)
      }
      let most = days.map { day in days.count { $0 == day } }.max() ?? 0
      for medal in Medal.all where found[medal.id] == nil {
        if (medal.kind == .days ? longest : most) >= medal.threshold { found[medal.id] = seq }
      }
    }
    return Medal.all.compactMap { medal in found[medal.id].map { "\(medal.id) \($0)" } }
  }
}
