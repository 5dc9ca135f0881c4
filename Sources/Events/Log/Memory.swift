/// The bytes of a log for as long as somebody reads them: a mapping of its file, or a copy.
///
/// The mapping reaches as far as the file did when it was made. What an append adds later is not in
/// it, and what is in it does not change: a log only grows.
@safe
final class Memory: @unchecked Sendable {
  private let address: UnsafeMutableRawPointer
  private let count: Int
  private let isMapped: Bool

  /// Maps the first `count` bytes of `file`.
  init(_ file: Descriptor, count: Int, system: System) throws(SystemError) {
    self.count = count
    isMapped = count > 0
    if count > 0 {
      unsafe address = try system.map(file, count: count)
    } else {
      unsafe address = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    }
  }

  /// Copies `array`.
  init(_ array: [UInt8]) {
    count = array.count
    isMapped = false
    unsafe address = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 8)
    unsafe array.withUnsafeBytes { raw in
      if let base = raw.baseAddress { unsafe address.copyMemory(from: base, byteCount: raw.count) }
    }
  }

  /// Reads `file` to its end, at most `limit` bytes and one more, which tells that there are more.
  init(
    reading file: Descriptor, limit: Int = .max - 1, system: System
  ) throws(SystemError) {
    var capacity = 1 << 16
    var filled = 0
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
      filled += taken
      if taken == 0 { break }
    }
    unsafe address = buffer
    count = filled
    isMapped = false
  }

  deinit {
    if isMapped { unsafe System.unmap(address, count: count) } else { unsafe address.deallocate() }
  }

  /// The bytes, valid as long as this object is.
  var bytes: Bytes { unsafe Bytes(address, count: count) }
}
