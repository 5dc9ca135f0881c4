#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  import Darwin
#endif

/// The arguments of a process, as the system puts them on its stack.
///
///     [ number | arguments … | NULL | environment … | NULL ]
@safe
struct StackArguments {
  typealias Texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The first argument, which is the name of the program.
  let first: Texts
  let count: Int

  /// Finds the arguments below the environment; it must be where the system put it.
  init(below environment: Texts) {
    var count = 0
    // No argument is at an address as low as their number.
    while unsafe Int(bitPattern: environment[-2 - count]) != count { count += 1 }
    self.count = count
    unsafe first = environment - 1 - count
  }
}

// In a program that is linked statically throughout, these stand in for two functions of the language's runtime, whose
// files are then not linked, nor what they do before `main`. The one reads /proc/self/maps for the bounds of the stack;
// the other looks in eight places for a program that prints a backtrace, which nobody installs next to this command.
// Together they took three fifths of the instructions of a start, and 17 of its 40 calls of the system. In such a
// program nothing runs before `main` that could have moved the environment.
#if REPLOG_STATIC
  @_cdecl("_swift_stdlib_getUnsafeArgvArgc")
  public func staticArguments(_ count: UnsafeMutablePointer<Int32>) -> UnsafeMutableRawPointer {
    let arguments = unsafe StackArguments(below: environ)
    unsafe count.pointee = Int32(arguments.count)
    return unsafe UnsafeMutableRawPointer(arguments.first)
  }

  @_cdecl("_swift_stdlib_overrideUnsafeArgvArgc")
  public func overrideStaticArguments(_ arguments: UnsafeMutableRawPointer?, _ count: Int32) {}

  @_cdecl("swift_copyAuxiliaryExecutablePath")
  public func staticAuxiliaryPath(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>? { nil }
#endif
