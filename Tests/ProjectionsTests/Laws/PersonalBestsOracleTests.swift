import Events
import Projections
import TestSupport
import Testing

/// The personal bests against a fold that lets go of nothing.
@Suite struct PersonalBestsOracleTests {
  private struct Kept {
    let event: Event
    let set: SetLogged
    var reps: Int
    var weight: Weight?
    var score: Double { Double(reps) * (weight?.kilograms ?? 0) }
  }

  /// What a best looks like: exercise, reps, weight, session, position.
  private func oracle(_ events: [Event], of user: Name) -> [String] {
    var kept: [Kept] = []
    for event in events where event.user == user {
      guard case .sessions(let fact) = event.body else { continue }
      switch fact {
      case .setLogged(let set):
        kept.append(Kept(event: event, set: set, reps: set.reps, weight: set.weight))
      case .setRevised(let revision):
        for place in kept.indices where kept[place].event.id == revision.set {
          kept[place].reps = revision.reps ?? kept[place].reps
          kept[place].weight = revision.weight ?? kept[place].weight
        }
      case .setRemoved(let removal): kept.removeAll { $0.event.id == removal.set }
      case .sessionDiscarded(let end): kept.removeAll { $0.set.session == end.session }
      case .sessionStarted, .sessionEnded: break
      }
    }
    return RandomFacts.exercises.sorted().compactMap { exercise in
      let sets = kept.filter { $0.set.exercise == exercise }
      guard let score = sets.map(\.score).max(),
        let best = sets.first(where: { $0.score == score })
      else { return nil }
      return line(
        exercise, best.reps, best.weight, best.set.session, best.event.seq, best.event.at)
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

  @Test(arguments: 0..<4)
  func `the bests of 4,000 random histories are those of a fold that keeps everything`(
    part: Int
  ) throws {
    var restarts = 0
    for seed in part * 1_000..<(part + 1) * 1_000 {
      var facts = RandomFacts(seed: UInt64(seed))
      let events = facts.sets(4 + seed % 36)
      func fold(into start: ByUser<PersonalBests>) -> ByUser<PersonalBests> {
        var state = start
        for event in events where state.scope.includes(event.user) { state.apply(event) }
        return state
      }
      var folded = fold(into: ByUser())
      if let again = folded.restarted {
        restarts += 1
        folded = fold(into: again)
      }
      // The way through a log is the slow one, so it is gone now and then.
      let replayed = seed % 10 == 0 ? try replay(log(events), ByUser<PersonalBests>()) : folded
      for user in RandomFacts.users {
        let expected = oracle(events, of: user)
        #expect(shown(folded[user]) == expected, "seed \(seed)")
        #expect(shown(replayed[user]) == expected, "seed \(seed), replayed")
      }
    }
    // Both ways of folding must have been tried.
    #expect((100..<900).contains(restarts))
  }

  @Test func `the bests are the first best sets of the history`() throws {
    for seed in 0..<300 {
      var facts = RandomFacts(seed: UInt64(10_000 + seed))
      let events = facts.sets(40)
      let (bests, history) = try replay(
        log(events), OfUser<PersonalBests>("ann"), OfUser<History>("ann"))
      let sets = history.setIDs.compactMap { history.value.set($0) }
      for best in bests.bests {
        let rivals = sets.filter { $0.exercise == best.exercise }
        let first = rivals.first { set in rivals.allSatisfy { $0.score <= set.score } }
        #expect(first?.seq == best.seq, "seed \(10_000 + seed)")
        #expect(first?.score == best.score)
      }
      #expect(Set(bests.bests.map(\.exercise)) == Set(sets.map(\.exercise)))
    }
  }
}
