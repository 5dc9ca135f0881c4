import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of the functions that the command needs from its process. Descriptors, signals and the environment belong to
/// all tests of a process, so the tests of these have separate processes.
@Suite struct ProcessTests {
  // MARK: - Output

  @Test func `all output arrives, however little is taken at once`() async {
    let ended = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let system = Faults { call, _ in call.isWrite ? .shortened(to: 3) : nil }.system
      try system.print(Array("to whom it concerns\n".utf8), to: .output)
      try system.print(Array("and to all others\n".utf8), to: .error)
    }
    let output = String(decoding: ended?.standardOutputContent ?? [], as: UTF8.self)
    let error = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("to whom it concerns\n") && !output.contains("others"))
    #expect(error.contains("and to all others\n") && !error.contains("concerns"))
  }

  @Test
  func
    `writing to a pipe without a reader is an error, and ends no process that ignores the signal`()
    async
  {
    await #expect(processExitsWith: .signal(SIGPIPE)) { try ProcessTests.printIntoClosedPipe() }
    await #expect(processExitsWith: .success) {
      System().ignoreSignals()
      let error = #expect(throws: SystemError.self) { try ProcessTests.printIntoClosedPipe() }
      try #require(error?.isClosedPipe == true && error?.path == "standard output")
    }
  }

  private static func printIntoClosedPipe() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && dup2(ends[1], 1) == 1)
    close(ends[0])
    close(ends[1])
    try System().print([0x0A], to: .output)
  }

  @Test func `a process ends with the status it was given`() async {
    await #expect(processExitsWith: .exitCode(3)) { System.exit(3) }
  }

  @Test func `a terminal is distinguished from a file`() async {
    await #expect(processExitsWith: .success) {
      let file = open("/dev/null", O_RDWR)
      try #require(dup2(file, 0) == 0 && dup2(file, 1) == 1)
      let isTerminal = System().isInputTerminal || System().isTerminal(.output)
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(terminal >= 0 && !isTerminal && dup2(terminal, 0) == 0 && dup2(terminal, 1) == 1)
      try #require(System().isInputTerminal && System().isTerminal(.output))
    }
  }

  @Test func `the width of a terminal is that of its window`() async {
    await #expect(processExitsWith: .success) {
      let file = open("/dev/null", O_RDWR)
      try #require(dup2(file, 1) == 1)
      try #require(System().columns(of: .output) == nil)
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(terminal >= 0 && dup2(terminal, 1) == 1)
      // A terminal without a known size has no columns.
      try #require(System().columns(of: .output) == 80)
      var size = winsize(ws_row: 24, ws_col: 133, ws_xpixel: 0, ws_ypixel: 0)
      try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
      try #require(System().columns(of: .output) == 133)
    }
  }

  @Test func `a bus error ends the process with a message and a status`() async {
    let ended = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
      System().exitOnBusError(saying: "a page is gone\n", status: 7)
      raise(SIGBUS)
    }
    let error = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.hasSuffix("a page is gone\n"))
    // The handler has no effect in a process whose pages are available.
    await #expect(processExitsWith: .success) {
      System().exitOnBusError(saying: "a page is gone\n", status: 7)
    }
  }

  @Test func `the arguments of the process are all except its name`() throws {
    #expect(try System().arguments() == Array(CommandLine.arguments.dropFirst()))
  }

  @Test func `no file gets the number of a closed standard descriptor`() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("file")
    try put([], at: path)
    await #expect(processExitsWith: .success) { [path = path as String] in
      close(0)
      close(1)
      System().occupyStandardDescriptors()
      let file = try System().open(path, for: .appending)
      try #require(file.number > 2)
      // A missing file has no end either.
      let unread = #expect(throws: LogError.self) { try System().readInput(1) }
      try #require(unread?.kind == .system)
      let error = #expect(throws: SystemError.self) { try System().print([1], to: .output) }
      try #require(error?.code == EBADF)
      try #require(try bytes(at: path) == [])
    }
  }

  // MARK: - Input

  @Test func `a log is read from standard input as from a file`() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let all = try lines(inBatches: [1, 2])
    try put(all.flatMap { $0 } + all[0].prefix(30), at: path)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try ProcessTests.readInput(from: path)
      let log = try Log.standardInput()
      try #require(try shown(log) == [1, 2, 3])
      try #require(try log.tail().torn?.count == 30)
    }
    await #expect(processExitsWith: .success) { [path = path as String] in
      try ProcessTests.readInput(from: path)
      try #require(try System().contents("-", limit: 10_000) == bytes(at: path))
    }
  }

  private static func readInput(from path: String) throws {
    try #require(dup2(open(path, O_RDONLY), 0) == 0)
  }

  @Test func `reading stops at a line that never ends`() async throws {
    await #expect(processExitsWith: .success) {
      try ProcessTests.readInput(from: "/dev/zero")
      let error = failure { try Log.standardInput() }
      try #require(error?.kind == .damaged)
      try #require(error?.message == "a line must be at most 1 MiB long")
    }
  }

  @Test func `a line that is too long is reported after earlier damage`() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("pipe")
    // Each has a separate pipe, so that no writer gets the other's reader.
    for number in 1...2 { #expect(mkfifo("\(path)\(number)", 0o600) == 0) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      // The reader ends before everything is written.
      System().ignoreSignals()
      let good = try lines(inBatches: [1])[0]
      let long = [UInt8](repeating: 0x78, count: 3 << 20)
      func failure(reading bytes: [UInt8], through path: String) -> LogError? {
        let writer = Thread {
          guard let file = FileHandle(forWritingAtPath: path) else { return }
          try? file.write(contentsOf: Data(bytes))
          try? file.close()
        }
        writer.start()
        return TestSupport.failure { try Log(path: path) }
      }
      let error = failure(reading: good + long, through: path + "1")
      try #require(error?.line == 2)
      try #require(error?.message == "a line must be at most 1 MiB long")
      let earlier = failure(reading: good + [0x7B, 0x7D, 0x0A] + long, through: path + "2")
      try #require(earlier?.line == 2 && earlier?.kind == .damaged)
      try #require(
        earlier?.help?.description.hasPrefix("reading stopped at a line longer than 1 MiB")
          == true)
    }
  }

  @Test func `the program waits for input, and the end of input counts as input`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0 && dup2(ends[0], 0) == 0)
      let system = System()
      try #require(try !system.hasInput(within: 0))
      try #require(write(ends[1], [UInt8]([7, 8, 9]), 3) == 3)
      try #require(try system.hasInput(within: 0))
      try #require(try system.readInput(2) == [7, 8] && system.readInput(2) == [9])
      close(ends[1])
      try #require(try system.hasInput(within: 0))
      try #require(try system.readInput(2) == [])
    }
  }

  @Test func `an error says that input cannot be read`() {
    let system = Faults { _, _ in .fails(EIO) }.system
    let failures: [(LogError?, String)] = [
      (failure { try Log.standardInput(system: system) }, "read the log"),
      (failure { try system.readInput(1) }, "read"),
      (failure { try system.hasInput(within: 0) }, "wait for input"),
      (failure { try system.contents("-", limit: 1) }, "read the file"),
    ]
    for (error, doing) in failures {
      #expect(error?.kind == .system && error?.file == "standard input")
      #expect(error?.message.hasPrefix("cannot \(doing): ") == true, "\(doing)")
    }
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 300_000])
  func `a file is read completely or refused as too long`(_ count: Int) throws {
    let folder = TemporaryFolder()
    let path = folder.file("file")
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
    try put(content, at: path)
    #expect(try System().contents(path, limit: count) == content)
    #expect(try System().contents(path, limit: count + 1) == content)
    guard count > 0 else { return }
    let error = failure { try System().contents(path, limit: count - 1) }
    #expect(error?.kind == .refused && error?.file == path)
    #expect(error?.message == "expected at most \(grouped("\(count - 1)")) bytes, found more")
  }

  // MARK: - Folders

  @Test func `a folder is found or created, or the error says why not`() async throws {
    #expect(System.folder(of: "/a/log") == "/a" && System.folder(of: "a/b/log") == "a/b")
    #expect(System.folder(of: "/log") == "/" && System.folder(of: "log") == ".")
    let folder = TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try #require(chdir(path) == 0)
      try System().makeFolders("a/b")
      try System().makeFolders("a/b")
    }
    #expect(try folder.names == ["a"])
    #expect(try mode(of: folder.file("a/b")) == 0o700)
    let faults = Faults { call, _ in call == .makeFolder ? .fails(EROFS) : nil }
    let error = failure { try faults.system.makeFolders(folder.file("c")) }
    #expect(error?.kind == .system)
    #expect(error?.message == "cannot create the folder: read-only file system")
  }

  @Test func `a path that cannot be checked does not count as missing`() throws {
    let folder = TemporaryFolder()
    #expect(try System().exists(folder.path))
    #expect(try !System().exists(folder.file("none")))
    let faults = Faults { call, _ in call == .stat ? .fails(EACCES) : nil }
    let error = failure { try faults.system.exists(folder.file("none")) }
    #expect(error?.message == "cannot check whether the file exists: permission denied")
  }

  @Test func `a path that is not a file is refused before waiting, but a missing path is not`()
    throws
  {
    let folder = TemporaryFolder()
    try put([1], at: folder.file("file"))
    try System().requireFile(at: folder.file("file"))
    try System().requireFile(at: folder.file("none"))
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    for path in [folder.file("pipe"), folder.path] {
      let error = failure { try System().requireFile(at: path) }
      #expect(error?.message == "cannot open the log: it is not a regular file")
      #expect(error?.file == path && error?.help == "name a file with \(.give(.log))")
    }
    let faults = Faults { call, _ in call == .stat ? .fails(EACCES) : nil }
    let error = failure { try faults.system.requireFile(at: folder.file("none")) }
    #expect(error?.message == "cannot open the log: permission denied")
  }

  @Test func `a path through a file leads nowhere`() throws {
    let folder = TemporaryFolder()
    try put([1], at: folder.file("file"))
    let error = failure { try System().exists(folder.file("file/log")) }
    #expect(error?.message == "cannot check whether the file exists: not a directory")
    #expect(error?.help == "a part of its path is not a folder; name another file")
  }

  @Test(
    arguments: [
      (EINVAL, "name a file: a pipe can be read, but not appended to or followed"),
      (EISDIR, "name a file"), (EEXIST, "move it away, then try again"),
      (ENOTDIR, "a part of its path is not a folder; name another file"),
      (EMFILE, "close files, or raise the limit that 'ulimit -n' shows"),
      (ENFILE, "close files, or raise the limit that 'ulimit -n' shows"),
      (ENOSPC, "free up disk space, then try again"), (EINTR, nil),
    ] as [(Int32, String?)])
  func `a system error has a next step`(_ code: Int32, _ advice: String?) {
    let error = SystemError(call: .open(path: "log"), code: code, path: "log")
    #expect(error.advice == advice)
    #expect(error.isOutOfRoom == (code == ENOSPC))
    let reading = SystemError(call: .read, code: code, path: "log")
    #expect(reading.advice == (code == EINVAL ? nil : advice))
  }

  // MARK: - Clock and environment

  /// Returns the clock time that `now` is based on; `time` may lag behind it.
  private func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  @Test func `now is between an earlier and a later reading of the machine's clock`() {
    let before = milliseconds()
    let now = System().now()
    #expect((before...milliseconds()).contains(now.milliseconds))
    #expect(Int(now.offsetMinutes) == TimeZone.current.secondsFromGMT() / 60)
  }

  @Test func `an empty variable counts as unset`() async {
    await #expect(processExitsWith: .success) {
      setenv("REPLOG_TEST_SET", "value", 1)
      setenv("REPLOG_TEST_EMPTY", "", 1)
      unsetenv("REPLOG_TEST_NONE")
      try #require(System().environment("REPLOG_TEST_SET") == "value")
      try #require(System().environment("REPLOG_TEST_EMPTY") == nil)
      try #require(System().environment("REPLOG_TEST_NONE") == nil)
      setenv("REPLOG_TEST_BYTES", "a\u{e9}", 1)
      try #require(System().isText(environment: "REPLOG_TEST_BYTES"))
      let bytes: [CChar] = [0x61, CChar(bitPattern: 0xE9), 0]
      setenv("REPLOG_TEST_BYTES", bytes, 1)
      try #require(!System().isText(environment: "REPLOG_TEST_BYTES"))
      try #require(System().isText(environment: "REPLOG_TEST_NONE"))
    }
  }
}
