/// The hashes of ever longer beginnings of some bytes, made in one pass.
struct PrefixHash {
  private let bytes: Bytes
  private var hash: SHA256
  /// The end of the blocks that were hashed.
  private var end: Int
  /// The number of bytes between two reports of progress.
  private static let piece = 1 << 22

  init(of bytes: Bytes) { (self.bytes, hash, end) = (bytes, SHA256(), 0) }

  /// Creates a hash that goes on after the first `count` bytes, whose last whole block left `state`.
  init(of bytes: Bytes, after count: Int, _ state: SHA256Words) {
    (self.bytes, hash) = (bytes, SHA256(after: state))
    end = PrefixHash.wholeBlocks(count)
  }

  /// The state after the last whole block of the beginning that was asked for last.
  var state: SHA256Words { hash.state }

  /// Returns the hash of the first `count` bytes, at least as many as before.
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
