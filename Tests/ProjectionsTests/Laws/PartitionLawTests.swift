import Events
import Projections
import TestSupport
import Testing

/// The views of parts of a log, by the scaling that each view declares.
@Suite struct PartitionLawTests {
  private static let logs: [[Event]] = (0..<200).map { seed in
    var facts = RandomFacts(seed: UInt64(seed))
    return seed % 8 == 0 ? facts.sets(60) : seed % 8 == 1 ? facts.health(60) : facts.events(100)
  }

  private static let views = ViewSubject.single.filter {
    !$0.testDescription.hasSuffix("every user")
  }

  /// Returns the rows of a view of some events, with exercise numbers that are made elsewhere.
  private func rows<V: LogView>(
    _ view: V.Type, of user: Name, _ events: [Event], _ numbers: [(exercise: Name, number: Int)]
  ) -> [V.Row] {
    var source = V.Source.scoped(to: user)
    for event in events where source.wants(event.area, of: event.user) { source.apply(event) }
    if view != ExerciseNumbersView.self, var numbered = source as? any ExerciseNumbering {
      let missing = numbered.renumber(numbers)
      #expect(missing == nil)
      if let numbered = numbered as? V.Source { source = numbered }
    }
    return V(source).rows
  }

  /// Returns the rows of `ids`.
  private func mentions(in events: [Event]) -> [ExerciseNumbersView.Row] {
    var numbers = ExerciseNumbers()
    for event in events { numbers.apply(event) }
    return ExerciseNumbersView(numbers).rows
  }

  private func numbers(of events: [Event]) -> [(exercise: Name, number: Int)] {
    mentions(in: events).map { ($0.exercise, $0.number) }
  }

  @Test(arguments: views)
  func `a part with all events of a user gives the user's rows of a view`(_ subject: ViewSubject) {
    func check<V: LogView>(_ view: V.Type) {
      guard case .perUser = V.scaling else { return }
      var shown = 0
      for events in Self.logs {
        let numbers = numbers(of: events)
        for (place, user) in RandomFacts.users.enumerated() {
          let whole = rows(view, of: user, events, numbers)
          shown += whole.count
          let other = RandomFacts.users[(place + 1) % RandomFacts.users.count]
          for others: [Name?] in [[], [other], [other, nil]] {
            let part = events.filter { $0.user == user || others.contains($0.user) }
            #expect(rows(view, of: user, part, numbers) == whole, "\(user)")
          }
        }
      }
      #expect(shown > 50)
    }
    check(subject.view)
  }

  @Test func `the rows of a mergeable view can be computed from any parts`() {
    var mergeable: [String] = []
    for view in Views.all {
      if case .mergeable = view.scaling { mergeable.append(view.name) }
    }
    #expect(mergeable == ["ids"])
    for (seed, events) in Self.logs.enumerated() {
      var chance = SeededGenerator(seed: UInt64(seed))
      var parts: [[Event]] = [[], [], []]
      for event in events { parts[chance.below(parts.count)].append(event) }
      // The rule of the view: keep the lowest (seq, place) of each exercise, sort by it, and number from 1.
      let merged = parts.flatMap { mentions(in: $0) }
        .sorted { ($0.seq, $0.place) < ($1.seq, $1.place) }
      var names: [Name] = []
      for mention in merged where !names.contains(mention.exercise) {
        names.append(mention.exercise)
      }
      #expect(names == mentions(in: events).map(\.exercise))
    }
  }

  @Test(arguments: views)
  func `the declared areas are sufficient, and without one of them rows differ`(
    _ subject: ViewSubject
  ) {
    func check<V: LogView>(_ view: V.Type) {
      guard case .stream(let areas) = V.scaling else { return }
      var needed: Set<Area> = []
      for events in Self.logs {
        let numbers = numbers(of: events)
        for user in RandomFacts.users {
          let whole = rows(view, of: user, events, numbers)
          let part = events.filter { $0.user == user || areas.contains($0.area) }
          #expect(rows(view, of: user, part, numbers) == whole, "\(user)")
          for area in Area.allCases where areas.contains(area) && !needed.contains(area) {
            let less = part.filter { $0.user == user || $0.area != area }
            if rows(view, of: user, less, numbers) != whole { needed.insert(area) }
          }
        }
      }
      #expect(needed == Set(Area.allCases.filter { areas.contains($0) }))
    }
    check(subject.view)
  }
}
