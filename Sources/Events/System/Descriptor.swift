#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file, which is closed when its last reference is released.
final class Descriptor: Sendable {
  let number: Int32
  let path: String
  private let system: System?

  /// The standard input of the process, which stays open.
  static let standardInput = Descriptor(number: 0, path: "standard input", system: nil)

  /// Creates a descriptor.
  ///
  /// - Parameter system: The system that closes the file; nil to leave it open.
  init(number: Int32, path: String, system: System?) {
    (self.number, self.path, self.system) = (number, path, system)
  }

  deinit { system?.close(number, path) }
}

/// The status of a file.
struct FileStatus {
  let size: Int
  /// A Boolean value indicating whether it is a regular file, not a folder, a pipe or a device.
  let isRegular: Bool
  let isFolder: Bool
  /// The identity of the file, which is equal for two descriptors only if they refer to one file.
  let identity: Identity
  /// The permission bits.
  let mode: UInt32

  /// The user and the group that own the file.
  let owner: Owner

  /// The permission bit that marks a file which replog has not finished: the sticky bit.
  ///
  /// A file has it from its creation on, in one call, on every file system of Unix. No program sets it on a file that
  /// cannot be executed. Darwin keeps it for folders only: there a file that a crash left is not recognised.
  static let mark: UInt32 = 0o1000

  /// A Boolean value indicating whether replog created the file and did not finish it.
  var isUnfinished: Bool { isRegular && mode & (FileStatus.mark | 0o111) == FileStatus.mark }

  /// The file and its size, which differ after a change of a file that only grows.
  struct Version: Equatable {
    let identity: Identity
    let size: Int
  }

  var version: Version { Version(identity: identity, size: size) }

  struct Owner: Equatable {
    let user: UInt32
    let group: UInt32
  }

  struct Identity: Equatable {
    let device: UInt64
    let node: UInt64
  }

  init(_ raw: stat) {
    size = Int(raw.st_size)
    isRegular = UInt32(raw.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG)
    isFolder = UInt32(raw.st_mode) & UInt32(S_IFMT) == UInt32(S_IFDIR)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: raw.st_dev), node: UInt64(truncatingIfNeeded: raw.st_ino))
    mode = UInt32(raw.st_mode) & 0o7777
    owner = Owner(user: UInt32(raw.st_uid), group: UInt32(raw.st_gid))
  }
}

/// A failed system call.
package struct SystemError: Error, Equatable, Sendable {
  package let call: System.Call
  /// The `errno` of the call.
  package let code: Int32
  package let path: String

  /// The system's description of the error, without a capital letter and a full stop.
  package var reason: String {
    if case .open = call, code == EINVAL { return "it is not a regular file" }
    let text = unsafe String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The next step for any operation; nil if none is known.
  package var advice: String? {
    switch code {
    case ENOSPC, EDQUOT: "free up disk space, then try again"
    case EFBIG: "'ulimit -f' shows the maximum size of a file; raise it, then try again"
    case EACCES, EPERM: "'ls -ld' and 'lsattr' on the file and its folder show the permissions"
    case EROFS: "name a file on a writable file system"
    case EIO: "the disk may be failing: copy the readable files, then check the disk"
    case EISDIR: "name a file"
    case EINVAL:
      if case .open = call {
        "name a file: a pipe can be read, but not appended to or followed"
      } else {
        nil
      }
    case ENOTDIR: "a part of its path is not a folder; name another file"
    case ELOOP: "its symbolic links form a loop; name another file"
    case EEXIST: "move it away, then try again"
    case EBADF: "leave out '<&-' or '>&-'; /dev/null is an open file without content"
    case EMFILE, ENFILE: "close files, or raise the limit that 'ulimit -n' shows"
    default: nil
    }
  }

  /// A Boolean value indicating whether the disk or the quota is full.
  package var isOutOfRoom: Bool { code == ENOSPC || code == EDQUOT }

  /// A Boolean value indicating whether the process may not write a file of this size.
  var isOfLimit: Bool { code == EFBIG }

  /// The `errno` for a file that does not exist.
  static let missing = ENOENT

  /// The `errno` for a name that is taken.
  static let existing = EEXIST

  /// A Boolean value indicating whether the file system does not have the call.
  var isUnsupported: Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code) }

  /// The `errno` for a lock that another process holds.
  static let busy = EWOULDBLOCK

  /// The `errno` for a file in the path that should be a folder.
  static let noFolder = ENOTDIR

  /// A Boolean value indicating whether another process holds the lock.
  var isBusy: Bool { call == .flock && code == EWOULDBLOCK }

  /// A Boolean value indicating whether a file that replog did not leave has the name of an unfinished file.
  var isTaken: Bool { call == .stat && code == EEXIST }

  /// A Boolean value indicating whether the file already exists.
  var isExisting: Bool { code == EEXIST }

  /// A Boolean value indicating whether the file, or a folder in its path, does not exist.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// A Boolean value indicating whether the name is a symbolic link, or its path has too many links.
  var isLink: Bool { code == ELOOP }
  /// A Boolean value indicating whether the name is a link, a socket, or a file that this user may not read.
  var isOfAnother: Bool { [ELOOP, ENXIO, EACCES].contains(code) }
  /// A Boolean value indicating whether the file does not exist, but its folder does.
  var isAbsent: Bool { code == ENOENT }

  /// Returns the error for a path that does not lead to a regular file.
  static func notRegular(_ path: String) -> SystemError {
    SystemError(call: .open(path: path), code: EINVAL, path: path)
  }
}
