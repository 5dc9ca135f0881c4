/// A comparison of a log with seals of it: whether its past was rewritten.
///
/// The beginning of the log is hashed once, however many seals there are. That a log is as it was sealed
/// says nothing of its lines; ``Verification`` looks at those.
public struct SealCheck: Sendable {
  /// The difference of a log from a seal.
  public enum Fault: Equatable, Sendable {
    /// A log of fewer bytes, this many, in complete batches.
    case shorter(Int)
    /// Other bytes than those that were sealed.
    case otherContent
    /// The sealed bytes, which end with the event at this position, and not with that of the seal.
    case otherSeq(Int)
  }

  /// A seal and what became of it.
  public struct Result: Equatable, Sendable {
    public let seal: Seal
    /// The difference of the log; nil where the seal holds.
    public let fault: Fault?
  }

  /// The seals by the number of bytes that they cover, then as they were given.
  public let results: [Result]

  /// A Boolean value indicating whether all that was sealed is still there, unchanged.
  public var holds: Bool { results.allSatisfy { $0.fault == nil } }
  /// The seal that holds and covers most.
  public var newestHeld: Seal? { results.last { $0.fault == nil }?.seal }
  /// The seal that does not hold and covers least.
  public var oldestBroken: Result? { results.first { $0.fault != nil } }

  /// Compares `log` with `seals`.
  public init(_ log: Log, _ seals: [Seal]) {
    var log = log
    log.checkpoint = nil
    let bytes = log.bytes
    // A log whose end cannot be read may still begin with what was sealed.
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

  /// Returns the position of the line that ends at `end`; nil where none can be read there.
  private static func lastSeq(_ bytes: Bytes, before end: Int, _ decoder: LineDecoder) -> Int? {
    guard end > 0 else { return 0 }
    return try? decoder.logged(bytes, in: bytes[0..<end].lastLine(before: end)).seq
  }
}

extension SealCheck.Fault {
  /// Returns the difference of a log from `seal`, for a sentence of its own.
  public func message(of seal: Seal) -> String {
    let sealed = "the first \(grouped("\(seal.bytes)")) bytes, sealed with seq \(seal.seq)"
    switch self {
    case .shorter(let count):
      return "expected \(sealed), found a log of \(grouped("\(count)"))"
    case .otherContent: return "expected \(sealed), found others: the past was rewritten"
    case .otherSeq(let seq): return "expected \(sealed), found that they end with seq \(seq)"
    }
  }

  /// Returns the error for a log called `name` that is not as it was sealed.
  func error(of seal: Seal, _ name: String) -> LogError {
    LogError(
      .damaged, name, message(of: seal),
      help: "compare it with a copy from before, or with an older seal; is it the seal of this log?"
    )
  }
}
