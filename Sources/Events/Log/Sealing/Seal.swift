/// The SHA-256 of a prefix of a log, to be kept in another place.
///
/// A seal proves later whether the prefix was changed: compare the seal with the current hash of the same bytes.
/// `head -c BYTES LOG | sha256sum` prints the same hash.
///
///     let seal = try Log(path: "events.jsonl").seal()
///     // … later, with a seal from a place where nobody could change it:
///     let check = SealCheck(try Log(path: "events.jsonl"), [seal])
///     print(check.holds)
public struct Seal: Hashable, Sendable {
  /// The position of the last sealed event; 0 for an empty log.
  public let seq: Int
  /// The number of sealed bytes, from the beginning of the log.
  public let bytes: Int
  /// The SHA-256 of the sealed bytes, as 64 lowercase hexadecimal digits.
  public var sha256: String { hash.text }

  /// The SHA-256 of the sealed bytes.
  let hash: SHA256Words
  /// The state from which a later seal can continue; nil if it was not kept.
  let continuation: Continuation?

  /// The state from which the hash can continue without the sealed bytes.
  struct Continuation: Hashable, Sendable {
    /// The checksum of the last sealed line, which covers all lines before it.
    let sum: UInt64
    /// The state of the hash after the last whole block.
    let state: SHA256Words
  }

  /// A Boolean value indicating whether a later seal can continue from this one, without hashing the sealed bytes
  /// again.
  public var isResumable: Bool { continuation != nil }

  /// The checksum of the last sealed line, as the line contains it; nil if it was not kept.
  package var sum: String? {
    continuation.map { String(decoding: hexadecimal($0.sum), as: UTF8.self) }
  }
  /// The state of the hash after the last whole block of 64 bytes; nil if it was not kept.
  package var state: String? { continuation?.state.text }
}
