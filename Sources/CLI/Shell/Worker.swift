import Events

/// A thread that runs one job at a time, while the thread of its owner reads and writes.
final class Worker: Sendable {
  /// A closure that returns the line of an answer.
  typealias Job = @Sendable () -> [UInt8]

  private struct State {
    var job: Job?
    var answer: [UInt8]?
    var isOver = false
  }

  private let state = Monitor(State())

  /// Hands over a job; the earlier one must have been answered.
  func start(_ job: @escaping Job) { state.change { $0.job = job } }

  /// Returns the answer of the last job when it is there, once.
  func takeAnswer() -> [UInt8]? { state.alone { $0.answer.take() } }

  /// A Boolean value indicating whether the owner ended the thread; a long job ends early then.
  var isOver: Bool { state.alone { $0.isOver } }

  /// Ends the thread after its current job.
  func end() { state.change { $0.isOver = true } }

  /// Does the jobs until the end.
  ///
  /// - Parameter wake: A closure that is called after each answer.
  func work(_ wake: () -> Void) {
    while let job = nextJob() {
      let answer = job()
      state.alone { $0.answer = answer }
      wake()
    }
  }

  /// Waits for a job and returns it; nil at the end.
  private func nextJob() -> Job? {
    state.wait { (state) -> Job?? in
      if state.isOver { return .some(nil) }
      guard let job = state.job.take() else { return nil }
      return .some(job)
    }
  }
}
