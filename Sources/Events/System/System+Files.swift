#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system calls on open files, and on files and folders by name.
extension System {
  /// The purpose of opening a file.
  enum Access {
    /// Reading.
    case reading
    /// Reading, if it is a regular file; a pipe does not block.
    case nonblocking
    /// Reading, if the name is not a symbolic link; a pipe does not block.
    case unlinked
    /// Reading, and writing at the end.
    case appending
    /// Reading, and writing at the end, if the name is not a symbolic link.
    case appendingUnlinked
    /// Reading, and writing at the end of a new file, which must not exist yet.
    case creating
    /// Reading, and writing at the end of a new file with the mark of an unfinished file.
    case unfinished
    /// Writing a new file with the mark that other users may read, subject to the process's mask.
    case sharing

    fileprivate var flags: Int32 {
      switch self {
      // With O_NONBLOCK, opening a pipe does not wait; the pipe is then refused by its type.
      case .reading: O_RDONLY
      case .nonblocking: O_RDONLY | O_NONBLOCK
      case .unlinked: O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      case .appending: O_RDWR | O_APPEND | O_NONBLOCK
      case .appendingUnlinked: O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW
      case .creating, .unfinished: O_RDWR | O_APPEND | O_CREAT | O_EXCL
      case .sharing: O_WRONLY | O_CREAT | O_EXCL
      }
    }

    fileprivate var mode: mode_t {
      switch self {
      case .unfinished: 0o600 | mode_t(FileStatus.mark)
      case .sharing: 0o666 | mode_t(FileStatus.mark)
      default: 0o600
      }
    }
  }

  /// Opens a file with close-on-exec; a new file gets mode 0600, unless it is shared.
  ///
  /// It calls `open`.
  func open(_ path: String, for access: Access) throws(SystemError) -> Descriptor {
    let (flags, mode) = (access.flags, access.mode)
    if flags & (O_WRONLY | O_RDWR) != 0 { try requireWritable(path, for: .open(path: path)) }
    let number = try perform(.open(path: path), on: path) { posixOpen(path, flags, mode) }
    return Descriptor(number: Int32(number), path: path, system: self)
  }

  /// Closes a file.
  ///
  /// It calls `close`.
  func close(_ number: Int32, _ path: String) { release(.close, path) { posixClose(number) } }

  /// Returns the status of an open file.
  ///
  /// It calls `fstat`.
  func status(_ file: Descriptor) throws(SystemError) -> FileStatus {
    var raw = stat()
    let number = file.number
    _ = try perform(.stat, on: file.path) { unsafe Int(fstat(number, &raw)) }
    return FileStatus(raw)
  }

  /// Throws an error unless a file is a regular file; opening a pipe would succeed, but its first sync would fail.
  ///
  /// - Returns: The status of the file.
  func requireFile(_ file: Descriptor) throws(SystemError) -> FileStatus {
    let status = try status(file)
    guard status.isRegular else { throw SystemError.notRegular(file.path) }
    return status
  }

  /// Returns the status of the file at a path, after following symbolic links.
  ///
  /// It calls `stat`.
  func status(path: String) throws(SystemError) -> FileStatus {
    var raw = stat()
    _ = try perform(.stat, on: path) { unsafe Int(stat(path, &raw)) }
    return FileStatus(raw)
  }

  /// Returns whether an open file, or folder, is the one at a path; false if there is none.
  func isFile(_ file: Descriptor, at path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try status(path: path).identity == status(file).identity
    } catch {
      guard error.isMissing else { throw error }
      return false
    }
  }

  /// Takes the lock of a file and returns whether the lock was free.
  ///
  /// It calls `flock`. The lock belongs to the open file; it is released when the file closes, even if the process
  /// crashes.
  func lock(_ file: Descriptor) throws(SystemError) -> Bool { try takeLock(of: file, LOCK_EX) }

  /// Takes a shared lock of a file and returns whether no writer held the lock.
  ///
  /// It calls `flock`. On a file system without locks, no writer can hold one.
  func lockShared(_ file: Descriptor) -> Bool { (try? takeLock(of: file, LOCK_SH)) ?? true }

  /// Takes a lock of a kind and returns whether no other process held one that excludes it.
  private func takeLock(of file: Descriptor, _ kind: Int32) throws(SystemError) -> Bool {
    let number = file.number
    do throws(SystemError) {
      _ = try perform(.flock, on: file.path, retried: true) { Int(flock(number, kind | LOCK_NB)) }
      return true
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return false
    }
  }

  /// Releases the lock, like closing the file.
  func unlock(_ file: Descriptor) { release(.unlock, file.path) { flock(file.number, LOCK_UN) } }

  /// Writes `bytes` at the end with one call and returns the number of bytes written.
  ///
  /// It calls `write`.
  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor) throws(SystemError) -> Int {
    let number = file.number
    return try performShortened(.write(bytes: bytes.count), on: file.path, retried: true) { most in
      unsafe bytes.withUnsafeBytes {
        unsafe posixWrite(number, $0.baseAddress, min(most, $0.count))
      }
    }
  }

  /// Writes all of `bytes` at the end.
  ///
  /// Usually this takes one call; after a short write, further calls write the rest.
  func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try write(rest, to: file)) }
  }

  /// Flushes a file to the device.
  ///
  /// It calls `fsync`. On Darwin it calls `fcntl(F_FULLFSYNC)`, and `fsync` only if the file system does not support
  /// that. The call is never retried: after a failure the kernel may have dropped the pages. A second call would then
  /// report success for data that is lost.
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

  /// Truncates a file to `size` bytes.
  ///
  /// It calls `ftruncate`.
  func truncate(_ file: Descriptor, to size: Int) throws(SystemError) {
    let number = file.number
    _ = try perform(.truncate(to: size), on: file.path) { Int(ftruncate(number, off_t(size))) }
  }

  /// Drops the kernel's cache of a file from `offset` on, so that the next read is from the device.
  ///
  /// This is only advice; ignoring it loses nothing. The method calls `posix_fadvise`.
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

  /// Removes the file at `path`, if possible.
  ///
  /// It calls `unlink`.
  package func remove(_ path: String) {
    _ = try? perform(.remove(path: path), on: path) { unsafe Int(unlink(path)) }
  }

  /// Creates a folder that only its owner can enter, or returns false if the folder exists.
  ///
  /// It calls `mkdir`.
  func makeFolder(_ path: String) throws(SystemError) -> Bool {
    try requireWritable(path, for: .makeFolder)
    do throws(SystemError) {
      _ = try perform(.makeFolder, on: path) { unsafe Int(mkdir(path, 0o700)) }
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
      return false
    }
  }

  /// Renames the file at `path`, replacing a file with the new name.
  ///
  /// It calls `rename`.
  func rename(_ path: String, to name: String) throws(SystemError) {
    try giveName(name, .rename(to: name), path, posixRename)
  }

  /// Renames the file at `path`, unless a file has the new name, even one that appeared a moment ago.
  ///
  /// It calls `link` and `unlink`; Swift's modules of the C library lack `renameat2`. Only on a file system without
  /// second names can a file appear between a check and the rename.
  func renameToFree(_ path: String, _ name: String) throws(SystemError) {
    do throws(SystemError) { try link(path, to: name) } catch {
      guard error.isUnsupported else { throw error }
      guard (try? isLink(name)) == nil else {
        throw SystemError(call: .link(to: name), code: SystemError.existing, path: name)
      }
      return try rename(path, to: name)
    }
    remove(path)
  }

  /// Gives the file at `path` a second name, unless a file has it.
  ///
  /// It calls `link`.
  func link(_ path: String, to name: String) throws(SystemError) {
    try giveName(name, .link(to: name), path, posixLink)
  }

  private func giveName(
    _ name: String, _ call: Call, _ path: String, _ body: (String, String) -> Int
  ) throws(SystemError) {
    do throws(SystemError) { _ = try perform(call, on: path) { body(path, name) } } catch {
      // The error concerns the new name, which another file may have.
      throw SystemError(call: error.call, code: error.code, path: name)
    }
  }

  /// Changes the permission bits of a file.
  ///
  /// It calls `fchmod`.
  func setMode(_ mode: UInt32, of file: Descriptor) throws(SystemError) {
    let number = file.number
    _ = try perform(.own, on: file.path) { Int(fchmod(number, mode_t(mode))) }
  }

  /// Ends the mark of an unfinished file, after its last rename, if possible.
  ///
  /// If a crash prevents it, the file is whole and has its name; the mark does no harm there.
  ///
  /// - Parameter mode: The permissions of the file; nil for those it has.
  func removeMark(of file: Descriptor, mode: UInt32? = nil) {
    guard let mode = mode ?? (try? status(file).mode) else { return }
    try? setMode(mode & ~FileStatus.mark, of: file)
  }

  /// Changes the owner of a file.
  ///
  /// It calls `fchown`.
  func give(_ file: Descriptor, to owner: FileStatus.Owner) throws(SystemError) {
    let number = file.number
    _ = try perform(.own, on: file.path) { Int(fchown(number, owner.user, owner.group)) }
  }

  /// Gives a file that root created to the owner of the log it belongs to, so that the owner can use it.
  ///
  /// A process of any other user does nothing.
  func give(
    asRoot file: @autoclosure () throws(SystemError) -> Descriptor, to owner: FileStatus.Owner?
  ) throws(SystemError) {
    guard let owner, owner.user != 0, System.effectiveUser == 0 else { return }
    try give(try file(), to: owner)
  }

  /// Reads up to `count` bytes from the current position of the descriptor.
  ///
  /// It calls `read`.
  func read(
    _ file: Descriptor, into buffer: UnsafeMutableRawPointer, count: Int
  ) throws(SystemError) -> Int {
    let number = file.number
    return try perform(.read, on: file.path, retried: true) {
      unsafe posixRead(number, buffer, count)
    }
  }

  /// Reads up to `count` bytes at `offset` of a file.
  ///
  /// It calls `pread`.
  func read(
    _ file: Descriptor, into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int
  ) throws(SystemError) -> Int {
    let number = file.number
    return try perform(.read, on: file.path, retried: true) {
      unsafe pread(number, buffer, count, off_t(offset))
    }
  }
}

// The functions of the C library that methods of `System` hide, because they have the same names.

/// Opens a file with close-on-exec, and returns its number; -1 after an error.
func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int {
  unsafe Int(open(path, flags | O_CLOEXEC, mode))
}

private func posixClose(_ number: Int32) -> Int32 { close(number) }
private func posixRename(_ path: String, _ name: String) -> Int { unsafe Int(rename(path, name)) }
private func posixLink(_ path: String, _ name: String) -> Int { unsafe Int(link(path, name)) }

private func posixWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}

private func posixRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(number, buffer, count)
}
