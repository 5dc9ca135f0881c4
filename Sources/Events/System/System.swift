#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The calls to the operating system, with a wrapper for each call and with errors as values.
///
/// A test sets `fault` to fail, shorten, delay or skip selected calls, which is the only way to produce most disk
/// failures. It sets `witness` to record the calls for each file. Only this type retries `EINTR`, and only for calls
/// that are safe to repeat: locking, reading, writing and waiting.
package struct System: Sendable {
  /// A call about to be made.
  package enum Call: Equatable, Sendable {
    case open(path: String), close
    case stat, flock, unlock, read, write(bytes: Int), sync, truncate(to: Int), map, unmap
    case makeFolder, list, remove(path: String), poll
    case dropCache(from: Int)
    case rename(to: String), link(to: String), own, resolve, watch
    case spawn, wait
    case sleep(milliseconds: Int)
  }

  /// A fault injected in place of a call.
  package enum Fault: Sendable {
    /// A failure with this `errno`, without making the call.
    case fails(Int32)
    /// A write of only this many bytes.
    case shortened(to: Int)
    /// A reported success, without making the call.
    case forgotten
    /// A delay of this many milliseconds before the call.
    case delayed(milliseconds: Int)
  }

  /// A closure that chooses a fault for a call; nil makes the call.
  package var fault: (@Sendable (Call) -> Fault?)?
  /// A closure that gets each call that was made, with its file and its result.
  package var witness: (@Sendable (Call, _ path: String, _ result: Int) -> Void)?

  /// The folders, without symbolic links, in which files may be written; nil for no limit.
  ///
  /// If there is a limit, no program can be started either.
  private(set) var writableFolders: [String]?

  /// Values of environment variables that override the environment.
  package var environmentOverrides: [String: String] = [:]

  /// Creates the system without faults.
  package init() {}

  /// Limits the folders in which files are written, and forbids the start of programs.
  ///
  /// These limits are for commands that another person wrote.
  package mutating func confine(to folders: [String]) {
    writableFolders = folders.map { (try? realPath($0)) ?? $0 }
  }

  /// Throws an error for a path outside of the folders in which files may be written.
  func requireWritable(_ path: String, for call: Call) throws(SystemError) {
    guard let writableFolders else { return }
    let place = (try? realPath(path)) ?? absolutePath(of: path)
    guard !writableFolders.contains(where: { place.hasPrefix($0 + "/") }) else { return }
    throw SystemError(call: call, code: EROFS, path: path)
  }

  func perform(
    _ call: Call, on path: String, retried: Bool = false, _ body: () -> Int
  ) throws(SystemError) -> Int {
    try performShortened(call, on: path, retried: retried) { _ in body() }
  }

  /// Returns the fault for a call, after waiting for a delay.
  private func fault(for call: Call) -> Fault? {
    let fault = fault?(call)
    guard case .delayed(let milliseconds) = fault else { return fault }
    _ = usleep(UInt32(milliseconds) * 1000)
    return nil
  }

  /// Calls `body` with the largest number of bytes that it may process.
  ///
  /// `fault` is called once for each call, so that a test can count the calls.
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
      // A signal that requests the end of the process also ends a wait for bytes of a pipe.
      guard retried, code == EINTR, !(call == .read || call == .poll) || !isInterrupted else {
        throw SystemError(call: call, code: code, path: path)
      }
    }
  }

  /// Releases a resource.
  ///
  /// The resource is released even if the call fails. A test that fails the call therefore does not keep the
  /// resource, but a test that skips the call does.
  func release(_ call: Call, _ path: String, _ body: () -> Int32) {
    if case .forgotten = fault(for: call) { return }
    let result = body()
    witness?(call, path, Int(result))
  }

  /// The user id whose rights the process has.
  ///
  /// It calls `geteuid`.
  static var effectiveUser: UInt32 { geteuid() }

  /// Waits this many milliseconds, or until a signal arrives.
  ///
  /// It calls `usleep`.
  func sleep(milliseconds: Int) {
    _ = try? perform(.sleep(milliseconds: milliseconds), on: "") {
      Int(usleep(UInt32(milliseconds) * 1000))
    }
  }

  /// Waits this many seconds; returns false if a signal requests the end of the process before.
  package func pause(seconds: Double) -> Bool {
    let deadline = monotonicSeconds() + seconds
    while !isInterrupted {
      let left = deadline - monotonicSeconds()
      guard left > 0 else { return true }
      sleep(milliseconds: max(1, min(100, Int(left * 1_000))))
    }
    return false
  }

  /// Returns the seconds of a clock that only moves forward.
  ///
  /// It calls `clock_gettime`.
  package func monotonicSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
