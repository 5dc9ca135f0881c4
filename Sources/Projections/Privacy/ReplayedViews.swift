import Events

/// Everything that the views of the table are made of, for all users, out of one pass over a log.
///
/// Many views share a projection, or a part of one: it is folded once.
final class ReplayedViews {
  private var cells: [ObjectIdentifier: AnyObject] = [:]
  private var folds: [Fold] = []
  private var states: [any Completed] = []

  /// Folds a log into the projections of all views.
  init(of log: Log) throws(LogError) {
    var collector = Collector(views: self)
    Views.visit(&collector)
    try fold(log, nil, folds)
    for state in states { try state.complete(log) }
  }

  /// Folds two logs, each on a thread of its own.
  static func both(
    _ log: Log, _ other: Log
  ) throws(LogError) -> (ReplayedViews, ReplayedViews) {
    let second = Monitor<Result<ReplayedViews, LogError>?>(nil)
    let first = try System.onThreads(1, { second.alone { $0 = folded(other) } }) {
      (_) throws(LogError) in try ReplayedViews(of: log)
    }
    // There is none where the system refused a thread.
    return (first, try (second.alone { $0 } ?? folded(other)).get())
  }

  private static func folded(_ log: Log) -> Result<ReplayedViews, LogError> {
    do throws(LogError) { return .success(try ReplayedViews(of: log)) } catch {
      return .failure(error)
    }
  }

  /// Returns the state of a projection that a view is made of.
  func state<P: Projection>(_ type: P.Type) -> P {
    (cells[ObjectIdentifier(type)] as? Cell<P>)?.state ?? P()
  }

  /// Returns the state of a user that a view is made of; that of an empty log where there is none.
  func state<P: UserProjection>(_ type: P.Type, of user: Name?) -> P {
    P._parts.map { $0.state(self, user) } ?? state(ByUser<P>.self)[user]
  }

  /// Returns the users that have a state.
  func users<P: UserProjection>(of type: P.Type) -> Set<Name?> {
    P._parts.map { $0.users(self) } ?? Set(state(ByUser<P>.self).users)
  }

  /// Has the state of each user folded, or its parts.
  func add<P: UserProjection>(state type: P.Type) {
    if let parts = P._parts { parts.add(self) } else { add(ByUser<P>(isExact: true)) }
  }

  private func add<P: Projection>(_ empty: @autoclosure () -> P) {
    guard cells[ObjectIdentifier(P.self)] == nil else { return }
    let cell = Cell(empty())
    cells[ObjectIdentifier(P.self)] = cell
    folds.append(Fold(cell))
    states.append(cell)
  }

  private struct Collector: ViewVisitor {
    let views: ReplayedViews

    func visit<V: View>(_ view: V.Type) { views.add(V.Source()) }

    func visit<V: PersonalView>(personal view: V.Type) {
      views.add(state: V.State.self)
      views.add(V.Shared())
    }
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
