import Events

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sums over decoded events, cheap beside decoding: equal for two decoders that see the same.
struct Tally: CustomStringConvertible {
  private var events = 0, positions = 0, times: Int64 = 0, sets = 0, reps = 0
  private var kilograms = 0.0

  mutating func take(_ event: Event) {
    events += 1
    positions += event.seq
    times &+= event.at.milliseconds
    guard case .sessions(.setLogged(let set)) = event.body else { return }
    sets += 1
    reps += set.reps
    kilograms += set.weight?.kilograms ?? 0
  }

  var description: String {
    "events \(events), seq \(positions), at \(times), sets \(sets), reps \(reps), kg \(kilograms)"
  }
}

/// Decodes every event of a log as a replay does, on one thread; sums are checked on the way.
func decode(_ log: Log, _ take: (Event) -> Void) throws(LogError) {
  var lines = log.lines()
  while try lines.next() != nil { take(try lines.event()) }
}

/// Decodes every line of a file by one JSONDecoder, in one pass over each line.
func decodeByFoundation(_ path: String, _ take: (Event) throws -> Void) throws {
  let file = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
  let decoder = JSONDecoder()
  var start = file.startIndex
  while start < file.endIndex {
    let end = file[start...].firstIndex(of: UInt8(ascii: "\n")) ?? file.endIndex
    try take(decoder.decode(DecodedLine.self, from: file[start..<end]).event)
    start = end + 1
  }
}

/// One line: `type` says as what `data` is decoded.
private struct DecodedLine: Decodable {
  let event: Event

  private enum CodingKeys: CodingKey { case seq, id, at, user, type, data }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    event = Event(
      id: try line.decode(EventID.self, forKey: .id),
      at: try line.decode(Timestamp.self, forKey: .at),
      user: try line.decodeIfPresent(Name.self, forKey: .user),
      try DecodedLine.body(line), seq: try line.decode(Int.self, forKey: .seq))
  }

  private static func body(_ line: KeyedDecodingContainer<CodingKeys>) throws -> Event.Body {
    func data<P: Decodable>() throws -> P { try line.decode(P.self, forKey: .data) }
    let type = try line.decode(String.self, forKey: .type)
    // The one that nearly all lines are comes first.
    switch type {
    case "SetLogged": return .sessions(.setLogged(try data()))
    case "SetRevised": return .sessions(.setRevised(try data()))
    case "SetRemoved": return .sessions(.setRemoved(try data()))
    case "SessionStarted": return .sessions(.sessionStarted(try data()))
    case "SessionEnded": return .sessions(.sessionEnded(try data()))
    case "SessionDiscarded": return .sessions(.sessionDiscarded(try data()))
    case "SessionRevised": return .sessions(.sessionRevised(try data()))
    case "PostLiked": return .feed(.postLiked(try data()))
    case "PostUnliked": return .feed(.postUnliked(try data()))
    case "PostEdited": return .feed(.postEdited(try data()))
    case "PostDeleted": return .feed(.postDeleted(try data()))
    case "UserSignedIn": return .identity(.userSignedIn(try data()))
    case "UserSignedOut": return .identity(.userSignedOut(try data()))
    case "SessionRenewed": return .identity(.sessionRenewed(try data()))
    case "AccountRegistered": return .identity(.accountRegistered(try data()))
    case "EmailVerified": return .identity(.emailVerified(try data()))
    case "ExerciseCatalogued": return .exercises(.exerciseCatalogued(try data()))
    case "WorkoutTypeChosen": return .plan(.workoutTypeChosen(try data()))
    case "ExerciseAdded": return .plan(.exerciseAdded(try data()))
    case "ExerciseRemoved": return .plan(.exerciseRemoved(try data()))
    case "ExerciseMoved": return .plan(.exerciseMoved(try data()))
    case "DayCleared": return .plan(.dayCleared(try data()))
    case "PlanShared": return .plan(.planShared(try data()))
    case "PlanSaved": return .plan(.planSaved(try data()))
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: line, debugDescription: "expected a type of event, found '\(type)'")
    }
  }
}
