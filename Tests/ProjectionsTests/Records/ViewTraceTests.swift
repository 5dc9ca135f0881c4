import Events
import TestSupport
import Testing

@testable import Projections

/// The traces of every view of the table agree with the views made after each event of random logs.
@Suite struct ViewTraceTests {
  /// Random logs, and one whose lists become empty again.
  private static let logs =
    RandomFacts.logs + [
      TestSupport.events([
        .by("ann", .videoAdded("v", "technique", title: "Row")), .by("ann", .videoRemoved("v")),
        .by("ann", .added(.monday, "squat")), .by("ann", .removed(.monday, "squat")),
        .signedIn("ann"),
      ])
    ]

  /// The values of a view by their paths; an empty list is none.
  private struct Values: Equatable {
    var values: [RecordPath: JSON] = [:]

    init(_ tree: RecordTree, at path: RecordPath = RecordPath()) {
      tree.forEachValue { inner, value in
        if value != .array([]) { values[RecordPath(path.steps + inner.steps)] = value }
      }
    }

    mutating func apply(_ change: ViewChange) {
      values = values.filter { !$0.key.steps.starts(with: change.path.steps) }
      guard let after = change.after else { return }
      values.merge(Values(after.tree, at: change.path).values) { $1 }
    }
  }

  @Test(arguments: ViewSubject.single)
  func `the changes of all events give the view, and each has the value before`(
    _ subject: ViewSubject
  ) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var changes = 0
      for events in Self.logs {
        var trace = ViewTrace<V>(of: "ann")
        var values = Values(trace.tree)
        var now = values
        for event in events {
          trace.apply(event) { change in
            changes += 1
            if let before = change.before {
              let old = Values(before.tree, at: change.path).values
              for (path, value) in old where values.values[path] != value {
                Issue.record("\(path) was \(value)")
              }
            }
            #expect(change.before != nil || change.after != nil)
            values.apply(change)
          }
          // The view of an event that it does not read is the one before.
          if trace.source.wants(event.area, of: event.user) { now = Values(V(trace.source).tree) }
          if values != now { Issue.record("after \(event)") }
        }
      }
      #expect(changes > 0)
    }
    try check(subject.view)
  }

  @Test(arguments: ViewSubject.single)
  func `the writer of a value is the last event that changed it`(_ subject: ViewSubject) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var written = 0
      for events in Self.logs {
        var (trace, writers) = (ViewTrace<V>(of: "ann"), BlameIndex())
        var (values, last) = (Values(trace.tree), [RecordPath: Int]())
        for event in events {
          trace.apply(event) { writers.record($0, by: event) }
          let now = Values(trace.tree)
          for (path, value) in now.values where values.values[path] != value {
            last[path] = event.seq
          }
          for (path, _) in values.values where now.values[path] == nil { last[path] = event.seq }
          values = now
        }
        for path in values.values.keys {
          written += 1
          let writer = writers[path]
          if writer?.writer.seq != last[path] || writer?.isRemoval == true {
            Issue.record("\(path): \(writer as Any)")
          }
        }
        for (path, seq) in last where values.values[path] == nil && path.steps.count == 1 {
          #expect(writers[path]?.writer.seq == seq, "\(path) is gone")
        }
      }
      #expect(written > 0)
    }
    try check(subject.view)
  }

  @Test func `the writer of an empty list is the event that removed its last element`() throws {
    var (written, emptied, nested) = (0, 0, 0)
    func emptyLists(_ tree: RecordTree) -> Set<RecordPath> {
      var paths: Set<RecordPath> = []
      tree.forEachValue { path, value in if value == .array([]) { paths.insert(path) } }
      return paths
    }
    func check<V: LogView>(_ view: V.Type) throws {
      for events in Self.logs {
        var (trace, writers) = (ViewTrace<V>(of: "ann"), BlameIndex())
        var (lists, last) = (emptyLists(trace.tree), [RecordPath: Int]())
        for event in events {
          trace.apply(event) { writers.record($0, by: event) }
          let now = emptyLists(trace.tree)
          for path in now.subtracting(lists) { last[path] = event.seq }
          for path in lists.subtracting(now) { last[path] = nil }
          lists = now
        }
        for path in lists {
          written += 1
          if last[path] != nil, path.steps.isEmpty { emptied += 1 }
          if last[path] != nil, !path.steps.isEmpty { nested += 1 }
          let writer = writers.entry(ofEmptyList: path)
          if writer?.writer.seq != last[path] || writer?.isRemoval == true {
            Issue.record("\(V.name) \(path): \(writer as Any), not \(last[path] as Any)")
          }
        }
      }
    }
    for view in Views.all { try check(view) }
    #expect(written > 100 && emptied > 0 && nested > 0)
  }

  /// Returns the view after each event; nil after those that it does not read.
  private static func views<V: LogView>(_ view: V.Type, _ events: [Event]) -> [V?] {
    var source = V.Source.scoped(to: "ann")
    return events.map { event in
      guard source.wants(event.area, of: event.user) else { return nil }
      source.apply(event)
      return V(source)
    }
  }

  /// Paths to rows by their fields; several rows may have the same value.
  private static func pathsByFields(of tree: RecordTree) -> [RecordPath] {
    guard case .list(_, let rows) = tree else { return [] }
    return rows.suffix(2).flatMap { row -> [RecordPath] in
      guard case .object(let members) = row else { return [] }
      return members.dropFirst().suffix(3).compactMap { member in
        guard case .value(let value) = member.value else { return nil }
        return RecordPath([.match(member.name, value.spelling)])
      }
    }
  }

  @Test(arguments: ViewSubject.single)
  func `the value at a path is followed through every event`(_ subject: ViewSubject) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var followed = 0
      for events in Self.logs {
        var paths = [RecordPath(), RecordPath([.index(0)]), RecordPath([.index(-1)])]
        var end = ViewTrace<V>(of: "ann")
        for event in events { end.apply(event) { _ in } }
        end.tree.forEachValue { path, _ in if paths.count < 9 { paths.append(path) } }
        paths += Self.pathsByFields(of: end.tree)
        let views = Self.views(V.self, events)
        for path in paths {
          var trace = ViewTrace<V>(of: "ann", at: path)
          var value = V(trace.source).value(at: path)
          for (event, view) in zip(events, views) {
            let before = value
            var change: ViewChange?
            trace.apply(event) {
              if change != nil { Issue.record("\(path) changes twice by \(event)") }
              change = $0
            }
            if let view { value = view.value(at: path) }
            let isChanged = before != value
            if (change != nil) != isChanged
              || isChanged && (change?.before?.json != before || change?.after?.json != value)
            {
              Issue.record("\(path) after \(event)")
            }
            if change != nil { followed += 1 }
          }
        }
      }
      #expect(followed > 0)
    }
    try check(subject.view)
  }

  @Test(arguments: ViewSubject.single)
  func `two states of a view differ by the changes between them`(_ subject: ViewSubject) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var changes = 0
      for events in Self.logs {
        var trace = ViewTrace<V>(of: "ann")
        var half: V?
        for (place, event) in events.enumerated() {
          if place == events.count / 2 { half = V(trace.source) }
          trace.apply(event) { _ in }
        }
        let (old, new) = (try #require(half), V(trace.source))
        new.reportChanges(from: new) { Issue.record("\($0.path) differs from itself") }
        var values = Values(old.tree)
        new.reportChanges(from: old) { change in
          values.apply(change)
          changes += 1
        }
        #expect(values == Values(new.tree))
      }
      #expect(changes > 0)
    }
    try check(subject.view)
  }

  @Test(arguments: ViewSubject.single)
  func `ignored events leave the view unchanged, and a set is folded like its event`(
    _ subject: ViewSubject
  ) throws {
    func check<V: LogView>(_ view: V.Type) {
      for events in Self.logs {
        var (source, bySets) = (V.Source.scoped(to: "ann"), V.Source.scoped(to: "ann"))
        var rows = V(source).rows
        for event in events where source.wants(event.area, of: event.user) {
          let isIgnored = source._ignores(event)
          source.apply(event)
          if case .sessions(.setLogged(let payload)) = event.body {
            let set = TypedEvent(
              seq: event.seq, id: event.id, at: event.at, user: event.user, payload)
            #expect(bySets._ignores(set) == isIgnored)
            bySets.apply(set)
          } else {
            bySets.apply(event)
          }
          let now = V(source).rows
          if isIgnored, now != rows { Issue.record("ignored \(event)") }
          if V(bySets).rows != now { Issue.record("folded otherwise: \(event)") }
          rows = now
        }
      }
    }
    check(subject.view)
  }

  @Test func `one more set is added to the existing row`() throws {
    let events = events([
      .by("ann", .started("s")), .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .logged("s", "squat", 3, Weight(120))),
    ])
    func check<V: LogView>(_ view: V.Type) throws {
      var source = V.Source.scoped(to: "ann")
      for event in events.dropLast() { source.apply(event) }
      let (before, last) = try (#require(V(source).rows.first), #require(events.last))
      source.apply(last)
      let edited = V.edit(of: before, by: last, of: source).map { edit in
        var row = before
        _ = edit.change(&row)
        return row
      }
      let after = try #require(edited ?? V.row(before, after: last, of: source))
      #expect(after == V(source).rows.first)
      #expect(after != before)
    }
    try check(RecordsView.self)
    try check(MetricsView.self)
    try check(WeekDoneView.self)
  }

  @Test func `equivalent paths have one spelling`() throws {
    var trace = ViewTrace<PersonalBestsView>(of: "ann")
    for event in events([
      .by("ann", .logged("s", "squat", 5)), .by("ann", .logged("s", "bench", 7)),
    ]) { trace.apply(event) { _ in } }
    let tree = trace.tree
    func canonical(_ text: String) throws -> String? {
      tree.canonical(try RecordPath(parsing: text))?.description
    }
    #expect(try canonical("[0].reps") == "[exercise=bench].reps")
    #expect(try canonical("[-1].reps") == "[exercise=squat].reps")
    #expect(try canonical("[reps=5]") == "[exercise=squat]")
    #expect(try canonical("[2].reps") == nil)
    #expect(try canonical("[-3]") == nil)
    #expect(try canonical("[0].nothing") == nil)
    #expect(try canonical("") == "")
  }
}
