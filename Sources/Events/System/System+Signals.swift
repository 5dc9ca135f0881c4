#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  @unsafe @preconcurrency import Darwin
#endif

// The signals that ask the process to end.
extension System {
  /// Lets SIGINT, SIGTERM and SIGHUP set `isInterrupted` instead of ending the process.
  ///
  /// They are passed on to a running child. A signal that is ignored stays so.
  package func catchInterruptions() {
    for number in System.interruptions where System.disposition(of: number) != .ignored {
      _ = signal(number, noteInterruption)
    }
    System.unblock(System.interruptions)
  }

  /// Calls `body`, during which the first SIGINT, SIGTERM or SIGHUP sets `isInterrupted` instead of ending the process.
  ///
  /// The second of its kind ends it, as each does after `body`. One that is caught or ignored stays so.
  package func catchingInterruption<R>(_ body: () throws -> R) rethrows -> R {
    let ending = System.interruptions.filter { System.disposition(of: $0) == .ending }
    for number in ending {
      _ = signal(number, noteFirstInterruption)
      // A pipe that nobody writes to is not waited for any longer.
      var action = sigaction()
      unsafe sigaction(number, nil, &action)
      action.sa_flags &= ~SA_RESTART
      unsafe sigaction(number, &action, nil)
    }
    defer { for number in ending { _ = signal(number, SIG_DFL) } }
    return try body()
  }

  /// Lets signals through to this thread.
  ///
  /// A process that was started by a worker thread of its parent inherits that all of them are blocked. The C
  /// function is `pthread_sigmask`.
  static func unblock(_ numbers: [Int32]) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// A Boolean value indicating whether the process was asked to end.
  package var isInterrupted: Bool { unsafe caughtSignal != 0 }

  /// Makes the file at `path`, and has it removed when SIGINT, SIGTERM or SIGHUP ends the process.
  ///
  /// One file at a time. A signal that comes while it is made waits; one that is caught or ignored stays so.
  func makeRemovedOnSignal<R>(
    _ path: String, _ make: () throws(SystemError) -> R
  ) throws(SystemError) -> R {
    try holdingSignals { () throws(SystemError) in
      let made = try make()
      // A signal handler may not allocate anything, nor free what another may be reading.
      unsafe fileToRemove = strdup(path)
      for number in System.interruptions where System.disposition(of: number) == .ending {
        _ = signal(number, removal)
      }
      return made
    }
  }

  /// Lets the file that was made last stay when a signal ends the process, as it did before.
  ///
  /// By its relative path another file would be removed, once the process is in another folder.
  func keepOnSignal() {
    // A signal handler may be reading the text, which is not freed.
    unsafe fileToRemove = nil
    for number in System.interruptions where System.disposition(of: number) == .removing {
      _ = signal(number, SIG_DFL)
    }
  }

  /// Calls `body` while SIGINT, SIGTERM and SIGHUP wait, as far as this thread gets them.
  func holdingSignals<R>(_ body: () throws(SystemError) -> R) throws(SystemError) -> R {
    var (waiting, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&waiting)
    for number in System.interruptions { unsafe sigaddset(&waiting, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &waiting, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// The signals by which a user or the system asks a process to end.
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

/// The signal that asked the process to end; 0 for none.
nonisolated(unsafe) var caughtSignal: Int32 = 0
private func noteInterruption(_ signal: Int32) {
  unsafe caughtSignal = signal
  if unsafe runningChild > 0 { _ = unsafe kill(runningChild, signal) }
}

private func noteFirstInterruption(_ number: Int32) {
  noteInterruption(number)
  _ = signal(number, SIG_DFL)
}

/// The path of the file that goes with the process; nil for none.
nonisolated(unsafe) private var fileToRemove: UnsafeMutablePointer<CChar>?

/// The handler by which a signal takes a file away, the same each time.
private let removal: @convention(c) (Int32) -> Void = removeAndEnd

private func removeAndEnd(_ number: Int32) {
  if let path = unsafe fileToRemove { _ = unsafe unlink(path) }
  // It ends the process once this returns, as it would have.
  _ = signal(number, SIG_DFL)
  raise(number)
}
