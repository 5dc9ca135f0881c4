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
    var comparison = Comparison(
      before: try ReplayedViews(of: before), after: try ReplayedViews(of: after),
      renaming: renaming)
    try Views.visit(&comparison)
    users = comparison.everyone.count { $0 != renaming.pseudonyms.erased }
    views = comparison.views
  }
}

/// Compares each view of the table.
private struct Comparison: ViewVisitor {
  let before: ReplayedViews
  let after: ReplayedViews
  let renaming: Renaming
  let everyone: [Name]
  private(set) var views = 0

  init(before: ReplayedViews, after: ReplayedViews, renaming: Renaming) {
    (self.before, self.after, self.renaming) = (before, after, renaming)
    everyone = renaming.pseudonyms.everyone.sorted()
  }

  mutating func visit<V: View>(_ view: V.Type) throws(ViewProof.Difference) {
    views += 1
    try compare(V(before.state(V.Source.self)), V(after.state(V.Source.self)), of: nil)
  }

  mutating func visit<V: PersonalView>(personal view: V.Type) throws(ViewProof.Difference) {
    let old = (before.state(ByUser<V.State>.self), before.state(V.Shared.self))
    let new = (after.state(ByUser<V.State>.self), after.state(V.Shared.self))
    let names = Set(everyone.map { renaming.pseudonyms.user($0) })
    if let stranger = new.0.users.first(where: { $0.map { !names.contains($0) } ?? false }) {
      throw ViewProof.Difference(
        view: V.name, user: nil, path: RecordPath(), before: nil,
        after: stranger.map { .string($0.text) })
    }
    for user in everyone where user != renaming.pseudonyms.erased {
      let name = renaming.pseudonyms.user(user)
      views += 1
      try compare(V(of: user, old.0[user], old.1), V(of: name, new.0[name], new.1), of: user)
    }
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
