#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System {
  #if canImport(Darwin)
    private typealias FolderStream = UnsafeMutablePointer<DIR>
  #else
    private typealias FolderStream = OpaquePointer
  #endif

  /// Returns the names in a folder, unordered.
  ///
  /// It calls `opendir` and `readdir`.
  func names(in folder: String) throws(SystemError) -> [String] {
    try unsafe names(folder) { unsafe opendir(folder) }
  }

  /// Returns the names in an open folder, unordered.
  ///
  /// It calls `openat`, `fdopendir` and `readdir`.
  func names(in folder: Descriptor) throws(SystemError) -> [String] {
    let number = folder.number
    return try unsafe names(folder.path) {
      // The stream closes its descriptor.
      let own = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      return unsafe own < 0 ? nil : fdopendir(own)
    }
  }

  private func names(
    _ folder: String, _ open: () -> FolderStream?
  ) throws(SystemError) -> [String] {
    var names: [String] = []
    _ = try perform(.list, on: folder) {
      guard let stream = unsafe open() else { return -1 }
      defer { unsafe closedir(stream) }
      while true {
        // Otherwise an error would look like the end of the folder.
        errno = 0
        guard let entry = unsafe readdir(stream) else { return errno == 0 ? 0 : -1 }
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
          unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
      }
    }
    return names
  }

  /// Opens a folder, but not a symbolic link to one.
  ///
  /// It calls `open`.
  func openFolder(_ path: String) throws(SystemError) -> Descriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    let number = try perform(.open(path: path), on: path) { posixOpen(path, flags) }
    return Descriptor(number: Int32(number), path: path, system: self)
  }

  /// Opens a file or a folder in an open folder for reading, but not a symbolic link.
  ///
  /// It calls `openat`.
  func open(
    _ name: String, in folder: Descriptor, isFolder: Bool
  ) throws(SystemError) -> Descriptor {
    let (path, number) = ("\(folder.path)/\(name)", folder.number)
    // With O_NONBLOCK, a pipe does not block.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (isFolder ? O_DIRECTORY : 0)
    let opened = try perform(.open(path: path), on: path) {
      unsafe Int(openat(number, name, flags))
    }
    return Descriptor(number: Int32(opened), path: path, system: self)
  }

  /// Opens a pipe, whose ends are closed in programs that are started.
  ///
  /// It calls `pipe`.
  func openPipe() throws(SystemError) -> (reader: Descriptor, writer: Descriptor) {
    var ends: [Int32] = [-1, -1]
    _ = try perform(.open(path: "a pipe"), on: "a pipe") { unsafe Int(pipe(&ends)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (
      Descriptor(number: ends[0], path: "a pipe", system: self),
      Descriptor(number: ends[1], path: "a pipe", system: self)
    )
  }

  /// Removes a file, a link or an empty folder in an open folder, if possible.
  ///
  /// It calls `unlinkat`.
  func remove(_ name: String, in folder: Descriptor, isFolder: Bool) {
    let (path, number) = ("\(folder.path)/\(name)", folder.number)
    _ = try? perform(.remove(path: path), on: path) {
      unsafe Int(unlinkat(number, name, isFolder ? AT_REMOVEDIR : 0))
    }
  }

  /// Removes an empty folder, if possible.
  ///
  /// It calls `rmdir`.
  func removeFolder(_ path: String) {
    _ = try? perform(.remove(path: path), on: path) { unsafe Int(rmdir(path)) }
  }
}
