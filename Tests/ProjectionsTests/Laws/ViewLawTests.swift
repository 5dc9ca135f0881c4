import Events
import Projections
import TestSupport
import Testing

/// What holds for every view of the table, after every event of random logs.
@Suite struct ViewLawTests {
  /// Random logs of all areas, of corrected sets, of body weights, of plans, and of push-ups and meals; and a log of
  /// corrected sets on a clock that goes only forward, which is rare in the random ones.
  static let logs: [[Event]] = random + [corrected]

  private static let corrected = events(
    (1...4).map { Fact.by("ann", .logged("s", "a", $0, Weight(50))) } + [
      .by("ann", .revised(id(2), reps: 7)), .by("ann", .revised(id(4), Weight(60), note: "x")),
      .by("ann", .removed(id(2))), .by("ann", .logged("s", "b", 1)),
      .by("ann", .revised(id(8), reps: 3)), .by("ann", .removed(id(8))),
    ])

  private static let random: [[Event]] = (0..<40).map { seed in
    var facts = RandomFacts(seed: UInt64(seed))
    if seed >= 33 { return facts.health(60) }
    if seed >= 30 { return facts.planned(120) }
    if seed % 12 == 9 { return facts.weighed(seed * 4) }
    return seed % 3 == 0 ? facts.sets(seed * 2 + 6) : facts.events(seed * 2 + 40)
  }

  /// The next step where the random logs have too little of a view.
  private static let more =
    "the random logs show too little of the view; give its events a larger part of 'RandomFacts'"

  /// Runs `look` after every event of every log, for every user that has a view of their own.
  private func afterEachEvent<V: LogView>(
    _ view: V.Type, _ look: (Event, ViewFold<V>.Moment) throws -> Void
  ) throws {
    // Any user's is all there is of a view that is nobody's.
    let users = view is any PersonalView.Type ? RandomFacts.users : [RandomFacts.users[0]]
    for events in Self.logs {
      for user in users {
        var fold = ViewFold(view, of: user, events)
        try fold.run(look)
      }
    }
  }

  private func text(of row: some Record) -> String? {
    guard case .string(let text) = row.keyValue else { return nil }
    return text
  }

  @Test(arguments: ViewSubject.all)
  func `rows that an event does not touch stay unchanged`(_ subject: ViewSubject) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var (named, changed) = (0, 0)
      try afterEachEvent(view) { event, moment in
        let isChanged = moment.before.rows != moment.after.rows
        if isChanged { changed += 1 }
        guard let touched = V.touched(by: event, of: moment.earlier) else { return }
        named += 1
        guard isChanged else { return }
        let names = Set(touched.map(\.text))
        func others(_ rows: [V.Row]) -> [V.Row] {
          rows.filter { row in text(of: row).map { !names.contains($0) } ?? true }
        }
        #expect(others(moment.before.rows) == others(moment.after.rows), "\(event)")
      }
      // A view without 'touched' names no rows, and in the view of all users the state of one is not at hand.
      let mayNameFew = named == 0 || V.name == MetricsView.name || !V._hasUniqueKeys
      #expect(
        (named > 5 || mayNameFew) && changed > 6,
        "\(named) events with 'touched', \(changed) changes: \(Self.more)")
    }
    try check(subject.view)
  }

  @Test func `a changed row equals the row of a rebuilt view`() throws {
    var (edited, computed) = (Set<String>(), Set<String>())
    func check<V: LogView>(_ view: V.Type) throws {
      try afterEachEvent(view) { event, moment in
        let touched = V.touched(by: event, of: moment.earlier)
        for row in moment.before.rows {
          let key = V.shape == .list ? text(of: row).map { Name($0) } : nil
          guard key.map({ touched?.contains($0) ?? false }) ?? (V.shape != .list) else { continue }
          let rebuilt = key.map { V.row($0, of: moment.source) } ?? moment.after.rows.first
          if let edit = V.edit(of: row, by: event, of: moment.source) {
            var new = row
            _ = edit.change(&new)
            edited.insert("\(V.name): \(event.type)")
            if new != rebuilt { Issue.record("\(V.name): \(event)") }
          }
          if let new = V.row(row, after: event, of: moment.source) {
            computed.insert(V.name)
            if new != rebuilt { Issue.record("\(V.name): \(event)") }
          }
        }
      }
    }
    for subject in ViewSubject.single { try check(subject.view) }
    let corrections = ["SetLogged", "SetRevised", "SetRemoved"]
    for view in ["history", "session"] {
      #expect(edited.isSuperset(of: corrections.map { "\(view): \($0)" }), "\(edited) \(Self.more)")
    }
    let added = ["plan", "plan done", "plan week"].map { "\($0): ExerciseAdded" }
    #expect(edited.isSuperset(of: added + ["plan done: SetLogged"]), "\(edited) \(Self.more)")
    #expect(
      computed.isSuperset(of: ["metrics", "muscles", "pbs", "records", "volume"]), "\(computed)")
  }

  @Test func `rows keep their order unless rows are added or removed, or a sort field changes`()
    throws
  {
    var kept = 0
    func check<V: LogView>(_ view: V.Type) throws {
      guard let fields = V._orderFields else { return }
      #expect(V._hasUniqueKeys && V.Row.key != nil)
      try afterEachEvent(view) { event, moment in
        let (old, new) = (moment.before.rows, moment.after.rows)
        let keys = (old.map { text(of: $0) }, new.map { text(of: $0) })
        guard Set(keys.0) == Set(keys.1), keys.0.count == keys.1.count, old != new else { return }
        #expect(Set(keys.0).count == keys.0.count && !keys.0.contains(nil))
        var mayDiffer = false
        V(moment.source).reportChanges(from: V(moment.earlier)) { change in
          if change.path.steps.count > 1, case .key(let field) = change.path.steps[1] {
            if fields.contains(field) { mayDiffer = true }
          }
        }
        if !mayDiffer {
          kept += 1
          #expect(keys.0 == keys.1, "\(V.name): \(event)")
        }
      }
    }
    for subject in ViewSubject.single { try check(subject.view) }
    #expect(kept > 400, "\(Self.more)")
  }

  @Test(arguments: ViewSubject.all)
  func `a row by its key is the first row with that key`(_ subject: ViewSubject) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var found = 0
      try afterEachEvent(view) { _, moment in
        let (after, source) = (moment.after, moment.source)
        // The first row of each key.
        let rows = Dictionary(
          after.rows.compactMap { row in text(of: row).map { ($0, row) } },
          uniquingKeysWith: { first, _ in first })
        let gone = moment.before.rows.compactMap { text(of: $0) }
        for key in Set(rows.keys).union(gone).sorted() + ["nothing"] {
          let row = V.row(Name(key), of: source)
          if row != rows[key] { Issue.record("\(key): \(row as Any)") }
          if row != nil { found += 1 }
          guard let name = V.Row.key else { continue }
          let path = RecordPath([.match(name, key), .key(name)])
          let value = V.value(at: path, of: source)
          if value != row.map({ _ in .string(key) }) { Issue.record("\(path): \(value as Any)") }
          if after.value(at: path) != value { Issue.record("\(path) of the view") }
        }
      }
      #expect(
        found > 30 || V.Row.key == nil, "\(found) rows found: \(Self.more)")
    }
    try check(subject.view)
  }

  @Test(arguments: ViewSubject.all)
  func `the tree equals the JSON, and its paths lead to its values`(_ subject: ViewSubject) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var (views, values) = (0, 0)
      for events in Self.logs {
        guard let source = ViewFold(view, of: "ann", events).last else { continue }
        let view = V(source)
        let tree = view.tree
        let json = try Bytes.of(view.json) { (bytes) throws(LineError) in try JSON(bytes) }
        if tree.json != json { Issue.record("\(tree.json) is not \(json)") }
        views += 1
        tree.forEachValue { path, value in
          values += 1
          if view.value(at: path) != value { Issue.record("\(path) of the view") }
          if tree[path]?.json != value { Issue.record("\(path) of the tree") }
          if (try? RecordPath(parsing: path.description)) != path { Issue.record("\(path) parsed") }
          if V.value(at: path, of: source) != value { Issue.record("\(path) of the source") }
        }
      }
      #expect(
        views > 10 && values > 40,
        "\(views) views, \(values) values: \(Self.more)")
    }
    try check(subject.view)
  }

  @Test(arguments: ViewSubject.all)
  func `the schema has every field of the JSON, in its order`(_ subject: ViewSubject) throws {
    func check<V: LogView>(_ view: V.Type) throws {
      var records = 0
      try afterEachEvent(view) { _, moment in
        // Those that the event left as they were have been looked at.
        let before = moment.before.rows
        records += moment.after.rows.count
        for row in moment.after.rows where !before.contains(row) {
          expect(RecordTree(row).json, hasFieldsOf: V.schema)
        }
      }
      #expect(records > 10, "\(records) records: \(Self.more)")
    }
    try check(subject.view)
  }

  private func expect(_ json: JSON, hasFieldsOf schema: RecordSchema) {
    guard case .object(let members) = json else {
      Issue.record("a record is no object")
      return
    }
    #expect(members.map(\.name) == schema.fields.map(\.name))
    for ((_, value), field) in zip(members, schema.fields) {
      switch (field.content, value) {
      case (.list(let nested), .array(let elements)):
        for element in elements { expect(element, hasFieldsOf: nested) }
      case (.object, .null), (.value, .null): break
      case (.object(let nested), _): expect(value, hasFieldsOf: nested)
      case (.value(let kind), _): #expect(isOf(kind, value), "\(field.name)")
      case (.list, _): Issue.record("'\(field.name)' is no list")
      }
    }
  }

  private func isOf(_ kind: ValueKind, _ value: JSON) -> Bool {
    switch (kind, value) {
    case (.integer, .number(let number)): number.integer != nil
    case (.number, .number), (.boolean, .bool), (.text, .string): true
    case (.texts, .array(let all)): all.allSatisfy { if case .string = $0 { true } else { false } }
    case (.id, .string(let text)): EventID(text) != nil
    case (.time, .string(let text)): Timestamp(text) != nil
    case (.day, .string(let text)): LocalDay(text) != nil
    case (.word(let words), .string(let text)): words.contains(text)
    default: false
    }
  }

  @Test(arguments: ViewSubject.all)
  func `every field has a description, and every key is a field`(_ subject: ViewSubject) {
    func check(_ schema: RecordSchema) {
      if let key = schema.key { #expect(schema[key] != nil) }
      #expect(Set(schema.fields.map(\.name)).count == schema.fields.count)
      for field in schema.fields {
        #expect(field.summary.hasSuffix(".") && field.summary.count > 5, "\(field.name)")
        #expect(field.summary.count <= 150, "\(field.name)")
        switch field.content {
        case .value: break
        case .list(let nested), .object(let nested): check(nested)
        }
      }
    }
    func check<V: LogView>(_ view: V.Type) { check(V.schema) }
    check(subject.view)
  }
}
