/// A medal for push-ups: for days in a row, or for sessions within a day.
public struct Medal: Hashable, Sendable {
  /// The deed that a medal is for.
  public enum Kind: String, CaseIterable, Sendable {
    /// Days in a row with push-ups.
    case days
    /// Sessions of push-ups within one day.
    case sessions
  }

  public let kind: Kind
  /// The number of days or sessions that it takes.
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
