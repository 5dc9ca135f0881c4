#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file, closed when its last owner lets go of it.
final class Descriptor: Sendable {
  let number: Int32
  let path: String
  private let system: System?

  /// The standard input of the process; it stays open.
  static let standardInput = Descriptor(number: 0, path: "standard input", system: nil)

  /// - Parameter system: what closes it; nil leaves it open.
  init(number: Int32, path: String, system: System?) {
    self.number = number
    self.path = path
    self.system = system
  }

  deinit { system?.close(number, path) }
}

/// What the system says of a file.
struct FileStatus {
  let size: Int
  /// Whether it is a file with bytes of its own, not a folder, a pipe or a device.
  let isRegular: Bool
  /// Which file it is: equal for two descriptors only when they are of one file.
  let identity: Identity
  /// Permission bits.
  let mode: UInt32

  /// Whose it is.
  let owner: Owner

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
    identity = Identity(
      device: UInt64(truncatingIfNeeded: raw.st_dev), node: UInt64(truncatingIfNeeded: raw.st_ino))
    mode = UInt32(raw.st_mode) & 0o7777
    owner = Owner(user: UInt32(raw.st_uid), group: UInt32(raw.st_gid))
  }
}

/// A call to the system that failed.
public struct SystemError: Error, Equatable, Sendable {
  /// What was called.
  public let call: System.Call
  /// The `errno` it left.
  public let code: Int32
  /// The file it was about.
  public let path: String

  /// The system's words for it, without capital and full stop.
  public var reason: String {
    if case .open = call, code == EINVAL { return "it is not a regular file" }
    let text = unsafe String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The next step, whatever was to be done; nil where nobody can say.
  var advice: String? {
    switch code {
    case ENOSPC, EDQUOT: "make room on the disk, then try again"
    case EFBIG: "'ulimit -f' shows how long a file may become; raise it, then try again"
    case EACCES, EPERM: "'ls -ld' and 'lsattr' on the file and its folder show who may do it"
    case EROFS: "name a file on a file system that can be written"
    case EIO: "the disk may be failing: copy what can be read, then check it"
    case EISDIR: "name a file"
    case EINVAL: if case .open = call { "name a file" } else { nil }
    case ENOTDIR: "a part of the way to it is no folder; name another file"
    case ELOOP: "its symbolic links lead to one another; name another file"
    case EEXIST: "move it away, then try again"
    case EMFILE, ENFILE: "close files, or raise the limit that 'ulimit -n' shows"
    default: nil
    }
  }

  /// Whether the disk or the quota is full.
  var isOutOfRoom: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether a folder is where a file should be.
  var isFolder: Bool { code == EISDIR }

  /// Whether the file exists already.
  var isExisting: Bool { code == EEXIST }

  /// Whether the file, or a folder on the way to it, does not exist.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}
