/// A pattern of bytes to search for, optionally ignoring the case of ASCII letters.
///
/// The search compares the first two bytes of the pattern at eight offsets at a time.
struct BytePattern: Sendable {
  private let bytes: [UInt8]
  /// The case bit of each byte; 0 if the byte is not a letter or the case matters.
  private let folds: [UInt8]
  private let first: (word: UInt64, fold: UInt64)
  private let second: (word: UInt64, fold: UInt64)

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Creates the pattern of `bytes`.
  ///
  /// - Parameter foldsCase: A Boolean value indicating whether the case of ASCII letters is ignored. If it is,
  ///   `bytes` must not contain capital letters.
  init(_ bytes: [UInt8], foldsCase: Bool) {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let folds = bytes.map { foldsCase && letters.contains($0) ? 0x20 : 0 as UInt8 }
    (self.bytes, self.folds) = (bytes, folds)
    func words(_ place: Int) -> (word: UInt64, fold: UInt64) {
      // A missing byte matches any byte.
      guard place < bytes.count else { return (.max, .max) }
      return (Self.ones &* UInt64(bytes[place]), Self.ones &* UInt64(folds[place]))
    }
    (first, second) = (words(0), words(1))
  }

  /// Returns whether `text` contains the pattern.
  func isIn(_ text: Bytes) -> Bool {
    let last = text.count - bytes.count
    var index = 0
    while index <= last {
      let one = (text.word(at: index, before: text.count) | first.fold) ^ first.word
      let two = (text.word(at: index + 1, before: text.count) | second.fold) ^ second.word
      let differing = one | two
      // A borrow may add false hits above the first one; each hit is compared.
      var hits = (differing &- Self.ones) & ~differing & (Self.ones &* 0x80)
      while hits != 0 {
        let place = index + hits.trailingZeroBitCount / 8
        if place <= last, begins(text, at: place) { return true }
        hits &= hits &- 1
      }
      index += 8
    }
    return false
  }

  private func begins(_ text: Bytes, at place: Int) -> Bool {
    for index in bytes.indices where text[place + index] | folds[index] != bytes[index] {
      return false
    }
    return true
  }
}
