#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The functions of the process that the command needs. Foundation has most of them (`ProcessInfo`, `Date`,
// `FileManager`). But even with static linking it takes 1.8 times as long to start, measured with `replog --version`
// on Linux.
extension System {
  /// An output stream of a program.
  package enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  /// Writes all of `bytes` to a stream.
  package func print(_ bytes: [UInt8], to stream: Stream) throws(SystemError) {
    let name = stream == .output ? "standard output" : "standard error"
    try writeAll(bytes, to: Descriptor(number: stream.rawValue, path: name, system: nil))
  }

  package func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Returns the number of columns of a stream, or nil if it is not a terminal.
  ///
  /// It calls `ioctl`.
  package func columns(of stream: Stream) -> Int? {
    guard isTerminal(stream) else { return nil }
    var size = winsize()
    let answer = unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size)
    return answer == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  package var isInputTerminal: Bool { isatty(0) == 1 }

  /// Returns the value of an environment variable, or nil if it is missing or empty.
  package func environment(_ name: String) -> String? {
    if let text = environmentOverrides[name] { return text.isEmpty ? nil : text }
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Returns whether the value of an environment variable is UTF-8 or missing.
  package func isText(environment name: String) -> Bool {
    guard let value = unsafe getenv(name) else { return true }
    return unsafe String(validatingCString: value) != nil
  }

  /// The arguments of the process, without its own name; nil for an argument that is not UTF-8.
  var processArguments: [String?] {
    (1..<max(1, Int(CommandLine.argc))).map { number in
      unsafe CommandLine.unsafeArgv[number].flatMap { unsafe String(validatingCString: $0) }
    }
  }

  /// The time of the machine's clock in milliseconds since 1970.
  ///
  /// All of replog reads the clock only here.
  var wallClock: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Returns the UTC offset of the machine's time zone in minutes, at a time in milliseconds since 1970.
  ///
  /// It is nil if `TZ` asks for a day or more, as `CET25` does, because no time in a log can have such an offset.
  ///
  /// All of replog reads the time zone only here. The method calls `localtime_r`, whose first call makes seven system
  /// calls to read a file.
  func minutesAhead(at milliseconds: Int64) -> Int16? {
    var seconds = time_t(milliseconds / 1000)
    var local = unsafe tm()
    unsafe localtime_r(&seconds, &local)
    let minutes = unsafe Int(local.tm_gmtoff) / 60
    return abs(minutes) < 24 * 60 ? Int16(minutes) : nil
  }

  /// Opens the descriptors 0 to 2 that were closed at the start of the process.
  ///
  /// Otherwise the next opened file would get such a number, and output would go into that file. Reading and writing
  /// these descriptors still fails. The method calls `fcntl` and `open`.
  package func occupyStandardDescriptors() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is the missing descriptor.
      _ = openStandard(number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Lets writes to a closed pipe or a file at its size limit fail, instead of ending the process.
  package func ignoreSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process with `status` and `text` on standard error if a page of a mapped file is unavailable.
  ///
  /// The reason is a disk failure or a truncation by another program. No call fails in that case; the kernel sends
  /// SIGBUS.
  package func exitOnBusError(saying text: String, status: Int32) {
    // All memory is allocated in advance, because a signal handler must not allocate.
    unsafe lastWords = strdup(text)
    unsafe lastStatus = status
    _ = signal(SIGBUS, sayLastWords)
  }

  /// Returns whether standard input has bytes to read, or has ended, within this many milliseconds.
  ///
  /// It calls `poll`.
  func pollInput(milliseconds: Int32) throws(SystemError) -> Bool {
    try perform(.poll, on: "standard input", retried: true) {
      var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      return unsafe Int(poll(&input, 1, milliseconds))
    } > 0
  }

  /// Makes the file at `path` the standard input of the process.
  ///
  /// It calls `dup2`.
  package func takeInput(from path: String) throws(SystemError) {
    let file = try open(path, for: .reading)
    let number = file.number
    _ = try perform(.open(path: path), on: path) { Int(dup2(number, 0)) }
  }

  /// Calls `body` in a folder, to which relative paths then refer, and returns to the previous one.
  ///
  /// It calls `fchdir`.
  package func inFolder<R>(_ path: String, _ body: () throws -> R) throws -> R {
    let former = try open(".", for: .reading)
    let folder = try open(path, for: .reading)
    try enter(folder)
    defer { try? enter(former) }
    return try body()
  }

  private func enter(_ folder: Descriptor) throws(SystemError) {
    let number = folder.number
    _ = try perform(.open(path: folder.path), on: folder.path) { Int(fchdir(number)) }
  }

  /// Reads up to `count` bytes of a file; returns no bytes at its end.
  func chunk(of file: Descriptor, _ count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    // Clearing the bytes first took 265 instructions for each line of an append.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      guard let base = buffer.baseAddress else { return }
      do throws(SystemError) { taken = try unsafe read(file, into: base, count: count) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// The text and the status of `exitOnBusError`.
nonisolated(unsafe) private var lastWords: UnsafeMutablePointer<CChar>?
nonisolated(unsafe) private var lastStatus: Int32 = 0

private func sayLastWords(_ signal: Int32) {
  if let words = unsafe lastWords { unsafe _ = write(2, words, strlen(words)) }
  unsafe _exit(lastStatus)
}

extension SystemError {
  /// A Boolean value indicating whether the reader of a pipe has closed it.
  package var isClosedPipe: Bool { code == EPIPE }
}

extension System {
  /// Ends the process.
  ///
  /// It calls `exit`.
  package static func exit(_ status: Int32) -> Never { posixExit(status) }
}

/// Calls the C function `exit`; a method of `System` has the same name.
private func posixExit(_ status: Int32) -> Never { exit(status) }

/// Opens the device without content as the lowest free descriptor, which programs that are started inherit.
private func openStandard(_ access: Int32) -> Int32 { unsafe open("/dev/null", access) }
