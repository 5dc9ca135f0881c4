/// The size of the largest batch that a log may hold.
enum BatchLimit {
  /// The largest number of lines: two for each event of a batch that is undone, and `EventsReverted`.
  static let lines = 20_001
  /// The largest number of bytes: 64 MiB.
  static let bytes = 64 << 20
}
