import Events

/// Everything that the views of the table are made of, for all users, out of one pass over a log.
///
/// Many views share a projection: it is folded once.
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

  /// Returns the state of a projection that a view is made of.
  func state<P: Projection>(_ type: P.Type) -> P {
    (cells[ObjectIdentifier(type)] as? Cell<P>)?.state ?? P()
  }

  private func add<P: Projection>(_ type: P.Type) {
    guard cells[ObjectIdentifier(type)] == nil else { return }
    let cell = Cell(P())
    cells[ObjectIdentifier(type)] = cell
    folds.append(Fold(cell))
    states.append(cell)
  }

  private struct Collector: ViewVisitor {
    let views: ReplayedViews

    func visit<V: View>(_ view: V.Type) { views.add(V.Source.self) }

    func visit<V: PersonalView>(personal view: V.Type) {
      views.add(ByUser<V.State>.self)
      views.add(V.Shared.self)
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
