// The libraries at work, each run one measurement:
//
//     library views LOG               all six views of everybody in one replay
//     library decode LOG              every event by the libraries, on one thread
//     library decode-foundation LOG   every event by Foundation's JSONDecoder
//     library compare LOG             whether the last two decode the same; exits with 1 if not
//
// Each prints what it came to, so that no compiler leaves the work out. Checkpoints are not used.
import Events

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let work = arguments.first, let path = arguments.last else {
  fatalError("expected 'views', 'decode', 'decode-foundation' or 'compare', and a log")
}

switch work {
case "views": print(try Views(Log(path: path, usesCheckpoint: false)))
case "decode":
  var tally = Tally()
  try decode(Log(path: path, usesCheckpoint: false)) { tally.take($0) }
  print(tally)
case "decode-foundation":
  var tally = Tally()
  try decodeByFoundation(path) { tally.take($0) }
  print(tally)
case "compare": try compare(path)
default: fatalError("expected 'views', 'decode', 'decode-foundation' or 'compare', not '\(work)'")
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
