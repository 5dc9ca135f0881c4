/// The limits of the log's format.
enum LogFormat {
  /// The longest line in bytes, without its newline: 1 MiB.
  static let longestLine = 1 << 20
  /// The largest `seq`: 2^53, the last whole number that every JSON reader represents exactly.
  static let lastPosition = Number.largestExact
  /// The largest `seq` after a gap: 2^52.
  ///
  /// A damaged `seq` near `lastPosition` would leave no room for later events. The limit leaves room for more than any
  /// disk holds.
  static let lastAfterGap = lastPosition / 2
}
