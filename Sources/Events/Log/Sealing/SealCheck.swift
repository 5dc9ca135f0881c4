/// A comparison of a log with its seals that shows whether sealed events were changed.
///
/// The log is hashed once for all seals. A seal that holds proves nothing about the validity of the lines;
/// ``Verification`` checks the lines.
public struct SealCheck: Sendable {
  /// The difference of a log from a seal.
  public enum Fault: Equatable, Sendable {
    /// A log with only this many bytes in complete batches.
    case shorter(Int)
    /// Bytes that differ from the sealed ones.
    case otherContent
    /// The sealed bytes, but the last event has this position and not the position in the seal.
    case otherSeq(Int)
  }

  /// A seal and the outcome of its check.
  public struct Result: Equatable, Sendable {
    public let seal: Seal
    /// The difference of the log from the seal; nil if the seal holds.
    public let fault: Fault?
  }

  /// The results, sorted by the number of sealed bytes, then in the order given.
  public let results: [Result]

  /// A Boolean value indicating whether every seal holds.
  public var holds: Bool { results.allSatisfy { $0.fault == nil } }
  /// The seal with the most bytes among those that hold.
  public var newestHeld: Seal? { results.last { $0.fault == nil }?.seal }
  /// The result with the fewest bytes among those that do not hold.
  public var oldestBroken: Result? { results.first { $0.fault != nil } }

  public init(_ log: Log, _ seals: [Seal]) {
    var log = log
    log.checkpoint = nil
    let bytes = log.bytes
    // Even if the end of the log cannot be read, the sealed bytes may be intact.
    let end = (try? log.tail())?.end ?? bytes.count
    let decoder = LineDecoder()
    var hash = PrefixHash(of: bytes)
    let ordered = seals.enumerated().sorted {
      ($0.element.bytes, $0.offset) < ($1.element.bytes, $1.offset)
    }
    var results: [Result] = []
    for (_, seal) in ordered {
      guard seal.bytes <= end else {
        results.append(Result(seal: seal, fault: .shorter(end)))
        continue
      }
      guard hash.hash(upTo: seal.bytes, log.onProgress) == seal.hash else {
        results.append(Result(seal: seal, fault: .otherContent))
        continue
      }
      let seq = SealCheck.lastSeq(bytes, before: seal.bytes, decoder)
      results.append(Result(seal: seal, fault: seq == seal.seq ? nil : .otherSeq(seq ?? 0)))
    }
    self.results = results
  }

  /// Returns the position of the line that ends at `end`, or nil if no line can be read there.
  private static func lastSeq(_ bytes: Bytes, before end: Int, _ decoder: LineDecoder) -> Int? {
    guard end > 0 else { return 0 }
    return try? decoder.logged(bytes, in: bytes[0..<end].lastLine(before: end)).seq
  }
}

extension SealCheck.Fault {
  /// Returns the difference of a log from `seal`, as a full sentence.
  public func message(of seal: Seal) -> String {
    let bytes = "\(grouped("\(seal.bytes)")) bytes"
    return switch self {
    case .shorter(let count):
      "the log has only \(grouped("\(count)")) of the \(bytes) sealed at seq \(seal.seq)"
    case .otherContent:
      "the first \(bytes) do not match the seal at seq \(seal.seq): earlier events were rewritten"
    case .otherSeq(let seq):
      "the first \(bytes) end with seq \(seq), but were sealed at seq \(seal.seq)"
    }
  }

  /// Returns the error for a log called `name` that differs from its seal.
  func error(of seal: Seal, _ name: String) -> LogError {
    LogError(
      .damaged, name, message(of: seal),
      help:
        "compare the log with an earlier copy or an older seal; check that the seal belongs to this log"
    )
  }
}

extension Seal {
  /// Returns the error for a seal whose state and the last bytes of the log called `name` do not give its hash.
  func wrongState(_ name: String) -> LogError {
    LogError(
      .damaged, name,
      "the state of the seal at seq \(seq) must lead to its SHA-256, but leads to another one: the seal was changed",
      help: "run \(.seal) to seal the log without the earlier seal")
  }
}
