import Events
import Projections

/// The projections of every view of the table, folded in one replay of a log.
struct AllViews: CustomStringConvertible {
  let description: String

  init(_ log: Log) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let folded = try replay(log, EverySource())
    let seconds = (clock.now - start) / .seconds(1)
    // Of a user of whom all is known, so that nothing is left out of the fold.
    let user = try replay(log, LatestSignIn()).user
    var shown = ShownViews(folded: folded, user: user)
    Projections.Views.visit(&shown)
    description = """
      \(folded.folds.count) projections, \(shown.views) views of \(shown.bytes) bytes
      \(Int(seconds * 1000)) ms
      """
  }
}

/// What every view of every user is made of: each projection once.
private struct EverySource: Projection {
  /// A projection with the areas that it reads.
  struct Fold {
    let reads: Areas
    var state: any Projection
  }

  private(set) var folds: [Fold] = []
  private var places: [ObjectIdentifier: Int] = [:]

  init() {
    var collector = Collector()
    Projections.Views.visit(&collector)
    for state in collector.states {
      guard places[ObjectIdentifier(type(of: state))] == nil else { continue }
      places[ObjectIdentifier(type(of: state))] = folds.count
      folds.append(Fold(reads: type(of: state).reads, state: state))
    }
  }

  static var reads: Areas { Area.allCases.reduce([]) { $0.union(Areas($1)) } }

  mutating func apply(_ event: Event) {
    let area = event.area
    for place in folds.indices where folds[place].reads.contains(area) {
      folds[place].state.apply(event)
    }
  }

  mutating func apply(_ set: TypedEvent<SetLogged>) {
    for place in folds.indices where folds[place].reads.contains(.sessions) {
      folds[place].state.apply(set)
    }
  }

  subscript<P: Projection>(_: P.Type) -> P {
    guard let place = places[ObjectIdentifier(P.self)], let state = folds[place].state as? P else {
      fatalError("\(P.self) was not folded")
    }
    return state
  }

  private struct Collector: ViewVisitor {
    var states: [any Projection] = []

    mutating func visit<V: LogView>(_: V.Type) { states.append(V.Source()) }

    mutating func visit<V: PersonalView>(personal _: V.Type) {
      states += [ByUser<V.State>(), V.Shared()]
    }
  }
}

/// The sizes of the views of one user.
private struct ShownViews: ViewVisitor {
  let folded: EverySource
  let user: Name?
  var views = 0
  var bytes = 0

  mutating func visit<V: LogView>(_: V.Type) { show(V(folded[V.Source.self])) }

  mutating func visit<V: PersonalView>(personal _: V.Type) {
    show(V(of: user, folded[ByUser<V.State>.self][user], folded[V.Shared.self]))
  }

  private mutating func show(_ view: some LogView) {
    views += 1
    bytes += view.json.count
  }
}
