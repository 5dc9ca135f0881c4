import Events

/// The projections of several views, for the whole log or for some users, folded in one pass.
///
/// A projection that several views share, or a shared part of one, is folded once.
final class SharedFolds {
  private var cells: [ObjectIdentifier: AnyObject] = [:]
  private var folds: [Fold] = []
  private var states: [any Completed] = []

  func add<P: Projection>(_ empty: @autoclosure () -> P) {
    guard cells[ObjectIdentifier(P.self)] == nil else { return }
    let cell = Cell(empty())
    cells[ObjectIdentifier(P.self)] = cell
    folds.append(Fold(cell))
    states.append(cell)
  }

  /// Adds the state of each user, or the parts of this state.
  func add<P: UserProjection>(state type: P.Type) {
    // Exact, since completing a state takes a pass over the whole log.
    if let parts = P._parts { parts.add(self) } else { add(ByUser<P>(exactlyOf: .everyUser)) }
  }

  /// Folds a log into all of them, and a second time into projections that need discarded state.
  ///
  /// - Returns: The lines of each user.
  @discardableResult
  func fold(_ log: Log) throws(LogError) -> LinesByUser {
    let lines = try LinesByUser(of: log, Interest(of: folds)) { apply(&$0) }
    // Otherwise the second pass would report its progress from the beginning.
    var untold = log
    untold.onProgress = nil
    for state in states { try state.complete(untold) }
    return lines
  }

  private func apply(_ run: inout EventRun) {
    for place in folds.indices { folds[place].apply(&run, 1 << UInt64(place)) }
  }

  /// Folds the events of some users into all of them.
  func fold(_ users: some Sequence<Name>, of lines: LinesByUser) throws(LogError) {
    try lines.forEachRun(of: users, Interest(of: folds)) { apply(&$0) }
  }

  /// Returns the state of an added projection.
  func state<P: Projection>(_ type: P.Type) -> P {
    guard let cell = cells[ObjectIdentifier(type)] as? Cell<P> else {
      // For two logs the states of an empty log would be equal, and the comparison would prove nothing.
      preconditionFailure("'\(type)' was not folded: add it before its state is read")
    }
    return cell.state
  }

  /// Returns the state of a user, or the state of an empty log if the user has no events.
  func state<P: UserProjection>(_ type: P.Type, of user: Name?) -> P {
    P._parts.map { $0.state(self, user) } ?? state(ByUser<P>.self)[user]
  }
}

/// A folded state of any type that can restore the facts that its replay discarded.
private protocol Completed {
  func complete(_ log: Log) throws(LogError)
}

extension Cell: Completed {
  fileprivate func complete(_ log: Log) throws(LogError) { try state._complete(log, asOf: nil) }
}
