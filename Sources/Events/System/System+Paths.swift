#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system calls that resolve symbolic links, and functions of paths.
extension System {
  /// Returns the path of the file itself, after resolving symbolic links.
  ///
  /// It calls `realpath`.
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

  /// Returns whether `path` is a symbolic link.
  ///
  /// It calls `lstat`.
  package func isLink(_ path: String) throws(SystemError) -> Bool {
    var raw = stat()
    _ = try perform(.resolve, on: path) { unsafe Int(lstat(path, &raw)) }
    return UInt32(raw.st_mode) & UInt32(S_IFMT) == UInt32(S_IFLNK)
  }

  /// Returns the target of a symbolic link: a path, relative to the folder of the link unless it begins with '/'.
  ///
  /// It calls `readlink`.
  func target(ofLink path: String) throws(SystemError) -> String {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let size = target.count
    let count = try perform(.resolve, on: path) { unsafe readlink(path, &target, size) }
    return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the path of the file itself if `path` is a symbolic link, otherwise `path`.
  ///
  /// The companion files of a log are next to the file, not next to a symbolic link.
  package func place(of path: String) throws(SystemError) -> String {
    try isLink(path) ? try realPath(path) : path
  }

  /// Returns a path that does not depend on the folder of the process, if it can be found.
  package func absolutePath(of path: String) -> String {
    guard let folder = try? realPath(System.folder(of: path)) else { return path }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return (folder == "/" ? "" : folder) + "/" + name
  }

  /// Returns the path of the folder of `path`.
  package static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.joined(separator: "/")
    return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
  }

  /// The folder for temporary files: the value of TMPDIR, otherwise /tmp.
  package var temporaryFolder: String {
    environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// The prefix of the names of temporary files and folders.
  static let temporaryPrefix = "replog-"

  /// Returns a path in the temporary folder, with a name of its kind and 64 random bits.
  func temporaryPath(_ kind: String = "") -> String {
    let number = UInt64.random(in: 0...UInt64.max)
    return "\(temporaryFolder)/\(System.temporaryPrefix)\(kind)\(String(number, radix: 36))"
  }
}
