/// The bytes of a log while it is read: a mapping of its file, or a copy.
///
/// The mapping covers the file's size at its creation, without later appends. A log only grows, except at its end:
/// the next append removes a torn batch. Reading a mapping beyond the end of its file would kill the process, so the
/// end is copied.
@safe
final class Memory: @unchecked Sendable {
  private let address: UnsafeMutableRawPointer
  private let count: Int
  /// The system that ends the mapping, and the path of the file; nil for a copy.
  private let mapping: (system: System, path: String)?
  /// A Boolean value indicating whether reading ended early, in a line that was already too long.
  let isCutShort: Bool

  /// The number of bytes at the front that are pages of the file and not copies.
  private var mapped = 0

  /// The smallest part at the end of a file that is copied, in bytes.
  private static let copied = 1 << 20
  /// A multiple of every existing page size.
  private static let pageSize = 1 << 16

  /// Creates a mapping of the first `count` bytes of `file`.
  ///
  /// - Parameters:
  ///   - settled: The number of bytes at the front that can never be removed.
  ///   - rest: Bytes that follow those of the file.
  ///   - room: The number of bytes that can be appended after them; they are zero.
  init(
    _ file: Descriptor, count: Int, settled: Int = 0, followedBy rest: [UInt8] = [], room: Int = 0,
    system: System
  ) throws(SystemError) {
    self.count = count + rest.count + room
    mapping = self.count > 0 ? (system, file.path) : nil
    isCutShort = false
    if self.count > 0 {
      unsafe address = try system.map(file, count: self.count)
      mapped = self.count
      if !rest.isEmpty { try place(rest, after: count, of: file, system) }
      try copyEnd(of: file, settled: settled, system)
    } else {
      unsafe address = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    }
  }

  /// Replaces the pages at the end with copies, back to the earliest start of an incomplete batch.
  ///
  /// Truncating a file removes its pages from a mapping, even pages that were written to. If the method fails, the
  /// mapping ends with this object.
  private func copyEnd(of file: Descriptor, settled: Int, _ system: System) throws(SystemError) {
    let last = min(mapped, count)
    var (end, size, lines) = (last, Memory.copied, 0)
    // At most one batch is ever removed. Lines are counted, since a single appended event does not state a batch size.
    while end > settled, lines <= BatchLimit.lines, last - end <= BatchLimit.bytes {
      let start = max(settled, end - size, 0) / Memory.pageSize * Memory.pageSize
      mapped = start
      try unsafe system.mapNothing(at: address + start, count: end - start, file.path)
      _ = try unsafe Memory.fill(address + start, from: start..<end, of: file, system)
      lines += unsafe Bytes(address + start, count: end - start).count(of: UInt8(ascii: "\n"))
      (end, size) = (start, size * 2)
    }
  }

  /// Replaces the pages from `count` bytes on with a copy of the file's last page and `rest`.
  private func place(
    _ rest: [UInt8], after count: Int, of file: Descriptor, _ system: System
  ) throws(SystemError) {
    let start = count / Memory.pageSize * Memory.pageSize
    mapped = start
    try unsafe system.mapNothing(at: address + start, count: self.count - start, file.path)
    _ = try unsafe Memory.fill(address + start, from: start..<count, of: file, system)
    unsafe rest.withUnsafeBytes { raw in
      if let base = raw.baseAddress {
        unsafe (address + count).copyMemory(from: base, byteCount: raw.count)
      }
    }
  }

  /// Writes bytes into the room after the first `end` bytes, and returns whether there is room.
  ///
  /// A log with the memory has only the bytes before `end`.
  func append(_ new: [UInt8], after end: Int) -> Bool {
    guard new.count <= count - end else { return false }
    unsafe new.withUnsafeBytes { raw in
      if let base = raw.baseAddress {
        unsafe (address + end).copyMemory(from: base, byteCount: raw.count)
      }
    }
    return true
  }

  /// Creates a copy of a range of a file, which is shorter if the file ends before.
  init(_ file: Descriptor, range: Range<Int>, system: System) throws(SystemError) {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, range.count), alignment: 8)
    do throws(SystemError) {
      count = try unsafe Memory.fill(buffer, from: range, of: file, system)
    } catch {
      unsafe buffer.deallocate()
      throw error
    }
    unsafe address = buffer
    mapping = nil
    isCutShort = false
  }

  /// Copies a range of a file into a buffer, and returns the number of bytes, which is smaller if the file ends before.
  private static func fill(
    _ buffer: UnsafeMutableRawPointer, from range: Range<Int>, of file: Descriptor, _ system: System
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < range.count {
      let taken = try unsafe system.read(
        file, into: buffer + filled, count: range.count - filled, at: range.lowerBound + filled)
      if taken == 0 { break }
      filled += taken
    }
    return filled
  }

  init(_ array: [UInt8]) {
    count = array.count
    mapping = nil
    isCutShort = false
    unsafe address = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 8)
    unsafe array.withUnsafeBytes { raw in
      if let base = raw.baseAddress { unsafe address.copyMemory(from: base, byteCount: raw.count) }
    }
  }

  /// Creates a copy of `file` with at most `limit` bytes, plus one byte that shows that there are more.
  ///
  /// - Parameter longestLine: The length of a line at which reading stops.
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

  /// Maps the pages of `range` at once, if this is a mapping and the system supports it; only a hint.
  func populate(_ range: Range<Int>) {
    guard let mapping, range.lowerBound < min(range.upperBound, count) else { return }
    let first = range.lowerBound / Memory.pageSize * Memory.pageSize
    unsafe mapping.system.populate(address + first, count: min(range.upperBound, count) - first)
  }

  /// Releases the pages in `range` if they belong to a file; they can still be read.
  func letGo(_ range: Range<Int>) {
    let first = max(0, range.lowerBound) / Memory.pageSize * Memory.pageSize
    let last = min(range.upperBound, mapped) / Memory.pageSize * Memory.pageSize
    guard let mapping, first < last else { return }
    unsafe mapping.system.letGo(address + first, count: last - first)
  }

  /// The bytes, valid as long as this object exists.
  var bytes: Bytes { unsafe Bytes(address, count: count) }
}
