#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard input and standard output, for a process that waits for both at once and blocks on neither.
package final class Conversation: Sendable {
  /// The reason why a wait ended; several may be true, and none after a time-out.
  package struct Readiness: Sendable {
    /// A Boolean value indicating whether standard input has bytes or has ended.
    package var canRead = false
    /// A Boolean value indicating whether standard output accepts a piece.
    package var canWrite = false
    /// A Boolean value indicating whether a signal requested the end of the process.
    package var isInterrupted = false
    /// A Boolean value indicating whether the reader of standard output has closed it.
    package var isOutputClosed = false
  }

  /// The number of bytes that a pipe takes without blocking once `poll` reports it as writable.
  private static var piece: Int {
    #if canImport(Darwin)
      512
    #else
      4_096
    #endif
  }

  private let system: System
  private let wakes: Descriptor
  private let waker: Descriptor

  /// Creates the conversation, and a pipe through which other threads end its waits.
  ///
  /// It calls `pipe`.
  package init(_ system: System) throws(SystemError) {
    self.system = system
    (wakes, waker) = try system.openPipe()
    for end in [wakes, waker] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
  }

  /// Ends the current or the next wait; any thread may call it.
  package func wake() {
    // A full pipe ends the wait, too.
    _ = try? system.write([0], to: waker)
  }

  /// Waits until standard input or output is ready, or until another reason ends the wait.
  ///
  /// It calls `poll`.
  ///
  /// - Parameters:
  ///   - watch: The watch of a followed log, whose changes also end the wait.
  ///   - milliseconds: The longest wait; -1 for no limit.
  package func wait(
    toRead: Bool, toWrite: Bool, following watch: FileWatch?, milliseconds: Int32
  ) throws(SystemError) -> Readiness {
    // `poll` ignores a negative descriptor.
    let interruption = unsafe interruptions.reader
    var waits = [
      pollfd(fd: toRead ? 0 : -1, events: Int16(POLLIN), revents: 0),
      // Without an event, `poll` still reports a closed pipe.
      pollfd(fd: 1, events: toWrite ? Int16(POLLOUT) : 0, revents: 0),
      pollfd(fd: wakes.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch?.number ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    _ = try system.perform(.poll, on: "standard input", retried: true) {
      unsafe Int(poll(&waits, nfds_t(waits.count), milliseconds))
    }
    if waits[2].revents != 0 { _ = try? system.chunk(of: wakes, 1 << 12) }
    if waits[4].revents != 0 { watch?.drain() }
    let output = waits[1].revents
    return Readiness(
      canRead: waits[0].revents != 0, canWrite: output & Int16(POLLOUT) != 0,
      isInterrupted: waits[3].revents != 0,
      isOutputClosed: output & Int16(POLLERR | POLLHUP | POLLNVAL) != 0)
  }

  /// Writes the beginning of `bytes` to standard output, after a wait that found it ready.
  ///
  /// - Returns: The number of bytes written.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let output = Descriptor(number: 1, path: "standard output", system: nil)
    do throws(SystemError) { return try system.write(bytes.prefix(Self.piece), to: output) } catch {
      guard error.code == EAGAIN else { throw error }
      return 0
    }
  }
}
