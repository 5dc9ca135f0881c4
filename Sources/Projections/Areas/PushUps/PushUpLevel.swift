/// The level of a user, from 1 to 10, determined by their total number of push-ups.
///
/// | level | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 |
/// | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
/// | from | 0 | 100 | 250 | 500 | 1,000 | 2,500 | 5,000 | 10,000 | 25,000 | 50,000 |
///
/// An app uses it to choose a voice pack.
public enum PushUpLevel {
  /// The minimum number of push-ups for each level.
  public static let thresholds = [0, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000]

  /// Returns the level for a total number of push-ups, from 1.
  public static func of(lifetime: Int) -> Int { max(1, thresholds.count { $0 <= lifetime }) }
}
