import Events
import TestSupport
import Testing

@testable import Projections

/// What holds for all that undoes events, in random logs.
@Suite struct RevertLawTests {
  /// All that the views of a user show, but positions, ids and times, and the order of sets.
  private func shown(_ log: Log, _ user: Name) throws -> [String] {
    let (history, plan, bests, feed, pushUps, meals) = try replay(
      log, OfUser<History>(user), OfUser<WeeklyPlan>(user), OfUser<PersonalBests>(user), Feed(),
      OfUser<PushUps>(user), OfUser<Meals>(user))
    // The working weights of a progression are those of its sessions.
    let program = try replay(log, OfUser<Program>(user)).value.followed?.settled(by: history.value)
    let profile = try replay(log, OfUser<Profile>(user)).value
    let (workouts, saved, templates, weeks) = try replay(
      log, Workouts(), OfUser<SavedWorkouts>(user), OfUser<Templates>(user),
      OfUser<PlannedWeeks>(user))
    var shown = history.sessions.map { session in
      let sets = session.sets.map { set in
        "\(set.exercise) \(set.reps) \(String(describing: set.weight)) \(set.kind) "
          + "\(String(describing: set.rpe)) \(String(describing: set.seconds)) "
          + "\(String(describing: set.metres)) \(set.completed) \(set.note ?? "-") "
          + "\(String(describing: set.rir)) \(String(describing: set.superset)) \(set.isPerSide)"
      }
      return "\(session.session) \(session.title ?? "-") \(session.endedAt == nil) \(sets.sorted())"
    }
    shown.sort()
    shown += workouts.workouts.map {
      "\($0.workout) \($0.name) \($0.description ?? "-") \(String(describing: $0.minutes)) "
        + "\($0.exercises) \(saved.value.contains($0.workout))"
    }.sorted()
    shown += templates.own.map { "\($0)" }.sorted()
    shown += weeks.days.map { "\($0) \(weeks.value[$0] ?? "-")" }
    shown += Weekday.allCases.map { "\(plan.value[$0])" }
    shown += bests.bests.map { "\($0.exercise) \($0.score)" }
    shown += feed.posts.map {
      "\($0.post) \($0.title) \($0.description ?? "-") \($0.exercises) \($0.likes)"
    }
    shown += pushUps.sessions.map { "\($0.day) \($0.count) \($0.logged.note ?? "-")" }.sorted()
    shown.append(Subject.show(meals.value))
    if let program {
      shown.append("\(program.program) \(program.cycle) \(program.lifts) \(program.sets)")
    }
    shown.append(
      "\(profile.name ?? "-") \(String(describing: profile.sex)) \(profile.settings.count)")
    shown.append("\(String(describing: profile.bornOn)) \(String(describing: profile.unit))")
    shown += Lift.allCases.map { "\(String(describing: profile.maxes[$0]))" }
    shown += profile.bodyWeight.series.measurements.map { "\($0.weight)" }
    shown += try replay(log, OfUser<Measurements>(user)).value.all.map {
      "\($0.kind) \($0.value) \($0.unit)"
    }
    let catalogue = try replay(log, ExerciseCatalogue())
    shown += catalogue.exercises.map { "\($0.entry)" }.sorted()
    shown += try replay(log, KnownExercises()).aliases.all.map { "\($0)" }
    let merges = try replay(log, OfUser<ExerciseMerges>(user)).value
    shown += merges.targets.map { "\($0.key) \($0.value)" }.sorted()
    return try shown + shownClasses(log, user) + shownVideos(log, user)
  }

  /// The classes that take place, and what the user has to do with each, but the place on a waiting list.
  private func shownClasses(_ log: Log, _ user: Name) throws -> [String] {
    let classes = try replay(log, Timetable()).classes.filter { !$0.isCancelled }
    return classes.map { it in
      // Another class at that time, or a waiting list, decides whether there is a place to miss.
      let isAlone = !classes.contains {
        $0.class != it.class && $0.isBooked(by: user) && overlap($0, it)
      }
      let isMissed = it.capacity == nil && isAlone && it.state(of: user, at: nil) == .missed
      return "\(it.class) \(it.title) \(it.startsAt) \(it.minutes) \(it.instructor ?? "-") "
        + "\(it.place ?? "-") \(it.capacity ?? -1) \(it.isBooked(by: user)) \(isMissed) "
        + "\(it.attendedMinutes(of: user) ?? -1)"
    }.sorted()
  }

  private func overlap(_ one: Timetable.FitnessClass, _ other: Timetable.FitnessClass) -> Bool {
    func end(_ it: Timetable.FitnessClass) -> Double {
      Double(it.startsAt.milliseconds) + it.minutes * 60_000
    }
    return Double(one.startsAt.milliseconds) < end(other)
      && Double(other.startsAt.milliseconds) < end(one)
  }

  private func shownVideos(_ log: Log, _ user: Name) throws -> [String] {
    try replay(log, OfUser<VideoLibrary>(user)).value.videos.map {
      "\($0.video) \($0.category) \($0.title) \($0.isFavourite)"
    }.sorted()
  }

  private static let now = moment("2026-06-01T12:00:00Z")

  /// Random events of users who are signed in.
  private func history(_ seed: Int) -> [Event] {
    // No append takes back to a value that is beyond its limit.
    var facts = RandomFacts(seed: UInt64(40_000 + seed), isWithinLimits: true)
    let random =
      seed % 5 == 4 ? facts.health(40) : seed % 2 == 0 ? facts.events(80) : facts.sets(40)
    var events = events([.signedIn("ann"), .signedIn("bob"), .signedIn("eve")])
    for event in random {
      // Nothing undoes what is about accounts, and nothing but an undo notes one.
      if event.area == .identity || event.area == .corrections { continue }
      var event = event
      // Events refer to others by their ids, so those stay.
      event.seq = events.count + 1
      events.append(event)
    }
    for place in 0..<3 { events[place].id = id(1_000 + place) }
    return events
  }

  /// Undoes events, and returns the log with what that appended; nil where it is refused.
  ///
  /// - Parameter rules: the beginnings of the refusals that are in order; nil for any.
  private func undone(
    _ events: [Event], _ seqs: [Int], by user: Name, unless rules: [String]? = nil
  ) throws -> [Event]? {
    let request = Revert(seqs.map { .prefix("@\($0)") })
    do {
      let appended = try log(events).dryRun(
        request, by: user, defaults: DraftDefaults(now: Self.now, seed: 7))
      return events + appended.acknowledgements.map(\.event)
    } catch let refusal as Refusal {
      let isInOrder = rules?.contains { refusal.message.hasPrefix($0) } ?? true
      #expect(isInOrder, "\(refusal.message)")
      // A change that shows has a subject.
      if refusal.code == .nothingToUndo, let last = events.last, seqs == [last.seq] {
        let before = try shown(log(Array(events.dropLast())), user)
        #expect(try shown(log(events), user) == before, "\(last) changes what no subject has")
      }
      return nil
    }
  }

  /// The positions of the events after one that undo others: all but a renewal, and the note at the end.
  private func facts(_ events: [Event], after seq: Int) -> [Int] {
    events[seq...].dropLast().filter { $0.area != .identity }.map(\.seq)
  }

  @Test func `the shown parts include every area whose events can be undone`() throws {
    var areas = Set(Area.allCases).subtracting([.identity, .corrections])
    for seed in 0..<20 where !areas.isEmpty {
      let all = history(seed)
      for count in 4...all.count {
        guard let area = all[count - 1].area, areas.contains(area),
          let user = all[count - 1].user
        else { continue }
        let (before, after) = (log(Array(all[..<(count - 1)])), log(Array(all[..<count])))
        if try shown(before, user) != shown(after, user) { areas.remove(area) }
      }
    }
    #expect(areas == [], "'shown' lacks what their events change")
  }

  @Test(arguments: 0..<6)
  func `undoing an event restores the state before it, and redoing restores its effect`(
    part: Int
  ) throws {
    var (types, redone): (Set<String>, Int) = ([], 0)
    // Of a sample each part has another kind of log.
    let seeds = part * 5..<part * 5 + 5
    for seed in Reliability.isSample ? [seeds[seeds.startIndex + part % 5]] : Array(seeds) {
      let all = history(seed)
      for count in 4...all.count {
        let after = Array(all[..<count])
        guard let event = after.last, let user = event.user,
          let undone = try undone(after, [count], by: user)
        else { continue }
        types.insert(event.type)
        let before = try shown(log(Array(after.dropLast())), user)
        #expect(try shown(log(undone), user) == before, "seed \(seed): \(event)")
        // A session is not opened while another is, and a post that was deleted does not come back.
        let rules = [
          "a session has been open since", "cannot undo event \(count + 2) (PostDeleted)",
        ]
        let facts = facts(undone, after: count)
        guard let done = try self.undone(undone, facts, by: user, unless: rules) else { continue }
        redone += 1
        #expect(
          try shown(log(done), user) == shown(log(after), user), "seed \(seed), redone: \(event)")
        let last = self.facts(done, after: undone.count)
        guard let again = try self.undone(done, last, by: user, unless: rules) else { continue }
        #expect(try shown(log(again), user) == before, "seed \(seed), undone again: \(event)")
      }
    }
    #expect(
      types.count > (Reliability.isSample ? 2 : 5) && redone > Reliability.least(20),
      "\(types.sorted()) \(redone)")
  }

  @Test(arguments: Reliability.isSample ? [2, 9, 11, 13, 20, 28] : Array(0..<30))
  func `undoing the latest event repeatedly returns to the beginning`(seed: Int) throws {
    var all = history(seed)
    // No undo restores a deleted post.
    all.removeAll { if case .feed(.postDeleted) = $0.body { true } else { false } }
    let user: Name = "ann"
    var kept: [Event] = []
    // Only events that change something: no decision makes others.
    for var event in all {
      event.seq = kept.count + 1
      let with = kept + [event]
      if event.seq > 3, event.user == user, try undone(with, [event.seq], by: user) == nil {
        continue
      }
      if event.seq > 3, event.user != user { continue }
      kept = with
    }
    let start = try shown(log(Array(kept.prefix(3))), user)
    var steps = 0
    for _ in 4...max(4, kept.count) {
      do {
        let appended = try log(kept).dryRun(
          Revert([.latest]), by: user, defaults: DraftDefaults(now: Self.now, seed: 7))
        kept += appended.acknowledgements.map(\.event)
        steps += 1
      } catch let refusal as Refusal {
        #expect(refusal.message == "there is nothing to undo", "seed \(seed)")
        break
      }
    }
    #expect(try shown(log(kept), user) == start, "seed \(seed)")
    #expect(steps > 3)
  }
}
