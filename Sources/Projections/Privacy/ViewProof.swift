import Events

/// The proof that two logs come to the same views, up to the names, texts and times that one replaced.
///
/// Both are replayed, and every value of every view of every user is compared.
package struct ViewProof: Sendable {
  /// The number of users whose views were compared.
  package let users: Int
  /// The number of views, those of all users counted once each.
  package let views: Int

  /// A value that is not what it would have to be.
  package struct Difference: Error, Equatable, Sendable {
    /// The name of the view.
    package let view: String
    /// The user whose view it is, by the name in the log that was read; nil for a view of the whole log.
    package let user: Name?
    /// The place in the view.
    package let path: RecordPath
    /// The values, as JSON; nil where there is none.
    package let before: JSON?
    package let after: JSON?
  }

  /// Compares the views of two logs.
  ///
  /// - Throws: the first `Difference`, and `LogError` for a log that cannot be read.
  init(_ before: Log, _ after: Log, _ renaming: Renaming) throws {
    let (old, new) = try SharedFolds.both(viewsOf: before, after)
    let comparison = Comparison(before: old, after: new, renaming: renaming)
    try comparison.run()
    users = comparison.others.count
    views = Views.all.reduce(0) { $0 + ($1.isPersonal ? comparison.others.count : 1) }
  }
}

/// The comparison of each view of the table, for one part of the users after the other, on two threads where there are
/// two cores.
///
/// The states of both logs are complete, and only read.
private struct Comparison: @unchecked Sendable {
  let before: SharedFolds
  let after: SharedFolds
  let renaming: Renaming
  /// The users whose views are compared, in order.
  let others: [Name]
  /// The parts, in the order in which a difference counts as the first.
  private let parts: [Part]

  /// A view, and some of its users.
  private struct Part {
    let view: any View.Type
    let users: ArraySlice<Name>
  }

  /// The number of users of one part: few enough that two threads end together, and enough that taking a part costs
  /// nothing next to it.
  private static let usersOfPart = 16

  private struct Progress {
    /// The number of parts that a thread took.
    var taken = 0
    /// The first difference that was found, and its part.
    var found: (part: Int, difference: ViewProof.Difference)?
  }

  init(before: SharedFolds, after: SharedFolds, renaming: Renaming) {
    (self.before, self.after, self.renaming) = (before, after, renaming)
    let others = renaming.pseudonyms.everyone.sorted()
      .filter { $0 != renaming.pseudonyms.erased }
    self.others = others
    parts = Views.all.flatMap { view in
      view.isPersonal
        ? stride(from: 0, to: max(1, others.count), by: Self.usersOfPart).map {
          Part(view: view, users: others[$0..<min($0 + Self.usersOfPart, others.count)])
        } : [Part(view: view, users: [])]
    }
  }

  /// Compares all parts.
  ///
  /// - Throws: the difference of the first part that has one.
  func run() throws(ViewProof.Difference) {
    let progress = Monitor(Progress())
    System.onThreads(min(System.cores, 2) - 1, { work(progress) }) { _ in work(progress) }
    if let difference = progress.alone({ $0.found?.difference }) { throw difference }
  }

  /// Compares one part after the other that no thread has taken, until a difference is found.
  private func work(_ progress: Monitor<Progress>) {
    while let number = progress.alone({ progress -> Int? in
      guard progress.found == nil, progress.taken < parts.count else { return nil }
      progress.taken += 1
      return progress.taken - 1
    }) {
      var comparison = ViewComparison(
        before: before, after: after, renaming: renaming, users: parts[number].users,
        isFirst: parts[number].users.startIndex == 0)
      do throws(ViewProof.Difference) { try parts[number].view._accept(&comparison) } catch {
        progress.alone { progress in
          // A part that was taken earlier may be compared later.
          if progress.found.map({ number < $0.part }) ?? true { progress.found = (number, error) }
        }
      }
    }
  }
}

/// Compares one view of some users.
private struct ViewComparison: ViewVisitor {
  let before: SharedFolds
  let after: SharedFolds
  let renaming: Renaming
  let users: ArraySlice<Name>
  /// A Boolean value indicating whether they are the first users of the view.
  let isFirst: Bool

  func visit<V: View>(_ view: V.Type) throws(ViewProof.Difference) {
    try compare(V(before.state(V.Source.self)), V(after.state(V.Source.self)), of: nil)
  }

  func visit<V: PersonalView>(personal view: V.Type) throws(ViewProof.Difference) {
    if isFirst { try refuseStranger(V.name, after.users(of: V.State.self)) }
    let (old, new) = (before.state(V.Shared.self), after.state(V.Shared.self))
    for user in users {
      let name = renaming.pseudonyms.user(user)
      try compare(
        V(of: user, before.state(V.State.self, of: user), old),
        V(of: name, after.state(V.State.self, of: name), new), of: user)
    }
  }

  /// Refuses a user of the new log whose name is no new name of a user of the old one.
  private func refuseStranger(_ view: String, _ users: Set<Name>) throws(ViewProof.Difference) {
    let names = Set(renaming.pseudonyms.everyone.map { renaming.pseudonyms.user($0) })
    guard let stranger = users.subtracting(names).min() else { return }
    throw ViewProof.Difference(
      view: view, user: nil, path: RecordPath(), before: nil, after: .string(stranger.text))
  }

  private func compare<V: View>(
    _ old: V, _ new: V, of user: Name?
  ) throws(ViewProof.Difference) {
    let (rows, others) = (old.rows, new.rows)
    for place in 0..<max(rows.count, others.count) {
      let path = RecordPath(V.shape == .list ? [.index(place)] : [])
      guard place < rows.count, place < others.count else {
        throw ViewProof.Difference(
          view: V.name, user: user, path: path,
          before: place < rows.count ? RecordTree(rows[place]).json : nil,
          after: place < others.count ? RecordTree(others[place]).json : nil)
      }
      // Rows are equal when all that they list is equal: nearly all rows of an erasure are.
      if renaming.changesLittle, rows[place] == others[place] { continue }
      if V._isSame(rows[place], others[place], under: renaming) { continue }
      try compare(
        ViewLeaves(of: rows[place], at: path, hidesBody: renaming.pseudonyms.hidesBody).leaves,
        ViewLeaves(of: others[place], at: path, hidesBody: renaming.pseudonyms.hidesBody).leaves,
        V.name, user)
    }
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

extension Renaming {
  /// A Boolean value indicating whether nearly all rows stay as they are.
  fileprivate var changesLittle: Bool { pseudonyms.erased != nil && pseudonyms.days == 0 }
}
