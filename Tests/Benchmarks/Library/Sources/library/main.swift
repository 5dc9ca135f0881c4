// The libraries at work, each run one measurement:
//
//     library views LOG               all six views of everybody in one replay
//     library views-all LOG           every view of the table of everybody in one replay
//     library decode LOG              every event by the libraries, on one thread
//     library decode-foundation LOG   every event by Foundation's JSONDecoder
//     library compare LOG             whether the last two decode the same; exits with 1 if not
//     library feed LOG                the feed as JSON, the log opened with its checkpoint each time
//     library feed-memory LOG         the same from a feed in memory
//     library feed-json LOG           the JSON itself
//
// Each prints its result, so that no compiler leaves the work out; those of the feed the seconds of
// one round, timed inside. Checkpoints are used for the feed alone.
import Events

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let work = arguments.first, let path = arguments.last else {
  fatalError("expected a work, as main.swift lists them, and a log")
}

switch work {
case "views": print(try Views(Log(path: path, usesCheckpoint: false)))
case "views-all": print(try AllViews(Log(path: path, usesCheckpoint: false)))
case "decode":
  var tally = Tally()
  try decode(Log(path: path, usesCheckpoint: false)) { tally.take($0) }
  print(tally)
case "decode-foundation":
  var tally = Tally()
  try decodeByFoundation(path) { tally.take($0) }
  print(tally)
case "compare": try compare(path)
case "feed": print(try FeedRounds(reading: path))
case "feed-memory": print(try FeedRounds(inMemoryOf: path))
case "feed-json":
  print(String(decoding: try FeedRounds.json(reading: path), as: UTF8.self), terminator: "")
default: fatalError("expected a work, as main.swift lists them, not '\(work)'")
}

/// Stops at the first event that the two decode differently.
func compare(_ path: String) throws {
  var lines = try Log(path: path, usesCheckpoint: false).lines()
  var count = 0
  try decodeByFoundation(path) { theirs in
    let ours = try lines.next().map { _ in try lines.event() }
    guard ours == theirs else {
      fatalError("event \(theirs.seq): \(String(describing: ours)) is not \(theirs)")
    }
    count += 1
  }
  guard try lines.next() == nil else { fatalError("JSONDecoder ended after \(count) events") }
  print("\(count) events, all the same")
}
