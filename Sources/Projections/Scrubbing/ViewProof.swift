import Events

/// The proof that two logs give the same views, apart from replaced names, texts and times.
///
/// Both logs are replayed, and every value of every compared view of every user is compared.
package struct ViewProof: Sendable {
  /// The number of users whose views were compared.
  package let users: Int
  /// The number of compared views; a view of all users counts once.
  package let views: Int

  /// The views that are compared: all except `muscles`.
  ///
  /// The name of an exercise and the texts of the catalogue decide which muscles a set counts for. After these are
  /// replaced, the same set may count for other muscles.
  fileprivate static let compared = Views.all.filter { $0 != MusclesView.self }

  /// A value that differs from the expected value.
  package struct Difference: Error, Equatable, Sendable {
    /// The name of the view.
    package let view: String
    /// The user of the view, by the name in the original log; nil for a view of the whole log.
    package let user: Name?
    /// The path in the view.
    package let path: RecordPath
    /// The values, as JSON; nil if there is none.
    package let before: JSON?
    package let after: JSON?
  }

  /// The maximum number of events whose users' views are compared at once; one user may have more.
  ///
  /// The states of so many events take some megabytes, and compared with the fold the start of two threads costs
  /// nothing.
  package static let eventsAtOnce = 1 << 14

  /// Compares the views of two logs.
  ///
  /// The views of a whole log are folded once. After that only some users at a time are read, so memory does not grow
  /// with the number of users.
  ///
  /// - Throws: The first `Difference`, or a `LogError` for a log that cannot be read.
  init(_ before: Log, _ after: Log, _ renaming: Renaming, eventsAtOnce most: Int) throws {
    let whole = try SharedFolds.both { (isFirst) throws(LogError) in
      let folds = SharedFolds.ofWholeLog()
      return (folds: folds, lines: try folds.fold(isFirst ? before.reporting(0...0.4) : after))
    }
    let users = renaming.pseudonyms.everyone.sorted()
      .filter { $0 != renaming.pseudonyms.erased }
    var comparison = Comparison(
      wholeBefore: whole.0.folds, wholeAfter: whole.1.folds,
      lines: Lines(before: whole.0.lines, after: whole.1.lines), renaming: renaming)
    comparison.compareWhole()
    try comparison.compare(users, reporting: before, atOnce: most)
    if let difference = comparison.found?.difference { throw difference }
    self.users = users.count
    views = Self.compared.reduce(0) { $0 + ($1.isPersonal ? users.count : 1) }
  }
}

/// The lines of both logs.
private struct Lines: Sendable {
  let before: LinesByUser
  let after: LinesByUser
}

/// The comparison of each compared view of the table.
private struct Comparison {
  let wholeBefore: SharedFolds
  let wholeAfter: SharedFolds
  let lines: Lines
  let renaming: Renaming
  /// The first difference found so far, in the order of the table and then of the users, and its view's index.
  private(set) var found: (view: Int, difference: ViewProof.Difference)?

  /// Compares the views of the whole log, and looks for users who have views only in the new log.
  mutating func compareWhole() {
    let part = Part(
      before: Folds(whole: wholeBefore, users: nil), after: Folds(whole: wholeAfter, users: nil),
      renaming: renaming, strangers: lines.after)
    keepFirst(part.difference(of: [], in: ViewProof.compared.count))
  }

  /// Compares the views of users in groups with a limited number of events.
  ///
  /// - Parameter log: The log whose progress is reported.
  mutating func compare(_ users: [Name], reporting log: Log, atOnce most: Int) throws(LogError) {
    let all = users.reduce(0) { $0 + lines.before.count(of: $1) }
    var (start, done) = (users.startIndex, 0)
    while start < users.endIndex {
      var (end, count) = (start, 0)
      repeat {
        count += lines.before.count(of: users[end])
        end += 1
      } while end < users.endIndex && count + lines.before.count(of: users[end]) <= most
      log.onProgress?(
        Int(Double(log.bytes.count) * (0.4 + 0.6 * Double(done) / Double(max(1, all)))))
      try compare(users[start..<end])
      (start, done) = (end, done + count)
    }
  }

  private mutating func compare(_ users: ArraySlice<Name>) throws(LogError) {
    let (lines, renaming) = (lines, renaming)
    let states = try SharedFolds.both { (isFirst) throws(LogError) in
      let folds = SharedFolds.ofUsers()
      if isFirst {
        try folds.fold(users, of: lines.before)
      } else {
        try folds.fold(users.map { renaming.pseudonyms.user($0) }, of: lines.after)
      }
      return folds
    }
    let part = Part(
      before: Folds(whole: wholeBefore, users: states.0),
      after: Folds(whole: wholeAfter, users: states.1), renaming: renaming, strangers: nil)
    // Views after that of a known difference need no comparison.
    keepFirst(part.difference(of: users, in: found?.view ?? ViewProof.compared.count))
  }

  /// Keeps a difference if its view is earlier than that of the kept one.
  private mutating func keepFirst(_ other: (view: Int, difference: ViewProof.Difference)?) {
    guard let other, other.view < found?.view ?? .max else { return }
    found = other
  }
}

/// The folds for a comparison: those of a whole log, and those of some users.
private struct Folds {
  let whole: SharedFolds
  let users: SharedFolds?

  func state<P: Projection>(_ type: P.Type) -> P { whole.state(type) }

  func state<P: UserProjection>(_ type: P.Type, of user: Name) -> P {
    users?.state(type, of: user) ?? P()
  }
}

/// The comparison of all views of some users, or of the whole log, on two threads if there are two cores.
///
/// The states of both logs are complete and only read.
private struct Part: @unchecked Sendable {
  let before: Folds
  let after: Folds
  let renaming: Renaming
  /// The lines of the new log, for finding users without views in the old log; nil if some users' views are compared.
  let strangers: LinesByUser?

  /// The number of users whose views are compared in one task.
  ///
  /// It is small enough for two threads to end together. It is large enough to make the cost of taking a task
  /// negligible.
  private static let usersAtOnce = 16

  private struct Progress {
    /// The number of tasks that threads have begun.
    var begun = 0
    /// The first difference found so far, and its task.
    var found: (task: Int, difference: ViewProof.Difference)?
  }

  /// Returns the first difference in the first `count` views, in the order of the table and then of the users.
  ///
  /// The result includes the index of the view.
  func difference(
    of users: ArraySlice<Name>, in count: Int
  ) -> (view: Int, difference: ViewProof.Difference)? {
    var tasks: [(view: Int, users: ArraySlice<Name>)] = []
    for (place, view) in ViewProof.compared.prefix(count).enumerated() {
      if strangers != nil {
        tasks.append((place, []))
      } else if view.isPersonal {
        for start in stride(from: users.startIndex, to: users.endIndex, by: Self.usersAtOnce) {
          tasks.append((place, users[start..<min(start + Self.usersAtOnce, users.endIndex)]))
        }
      }
    }
    let (all, progress) = (tasks, Monitor(Progress()))
    System.onThreads(min(System.cores, 2) - 1, { work(on: all, progress) }) { _ in
      work(on: all, progress)
    }
    return progress.alone { $0.found }.map { (all[$0.task].view, $0.difference) }
  }

  /// Works on one free task after the other until a difference is found.
  private func work(
    on tasks: [(view: Int, users: ArraySlice<Name>)], _ progress: Monitor<Progress>
  ) {
    while let number = progress.alone({ progress -> Int? in
      guard progress.found == nil, progress.begun < tasks.count else { return nil }
      progress.begun += 1
      return progress.begun - 1
    }) {
      var comparison = ViewComparison(part: self, users: tasks[number].users)
      do throws(ViewProof.Difference) {
        try ViewProof.compared[tasks[number].view]._accept(&comparison)
      } catch {
        progress.alone { progress in
          // A task that began earlier may end later.
          if progress.found.map({ number < $0.task }) ?? true { progress.found = (number, error) }
        }
      }
    }
  }
}

/// The comparison of one view: of the whole log, or of some users.
private struct ViewComparison: ViewVisitor {
  let part: Part
  let users: ArraySlice<Name>
  private var renaming: Renaming { part.renaming }

  func visit<V: LogView>(_ view: V.Type) throws(ViewProof.Difference) {
    try compare(V(part.before.state(V.Source.self)), V(part.after.state(V.Source.self)), of: nil)
  }

  func visit<V: PersonalView>(personal view: V.Type) throws(ViewProof.Difference) {
    if let lines = part.strangers { try refuseStranger(V.name, lines.users(in: V.State.reads)) }
    let (old, new) = (part.before.state(V.Shared.self), part.after.state(V.Shared.self))
    for user in users {
      let name = renaming.pseudonyms.user(user)
      try compare(
        V(of: user, part.before.state(V.State.self, of: user), old),
        V(of: name, part.after.state(V.State.self, of: name), new), of: user)
    }
  }

  /// Refuses a user of the new log who is not a renamed user of the old log.
  private func refuseStranger(_ view: String, _ users: Set<Name>) throws(ViewProof.Difference) {
    let names = Set(renaming.pseudonyms.everyone.map { renaming.pseudonyms.user($0) })
    guard let stranger = users.subtracting(names).min() else { return }
    throw ViewProof.Difference(
      view: view, user: nil, path: RecordPath(), before: nil, after: .string(stranger.text))
  }

  private func compare<V: LogView>(
    _ old: V, _ new: V, of user: Name?
  ) throws(ViewProof.Difference) {
    let (rows, others) = (old.rows, inOrder(new.rows, of: old.rows))
    for place in 0..<max(rows.count, others.count) {
      let path = RecordPath(V.shape == .list ? [.index(place)] : [])
      guard place < rows.count, place < others.count else {
        throw ViewProof.Difference(
          view: V.name, user: user, path: path,
          before: place < rows.count ? RecordTree(rows[place]).json : nil,
          after: place < others.count ? RecordTree(others[place]).json : nil)
      }
      // Rows are equal if all their fields are equal, as in nearly all rows after an erasure.
      let isErasure = renaming.pseudonyms.erased != nil && renaming.pseudonyms.days == 0
      if isErasure, rows[place] == others[place] { continue }
      if V._isSame(rows[place], others[place], under: renaming) { continue }
      try compare(
        ViewLeaves(of: rows[place], at: path, hidesBody: renaming.pseudonyms.hidesBody).leaves,
        ViewLeaves(of: others[place], at: path, hidesBody: renaming.pseudonyms.hidesBody).leaves,
        V.name, user)
    }
  }

  /// Returns rows in the order of the original rows, if they are in the order of exercises with other names now.
  private func inOrder<R: Record>(_ rows: [R], of old: [R]) -> [R] {
    guard R.key == "exercise", rows.count == old.count else { return rows }
    var places: [Name: Int] = [:]
    for (place, row) in rows.enumerated() {
      if let name = row._keyScalar?.name { places[name] = place }
    }
    let sorted = old.compactMap { row in
      row._keyScalar.flatMap { places[renaming.exercise($0.name)] }.map { rows[$0] }
    }
    return places.count == rows.count && sorted.count == rows.count ? sorted : rows
  }

  private func compare(
    _ old: [ViewLeaves.Leaf], _ new: [ViewLeaves.Leaf], _ view: String, _ user: Name?
  ) throws(ViewProof.Difference) {
    for place in 0..<max(old.count, new.count) {
      let (mine, other) = (
        place < old.count ? old[place] : nil, place < new.count ? new[place] : nil
      )
      if let mine, let other, renaming.allows(mine, other) { continue }
      throw ViewProof.Difference(
        view: view, user: user, path: mine?.path ?? other?.path ?? RecordPath(),
        before: mine.map { $0.value?.json ?? .null }, after: other.map { $0.value?.json ?? .null })
    }
  }
}
