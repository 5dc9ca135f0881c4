/// The judgement of a log.
public enum Verdict: Equatable, Sendable {
  /// It does not have the fault.
  case passes
  /// It has the fault.
  case fails
  /// It cannot be judged.
  case undecided
}

/// A binary search for the first of a row of states that fails, one judgement after another.
///
///     var bisection = Bisection(last: count)
///     while let state = bisection.next { bisection.record(judge(state), of: state) }
///     print(bisection.suspects)
///
/// State 0 is known to pass and the last one to fail; nothing is presumed of those between, so the result is
/// a state that fails after one that passes. States that cannot be judged are passed over, and next looked
/// for elsewhere, since they are often neighbours.
public struct Bisection: Sendable {
  /// The last state that is known to pass before the first that is known to fail.
  private(set) var passed = 0
  private(set) var failed: Int
  /// The states between that cannot be judged.
  private var undecided: Set<Int> = []

  /// Creates the search in the states 0 to `last`.
  public init(last: Int) { failed = last }

  /// The number of states between that may be judged still.
  public var remaining: Int { failed - passed - 1 - undecided.count }

  /// The states of which one is the first that fails, as far as was judged: one, unless those before it could
  /// not be judged.
  public var suspects: ClosedRange<Int> { passed + 1...max(passed + 1, failed) }

  /// The last state known to pass.
  public var lastPassed: Int { passed }
  /// The state known to fail, the last of the suspects.
  public var firstFailed: Int { failed }

  /// The state to judge next; nil when the search is over.
  public var next: Int? {
    guard remaining > 0 else { return nil }
    // 1/2, 1/4, 3/4, 1/8, 5/8, …: away from those that could not be judged.
    var (fraction, part, number) = (0.0, 0.5, undecided.count + 1)
    while number > 0 {
      if number & 1 == 1 { fraction += part }
      (part, number) = (part / 2, number >> 1)
    }
    let between = passed + 1..<failed
    let middle = passed + max(1, Int(Double(failed - passed) * fraction))
    for distance in 0..<failed - passed {
      for state in [middle + distance, middle - distance]
      where between.contains(state) && !undecided.contains(state) { return state }
    }
    return nil
  }

  /// Notes the judgement of a state.
  public mutating func record(_ verdict: Verdict, of state: Int) {
    switch verdict {
    case .passes: passed = max(passed, state)
    case .fails: failed = min(failed, state)
    case .undecided: undecided.insert(state)
    }
    let (low, high) = (passed, failed)
    undecided = undecided.filter { $0 > low && $0 < high }
  }
}
