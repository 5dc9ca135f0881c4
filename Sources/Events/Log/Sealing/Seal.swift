/// The SHA-256 of the first bytes of a log, to be kept elsewhere.
///
/// With it, a change of the past can be proved later: the holder compares it with what those bytes
/// hash to then. `head -c BYTES LOG | sha256sum` prints the same.
///
///     let seal = try Log(path: "events.jsonl").seal()
///     // … later, with a seal from a place where nobody could change it:
///     let check = SealCheck(try Log(path: "events.jsonl"), [seal])
///     print(check.holds)
public struct Seal: Hashable, Sendable {
  /// The position of the last event that is sealed; 0 in an empty log.
  public let seq: Int
  /// The number of bytes that are sealed, from the first one.
  public let bytes: Int
  /// Their SHA-256, as 64 lower-case hexadecimal digits.
  public var sha256: String { hash.text }

  /// Their SHA-256.
  let hash: SHA256Words
  /// The place to go on from, for a later seal; nil where it was not kept.
  let continuation: Continuation?

  /// The place from which the hash goes on without the sealed bytes.
  struct Continuation: Hashable, Sendable {
    /// The sum of the last line, which covers all before it.
    let sum: UInt64
    /// The state of the hash after the last whole block.
    let state: SHA256Words
  }

  /// A Boolean value indicating whether a later seal can go on from it, without hashing its bytes anew.
  public var isResumable: Bool { continuation != nil }

  /// The sum of the last line that is sealed, as it is written there; nil where it was not kept.
  package var sum: String? {
    continuation.map { String(decoding: hexadecimal($0.sum), as: UTF8.self) }
  }
  /// The state of the hash after the last whole block of 64 bytes; nil where it was not kept.
  package var state: String? { continuation?.state.text }

  init(seq: Int, bytes: Int, hash: SHA256Words, continuation: Continuation?) {
    (self.seq, self.bytes) = (seq, bytes)
    (self.hash, self.continuation) = (hash, continuation)
  }
}
