import Events

/// The call of another program while it runs: its progress, and the request to cancel it.
final class RunningCall: Sendable {
  /// A part of the work that is done.
  struct Step: Equatable {
    /// The number of bytes read so far, in all passes over the log; it only rises.
    let done: Int
    /// The number of bytes to read; nil after the first pass, since a call may need several.
    let total: Int?
  }

  private struct State {
    var isCancelled = false
    /// The bytes of the passes before the current one.
    var earlier = 0
    /// The bytes of the current pass.
    var done = 0
    /// The steps that were not taken yet: at most the latest.
    var step: Step?
    var reported: Double
  }

  private let state: Monitor<State>
  private let seconds: @Sendable () -> Double
  private let wake: @Sendable () -> Void

  /// The time between two steps, in seconds.
  private static let period = 0.25

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - seconds: A closure that returns the time of a clock that never runs backwards.
  ///   - wake: A closure that is called on the thread of the call if there is a new step.
  init(seconds: @escaping @Sendable () -> Double, wake: @escaping @Sendable () -> Void) {
    (self.seconds, self.wake) = (seconds, wake)
    state = Monitor(State(reported: seconds()))
  }

  /// A Boolean value indicating whether the caller no longer wants the answer.
  var isCancelled: Bool { state.alone { $0.isCancelled } }

  /// Asks the call to end soon.
  func cancel() { state.alone { $0.isCancelled = true } }

  /// Records that a pass over the log has read `done` of `total` bytes.
  func report(_ done: Int, of total: Int) {
    let now = seconds()
    let isDue = state.alone { state in
      if done < state.done { state.earlier += state.done }
      state.done = done
      guard now - state.reported >= Self.period else { return false }
      state.reported = now
      state.step = Step(done: state.earlier + done, total: state.earlier == 0 ? total : nil)
      return true
    }
    if isDue { wake() }
  }

  /// Returns the latest step, once.
  func takeStep() -> Step? { state.alone { $0.step.take() } }

  /// Returns `log` with readers that report to the call, and that end if it is cancelled.
  func observed(_ log: Log) -> Log {
    var log = log
    let total = log.bytes.count
    log.onProgress = { self.report($0, of: total) }
    log.isCancelled = { self.isCancelled }
    return log
  }
}
