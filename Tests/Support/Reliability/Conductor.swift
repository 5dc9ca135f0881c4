@testable import Events

/// The conductor of schedules: each participant runs its real code on a thread, and only one at a time.
///
/// A participant parks before each step on shared state. It hands control to the participant that the exploration
/// chooses, which may be itself. Participants never run at the same time, so the schedule alone decides the result.
/// Time does not pass: a participant that waits for the lock, or for the log to grow, is parked until that happened.
final class Conductor: Sendable {
  /// The orders for a parked participant.
  enum Order {
    case run, crash, crashMidway
    /// The wait ends without a reason: all other participants are done, or wait, too.
    case interrupt
    /// The schedule ends here: all later calls fail, and none is recorded.
    case end
  }

  /// The reason for which a participant waits.
  enum Wait { case release, change }

  private struct Parked {
    let access: Exploration.Access
    let isWrite: Bool
    let wait: Wait?
    /// The number of releases, or of changes, when the wait began.
    let seen: Int
    /// A Boolean value indicating whether a crash here differs from the crashes at its earlier places.
    let isNewCrash: Bool
  }

  private struct State {
    var exploration: Exploration
    /// The place of each participant; nil if it has not begun, or runs.
    var parked: [Parked?]
    var isDone: [Bool]
    /// The participants that changed anything since they parked; a crash after steps that only read equals an earlier
    /// one.
    var haveChanged: Set<Int> = []
    /// The number of changes when each participant began to look at the log.
    var looked: [Int]
    /// The number of releases of the lock.
    var releases = 0
    /// The number of changes that a follower may wait for.
    var changes = 0
    var hasCrashed = false
    var isEnding = false
    /// A Boolean value indicating whether the schedule was left out as equivalent to an earlier one.
    var isPruned = false
    var error: String?

    init(_ exploration: Exploration, _ participants: Int) {
      self.exploration = exploration
      parked = Array(repeating: nil, count: participants)
      isDone = Array(repeating: false, count: participants)
      looked = Array(repeating: 0, count: participants)
    }
  }

  private let state: Monitor<State>
  private let batons: [Monitor<Order?>]
  private let isOver = Monitor(false)
  private let mayCrash: Bool
  /// The participants that only read.
  ///
  /// They may wait for a change in vain.
  private let readers: Set<Int>
  /// A closure called between two steps; a description of a wrong state ends the schedule.
  private let look: @Sendable () -> String?

  init(
    participants: Int, readers: Set<Int>, mayCrash: Bool, look: @escaping @Sendable () -> String?
  ) {
    (self.readers, self.mayCrash, self.look) = (readers, mayCrash, look)
    batons = (0..<participants).map { _ in Monitor(nil) }
    state = Monitor(State(Exploration(), participants))
  }

  /// The result of a schedule.
  struct Result {
    var exploration: Exploration
    let isPruned: Bool
    let error: String?
  }

  /// Calls `body` while there is a thread for each participant, which calls `work` in each schedule.
  func withThreads<R>(
    _ work: @escaping @Sendable (Int) -> Void, _ body: () throws -> R
  ) throws -> R {
    let numbers = Monitor(batons.indices)
    return try System.onThreads(batons.count) {
      guard let number = numbers.alone({ $0.popFirst() }) else { return }
      while case .run = self.order(number) {
        work(number)
        self.finish(number)
      }
    } during: { (_: Int) throws -> R in
      defer { for number in batons.indices { hand(.end, to: number) } }
      return try body()
    }
  }

  /// Runs one schedule.
  func run(_ exploration: Exploration) -> Result {
    state.alone { $0 = State(exploration, batons.count) }
    hand(.run, to: 0)
    isOver.wait { isOver -> Void? in
      guard isOver else { return nil }
      isOver = false
      return ()
    }
    return state.alone {
      Result(exploration: $0.exploration, isPruned: $0.isPruned, error: $0.error)
    }
  }

  /// Parks a participant before a step, and returns once it has control again.
  func park(
    _ number: Int, _ access: Exploration.Access, isWrite: Bool = false, wait: Wait? = nil
  ) -> Order {
    let next = state.alone { state in
      state.parked[number] = Parked(
        access: access, isWrite: isWrite, wait: wait,
        seen: wait == .release ? state.releases : state.looked[number],
        isNewCrash: state.haveChanged.remove(number) != nil)
      return decide(&state)
    }
    guard let next else { preconditionFailure("a parked participant is not done") }
    if next.number == number { return next.order }
    hand(next.order, to: next.number)
    return order(number)
  }

  /// Notes an effect of the running participant, which may end the waits of others.
  func note(releases: Bool, by number: Int) {
    state.alone { state in
      state.changes += 1
      if releases { state.releases += 1 }
      state.haveChanged.insert(number)
    }
  }

  /// Ends the schedule with an error.
  func fail(_ words: String) {
    state.alone { state in
      if !state.isEnding { state.error = state.error ?? words }
      state.isEnding = true
    }
  }

  private func finish(_ number: Int) {
    let next = state.alone { state in
      state.isDone[number] = true
      state.parked[number] = nil
      return decide(&state)
    }
    if let next { hand(next.order, to: next.number) } else { isOver.change { $0 = true } }
  }

  private func hand(_ order: Order, to number: Int) { batons[number].change { $0 = order } }

  private func order(_ number: Int) -> Order {
    batons[number].wait { order in
      defer { order = nil }
      return order
    }
  }

  /// Returns the participant that runs next, with its order; nil once all are done.
  private func decide(_ state: inout State) -> (number: Int, order: Order)? {
    let undone = state.isDone.indices.filter { !state.isDone[$0] }
    if let new = undone.first(where: { state.parked[$0] == nil }) { return (new, .run) }
    if !state.isEnding, let wrong = look() { (state.error, state.isEnding) = (wrong, true) }
    guard let first = undone.first else { return nil }
    if state.isEnding { return (first, .end) }
    let runs = undone.compactMap { run($0, state) }
    guard !runs.isEmpty else {
      if let reader = undone.first(where: readers.contains) { return (reader, .interrupt) }
      (state.error, state.isEnding) = ("nobody can continue", true)
      return (first, .end)
    }
    do {
      let crashes = undone.flatMap { self.crashes($0, state, others: undone.count > 1) }
      if let choice = try state.exploration.choose(runs + crashes) { return begin(choice, &state) }
      (state.isPruned, state.isEnding) = (true, true)
    } catch {
      (state.error, state.isEnding) = ("the schedule could not be repeated", true)
    }
    return (first, .end)
  }

  private func begin(_ choice: Exploration.Choice, _ state: inout State) -> (Int, Order) {
    let number = choice.participant
    guard choice.action != .run else {
      if state.parked[number]?.wait == .change { state.looked[number] = state.changes }
      return (number, .run)
    }
    state.hasCrashed = true
    // The kernel releases the lock.
    state.releases += 1
    state.changes += 1
    return (number, choice.action == .crash ? .crash : .crashMidway)
  }

  private func run(_ number: Int, _ state: State) -> Exploration.Choice? {
    guard let parked = state.parked[number] else { return nil }
    switch parked.wait {
    case .release where state.releases == parked.seen: return nil
    case .change where state.changes == parked.seen: return nil
    default:
      return Exploration.Choice(participant: number, action: .run, access: parked.access)
    }
  }

  /// Returns the crashes of a parked participant that differ from the earlier ones.
  private func crashes(_ number: Int, _ state: State, others: Bool) -> [Exploration.Choice] {
    guard mayCrash, others, !state.hasCrashed, !readers.contains(number),
      let parked = state.parked[number]
    else { return [] }
    var access = Exploration.Access(changes: [.lock, .crash])
    var crashes: [Exploration.Choice] = []
    if parked.isNewCrash {
      crashes.append(.init(participant: number, action: .crash, access: access))
    }
    if parked.isWrite {
      access.changes.formUnion([.content, .device])
      crashes.append(.init(participant: number, action: .crashMidway, access: access))
    }
    return crashes
  }
}
