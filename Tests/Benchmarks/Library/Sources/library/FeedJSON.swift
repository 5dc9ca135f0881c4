import Events
import Projections

/// Returns a feed as `replog feed --json` prints it; both sides of the row `feed-memory` call it.
func feedJSON(_ feed: Feed, _ numbers: ExerciseNumbers) -> [UInt8] {
  FeedView(feed, numbers).json + [UInt8(ascii: "\n")]
}
