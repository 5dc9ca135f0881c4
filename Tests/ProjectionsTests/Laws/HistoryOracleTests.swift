import Events
import Projections
import TestSupport
import Testing

/// The history against a fold that looks through everything for everything.
@Suite struct HistoryOracleTests {
  private struct Kept {
    let session: Name
    /// The number of the session, which another session of its name does not share.
    let number: Int
    var sets: [(event: Event, reps: Int)] = []
  }

  /// The lines of a history: each session with the positions and repetitions of its sets.
  private func oracle(_ events: [Event], of user: Name) -> [String] {
    var sessions: [Kept] = []
    var discarded: [Name: [Kept]] = [:]
    var removed: [EventID: (session: Int, set: (event: Event, reps: Int))] = [:]
    var count = 0
    var current: Name?
    func begin(_ session: Name) -> Int {
      if let place = sessions.firstIndex(where: { $0.session == session }) { return place }
      count += 1
      sessions.append(Kept(session: session, number: count))
      return sessions.count - 1
    }
    // The set with an id that was logged last, into the current session if it has one.
    func find(_ id: EventID) -> (Int, Int)? {
      let found = sessions.indices.flatMap { place in
        sessions[place].sets.indices.map { (place, $0) }
      }.filter { sessions[$0.0].sets[$0.1].event.id == id }
      let preferred = found.filter { sessions[$0.0].session == current }
      return (preferred.isEmpty ? found : preferred).max {
        sessions[$0.0].sets[$0.1].event.seq < sessions[$1.0].sets[$1.1].event.seq
      }
    }
    for event in events where event.user == user {
      guard case .sessions(let fact) = event.body else { continue }
      switch fact {
      case .sessionStarted(let start): _ = begin(start.session ?? Name(event.id))
      case .setLogged(let set):
        let place = begin(set.session)
        current = set.session
        sessions[place].sets.append((event, set.reps))
      case .setRevised(let revision):
        guard let (place, offset) = find(revision.set) else { continue }
        sessions[place].sets[offset].reps = revision.reps ?? sessions[place].sets[offset].reps
      case .setRemoved(let removal):
        guard let (place, _) = find(removal.set) else { continue }
        let sets = sessions[place].sets.filter { $0.event.id == removal.set }
        if let last = sets.max(by: { $0.event.seq < $1.event.seq }) {
          removed[removal.set] = (sessions[place].number, last)
        }
        sessions[place].sets.removeAll { $0.event.id == removal.set }
      case .sessionDiscarded(let end):
        if let place = sessions.firstIndex(where: { $0.session == end.session }) {
          discarded[end.session, default: []].append(sessions.remove(at: place))
        }
        if current == end.session { current = nil }
      case .sessionRestored(let restoring):
        guard var back = discarded[restoring.session]?.popLast() else { continue }
        if let place = sessions.firstIndex(where: { $0.session == back.session }) {
          let later = sessions.remove(at: place)
          back.sets += later.sets
          for (id, gone) in removed where gone.session == later.number {
            removed[id]?.session = back.number
          }
        }
        sessions.append(back)
      case .setRestored(let restoring):
        guard let (session, set) = removed[restoring.set],
          let place = sessions.firstIndex(where: { $0.number == session })
        else { continue }
        removed[restoring.set] = nil
        let target = min(max(restoring.position, 1), sessions[place].sets.count + 1)
        sessions[place].sets.insert(set, at: target - 1)
      case .setMoved(let move):
        guard let (place, offset) = find(move.set) else { continue }
        let set = sessions[place].sets.remove(at: offset)
        let target = min(max(move.position, 1), sessions[place].sets.count + 1)
        sessions[place].sets.insert(set, at: target - 1)
      case .sessionRevised, .sessionEnded, .sessionReopened: break
      }
    }
    return sessions.map { line($0.session, $0.sets.map { ($0.event.seq, $0.reps) }) }.sorted()
  }

  private func line(_ session: Name, _ sets: [(seq: Int, reps: Int)]) -> String {
    "\(session): " + sets.map { "\($0.seq) x \($0.reps)" }.joined(separator: ", ")
  }

  @Test(arguments: Reliability.some(0..<30))
  func `the histories of long sessions equal those of a full search`(seed: Int) throws {
    var facts = RandomFacts(seed: UInt64(30_000 + seed))
    let events = seed % 3 == 0 ? facts.sets(300) : facts.longSessions(1_500)
    let replayed = try replay(log(events), ByUser<History>())
    for user in RandomFacts.users {
      let shown = replayed[user].sessions.map { session in
        line(session.session, session.sets.map { ($0.seq, $0.reps) })
      }
      #expect(shown.sorted() == oracle(events, of: user))
    }
  }
}
