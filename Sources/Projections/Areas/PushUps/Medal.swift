/// A medal for push-ups: for consecutive days, or for sessions within a day.
public struct Medal: Hashable, Sendable {
  /// The achievement that a medal rewards.
  public enum Kind: String, CaseIterable, Sendable {
    /// Consecutive days with push-ups.
    case days
    /// Sessions of push-ups within one day.
    case sessions
  }

  public let kind: Kind
  /// The required number of days or sessions.
  public let threshold: Int

  /// All medals, the easiest of each kind first.
  ///
  /// Source: TitanUp.
  public static let all =
    [1, 7, 30, 60, 90, 150, 200, 300, 365].map { Medal(kind: .days, threshold: $0) }
    + [1, 2, 5, 8, 10, 15, 20, 50].map { Medal(kind: .sessions, threshold: $0) }

  /// The id: `days-7`, `sessions-5`.
  public var id: String { "\(kind.rawValue)-\(threshold)" }
}

extension Medal.Kind: RecordValue {}
