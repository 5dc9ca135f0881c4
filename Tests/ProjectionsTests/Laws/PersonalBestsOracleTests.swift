import Events
import Projections
import TestSupport
import Testing

/// The personal bests against a fold that lets go of nothing.
@Suite struct PersonalBestsOracleTests {
  private struct Kept {
    let event: Event
    let set: SetLogged
    /// The number of its session.
    var session: Int
    var isRemoved = false
    var reps: Int
    var weight: Weight?
    var seconds: Double?
    var metres: Double?
    /// What decides, the first that differs: the product, and where that is 0 the rest.
    var merits: [Double] {
      let kilograms = weight?.kilograms ?? 0
      let product = kilograms > 0 ? Double(reps) * kilograms : 0
      guard product == 0 else { return [product] }
      return [0, min(kilograms, 0), Double(reps), seconds ?? 0, metres ?? 0]
    }

    func isBetter(than other: Kept) -> Bool { other.merits.lexicographicallyPrecedes(merits) }

    mutating func revise(_ revision: SetRevised) {
      reps = revision.reps ?? reps
      weight = revision.cleared.contains(.weight) ? nil : revision.weight ?? weight
      seconds = revision.cleared.contains(.seconds) ? nil : revision.seconds ?? seconds
      metres = revision.cleared.contains(.metres) ? nil : revision.metres ?? metres
    }
  }

  /// What a best looks like: exercise, reps, weight, session, position.
  private func oracle(_ events: [Event], of user: Name) -> [String] {
    var sets: [Kept] = []
    // Sessions have numbers, since several may have one name.
    var standing: [Name: Int] = [:]
    var discarded: [Name: [Int]] = [:]
    var lastRemoved: [EventID: Int] = [:]
    var count = 0
    func begin(_ session: Name) -> Int {
      if let number = standing[session] { return number }
      count += 1
      standing[session] = count
      return count
    }
    func stands(_ set: Kept) -> Bool { standing[set.set.session] == set.session }
    func isKept(_ set: Kept) -> Bool { stands(set) && !set.isRemoved }
    for event in events where event.user == user {
      guard case .sessions(let fact) = event.body else { continue }
      switch fact {
      case .setLogged(let set):
        sets.append(
          Kept(
            event: event, set: set, session: begin(set.session), reps: set.reps,
            weight: set.weight, seconds: set.seconds, metres: set.metres))
      case .setRevised(let revision):
        guard let place = sets.lastIndex(where: { $0.event.id == revision.set && isKept($0) })
        else { continue }
        sets[place].revise(revision)
      case .setRemoved(let removal):
        for place in sets.indices where sets[place].event.id == removal.set && isKept(sets[place]) {
          sets[place].isRemoved = true
          lastRemoved[removal.set] = place
        }
      case .setRestored(let restoring):
        guard let place = lastRemoved[restoring.set], stands(sets[place]) else { continue }
        sets[place].isRemoved = false
        lastRemoved[restoring.set] = nil
      case .sessionDiscarded(let end):
        guard let number = standing.removeValue(forKey: end.session) else { continue }
        discarded[end.session, default: []].append(number)
      case .sessionRestored(let restoring):
        guard let number = discarded[restoring.session]?.popLast() else { continue }
        let later = standing.updateValue(number, forKey: restoring.session)
        for place in sets.indices where sets[place].session == later {
          sets[place].session = number
        }
      case .sessionStarted(let start): _ = begin(start.session ?? Name(event.id))
      case .sessionRevised, .sessionEnded, .sessionReopened, .setMoved: break
      }
    }
    let kept = sets.filter(isKept)
    return RandomFacts.exercises.sorted().compactMap { exercise in
      let sets = kept.filter { $0.set.exercise == exercise }
      // The first of those that none is better than.
      let unbeaten = sets.first { set in !sets.contains { $0.isBetter(than: set) } }
      guard let best = unbeaten else { return nil }
      return line(exercise, best.reps, best.weight, best.set.session, best.event.seq, best.event.at)
    }
  }

  private func line(
    _ exercise: Name, _ reps: Int, _ weight: Weight?, _ session: Name, _ seq: Int, _ at: Timestamp
  ) -> String {
    "\(exercise) \(reps) x \(weight?.description ?? "-") in \(session), \(seq) at \(at)"
  }

  private func shown(_ bests: PersonalBests) -> [String] {
    bests.bests.map { line($0.exercise, $0.reps, $0.weight, $0.session, $0.seq, $0.at) }
  }

  private func fold(_ events: [Event], of user: Name, into start: PersonalBests) -> PersonalBests {
    var state = start
    for event in events where event.user == user { state.apply(event) }
    return state
  }

  @Test(arguments: 0..<4)
  func `the bests of 4,000 random histories equal those of a fold that keeps everything`(
    part: Int
  ) throws {
    let forgetful = try #require(PersonalBests._forgetful)
    var (missed, whole) = (0, 0)
    for seed in Reliability.some(part * 1_000..<(part + 1) * 1_000) {
      var facts = RandomFacts(seed: UInt64(seed))
      let events = facts.sets(4 + seed % 36)
      // The way through a log is the slow one, so it is gone now and then.
      let replayed = seed % 10 == 0 ? try replay(log(events), ByUser<PersonalBests>()) : nil
      for user in RandomFacts.users {
        let expected = oracle(events, of: user)
        #expect(shown(fold(events, of: user, into: PersonalBests())) == expected, "seed \(seed)")
        if let replayed { #expect(shown(replayed[user]) == expected, "seed \(seed), replayed") }
        let short = fold(events, of: user, into: forgetful)
        if short._missesFacts {
          missed += 1
        } else {
          whole += 1
          #expect(shown(short) == expected, "seed \(seed), forgetful")
        }
      }
    }
    // Both must have been tried.
    #expect(missed > Reliability.some(0..<100).count)
    #expect(whole > Reliability.some(0..<1_000).count)
  }

  @Test(arguments: Reliability.some(0..<30))
  func `the bests of long sessions equal those of a fold that keeps everything`(seed: Int) throws {
    var facts = RandomFacts(seed: UInt64(20_000 + seed))
    let events = facts.longSessions(1_500)
    let replayed = try replay(log(events), ByUser<PersonalBests>())
    let forgetful = try #require(PersonalBests._forgetful)
    for user in RandomFacts.users {
      let expected = oracle(events, of: user)
      #expect(shown(fold(events, of: user, into: PersonalBests())) == expected)
      #expect(shown(replayed[user]) == expected)
      let (start, rest) = (Array(events[..<500]), Array(events[500...]))
      let short = fold(start, of: user, into: forgetful)
      if !short._missesFacts { #expect(shown(short) == oracle(start, of: user)) }
      var continued = try replay(log(start), ByUser<PersonalBests>())[user]
      continued = fold(rest, of: user, into: continued)
      #expect(shown(continued) == expected)
    }
  }

  @Test func `the bests equal the first best sets of the history`() throws {
    var count = 0
    for seed in Reliability.some(0..<300) {
      var facts = RandomFacts(seed: UInt64(10_000 + seed))
      let events = facts.sets(40)
      let (bests, history) = try replay(
        log(events), OfUser<PersonalBests>("ann"), OfUser<History>("ann"))
      let sets = history.setIDs.compactMap { history.value.set($0) }
      count += bests.bests.count
      for best in bests.bests {
        let rivals = sets.filter { $0.exercise == best.exercise }
        let top = rivals.filter { set in rivals.allSatisfy { $0.score <= set.score } }
        #expect(top.contains { $0.seq == best.seq }, "seed \(10_000 + seed)")
        #expect(top.first?.score == best.score)
        // Where something was lifted the product decides alone.
        if best.score > 0 { #expect(top.first?.seq == best.seq, "seed \(10_000 + seed)") }
      }
      #expect(Set(bests.bests.map(\.exercise)) == Set(sets.map(\.exercise)))
    }
    #expect(count > Reliability.some(0..<300).count)
  }
}
