#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  @unsafe @preconcurrency import Darwin
#endif

// The signals that request the end of the process.
extension System {
  /// Lets SIGINT, SIGTERM and SIGHUP set `isInterrupted` instead of ending the process.
  ///
  /// The signals are also sent to a running child process. An ignored signal stays ignored.
  package func catchInterruptions() {
    for number in System.interruptions where System.disposition(of: number) != .ignored {
      _ = signal(number, noteInterruption)
    }
    System.unblock(System.interruptions)
  }

  /// Calls `body`, during which the first SIGINT, SIGTERM or SIGHUP sets `isInterrupted` instead of ending the
  /// process.
  ///
  /// A second signal of the same kind ends the process, and so does any after `body`. A caught or ignored signal
  /// stays so.
  package func catchingInterruption<R>(_ body: () throws -> R) rethrows -> R {
    let ending = System.interruptions.filter { System.disposition(of: $0) == .ending }
    for number in ending {
      _ = signal(number, noteFirstInterruption)
      // Without SA_RESTART, the signal also ends a read from a pipe without a writer.
      var action = sigaction()
      unsafe sigaction(number, nil, &action)
      action.sa_flags &= ~SA_RESTART
      unsafe sigaction(number, &action, nil)
    }
    defer { for number in ending { _ = signal(number, SIG_DFL) } }
    return try body()
  }

  /// Unblocks signals for this thread.
  ///
  /// A process started by a worker thread of its parent inherits blocked signals. The method calls `pthread_sigmask`.
  static func unblock(_ numbers: [Int32]) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// A Boolean value indicating whether a signal requested the end of the process.
  package var isInterrupted: Bool { unsafe caughtSignal != 0 }

  /// Creates the file at `path`, which is removed if SIGINT, SIGTERM or SIGHUP ends the process.
  ///
  /// Only one file at a time can be registered. A signal during the creation waits. A caught or ignored signal stays
  /// so.
  func makeRemovedOnSignal<R>(
    _ path: String, _ make: () throws(SystemError) -> R
  ) throws(SystemError) -> R {
    try holdingSignals { () throws(SystemError) in
      let made = try make()
      // The previous path is not freed, because a signal handler may be reading it.
      unsafe fileToRemove = strdup(path)
      for number in System.interruptions where System.disposition(of: number) == .ending {
        _ = signal(number, removal)
      }
      return made
    }
  }

  /// Keeps the last created file if a signal ends the process later.
  ///
  /// Otherwise a relative path could remove another file after the process changed its folder.
  func keepOnSignal() {
    // A signal handler may be reading the path, so it is not freed.
    unsafe fileToRemove = nil
    for number in System.interruptions where System.disposition(of: number) == .removing {
      _ = signal(number, SIG_DFL)
    }
  }

  /// Calls `body` while SIGINT, SIGTERM and SIGHUP are blocked for this thread.
  func holdingSignals<R>(_ body: () throws(SystemError) -> R) throws(SystemError) -> R {
    var (waiting, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&waiting)
    for number in System.interruptions { unsafe sigaddset(&waiting, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &waiting, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// The signals by which a user or the system requests the end of a process.
  private static let interruptions = [SIGINT, SIGTERM, SIGHUP]

  /// The effect of a signal.
  private enum Disposition { case ending, ignored, removing, caught }

  private static func disposition(of number: Int32) -> Disposition {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return .ending }
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #elseif canImport(Glibc)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #else
      let handler = unsafe action.__sa_handler.sa_handler
    #endif
    // SIG_DFL is 0 and SIG_IGN is 1 in all C libraries.
    switch unsafe unsafeBitCast(handler, to: Int.self) {
    case 0: return .ending
    case 1: return .ignored
    case unsafe unsafeBitCast(removal, to: Int.self): return .removing
    default: return .caught
    }
  }
}

/// The signal that requested the end of the process; 0 for none.
nonisolated(unsafe) var caughtSignal: Int32 = 0
private func noteInterruption(_ signal: Int32) {
  unsafe caughtSignal = signal
  if unsafe runningChild > 0 { _ = unsafe kill(runningChild, signal) }
}

private func noteFirstInterruption(_ number: Int32) {
  noteInterruption(number)
  _ = signal(number, SIG_DFL)
}

/// The path of the file to remove when the process ends; nil for none.
nonisolated(unsafe) private var fileToRemove: UnsafeMutablePointer<CChar>?

/// The signal handler that removes a file, as a constant so that it can be compared.
private let removal: @convention(c) (Int32) -> Void = removeAndEnd

private func removeAndEnd(_ number: Int32) {
  if let path = unsafe fileToRemove { _ = unsafe unlink(path) }
  // The raised signal ends the process once the handler returns.
  _ = signal(number, SIG_DFL)
  raise(number)
}
