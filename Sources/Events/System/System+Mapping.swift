#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system calls that map files into memory.
extension System {
  /// Replaces a part of a mapping with empty private memory.
  ///
  /// It calls `mmap`.
  func mapNothing(
    at address: UnsafeMutableRawPointer, count: Int, _ path: String
  ) throws(SystemError) {
    _ = try perform(.map, on: path) {
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
      let mapped = unsafe mmap(address, count, PROT_READ | PROT_WRITE, Int32(flags), -1, 0)
      return unsafe mapped == MAP_FAILED ? -1 : 0
    }
  }

  /// Maps the first `count` bytes of a file for reading.
  ///
  /// It calls `mmap`.
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

  /// Maps pages of a mapping at once instead of one by one on access.
  ///
  /// It calls `madvise`.
  func populate(_ address: UnsafeMutableRawPointer, count: Int) {
    #if os(Linux)
      // MADV_POPULATE_READ exists since Linux 5.14. An older kernel refuses it, and pages are mapped one by one.
      _ = unsafe madvise(address, count, 22)
    #endif
  }

  /// Releases pages of a file that were read; until then they count as memory of the process.
  ///
  /// It calls `madvise`. A later read gets the pages from the file again.
  func letGo(_ address: UnsafeMutableRawPointer, count: Int) {
    _ = unsafe madvise(address, count, Int32(MADV_DONTNEED))
  }

  /// Ends a mapping.
  ///
  /// It calls `munmap`.
  func unmap(_ address: UnsafeMutableRawPointer, count: Int, _ path: String) {
    release(.unmap, path) { unsafe munmap(address, count) }
  }
}
