import Events

/// A fold of a run of events into several traces on two threads; one thread folds each trace.
struct TraceFolds: Sendable {
  /// A trace after the run, and the changes of the run's events, by the index of the event.
  struct Folded: Sendable {
    var trace: any ViewTracing
    let bit: UInt64
    var changes: [(event: Int, change: ViewChange)] = []
  }

  private struct Progress {
    /// The traces; nil for a trace that a thread has taken.
    var folds: [Folded?]
    /// The number of traces that threads have taken.
    var taken = 0

    mutating func next() -> (place: Int, fold: Folded)? {
      guard taken < folds.count, let fold = folds[taken].take() else { return nil }
      taken += 1
      return (taken - 1, fold)
    }
  }

  private let run: EventRun
  private let progress: Monitor<Progress>

  /// Creates the fold of a run into traces; each trace gets the events that have its bit.
  init(_ traces: [(trace: any ViewTracing, bit: UInt64)], of run: EventRun) {
    self.run = run
    let folds = traces.map { Folded(trace: $0.trace, bit: $0.bit) }
    progress = Monitor(Progress(folds: folds))
  }

  /// Returns the traces after the run, in order.
  func folded() -> [Folded] {
    System.onThreads(min(System.cores, 2) - 1, fold) { _ in fold() }
    return progress.alone { $0.folds.compactMap(\.self) }
  }

  /// Folds the run into one free trace after the other.
  @Sendable private func fold() {
    // A separate copy, since reading an event changes the run.
    var run = run
    while let (place, fold) = progress.alone({ $0.next() }) {
      var (fold, changes) = (fold, [(event: Int, change: ViewChange)]())
      fold.trace._fold(&run, wantedBy: fold.bit) { changes.append(($0, $1)) }
      fold.changes = changes
      progress.alone { $0.folds[place] = fold }
    }
  }
}
