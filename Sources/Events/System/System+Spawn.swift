#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  @unsafe @preconcurrency import Darwin
#endif

// Other programs, which run one at a time.
extension System {
  package enum ProgramEnd: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// Creates the end from the status of `waitpid`.
    init(waitStatus status: Int32) {
      // Swift does not import the macros of <sys/wait.h>.
      let signal = status & 0x7F
      self = signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }
  }

  /// A destination for the output of another program.
  package enum ProgramOutput: Sendable {
    /// The standard error of this program.
    case error
    case nowhere
  }

  /// Runs a line of shell and waits for its end.
  ///
  /// The shell is in the process group of this program, so that a terminal interrupts both. The method calls
  /// `posix_spawn` and `waitpid`.
  ///
  /// - Parameters:
  ///   - variable: The name and the value of an additional environment variable.
  ///   - input: The path of the file for its standard input.
  ///   - kept: A file that the shell keeps open and locked until it ends, even after this program has ended.
  func runShell(
    _ line: String, variable: (name: String, value: String), input: String,
    output: ProgramOutput, keeping kept: Descriptor? = nil
  ) throws(SystemError) -> ProgramEnd {
    let arguments = CStrings(["/bin/sh", "-c", line])
    let child = try unsafe spawnShell(arguments, System.environment(with: variable)) { actions in
      unsafe actions.redirect(input: input, output)
      if let kept { unsafe actions.keep(kept.number) }
    }
    unsafe runningChild = child
    defer { unsafe runningChild = 0 }
    // The interruption may have been before the process id was known.
    if isInterrupted { _ = unsafe kill(child, caughtSignal) }
    var status: Int32 = 0
    _ = try perform(.wait, on: "/bin/sh", retried: true) { unsafe Int(waitpid(child, &status, 0)) }
    return ProgramEnd(waitStatus: status)
  }

  /// Starts a line of shell with these descriptors as its standard input and output, and returns its process id.
  ///
  /// The method calls `posix_spawn`.
  ///
  /// - Parameters:
  ///   - variable: The name and the value of an additional environment variable.
  ///   - beginsGroup: A Boolean value indicating whether the shell and its programs are a process group.
  func startShell(
    _ line: String, variable: (name: String, value: String), reading input: Int32,
    writing output: Int32, beginsGroup: Bool
  ) throws(SystemError) -> pid_t {
    let arguments = CStrings(["/bin/sh", "-c", line])
    return try unsafe spawnShell(arguments, System.environment(with: variable)) { actions in
      unsafe posix_spawn_file_actions_adddup2(&actions.files, input, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions.files, output, 1)
      if beginsGroup { unsafe actions.beginGroup() }
    }
  }

  /// Starts a shell and returns its process id.
  private func spawnShell(
    _ arguments: CStrings, _ environment: CStrings, _ prepare: (inout SpawnActions) -> Void
  ) throws(SystemError) -> pid_t {
    guard writableFolders == nil else {
      throw SystemError(call: .spawn, code: EPERM, path: "/bin/sh")
    }
    var child: pid_t = 0
    _ = try perform(.spawn, on: "/bin/sh") {
      var actions = unsafe SpawnActions()
      defer { unsafe actions.destroy() }
      unsafe prepare(&actions)
      let code = withExtendedLifetime((arguments, environment)) {
        unsafe posix_spawn(
          &child, "/bin/sh", &actions.files, &actions.attributes, arguments.pointers,
          environment.pointers)
      }
      // `posix_spawn` returns the error instead of setting `errno`.
      if code != 0 { errno = code }
      return code == 0 ? 0 : -1
    }
    return child
  }

  /// Returns the variables of the environment and another one, as `NAME=VALUE`.
  private static func environment(with variable: (name: String, value: String)) -> CStrings {
    var found: [String] = []
    #if canImport(Darwin)
      var place: CStrings.Pointers? = unsafe _NSGetEnviron().pointee
    #else
      var place: CStrings.Pointers? = unsafe environ
    #endif
    while let pointer = unsafe place, let text = unsafe pointer.pointee {
      unsafe found.append(String(cString: text))
      unsafe place = pointer + 1
    }
    return CStrings(
      found.filter { !$0.hasPrefix(variable.name + "=") } + ["\(variable.name)=\(variable.value)"])
  }
}

/// The process id of the running child; 0 for none.
nonisolated(unsafe) var runningChild: pid_t = 0

/// C strings with a null pointer at the end, freed with the last reference.
@safe
private final class CStrings {
  typealias Pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  let pointers: Pointers
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    unsafe pointers = .allocate(capacity: count + 1)
    for (place, text) in texts.enumerated() { unsafe pointers[place] = strdup(text) }
    unsafe pointers[count] = nil
  }

  deinit {
    for place in 0..<count { unsafe free(pointers[place]) }
    unsafe pointers.deallocate()
  }
}

/// The descriptors and the signals for a program to start.
@unsafe
private struct SpawnActions {
  #if canImport(Darwin)
    var files: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var files = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif

  init() {
    unsafe posix_spawn_file_actions_init(&files)
    unsafe posix_spawnattr_init(&attributes)
    // Otherwise the program would inherit the ignored signals.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
  }

  /// Makes the program the first of a process group.
  mutating func beginGroup() {
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  mutating func redirect(input: String, _ output: System.ProgramOutput) {
    unsafe posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0)
    switch output {
    case .error: unsafe posix_spawn_file_actions_adddup2(&files, 2, 1)
    case .nowhere:
      unsafe posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
      unsafe posix_spawn_file_actions_adddup2(&files, 1, 2)
    }
  }

  /// Keeps a descriptor open, which would otherwise be closed in the program.
  mutating func keep(_ number: Int32) {
    #if canImport(Darwin)
      unsafe posix_spawn_file_actions_addinherit_np(&files, number)
    #else
      // Duplicating a descriptor onto itself removes its close-on-exec flag.
      unsafe posix_spawn_file_actions_adddup2(&files, number, number)
    #endif
  }

  mutating func destroy() {
    unsafe posix_spawn_file_actions_destroy(&files)
    unsafe posix_spawnattr_destroy(&attributes)
  }
}
