/// An order that puts each run after the runs that it needs, and otherwise keeps the given order.
///
///     needs   0: [2]   1: []   2: []   3: [0]      order: 1 2 0 3
///
/// The next run is always the first one whose needs are already in the order. In a cycle of runs that need each other,
/// the first one comes first, after all runs that need no cycle. The order therefore depends only on the runs.
struct RunOrder {
  /// The runs that each run needs, without those that were found to be in place.
  private var needs: [[Int]]
  private var order: [Int] = []
  private var isPlaced: [Bool]
  /// The runs that were reached but need a run that is not in place, by that run, in ascending order.
  private var waiting: [Int: [Int]] = [:]

  private init(_ needs: [[Int]]) {
    self.needs = needs
    isPlaced = Array(repeating: false, count: needs.count)
  }

  /// Returns the runs in order.
  ///
  /// Cost: proportional to the number of needs, if few runs wait.
  ///
  /// - Parameter needs: The runs that each run needs.
  static func order(_ needs: [[Int]]) -> [Int] {
    var runs = RunOrder(needs)
    for run in needs.indices where !runs.waits(run) { runs.place(run) }
    for run in needs.indices {
      while !runs.isPlaced[run] { runs.place(runs.ringStart(from: run)) }
    }
    return runs.order
  }

  /// Returns the first run of the ring that a run needs, or belongs to; the run is not in place.
  private func ringStart(from run: Int) -> Int {
    func next(_ run: Int) -> Int { needs[run].last { !isPlaced[$0] } ?? run }
    var (run, reached): (Int, Set<Int>) = (run, [])
    while reached.insert(run).inserted { run = next(run) }
    var (first, other) = (run, next(run))
    while other != run { (first, other) = (min(first, other), next(other)) }
    return first
  }

  /// Returns whether a run needs a run that is not in place, and lets it wait for that run.
  private mutating func waits(_ run: Int) -> Bool {
    while let need = needs[run].last {
      guard isPlaced[need] else {
        waiting[need, default: []].append(run)
        return true
      }
      needs[run].removeLast()
    }
    return false
  }

  /// Places a run, and then those that waited for it and now need nothing, the first one first.
  private mutating func place(_ run: Int) {
    // In descending order, so that the first one is removed and added at the end.
    var ready = [run]
    while let run = ready.popLast() {
      guard !isPlaced[run] else { continue }
      isPlaced[run] = true
      order.append(run)
      for waiter in (waiting.removeValue(forKey: run) ?? []).reversed() where !waits(waiter) {
        let place = ready.lastIndex { $0 > waiter }.map { $0 + 1 } ?? 0
        ready.insert(waiter, at: place)
      }
    }
  }
}
