#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System {
  /// Returns the names in a folder, in no order.
  ///
  /// The C functions are `opendir` and `readdir`.
  func names(in folder: String) throws(SystemError) -> [String] {
    var names: [String] = []
    _ = try perform(.list, on: folder) {
      guard let stream = unsafe opendir(folder) else { return -1 }
      defer { unsafe closedir(stream) }
      while true {
        // Only so can an error be told from the end.
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

  /// Removes an empty folder where that is possible.
  ///
  /// The C function is `rmdir`.
  func removeFolder(_ path: String) {
    _ = try? perform(.remove(path: path), on: path) { unsafe Int(rmdir(path)) }
  }
}
