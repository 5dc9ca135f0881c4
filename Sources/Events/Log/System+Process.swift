#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// What the command needs of the process it runs in. Foundation has words for most of this
// (`ProcessInfo`, `Date`, `FileManager`), at the price of a start-up 1.8 times as long even when it
// is linked statically: measured with `replog --version` on Linux.
extension System {
  /// Where a program writes.
  public enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  /// Writes all of `bytes` to a stream.
  public func print(_ bytes: [UInt8], to stream: Stream) throws(SystemError) {
    let name = stream == .output ? "standard output" : "standard error"
    let file = Descriptor(number: stream.rawValue, path: name, system: nil)
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try write(rest, to: file)) }
  }

  /// Whether a stream is a terminal.
  public func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Whether standard input is a terminal.
  public var isInputTerminal: Bool { isatty(0) == 1 }

  /// The value of an environment variable; nil when it is not set, or empty.
  public func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Whether the value of an environment variable is UTF-8, or there is none.
  public func isText(environment name: String) -> Bool {
    guard let value = unsafe getenv(name) else { return true }
    return unsafe String(validatingCString: value) != nil
  }

  /// What the process was called with, behind its own name.
  ///
  /// - Throws: `.misuse` for what is not UTF-8. Two names that differ only in such bytes would be one.
  public func arguments() throws(LogError) -> [String] {
    var found: [String] = []
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[number] else { break }
      guard let text = unsafe String(validatingCString: bytes) else {
        throw LogError(
          .misuse, "argument \(number)", "expected UTF-8, found other bytes",
          help: "rename the file, or write the text in UTF-8")
      }
      found.append(text)
    }
    return found
  }

  /// What the clock on the wall says, with the machine's UTC offset: the one place where replog asks
  /// for either.
  public func now() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var local = unsafe tm()
    unsafe localtime_r(&seconds, &local)
    let ahead = unsafe Int16(local.tm_gmtoff / 60)
    return Timestamp(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000,
      offsetMinutes: ahead)
  }

  /// Gives descriptors 0 to 2 to nobody where whoever started the process closed them: the next file
  /// that is opened would get such a number, and what is printed would go into it. What is read from or
  /// written to them still fails. The C functions are `fcntl` and `open`.
  public func occupyStandardDescriptors() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is the one that is missing.
      let access = number == 0 ? O_WRONLY : O_RDONLY
      #if canImport(Glibc) || canImport(Musl)
        _ = unsafe Glibc.open("/dev/null", access)
      #else
        _ = unsafe Darwin.open("/dev/null", access)
      #endif
    }
  }

  /// A closed pipe and a file that may not grow are errors of a call, not the end of the process.
  public func ignoreSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process with `status`, and `text` on standard error, when a page of a mapped file cannot be
  /// had: its disk fails, or somebody cut it. No call fails where that happens; the kernel sends SIGBUS.
  public func endOnMissingPage(saying text: String, status: Int32) {
    // All is made before: a handler of signals may not even ask for memory.
    unsafe lastWords = strdup(text)
    unsafe lastStatus = status
    _ = signal(SIGBUS, sayLastWords)
  }

  /// Makes `path` and the folders above it, those that are missing, each with its entry on the device:
  /// a log is only as durable as the way to it.
  public func makeFolders(_ path: String) throws(LogError) {
    var made = path.hasPrefix("/") ? "/" : ""
    do throws(SystemError) {
      for part in path.split(separator: "/") {
        made += part
        if try makeFolder(made) {
          try sync(try open(System.folder(of: made), for: .reading))
        }
        made += "/"
      }
    } catch {
      throw LogError(error, doing: "make the folder")
    }
  }

  /// Whether anything is at `path`. Where that cannot be told, because a folder on the way may not
  /// be entered, it is an error.
  public func exists(_ path: String) throws(LogError) -> Bool {
    do throws(SystemError) { _ = try status(path: path) } catch {
      guard error.code == ENOENT else { throw LogError(error, doing: "look for the file") }
      return false
    }
    return true
  }

  /// Reads a whole file, or standard input for `-`.
  ///
  /// - Parameter limit: the most bytes that are taken; more is an error, so that a file without end
  ///   cannot fill the memory.
  public func contents(_ path: String, limit: Int) throws(LogError) -> [UInt8] {
    let memory: Memory
    do throws(SystemError) {
      let file = path == "-" ? .standardInput : try open(path, for: .reading)
      memory = try Memory(reading: file, limit: limit, system: self)
    } catch {
      throw LogError(error, doing: "read the file")
    }
    guard memory.bytes.count <= limit else {
      throw LogError(
        .refused, path, "expected at most \(grouped("\(limit)")) bytes, found more")
    }
    return memory.bytes.array
  }

  /// Reads up to `count` bytes of standard input; none at its end.
  public func readInput(_ count: Int) throws(LogError) -> [UInt8] {
    do throws(SystemError) { return try chunk(of: .standardInput, count) } catch {
      throw LogError(error, doing: "read")
    }
  }

  /// Whether standard input has something to read, or has ended, within so many milliseconds. The C
  /// function is `poll`.
  public func hasInput(within milliseconds: Int32) throws(LogError) -> Bool {
    do throws(SystemError) {
      return try perform(.poll, on: "standard input", retried: true) {
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return unsafe Int(poll(&input, 1, milliseconds))
      } > 0
    } catch {
      throw LogError(error, doing: "wait for input")
    }
  }

  private func chunk(of file: Descriptor, _ count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let taken = try unsafe read(file, into: &bytes, count: count)
    bytes.removeLast(count - taken)
    return bytes
  }
}

/// What `endOnMissingPage` was told.
nonisolated(unsafe) private var lastWords: UnsafeMutablePointer<CChar>?
nonisolated(unsafe) private var lastStatus: Int32 = 0

private func sayLastWords(_ signal: Int32) {
  if let words = unsafe lastWords { unsafe _ = write(2, words, strlen(words)) }
  unsafe _exit(lastStatus)
}

extension SystemError {
  /// Whether whoever was to read what is written has gone.
  public var isClosedPipe: Bool { code == EPIPE }
}

extension System {
  /// Ends the process. The C function is `exit`.
  public static func exit(_ status: Int32) -> Never {
    #if canImport(Glibc) || canImport(Musl)
      Glibc.exit(status)
    #else
      Darwin.exit(status)
    #endif
  }
}
