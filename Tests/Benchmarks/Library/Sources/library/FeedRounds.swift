import Events
import Projections

/// The feed as JSON, made again and again in one process, as an app shows it.
struct FeedRounds: CustomStringConvertible {
  private static let rounds = 20
  /// The seconds of one round, at the median.
  private let seconds: Double

  /// Opens the log again in each round, with its checkpoint.
  init(reading path: String) throws {
    seconds = try FeedRounds.median { try FeedRounds.json(reading: path) }
  }

  /// Writes one feed that stays in memory in each round.
  init(inMemoryOf path: String) throws {
    let (feed, numbers) = try replay(Log(path: path), Feed(), ExerciseNumbers())
    guard try feedJSON(feed, numbers) == FeedRounds.json(reading: path) else {
      fatalError("the feed in memory is another one than that of the log")
    }
    seconds = FeedRounds.median { feedJSON(feed, numbers) }
  }

  var description: String { "seconds \(seconds)" }

  /// Reads a feed from a log with its checkpoint and returns its JSON.
  static func json(reading path: String) throws -> [UInt8] {
    let (feed, numbers) = try replay(Log(path: path), Feed(), ExerciseNumbers())
    return feedJSON(feed, numbers)
  }

  /// Returns the median time of all rounds but the first, which warms up.
  private static func median<E: Error>(_ round: () throws(E) -> [UInt8]) throws(E) -> Double {
    let clock = ContinuousClock()
    var seconds: [Double] = []
    var size = 0
    for _ in 0...rounds {
      let start = clock.now
      size += try round().count
      seconds.append((clock.now - start) / .seconds(1))
    }
    // Read, so that no compiler leaves the work out.
    precondition(size > 0, "a feed is at least two brackets")
    return seconds.dropFirst().sorted()[rounds / 2]
  }
}
