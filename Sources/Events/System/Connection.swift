#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  @unsafe @preconcurrency import Darwin
#endif

/// A connection to another program through two pipes, with a limit for each wait and for a slow transfer.
///
/// A program that dies closes its pipes. The limits end an exchange with a program that hangs or is too slow.
package final class Connection {
  private let system: System
  private let input: Descriptor
  private var output: Descriptor?
  /// The process id of the program; 0 if another process started this one.
  private var child: pid_t = 0
  /// A Boolean value indicating whether the program and the programs that it started are a process group.
  ///
  /// On a terminal they are in that of this program: a terminal interrupts all, and lets them ask for a password.
  private var isGroup = false
  /// The longest wait, in milliseconds.
  private let patience: Int32
  /// A Boolean value indicating whether the last bytes were sent and not received.
  private var isSending = false
  /// The time when the direction changed.
  private var began = 0.0
  /// The number of bytes since then.
  private var moved = 0

  /// The least number of bytes a second, from the longest wait on.
  private static let slowestRate = 256.0

  /// The number of bytes that a pipe takes without blocking once `poll` reports it as writable.
  private static let piece = 512
  /// The environment variable with the path of the log that the starting program syncs.
  package static let logVariable = "REPLOG_SYNCED_LOG"
  /// The number of seconds that a program has to end after its input has ended.
  private static let graceSeconds = 5.0

  /// Creates the connection through standard input and output.
  ///
  /// - Parameter patience: The longest wait, in seconds.
  package init(patience: Int, system: System) {
    (self.system, self.patience) = (system, Int32(patience) * 1_000)
    input = .standardInput
    output = Descriptor(number: 1, path: "standard output", system: nil)
  }

  /// Runs a line of shell and connects to its standard input and output.
  ///
  /// Its standard error is that of this program. The method calls `pipe` and `posix_spawn`.
  ///
  /// - Parameters:
  ///   - log: The path of the log that is synced. The program finds it in the environment, by which it recognises a
  ///     sync of a log with itself.
  ///   - patience: The longest wait, in seconds.
  package init(
    running line: String, for log: String, patience: Int, system: System
  ) throws(SystemError) {
    (self.system, self.patience) = (system, Int32(patience) * 1_000)
    let (theirInput, ours) = try system.openPipe()
    let (answers, theirOutput) = try system.openPipe()
    // A pipe without room, or without bytes, does not block this program.
    for end in [ours, answers] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
    (input, output) = (answers, ours)
    let beginsGroup = !Connection.hasTerminal
    isGroup = beginsGroup
    child = try withExtendedLifetime((theirInput, theirOutput)) { () throws(SystemError) in
      try system.startShell(
        line, variable: (Connection.logVariable, system.absolutePath(of: log)),
        reading: theirInput.number, writing: theirOutput.number, beginsGroup: beginsGroup)
    }
  }

  deinit { end() }

  /// A Boolean value indicating whether this program has a terminal, even if its input and output are elsewhere.
  package static var hasTerminal: Bool {
    let terminal = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    if terminal >= 0 { close(terminal) }
    return terminal >= 0
  }

  /// Sends all of `bytes`.
  ///
  /// It calls `poll` and `write`.
  package func send(_ bytes: [UInt8]) throws(SystemError) {
    guard let output else { throw SystemError(call: .write(bytes: 0), code: EPIPE, path: "a pipe") }
    // Only this program's own end of a pipe returns instead of blocking.
    let most = child == 0 ? Connection.piece : 1 << 16
    var rest = bytes[...]
    while !rest.isEmpty {
      try wait(for: output, Int16(POLLOUT))
      do throws(SystemError) {
        let count = try system.write(rest.prefix(most), to: output)
        rest = rest.dropFirst(count)
        moved += count
      } catch {
        guard error.code == EAGAIN else { throw error }
      }
    }
  }

  /// Returns the next bytes; none at their end.
  ///
  /// It calls `poll` and `read`.
  package func receive() throws(SystemError) -> [UInt8] {
    while true {
      try wait(for: input, Int16(POLLIN))
      do throws(SystemError) {
        let bytes = try system.chunk(of: input, 1 << 16)
        moved += bytes.count
        return bytes
      } catch {
        guard error.code == EAGAIN else { throw error }
      }
    }
  }

  /// Waits until a descriptor is ready or closed.
  ///
  /// - Throws: An error if it is not in time, or if the bytes in this direction have come too slowly.
  private func wait(for descriptor: Descriptor, _ event: Int16) throws(SystemError) {
    let now = system.monotonicSeconds()
    if isSending != (event == Int16(POLLOUT)) || began == 0 {
      (isSending, began, moved) = (event == Int16(POLLOUT), now, 0)
    }
    let late = now - began - Double(patience) / 1_000
    guard late <= 0 || Double(moved) >= late * Connection.slowestRate else {
      throw SystemError(call: .poll, code: ETIMEDOUT, path: descriptor.path)
    }
    let (number, patience) = (descriptor.number, patience)
    let ready = try system.perform(.poll, on: descriptor.path, retried: true) {
      var one = pollfd(fd: number, events: event, revents: 0)
      return unsafe Int(poll(&one, 1, patience))
    }
    guard ready > 0 else { throw SystemError(call: .poll, code: ETIMEDOUT, path: descriptor.path) }
  }

  /// Closes the program's input and returns its exit; nil if the program has no process of its own.
  ///
  /// A program that does not end in time is ended, with those that it started. The method calls `waitpid` and `kill`.
  @discardableResult
  package func end() -> System.ProgramEnd? {
    output = nil
    guard child > 0 else { return nil }
    defer { child = 0 }
    for signal in [0, SIGTERM, SIGKILL] {
      if signal != 0 { _ = kill(isGroup ? -child : child, signal) }
      let deadline = system.monotonicSeconds() + Connection.graceSeconds
      var pause: UInt32 = 100
      while system.monotonicSeconds() < deadline {
        var status: Int32 = 0
        let ended = unsafe waitpid(child, &status, WNOHANG)
        if ended < 0, errno != EINTR { return nil }
        if ended == child {
          // The shell may end before a program that ignores the signal.
          if signal != 0, isGroup { _ = kill(-child, SIGKILL) }
          return System.ProgramEnd(waitStatus: status)
        }
        usleep(pause)
        pause = min(pause * 2, 10_000)
      }
    }
    return nil
  }
}

extension SystemError {
  /// A Boolean value indicating whether a wait took too long.
  package var isTimeout: Bool { code == ETIMEDOUT }
}
