import Events
import Projections
import TestSupport
import Testing

/// The causes of a value, compared with the views of all prefixes and of all subsets of small logs.
@Suite struct ValueCausesTests {
  /// The number of events of a log; all its subsets are folded.
  private static let count = 8
  /// The number of values of one view that are examined.
  private static let mostValues = 2

  /// The values at a path of a view of all subsets of some events, found without the tools that search.
  private struct Folds<V: LogView> {
    let path: RecordPath
    let events: [Event]
    /// The values by subset; the event at position 1 is the bit 1.
    private let values: [JSON?]

    init(_ path: RecordPath, _ events: [Event]) {
      (self.path, self.events) = (path, events)
      values = (0..<(1 << events.count)).map { bits in
        var source = V.Source.scoped(to: "ann")
        for event in events where bits & (1 << (event.seq - 1)) != 0 {
          if source.wants(event.area, of: event.user) { source.apply(event) }
        }
        return V(source).tree[path]?.json
      }
    }

    func value(_ isIncluded: (Event) -> Bool) -> JSON? {
      value(of: Set(events.filter(isIncluded).map(\.seq)))
    }

    func value(of seqs: Set<Int>) -> JSON? { values[seqs.reduce(0) { $0 | 1 << ($1 - 1) }] }

    /// The events that set the path to another value than `value`.
    func others(than value: JSON?) -> Set<Int> {
      var (before, found) = (self.value(of: []), Set<Int>())
      for event in events {
        let after = self.value { $0.seq <= event.seq }
        if after != before, after != value { found.insert(event.seq) }
        before = after
      }
      return found
    }

    /// The minimal sets of events that give a value without some other events.
    func minimalSets(for value: JSON?, without left: Set<Int>) -> [Set<Int>] {
      let rest = events.map(\.seq).filter { !left.contains($0) }
      let sets = (0..<(1 << rest.count)).map { bits in
        Set(rest.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
      }
      let having = sets.filter { self.value(of: $0) == value }
      return having.filter { set in
        set.allSatisfy { self.value(of: set.subtracting([$0])) != value }
      }
    }
  }

  /// Compares the causes of some values of a view with those of brute force; returns the number of values.
  private func compare<V: LogView>(_ view: V.Type, _ events: [Event]) throws -> Int {
    var paths: [RecordPath] = []
    var source = V.Source.scoped(to: "ann")
    let empty = V(source).tree
    for event in events where source.wants(event.area, of: event.user) { source.apply(event) }
    V(source).tree.forEachValue { path, value in
      if empty[path]?.json != value { paths.append(path) }
    }
    let log = log(events)
    for path in Set(paths.prefix(1) + paths.suffix(Self.mostValues - 1)) {
      let folds = Folds<V>(path, events)
      let causes = try #require(try ValueCauses(view, path, of: "ann", in: log))
      let needed = causes.needed.map(\.event.seq)
      #expect(causes.value == folds.value { _ in true } && causes.isMinimal)
      let own = Set(needed)
      #expect(needed == needed.sorted() && own.count == needed.count)
      #expect(
        folds.minimalSets(for: causes.value, without: []).contains(own), "\(V.name) \(path)")
      try compare(causes, own, folds)
    }
    return paths.isEmpty ? 0 : 1
  }

  /// Compares the next best value, and the overruled events.
  private func compare<V: LogView>(
    _ causes: ValueCauses, _ needed: Set<Int>, _ folds: Folds<V>
  ) throws {
    let overruled = Set(causes.overruled.map(\.event.seq))
    let others = folds.others(than: causes.value).subtracting(needed)
    guard let next = causes.next else {
      #expect(needed.isEmpty && overruled == others)
      return
    }
    var (count, left, value) = (1, Set<Int>(), JSON?.none)
    let order = needed.sorted()
    repeat {
      left = Set(order.suffix(count))
      value = folds.value { !left.contains($0.seq) }
      count *= 2
    } while value == causes.value && left.count < order.count
    #expect(next.value == value && next.without == left.sorted(), "\(V.name) \(folds.path)")
    let sets = folds.minimalSets(for: value, without: left)
    #expect(
      sets.contains { overruled == others.union($0.subtracting(needed)) },
      "\(V.name) \(folds.path): \(overruled)")
  }

  @Test func `the causes equal those found in all subsets and prefixes, in 200 random logs`() throws
  {
    var compared = 0
    for seed in 1...200 {
      var facts = RandomFacts(seed: UInt64(seed))
      let events = seed % 4 == 0 ? facts.sets(Self.count) : facts.events(Self.count)
      for view in Views.all { compared += try compare(view, events) }
    }
    #expect(compared > 200, "\(compared)")
  }

  private func causes(
    _ view: any LogView.Type, _ path: String, _ log: Log, asOf: AsOf? = nil
  ) throws -> ValueCauses? {
    try ValueCauses(view, try RecordPath(parsing: path), of: "ann", in: log, asOf: asOf)
  }

  private let defaults = DraftDefaults(now: moment("2026-03-02T20:00:00Z"), seed: 1)

  @Test func `a best needs its set and the set's revision, and supersedes the next best set`()
    throws
  {
    let log = log(
      .signedIn("ann"), .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5, Weight(90))),
      .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .logged("s", "squat", 5, Weight(95))))
    let best = try #require(try causes(PersonalBestsView.self, "[0].weightKg", log))
    #expect("\(best.path)" == "[exercise=squat].weightKg" && best.value == 100)
    #expect(best.needed.map(\.event.seq) == [4] && best.needed[0].change?.before == 90)
    #expect(best.overruled.map(\.event.seq) == [3, 5] && best.overruled[1].change == nil)
    #expect(best.next?.value == 95 && best.next?.without == [4])
    let correction = try best.correction(defaults)
    #expect(correction?.event.seq == 4 && correction?.value == 95)
    let earlier = try #require(
      try causes(PersonalBestsView.self, "[0].weightKg", log, asOf: .seq(3)))
    #expect(earlier.needed.map(\.event.seq) == [3] && earlier.next?.value == nil)
    #expect(try earlier.correction(defaults) == nil)
    #expect(try causes(PersonalBestsView.self, "[exercise=bench].weightKg", log) == nil)
  }

  @Test func `an undo that restored a value is needed, and is named with the undone event`()
    throws
  {
    var bench = RevertBench(
      .by("ann", .chose(.monday, "Chest")), .by("ann", .chose(.monday, "Back")))
    try bench.revert(.latest)
    let type = try #require(try causes(PlanView.self, "days[day=monday].type", bench.log))
    #expect(type.value == "Chest" && type.needed.map(\.event.seq) == [4])
    #expect(type.needed[0].restores?.seq == 2)
    let undone = try #require(type.overruled.first)
    #expect(type.overruled.count == 1 && undone.event.seq == 3)
    #expect(undone.undoneBy.map(\.seq) == [4, 5])
    #expect(type.next?.value == "Back")
    #expect(try type.correction(defaults)?.value == "Back")
  }

  @Test func `a value of an empty log needs no event`() throws {
    let log = log(.by("ann", .chose(.monday, "Chest")), .by("ann", .clearedType(.monday)))
    let type = try #require(try causes(PlanView.self, "days[day=monday].type", log))
    #expect(type.needed.isEmpty && type.next == nil && type.overruled.map(\.event.seq) == [1])
  }
}

/// The reasons why conditions do not hold, compared with the views of all prefixes.
@Suite struct UnmetConditionTests {
  @Test func `the causes equal those found in all prefixes, in 200 random logs`() throws {
    var (ended, never) = (0, 0)
    for seed in 1...200 {
      var facts = RandomFacts(seed: UInt64(seed))
      let events = seed % 2 == 0 ? facts.sets(30) : facts.events(30)
      for text in ["volumeKg > 100", "reps >= 5", "weightKg < 20"] {
        for (view, key) in [
          (HistoryView.self as any LogView.Type, "[0]."), (PersonalBestsView.self, "[0]."),
        ] {
          guard let condition = try? PathCondition(parsing: key + text) else { continue }
          let values = values(of: view, at: condition.path, events)
          let holds = values.map { condition.holds(for: $0) }
          let unmet = try UnmetCondition(condition, in: view, of: "ann", log(events))
          #expect(unmet.holds == holds.last && unmet.value == values.last)
          guard holds.last == false else { continue }
          if let last = holds.lastIndex(of: true) {
            #expect(unmet.end?.event.seq == last + 1 && unmet.nearest == nil)
            let first = holds[...last].lastIndex(of: false).map { $0 + 1 }
            #expect(unmet.start?.event.seq == first)
            ended += 1
          } else {
            let numbers = values.compactMap { value -> Double? in
              if case .number(let number)? = value { number.double } else { nil }
            }
            guard case .number(let wanted) = condition.value, let nearest = unmet.nearest,
              case .number(let found) = nearest.value
            else { continue }
            let least = numbers.map { abs($0 - wanted.double) }.min()
            #expect(abs(found.double - wanted.double) == least)
            let seq = try #require(nearest.writer?.seq)
            #expect(values[seq] == nearest.value && values[seq - 1] != nearest.value)
            never += 1
          }
        }
      }
    }
    #expect(ended > 10 && never > 10, "\(ended), \(never)")
  }

  /// Returns the value at a path after each prefix of a log, the empty one first.
  private func values(
    of view: any LogView.Type, at path: RecordPath, _ events: [Event]
  ) -> [JSON?] {
    func values<V: LogView>(_ view: V.Type) -> [JSON?] {
      var source = V.Source.scoped(to: "ann")
      return [V(source).tree[path]?.json]
        + events.map { event in
          if source.wants(event.area, of: event.user) { source.apply(event) }
          return V(source).tree[path]?.json
        }
    }
    return values(view)
  }

  @Test func `undoing the end of a condition is proposed only if it brings the condition back`()
    throws
  {
    let condition = try PathCondition(parsing: "days[day=monday].type == Chest")
    let defaults = DraftDefaults(now: moment("2026-03-02T20:00:00Z"), seed: 1)
    let changed = log(
      .signedIn("ann"), .by("ann", .chose(.monday, "Chest")), .by("ann", .chose(.monday, "Back")))
    let unmet = try UnmetCondition(condition, in: PlanView.self, of: "ann", changed)
    #expect(unmet.end?.event.seq == 3 && unmet.start?.event.seq == 2)
    #expect(try unmet.isMet(undoingEnd: defaults) == true)
    let never = try UnmetCondition(
      condition, in: PlanView.self, of: "ann", log(.by("ann", .chose(.monday, "Back"))))
    #expect(try never.isMet(undoingEnd: defaults) == nil)
    #expect(never.nearest?.value == "Back" && never.nearest?.writer?.seq == 1)
  }
}
