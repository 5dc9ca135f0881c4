import Events

/// The projections of several views, for all users, folded in one pass over a log.
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
    if let parts = P._parts { parts.add(self) } else { add(ByUser<P>()) }
  }

  /// Folds a log into all of them, and once more into the states of users that need what a replay lets go of.
  func fold(_ log: Log) throws(LogError) {
    try Projections.fold(log, nil, folds)
    // The progress of a second pass would begin anew.
    var untold = log
    untold.onProgress = nil
    for state in states { try state.complete(untold) }
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

  /// Returns the users that have a state.
  func users<P: UserProjection>(of type: P.Type) -> Set<Name> {
    P._parts.map { $0.users(self) } ?? Set(state(ByUser<P>.self).states.names)
  }
}

/// A folded state, whatever its type, that makes good what its replay let go of.
private protocol Completed {
  func complete(_ log: Log) throws(LogError)
}

extension Cell: Completed {
  fileprivate func complete(_ log: Log) throws(LogError) {
    try state._complete(log, asOf: nil)
  }
}
