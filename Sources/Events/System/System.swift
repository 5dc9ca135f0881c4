#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The calls to the operating system, one wrapper each, with errors as values.
///
/// A test sets `fault` to fail, shorten, delay or forget the calls it chooses, which is the only
/// way to see most disk failures, and `witness` to record the calls to each file. `EINTR` is
/// retried here and nowhere else, for the calls that may be repeated without harm: locking,
/// reading, writing and waiting.
package struct System: Sendable {
  /// A call about to be made.
  package enum Call: Equatable, Sendable {
    case open(path: String), close
    case stat, flock, unlock, read, write(bytes: Int), sync, truncate(to: Int), map, unmap
    case makeFolder, list, remove(path: String), poll
    case dropCache(from: Int)
    case rename(to: String), own, resolve, watch
    case spawn, wait
  }

  /// A fault injected in place of a call.
  package enum Fault: Sendable {
    /// A failure with this `errno`; the call is not made.
    case fails(Int32)
    /// A write of only this many bytes.
    case shortened(to: Int)
    /// A reported success; the call is not made.
    case forgotten
    /// A delay of this many milliseconds before the call.
    case delayed(milliseconds: Int)
  }

  /// A closure that chooses a fault in place of a call; nil lets the call through.
  package var fault: (@Sendable (Call) -> Fault?)?
  /// A closure that gets each call carried out, with its file and its result.
  package var witness: (@Sendable (Call, _ path: String, _ result: Int) -> Void)?

  /// Values that variables have here, instead of those of the environment.
  package var environmentOverrides: [String: String] = [:]

  /// Creates the system without faults.
  package init() {}

  func perform(
    _ call: Call, on path: String, retried: Bool = false, _ body: () -> Int
  ) throws(SystemError) -> Int {
    try performShortened(call, on: path, retried: retried) { _ in body() }
  }

  /// Returns the fault in place of a call about to be made, after waiting for a delayed one.
  private func fault(for call: Call) -> Fault? {
    let fault = fault?(call)
    guard case .delayed(let milliseconds) = fault else { return fault }
    sleep(milliseconds: milliseconds)
    return nil
  }

  /// Calls `body` with the most bytes it may take.
  ///
  /// `fault` is called once a call, so that a test can count them.
  func performShortened(
    _ call: Call, on path: String, retried: Bool, _ body: (_ most: Int) -> Int
  ) throws(SystemError) -> Int {
    while true {
      let code: Int32
      var most = Int.max
      switch fault(for: call) {
      case .fails(let error): code = error
      case .forgotten:
        if case .write(let bytes) = call { return bytes }
        return 0
      case .shortened(let length):
        most = length
        fallthrough
      case .delayed, nil:
        let result = body(most)
        code = errno
        if result >= 0 {
          witness?(call, path, result)
          return result
        }
      }
      // What asks the process to end ends the wait for bytes of a pipe, too.
      guard retried, code == EINTR, !(call == .read || call == .poll) || !isInterrupted else {
        throw SystemError(call: call, code: code, path: path)
      }
    }
  }

  /// Releases a resource.
  ///
  /// The resource is gone whatever the result, so a test that fails the call does not keep it; one
  /// that forgets the call does.
  func release(_ call: Call, _ path: String, _ body: () -> Int32) {
    if case .forgotten = fault(for: call) { return }
    let result = body()
    witness?(call, path, Int(result))
  }

  /// The user with whose rights the process runs.
  ///
  /// The C function is `geteuid`.
  static var effectiveUser: UInt32 { geteuid() }

  /// Waits this many milliseconds.
  ///
  /// The C function is `usleep`.
  func sleep(milliseconds: Int) { _ = usleep(UInt32(milliseconds) * 1000) }

  /// Returns the seconds on a clock that only moves forward.
  ///
  /// The C function is `clock_gettime`.
  package func monotonicSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
