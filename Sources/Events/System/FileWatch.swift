#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A watch on the files at some paths, which ends a wait when one of them grows or loses its name.
///
/// The kernel reports changes by `inotify` on Linux and by `kqueue` on Darwin. It reports none on a network file
/// system, or while no file has the name. A wait then ends with a time-out.
package final class FileWatch {
  private let paths: [String]
  private let system: System
  /// The queue of the kernel's reports; nil if the system provides none.
  private let queue: Descriptor?
  /// The watched files on Darwin, where only open files are reported.
  private var files: [Descriptor?]

  init(_ paths: [String], _ system: System) {
    (self.paths, self.system) = (paths, system)
    files = paths.map { _ in nil }
    queue = try? system.openQueue(of: paths.first ?? "")
  }

  /// Watches the files that currently have the names; a watch on the same file continues.
  func begin() {
    guard let queue else { return }
    for place in paths.indices {
      files[place] = system.watch(paths[place], in: queue, replacing: files[place])
    }
  }

  /// The descriptor that can be read if the kernel reported a change; -1 for none.
  var number: Int32 { queue?.number ?? -1 }

  /// Removes the reports so far.
  func drain() { if let queue { system.drain(queue) } }

  /// Waits for a change, an interruption, a closed output, or this many milliseconds.
  func wait(milliseconds: Int32) throws(SystemError) -> System.Wake {
    let wake = try system.wait(for: queue, milliseconds: milliseconds)
    if wake == .changed { drain() }
    return wake
  }
}

extension System {
  /// The reason why a wait ended.
  package enum Wake: Equatable, Sendable {
    /// The kernel reported a change, or the wait timed out and the file may have changed.
    case changed
    /// The user interrupted the process.
    case interrupted
    /// The reader of standard output has closed it.
    case outputClosed
  }

  /// Opens a queue for reports on files.
  ///
  /// It calls `inotify_init1`, or `kqueue` on Darwin.
  fileprivate func openQueue(of path: String) throws(SystemError) -> Descriptor {
    let number = try perform(.watch, on: path) {
      #if canImport(Darwin)
        let number = kqueue()
        if number >= 0 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return Int(number)
      #else
        return Int(inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
      #endif
    }
    return Descriptor(number: Int32(number), path: path, system: self)
  }

  /// Requests reports on the file at `path`, and returns the descriptor that must stay open for them.
  ///
  /// The reports are only a hint: if the file cannot be watched, there are none. The method calls
  /// `inotify_add_watch`, or `kevent` on Darwin.
  fileprivate func watch(
    _ path: String, in queue: Descriptor, replacing old: Descriptor?
  ) -> Descriptor? {
    let number = queue.number
    #if canImport(Darwin)
      if let old, let status = try? status(old), let current = try? self.status(path: path),
        status.identity == current.identity
      {
        return old
      }
      guard let file = try? open(path, for: .nonblocking) else { return nil }
      _ = try? perform(.watch, on: path) {
        let flags = NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_RENAME | NOTE_DELETE
        var change = unsafe kevent(
          ident: UInt(file.number), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: UInt32(flags), data: 0, udata: nil)
        return unsafe Int(kevent(number, &change, 1, nil, 0, nil))
      }
      return file
    #else
      // A watched file keeps its watch, and the call takes a microsecond.
      _ = try? perform(.watch, on: path) {
        let events = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF
        return unsafe Int(inotify_add_watch(number, path, UInt32(events)))
      }
      return nil
    #endif
  }

  /// Removes all reports from a queue.
  fileprivate func drain(_ queue: Descriptor) {
    #if canImport(Darwin)
      var event = unsafe kevent()
      var now = timespec()
      while unsafe kevent(queue.number, nil, 0, &event, 1, &now) > 0 {}
    #else
      while let taken = try? chunk(of: queue, 1 << 12), !taken.isEmpty {}
    #endif
  }

  /// Waits for a report in a queue, an interruption, or a closed standard output.
  ///
  /// It calls `poll`.
  fileprivate func wait(for queue: Descriptor?, milliseconds: Int32) throws(SystemError) -> Wake {
    // `poll` ignores a negative descriptor.
    let interruption = unsafe interruptions.reader
    var waits = [
      pollfd(fd: queue?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      // No event except an error, which means that the reader of a pipe has closed it.
      pollfd(fd: Stream.output.rawValue, events: 0, revents: 0),
    ]
    _ = try perform(.poll, on: queue?.path ?? "", retried: true) {
      unsafe Int(poll(&waits, nfds_t(waits.count), milliseconds))
    }
    if waits[1].revents != 0 { return .interrupted }
    return waits[2].revents & Int16(POLLERR | POLLHUP) != 0 ? .outputClosed : .changed
  }

  /// Lets the first SIGINT end a wait instead of the process; a second one ends the process.
  ///
  /// If the parent had the process ignore the signal, it stays ignored. The method calls `pipe` and `signal`.
  ///
  /// - Parameter isServer: A Boolean value indicating whether SIGTERM and SIGHUP end a wait, too.
  package func interruptWaits(isServer: Bool = false) {
    var ends: [Int32] = [-1, -1]
    guard unsafe interruptions.reader < 0, unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe interruptions = (ends[0], ends[1])
    let numbers = isServer ? [SIGINT, SIGTERM, SIGHUP] : [SIGINT]
    for number in numbers {
      let former = signal(number, noteInterruption)
      let isIgnored =
        unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored { _ = signal(number, SIG_IGN) }
    }
    System.unblock(numbers)
  }
}

/// The pipe through which a signal ends a wait; both ends are -1 before there is one.
nonisolated(unsafe) var interruptions: (reader: Int32, writer: Int32) = (-1, -1)

private func noteInterruption(_ number: Int32) {
  let code = errno
  var byte: UInt8 = 0
  unsafe _ = write(interruptions.writer, &byte, 1)
  _ = signal(number, SIG_DFL)
  errno = code
}
