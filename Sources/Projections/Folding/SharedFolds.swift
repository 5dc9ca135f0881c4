import Events

/// The projections of several views, for the whole log or for some users, folded in one pass.
///
/// Many of them share a projection, or a part of one: it is folded once.
final class SharedFolds {
  private var cells: [ObjectIdentifier: AnyObject] = [:]
  private var folds: [Fold] = []
  private var states: [any Completed] = []

  /// Adds a projection to what is folded.
  func add<P: Projection>(_ empty: @autoclosure () -> P) {
    guard cells[ObjectIdentifier(P.self)] == nil else { return }
    let cell = Cell(empty())
    cells[ObjectIdentifier(P.self)] = cell
    folds.append(Fold(cell))
    states.append(cell)
  }

  /// Adds the state of each user, or its parts, to what is folded.
  func add<P: UserProjection>(state type: P.Type) {
    // Exact: to complete a state takes a pass over the whole log.
    if let parts = P._parts { parts.add(self) } else { add(ByUser<P>(exactlyOf: .everyUser)) }
  }

  /// Folds a log into all of them, and once more into those that need what a replay discards.
  func fold(_ log: Log) throws(LogError) {
    try Projections.fold(log, nil, folds)
    // The progress of a second pass would begin again.
    var untold = log
    untold.onProgress = nil
    for state in states { try state.complete(untold) }
  }

  /// Folds the events of some users into all of them.
  func fold(_ users: some Sequence<Name>, of lines: LinesByUser) throws(LogError) {
    try lines.forEachRun(of: users, Interest(of: folds)) { run in
      for place in folds.indices { folds[place].apply(&run, 1 << UInt64(place)) }
    }
  }

  /// Returns the state of a projection that was added.
  func state<P: Projection>(_ type: P.Type) -> P {
    guard let cell = cells[ObjectIdentifier(type)] as? Cell<P> else {
      // Of two logs the states of an empty one would be the same, and prove nothing.
      preconditionFailure("'\(type)' was not folded: what is made of it has to add it")
    }
    return cell.state
  }

  /// Returns the state of a user; that of an empty log where there is none.
  func state<P: UserProjection>(_ type: P.Type, of user: Name?) -> P {
    P._parts.map { $0.state(self, user) } ?? state(ByUser<P>.self)[user]
  }
}

/// A folded state of any type, which gets back the facts that its replay discarded.
private protocol Completed {
  func complete(_ log: Log) throws(LogError)
}

extension Cell: Completed {
  fileprivate func complete(_ log: Log) throws(LogError) {
    try state._complete(log, asOf: nil)
  }
}
