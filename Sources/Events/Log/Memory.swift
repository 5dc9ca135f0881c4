/// The bytes of a log for as long as somebody reads them: a mapping of its file, or a copy.
///
/// The mapping reaches as far as the file did when it was made, and what an append adds later is not
/// in it. A log only grows, but for its end: what a crash left there is cut off by the next append,
/// and reading a mapping beyond the end of its file ends the process. So the end is copied.
@safe
final class Memory: @unchecked Sendable {
  private let address: UnsafeMutableRawPointer
  private let count: Int
  /// What ends the mapping, and the file it is of; nil for a copy.
  private let mapping: (system: System, path: String)?
  /// Whether there was more to read, in a line that was too long already.
  let isCutShort: Bool

  /// How much of the end of a file is copied at least.
  private static let copied = 1 << 20
  /// A multiple of every page size there is.
  private static let pageSize = 1 << 16

  /// Maps the first `count` bytes of `file`.
  ///
  /// - Parameter settled: how many bytes from the front can never be cut again.
  init(
    _ file: Descriptor, count: Int, settled: Int = 0, system: System
  ) throws(SystemError) {
    self.count = count
    mapping = count > 0 ? (system, file.path) : nil
    isCutShort = false
    if count > 0 {
      unsafe address = try system.map(file, count: count)
      try copyEnd(of: file, settled: settled, system)
    } else {
      unsafe address = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    }
  }

  /// Puts copies in the place of the pages at the end, as far back as a batch that is not whole may
  /// begin: pages of a file are gone when it is cut, even if they were written to. Where that fails, the
  /// mapping ends with this object.
  private func copyEnd(
    of file: Descriptor, settled: Int, _ system: System
  ) throws(SystemError) {
    var (end, size, lines) = (count, Memory.copied, 0)
    // No batch has more lines or bytes. What an append adds alone has no mark, so lines are counted.
    while end > settled, lines <= Log.largestBatch, count - end <= Log.largestBatchBytes {
      let start = max(settled, end - size, 0) / Memory.pageSize * Memory.pageSize
      try unsafe system.mapNothing(at: address + start, count: end - start, file.path)
      var offset = start
      while offset < end {
        let taken = try unsafe system.read(
          file, into: address + offset, count: end - offset, at: offset)
        if taken == 0 { break }
        offset += taken
      }
      lines += unsafe Bytes(address + start, count: end - start).count(of: UInt8(ascii: "\n"))
      (end, size) = (start, size * 2)
    }
  }

  /// Copies the bytes of `range` of a file; fewer where the file ends before.
  init(_ file: Descriptor, range: Range<Int>, system: System) throws(SystemError) {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, range.count), alignment: 8)
    var filled = 0
    do throws(SystemError) {
      while filled < range.count {
        let taken = try unsafe system.read(
          file, into: buffer + filled, count: range.count - filled,
          at: range.lowerBound + filled)
        if taken == 0 { break }
        filled += taken
      }
    } catch {
      unsafe buffer.deallocate()
      throw error
    }
    unsafe address = buffer
    count = filled
    mapping = nil
    isCutShort = false
  }

  /// Copies `array`.
  init(_ array: [UInt8]) {
    count = array.count
    mapping = nil
    isCutShort = false
    unsafe address = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 8)
    unsafe array.withUnsafeBytes { raw in
      if let base = raw.baseAddress { unsafe address.copyMemory(from: base, byteCount: raw.count) }
    }
  }

  /// Reads `file` to its end, at most `limit` bytes and one more, which tells that there are more.
  ///
  /// - Parameter longestLine: where no line may be longer, reading ends with the first one that is.
  init(
    reading file: Descriptor, limit: Int = .max - 1, longestLine: Int = .max, system: System
  ) throws(SystemError) {
    var capacity = 1 << 16
    var filled = 0
    var line = 0
    var buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    while true {
      if filled == capacity {
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * 2, alignment: 8)
        unsafe larger.copyMemory(from: buffer, byteCount: filled)
        unsafe buffer.deallocate()
        unsafe buffer = larger
        capacity *= 2
      }
      let taken: Int
      do throws(SystemError) {
        let room = min(capacity, limit + 1) - filled
        taken = room > 0 ? try unsafe system.read(file, into: buffer + filled, count: room) : 0
      } catch {
        unsafe buffer.deallocate()
        throw error
      }
      let read = unsafe Bytes(buffer + filled, count: taken)
      if let newline = read.lastIndex(of: UInt8(ascii: "\n"), before: taken) {
        line = filled + newline + 1
      }
      filled += taken
      if taken == 0 || filled - line > longestLine { break }
    }
    isCutShort = filled - line > longestLine
    unsafe address = buffer
    count = filled
    mapping = nil
  }

  deinit {
    if let mapping {
      unsafe mapping.system.unmap(address, count: count, mapping.path)
    } else {
      unsafe address.deallocate()
    }
  }

  /// The bytes, valid as long as this object is.
  var bytes: Bytes { unsafe Bytes(address, count: count) }
}
