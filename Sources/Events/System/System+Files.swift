#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The calls on open files, and on files and folders by their names.
extension System {
  /// The purpose of opening a file.
  enum Access {
    /// Reading.
    case reading
    /// Reading, if it is a file; a pipe of that name does not block.
    case nonblocking
    /// Reading, and writing at the end.
    case appending
    /// Reading, and writing at the end, if the name is no symbolic link.
    case appendingUnlinked
    /// Reading and writing at the end of a new file, which must not exist yet.
    case creating
    /// Writing a new file that others may read, as far as the process lets them.
    case sharing

    fileprivate var flags: Int32 {
      switch self {
      // O_NONBLOCK: a pipe is refused by its type, without waiting for it.
      case .reading: O_RDONLY
      case .nonblocking: O_RDONLY | O_NONBLOCK
      case .appending: O_RDWR | O_APPEND | O_NONBLOCK
      case .appendingUnlinked: O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW
      case .creating: O_RDWR | O_APPEND | O_CREAT | O_EXCL
      case .sharing: O_WRONLY | O_CREAT | O_EXCL
      }
    }

    fileprivate var mode: mode_t { if case .sharing = self { 0o666 } else { 0o600 } }
  }

  /// Opens a file, close-on-exec; a new one gets mode 0600, unless it is to be shared.
  ///
  /// The C function is `open`.
  func open(_ path: String, for access: Access) throws(SystemError) -> Descriptor {
    let (flags, mode) = (access.flags, access.mode)
    let number = try perform(.open(path: path), on: path) {
      #if canImport(Glibc) || canImport(Musl)
        unsafe Int(Glibc.open(path, flags | O_CLOEXEC, mode))
      #else
        unsafe Int(Darwin.open(path, flags | O_CLOEXEC, mode))
      #endif
    }
    return Descriptor(number: Int32(number), path: path, system: self)
  }

  /// Closes a file.
  ///
  /// The C function is `close`.
  func close(_ number: Int32, _ path: String) {
    release(.close, path) {
      #if canImport(Glibc) || canImport(Musl)
        Glibc.close(number)
      #else
        Darwin.close(number)
      #endif
    }
  }

  /// Returns the status of an open file.
  ///
  /// The C function is `fstat`.
  func status(_ file: Descriptor) throws(SystemError) -> FileStatus {
    var raw = stat()
    let number = file.number
    _ = try perform(.stat, on: file.path) { unsafe Int(fstat(number, &raw)) }
    return FileStatus(raw)
  }

  /// Throws for anything but a file with bytes of its own: a pipe would open and fail at the first
  /// sync.
  ///
  /// - Returns: The status of the file.
  func requireFile(_ file: Descriptor) throws(SystemError) -> FileStatus {
    let status = try status(file)
    guard status.isRegular else {
      throw SystemError.notRegular(file.path)
    }
    return status
  }

  /// Returns the status of the file at a path, with symbolic links followed.
  ///
  /// The C function is `stat`.
  func status(path: String) throws(SystemError) -> FileStatus {
    var raw = stat()
    _ = try perform(.stat, on: path) { unsafe Int(stat(path, &raw)) }
    return FileStatus(raw)
  }

  /// Returns whether an open file, or folder, is the one at a path; false where there is none.
  func isFile(_ file: Descriptor, at path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try status(path: path).identity == status(file).identity
    } catch {
      guard error.isMissing else { throw error }
      return false
    }
  }

  /// Takes the lock of a file and returns whether it was free.
  ///
  /// The C function is `flock`: a lock of the open file, released when it closes, however the
  /// process ends.
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

  /// Takes the lock of a file together with other readers and returns whether no writer had it.
  ///
  /// The C function is `flock`. A file system without locks has no writers that hold one.
  func lockShared(_ file: Descriptor) -> Bool {
    let number = file.number
    do throws(SystemError) {
      _ = try perform(.flock, on: file.path, retried: true) {
        Int(flock(number, LOCK_SH | LOCK_NB))
      }
      return true
    } catch {
      return error.code != EWOULDBLOCK
    }
  }

  /// Releases the lock, as closing would.
  func unlock(_ file: Descriptor) {
    release(.unlock, file.path) { flock(file.number, LOCK_UN) }
  }

  /// Writes `bytes` at the end with one call and returns the number of bytes taken.
  ///
  /// The C function is `write`.
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

  /// Flushes a file to the device.
  ///
  /// The C function is `fsync`; on Darwin `fcntl(F_FULLFSYNC)`, and `fsync` only where the file
  /// system does not support that. Never retried: after a failure the kernel may have dropped the
  /// pages, and a second call would report success on data that is lost.
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

  /// Cuts a file to `size` bytes.
  ///
  /// The C function is `ftruncate`.
  func truncate(_ file: Descriptor, to size: Int) throws(SystemError) {
    let number = file.number
    _ = try perform(.truncate(to: size), on: file.path) { Int(ftruncate(number, off_t(size))) }
  }

  /// Drops the kernel's cache of a file from `offset` on, so that the next read comes from the
  /// device.
  ///
  /// Only advice: nothing is lost where it is ignored. The C function is `posix_fadvise`.
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
  /// The C function is `unlink`.
  package func remove(_ path: String) {
    _ = try? perform(.remove(path: path), on: path) { unsafe Int(unlink(path)) }
  }

  /// Creates a folder that only its owner may enter; returns false where there is one already.
  ///
  /// The C function is `mkdir`.
  func makeFolder(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try perform(.makeFolder, on: path) { unsafe Int(mkdir(path, 0o700)) }
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
      return false
    }
  }

  /// Renames the file at `path`, replacing the file of that name.
  ///
  /// The C function is `rename`.
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
      // A file in the way has that name.
      throw SystemError(call: error.call, code: error.code, path: name)
    }
  }

  /// Changes the permission bits of a file.
  ///
  /// The C function is `fchmod`.
  func setMode(_ mode: UInt32, of file: Descriptor) throws(SystemError) {
    let number = file.number
    _ = try perform(.own, on: file.path) { Int(fchmod(number, mode_t(mode))) }
  }

  /// Changes the owner of a file.
  ///
  /// The C function is `fchown`.
  func give(_ file: Descriptor, to owner: FileStatus.Owner) throws(SystemError) {
    let number = file.number
    _ = try perform(.own, on: file.path) { Int(fchown(number, owner.user, owner.group)) }
  }

  /// Reads up to `count` bytes from the current position of the descriptor.
  ///
  /// The C function is `read`.
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

  /// Reads up to `count` bytes at `offset` of a file.
  ///
  /// The C function is `pread`.
  func read(
    _ file: Descriptor, into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int
  ) throws(SystemError) -> Int {
    let number = file.number
    return try perform(.read, on: file.path, retried: true) {
      unsafe pread(number, buffer, count, off_t(offset))
    }
  }
}
