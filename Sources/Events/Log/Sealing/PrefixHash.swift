/// The hashes of ever longer prefixes of some bytes, computed in one pass.
struct PrefixHash {
  private let bytes: Bytes
  private var hash: SHA256
  /// The end of the blocks hashed so far.
  private var end: Int
  /// The number of bytes between two reports of progress.
  private static let piece = 1 << 22

  init(of bytes: Bytes) { (self.bytes, hash, end) = (bytes, SHA256(), 0) }

  /// Creates a hash that continues after the first `count` bytes; `state` is the hash's state after their last whole
  /// block.
  init(of bytes: Bytes, after count: Int, _ state: SHA256Words) {
    (self.bytes, hash) = (bytes, SHA256(after: state))
    end = PrefixHash.wholeBlocks(count)
  }

  /// The state after the last whole block of the prefix that was hashed last.
  var state: SHA256Words { hash.state }

  /// Returns the hash of the first `count` bytes; `count` must not be less than in the previous call.
  mutating func hash(upTo count: Int, _ onProgress: ((Int) -> Void)?) -> SHA256Words {
    let whole = PrefixHash.wholeBlocks(count)
    while end < whole {
      let next = min(whole, end + PrefixHash.piece)
      hash.update(bytes[end..<next])
      end = next
      onProgress?(end)
    }
    return hash.finished(with: bytes[end..<count], count: count)
  }

  private static func wholeBlocks(_ count: Int) -> Int {
    count / SHA256.blockSize * SHA256.blockSize
  }
}
