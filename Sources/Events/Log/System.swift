#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Every call replog makes to the operating system: one wrapper a call, its error as a value.
///
/// A test sets `fault` to fail, shorten, delay or forget the calls it chooses, which is the only way to
/// see most of what a disk can do, and `witness` to learn what was done to which file. `EINTR` is
/// retried here and nowhere else, for the calls that may be repeated without harm: locking, reading,
/// writing and waiting.
public struct System: Sendable {
  /// What is about to be called.
  public enum Call: Equatable, Sendable {
    case open(path: String), close
    case stat, flock, unlock, read, write(bytes: Int), sync, truncate(to: Int), map, unmap
    case makeFolder, remove(path: String), poll
    case dropCache(from: Int)
    case rename(to: String), own, resolve
  }

  /// What happens instead of a call.
  public enum Fault: Sendable {
    /// It fails with this `errno`, undone.
    case fails(Int32)
    /// A write takes only so many bytes.
    case shortened(to: Int)
    /// It answers success, undone.
    case forgotten
    /// It is done, so many milliseconds later.
    case delayed(milliseconds: Int)
  }

  /// Decides what happens instead of a call; nil lets it through.
  public var fault: (@Sendable (Call) -> Fault?)?
  /// Is told of each call that was carried out: on which file, and what it answered.
  public var witness: (@Sendable (Call, _ path: String, _ result: Int) -> Void)?

  /// The system as it is.
  public init() {}

  func perform(
    _ call: Call, on path: String, retried: Bool = false, _ body: () -> Int
  ) throws(SystemError) -> Int {
    try performShortened(call, on: path, retried: retried) { _ in body() }
  }

  /// What is to happen instead of a call that is about to be made, once it has been waited for.
  private func fault(for call: Call) -> Fault? {
    let fault = fault?(call)
    guard case .delayed(let milliseconds) = fault else { return fault }
    sleep(milliseconds: milliseconds)
    return nil
  }

  /// Calls `body` with the most bytes it may take. `fault` is asked once a call, so that a test can
  /// count them.
  private func performShortened(
    _ call: Call, on path: String, retried: Bool, _ body: (_ most: Int) -> Int
  ) throws(SystemError) -> Int {
    while true {
      let code: Int32
      var most = Int.max
      switch fault(for: call) {
      case .fails(let error): code = error
      case .forgotten:
        if case .write(let bytes) = call { return bytes }
        return 0
      case .shortened(let length):
        most = length
        fallthrough
      case .delayed, nil:
        let result = body(most)
        code = errno
        if result >= 0 {
          witness?(call, path, result)
          return result
        }
      }
      guard retried, code == EINTR else { throw SystemError(call: call, code: code, path: path) }
    }
  }

  /// Lets go of something. Whatever the call answers it is gone, so a test that fails it does not keep
  /// it; one that forgets it does.
  private func release(_ call: Call, _ path: String, _ body: () -> Int32) {
    if case .forgotten = fault(for: call) { return }
    let result = body()
    witness?(call, path, Int(result))
  }

  /// What a file is opened for.
  enum Access {
    /// To read it.
    case reading
    /// To read it if it is a file; a pipe of that name is not waited for.
    case glancing
    /// To read it and to write behind its end.
    case appending
    /// The same, and it must not exist yet.
    case creating

    fileprivate var flags: Int32 {
      switch self {
      // O_NONBLOCK: a pipe is refused by what it is, not waited for.
      case .reading: O_RDONLY
      case .glancing: O_RDONLY | O_NONBLOCK
      case .appending: O_RDWR | O_APPEND | O_NONBLOCK
      case .creating: O_RDWR | O_APPEND | O_CREAT | O_EXCL
      }
    }
  }

  /// Opens a file, close-on-exec; a new one gets mode 0600. The C function is `open`.
  func open(_ path: String, for access: Access) throws(SystemError) -> Descriptor {
    let flags = access.flags
    let number = try perform(.open(path: path), on: path) {
      #if canImport(Glibc) || canImport(Musl)
        unsafe Int(Glibc.open(path, flags | O_CLOEXEC, 0o600))
      #else
        unsafe Int(Darwin.open(path, flags | O_CLOEXEC, 0o600))
      #endif
    }
    return Descriptor(number: Int32(number), path: path, system: self)
  }

  /// Closes a file. The C function is `close`.
  func close(_ number: Int32, _ path: String) {
    release(.close, path) {
      #if canImport(Glibc) || canImport(Musl)
        Glibc.close(number)
      #else
        Darwin.close(number)
      #endif
    }
  }

  /// What a descriptor refers to. The C function is `fstat`.
  func status(_ file: Descriptor) throws(SystemError) -> FileStatus {
    var raw = stat()
    let number = file.number
    _ = try perform(.stat, on: file.path) { unsafe Int(fstat(number, &raw)) }
    return FileStatus(raw)
  }

  /// Refuses what is not a file with bytes of its own: a pipe would open and fail at the first sync.
  func requireFile(_ file: Descriptor) throws(SystemError) {
    guard try status(file).isRegular else {
      throw SystemError(call: .open(path: file.path), code: EINVAL, path: file.path)
    }
  }

  /// What a path refers to, symbolic links followed. The C function is `stat`.
  func status(path: String) throws(SystemError) -> FileStatus {
    var raw = stat()
    _ = try perform(.stat, on: path) { unsafe Int(stat(path, &raw)) }
    return FileStatus(raw)
  }

  /// Takes the lock of a file if it is free; false when somebody else has it. The C function is
  /// `flock`: a lock of the open file, given back when it closes, however the process ends.
  func lock(_ file: Descriptor) throws(SystemError) -> Bool {
    let number = file.number
    do throws(SystemError) {
      _ = try perform(.flock, on: file.path, retried: true) {
        Int(flock(number, LOCK_EX | LOCK_NB))
      }
      return true
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return false
    }
  }

  /// Gives the lock back. Closing would, too.
  func unlock(_ file: Descriptor) {
    release(.unlock, file.path) { flock(file.number, LOCK_UN) }
  }

  /// Writes `bytes` at the end with one call; answers how many were taken. The C function is
  /// `write`.
  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor) throws(SystemError) -> Int {
    let number = file.number
    return try performShortened(.write(bytes: bytes.count), on: file.path, retried: true) { most in
      unsafe bytes.withUnsafeBytes { raw in
        #if canImport(Glibc) || canImport(Musl)
          unsafe Glibc.write(number, raw.baseAddress, min(most, raw.count))
        #else
          unsafe Darwin.write(number, raw.baseAddress, min(most, raw.count))
        #endif
      }
    }
  }

  /// Brings a file to the device. The C function is `fsync`; on Darwin `fcntl(F_FULLFSYNC)`, and
  /// `fsync` only where the file system does not know that. Never retried: after a failure the
  /// kernel may have dropped the pages, and a second call would answer success on data that is lost.
  func sync(_ file: Descriptor) throws(SystemError) {
    let number = file.number
    _ = try perform(.sync, on: file.path) {
      #if canImport(Darwin)
        let full = fcntl(number, F_FULLFSYNC)
        if full == 0 || (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY) {
          return Int(full)
        }
      #endif
      return Int(fsync(number))
    }
  }

  /// Cuts a file to `size` bytes. The C function is `ftruncate`.
  func truncate(_ file: Descriptor, to size: Int) throws(SystemError) {
    let number = file.number
    _ = try perform(.truncate(to: size), on: file.path) { Int(ftruncate(number, off_t(size))) }
  }

  /// Forgets what the kernel has cached of a file from `offset` on, so that the next read comes from
  /// the device. Advice: where it is not taken, nothing is lost. The C function is `posix_fadvise`.
  func dropCache(_ file: Descriptor, from offset: Int) {
    let number = file.number
    _ = try? perform(.dropCache(from: offset), on: file.path) {
      #if canImport(Glibc) || canImport(Musl)
        return -Int(posix_fadvise(number, off_t(offset), 0, Int32(POSIX_FADV_DONTNEED)))
      #else
        return 0
      #endif
    }
  }

  /// Removes the file at `path`, if it can be. The C function is `unlink`.
  public func remove(_ path: String) {
    _ = try? perform(.remove(path: path), on: path) { unsafe Int(unlink(path)) }
  }

  /// Makes a folder that only its owner may enter; false where there is one already. The C function is
  /// `mkdir`.
  func makeFolder(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try perform(.makeFolder, on: path) { unsafe Int(mkdir(path, 0o700)) }
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
      return false
    }
  }

  /// Reads up to `count` bytes from where the descriptor stands. The C function is `read`.
  func read(
    _ file: Descriptor, into buffer: UnsafeMutableRawPointer, count: Int
  ) throws(SystemError) -> Int {
    let number = file.number
    return try perform(.read, on: file.path, retried: true) {
      #if canImport(Glibc) || canImport(Musl)
        unsafe Glibc.read(number, buffer, count)
      #else
        unsafe Darwin.read(number, buffer, count)
      #endif
    }
  }

  /// Reads up to `count` bytes at `offset` of a file. The C function is `pread`.
  func read(
    _ file: Descriptor, into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int
  ) throws(SystemError) -> Int {
    let number = file.number
    return try perform(.read, on: file.path, retried: true) {
      unsafe pread(number, buffer, count, off_t(offset))
    }
  }

  /// Puts empty memory of the process's own in place of a part of a mapping. The C function is `mmap`.
  func mapNothing(
    at address: UnsafeMutableRawPointer, count: Int, _ path: String
  ) throws(SystemError) {
    _ = try perform(.map, on: path) {
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
      let mapped = unsafe mmap(address, count, PROT_READ | PROT_WRITE, Int32(flags), -1, 0)
      return unsafe mapped == MAP_FAILED ? -1 : 0
    }
  }

  /// Maps the first `count` bytes of a file for reading. The C function is `mmap`.
  func map(_ file: Descriptor, count: Int) throws(SystemError) -> UnsafeMutableRawPointer {
    let number = file.number
    var address: UnsafeMutableRawPointer?
    _ = try perform(.map, on: file.path) {
      unsafe address = mmap(nil, count, PROT_READ, MAP_PRIVATE, number, 0)
      return unsafe address == MAP_FAILED ? -1 : 0
    }
    guard let address = unsafe address else {
      throw SystemError(call: .map, code: ENOMEM, path: file.path)
    }
    return unsafe address
  }

  /// Gives the file at `path` another name, in place of whatever has it. The C function is `rename`.
  func rename(_ path: String, to name: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try perform(.rename(to: name), on: path) {
        #if canImport(Glibc) || canImport(Musl)
          unsafe Int(Glibc.rename(path, name))
        #else
          unsafe Int(Darwin.rename(path, name))
        #endif
      }
    } catch {
      // What is in the way has that name.
      throw SystemError(call: error.call, code: error.code, path: name)
    }
  }

  /// Gives a file to an owner. The C function is `fchown`.
  func give(_ file: Descriptor, to owner: FileStatus.Owner) throws(SystemError) {
    let number = file.number
    _ = try perform(.own, on: file.path) { Int(fchown(number, owner.user, owner.group)) }
  }

  /// The path of the file itself, symbolic links resolved. The C function is `realpath`.
  func realPath(_ path: String) throws(SystemError) -> String {
    var resolved: UnsafeMutablePointer<CChar>?
    _ = try perform(.resolve, on: path) {
      unsafe resolved = realpath(path, nil)
      return unsafe resolved == nil ? -1 : 0
    }
    guard let resolved = unsafe resolved else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Whether `path` is a symbolic link. The C function is `lstat`.
  func isLink(_ path: String) throws(SystemError) -> Bool {
    var raw = stat()
    _ = try perform(.resolve, on: path) { unsafe Int(lstat(path, &raw)) }
    return UInt32(raw.st_mode) & UInt32(S_IFMT) == UInt32(S_IFLNK)
  }

  /// What a symbolic link says: a path, seen from its folder unless it begins with '/'. The C function is
  /// `readlink`.
  func target(ofLink path: String) throws(SystemError) -> String {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let size = target.count
    let count = try perform(.resolve, on: path) { unsafe readlink(path, &target, size) }
    return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whose rights the process has. The C function is `geteuid`.
  static var effectiveUser: UInt32 { geteuid() }

  /// Where the file is that `path` names: what belongs to a log is beside the file, and not beside a
  /// symbolic link to it.
  public func place(of path: String) throws(SystemError) -> String {
    try isLink(path) ? try realPath(path) : path
  }

  /// Refuses a log that is there and is no file with bytes of its own, before anybody waits for what a
  /// pipe has to say.
  public func requireFile(at path: String) throws(LogError) {
    do throws(SystemError) {
      guard try status(path: path).isRegular else {
        throw SystemError(call: .open(path: path), code: EINVAL, path: path)
      }
    } catch {
      guard error.isMissing else {
        let help = "name a file with --log"
        throw LogError(error, doing: "open the log", help: help)
      }
    }
  }

  /// The path of the folder that `path` is in.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.joined(separator: "/")
    return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
  }

  /// Ends a mapping. The C function is `munmap`.
  func unmap(_ address: UnsafeMutableRawPointer, count: Int, _ path: String) {
    release(.unmap, path) { unsafe munmap(address, count) }
  }

  /// Waits. The C function is `usleep`.
  func sleep(milliseconds: Int) { _ = usleep(UInt32(milliseconds) * 1000) }

  /// Seconds on a clock that only moves forward. The C function is `clock_gettime`.
  func monotonicSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
