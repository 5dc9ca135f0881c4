/// A verdict on a log.
public enum Verdict: Equatable, Sendable {
  /// The log does not have the fault.
  case passes
  /// The log has the fault.
  case fails
  /// The log cannot be judged.
  case undecided
}

/// A binary search for the first failing state in a sequence of states, one verdict at a time.
///
///     var bisection = Bisection(last: count)
///     while let state = bisection.next { bisection.record(judge(state), of: state) }
///     print(bisection.suspects)
///
/// State 0 is known to pass and the last state to fail. The search assumes nothing about the states in between. Its
/// result is a failing state directly after a passing one. It skips states that cannot be judged and then continues in
/// another place, since such states are often neighbours.
public struct Bisection: Sendable {
  /// The last state known to pass.
  public private(set) var lastPassed = 0
  /// The first state known to fail, which is the last suspect.
  public private(set) var firstFailed: Int
  /// The states between the two that cannot be judged.
  private var undecided: Set<Int> = []

  /// Creates the search in the states 0 to `last`.
  public init(last: Int) { firstFailed = last }

  /// The number of states that may still have to be judged.
  public var remaining: Int { firstFailed - lastPassed - 1 - undecided.count }

  /// The range that contains the first failing state: one state, unless the states before it could not be judged.
  public var suspects: ClosedRange<Int> { lastPassed + 1...max(lastPassed + 1, firstFailed) }

  /// The state to judge next; nil if the search is over.
  public var next: Int? {
    guard remaining > 0 else { return nil }
    // 1/2, 1/4, 3/4, 1/8, 5/8, …: away from the states that could not be judged.
    var (fraction, part, number) = (0.0, 0.5, undecided.count + 1)
    while number > 0 {
      if number & 1 == 1 { fraction += part }
      (part, number) = (part / 2, number >> 1)
    }
    let between = lastPassed + 1..<firstFailed
    let middle = lastPassed + max(1, Int(Double(firstFailed - lastPassed) * fraction))
    for distance in 0..<firstFailed - lastPassed {
      for state in [middle + distance, middle - distance]
      where between.contains(state) && !undecided.contains(state) { return state }
    }
    return nil
  }

  /// Records the verdict on a state.
  public mutating func record(_ verdict: Verdict, of state: Int) {
    switch verdict {
    case .passes: lastPassed = max(lastPassed, state)
    case .fails: firstFailed = min(firstFailed, state)
    case .undecided: undecided.insert(state)
    }
    let (low, high) = (lastPassed, firstFailed)
    undecided = undecided.filter { $0 > low && $0 < high }
  }
}
