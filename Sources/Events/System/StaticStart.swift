#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  import Darwin
#endif

/// The arguments of a process in the form that the system puts on its stack.
///
///     [ number | arguments … | NULL | environment … | NULL ]
@safe
struct StackArguments {
  typealias Texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The first argument, the name of the program.
  let first: Texts
  let count: Int

  /// Finds the arguments below the environment, which must not have been moved.
  init(below environment: Texts) {
    var count = 0
    // No argument has an address as low as the number of arguments.
    while unsafe Int(bitPattern: environment[-2 - count]) != count { count += 1 }
    self.count = count
    unsafe first = environment - 1 - count
  }
}

// In a fully static program, these functions replace three functions of the Swift runtime. The linker then omits the
// two files with these, and their work before `main`. One of them reads /proc/self/maps for the bounds of the stack.
// The other looks in eight places for a program that prints backtraces, which is not installed next to this command.
// In an empty program this was 61,000 of 102,000 instructions and 17 of 40 system calls. Nothing in a static program
// moves the environment before `main`.
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

  // The names of Unicode's characters, which nothing here asks for, are half a megabyte.
  @_cdecl("_swift_stdlib_getScalarName")
  public func staticScalarName(
    _ scalar: UInt32, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int
  ) -> Int { 0 }
#endif
