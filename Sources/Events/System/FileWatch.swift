#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A watch on the file of a name, which ends a wait as soon as the file grows or loses its name.
///
/// The kernel reports changes by `inotify` on Linux and by `kqueue` on Darwin. Where it reports none (on a
/// network file system, or while there is no file of that name), a wait ends by its time alone.
final class FileWatch {
  private let path: String
  private let system: System
  /// The queue of the kernel's reports; nil where there is none to be had.
  private let queue: Descriptor?
  /// The file that is watched on Darwin, which reports on open files alone.
  private var file: Descriptor?

  init(_ path: String, _ system: System) {
    (self.path, self.system) = (path, system)
    queue = try? system.openQueue(of: path)
  }

  /// Watches the file that has the name now; one that is watched already stays so.
  func begin() {
    guard let queue else { return }
    file = system.watch(path, in: queue, replacing: file)
  }

  /// Waits for a change, an interruption, the end of the output's reader, or this many milliseconds.
  func wait(milliseconds: Int32) throws(SystemError) -> System.Wake {
    let wake = try system.wait(for: queue, milliseconds: milliseconds)
    if wake == .changed, let queue { system.drain(queue) }
    return wake
  }
}

extension System {
  /// The reason for the end of a wait.
  package enum Wake: Equatable, Sendable {
    /// The kernel reported a change, or the time is over and there may be one.
    case changed
    /// The user interrupted the process.
    case interrupted
    /// The reader of standard output is gone.
    case outputClosed
  }

  /// Opens a queue for reports on files.
  ///
  /// The C function is `inotify_init1`; on Darwin `kqueue`.
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

  /// Asks for reports on the file at `path`, and returns what must stay open for them.
  ///
  /// Only a hint: where the file cannot be watched, none come. The C function is `inotify_add_watch`; on
  /// Darwin `kevent`.
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
      // A file that is watched already keeps its watch, and the call costs a microsecond.
      _ = try? perform(.watch, on: path) {
        let events = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF
        return unsafe Int(inotify_add_watch(number, path, UInt32(events)))
      }
      return nil
    #endif
  }

  /// Takes all reports out of a queue.
  fileprivate func drain(_ queue: Descriptor) {
    #if canImport(Darwin)
      var event = unsafe kevent()
      var now = timespec()
      while unsafe kevent(queue.number, nil, 0, &event, 1, &now) > 0 {}
    #else
      while let taken = try? chunk(of: queue, 1 << 12), !taken.isEmpty {}
    #endif
  }

  /// Waits for a report of a queue, an interruption, or the end of the reader of standard output.
  ///
  /// The C function is `poll`.
  fileprivate func wait(
    for queue: Descriptor?, milliseconds: Int32
  ) throws(SystemError) -> Wake {
    // A negative number is passed over.
    let interruption = unsafe interruptions.reader
    var waits = [
      pollfd(fd: queue?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      // No event but an error: the reader of a pipe has closed it.
      pollfd(fd: Stream.output.rawValue, events: 0, revents: 0),
    ]
    _ = try perform(.poll, on: queue?.path ?? "", retried: true) {
      unsafe Int(poll(&waits, nfds_t(waits.count), milliseconds))
    }
    if waits[1].revents != 0 { return .interrupted }
    return waits[2].revents & Int16(POLLERR | POLLHUP) != 0 ? .outputClosed : .changed
  }

  /// Makes the first SIGINT end a wait instead of the process; a second one ends the process.
  ///
  /// A process whose parent had it ignore the signal goes on doing so. The C functions are `pipe` and
  /// `signal`.
  package func interruptWaits() {
    var ends: [Int32] = [-1, -1]
    guard unsafe interruptions.reader < 0, unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe interruptions = (ends[0], ends[1])
    let former = signal(SIGINT, noteInterruption)
    let isIgnored =
      unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { _ = signal(SIGINT, SIG_IGN) }
    System.unblock([SIGINT])
  }
}

/// The pipe through which a signal ends a wait; -1 for both ends before there is one.
nonisolated(unsafe) private var interruptions: (reader: Int32, writer: Int32) = (-1, -1)

private func noteInterruption(_ number: Int32) {
  let code = errno
  var byte: UInt8 = 0
  unsafe _ = write(interruptions.writer, &byte, 1)
  _ = signal(number, SIG_DFL)
  errno = code
}
