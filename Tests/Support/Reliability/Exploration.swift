/// A depth-first walk through all schedules of some participants, each run from its beginning.
///
/// A schedule is the list of choices made at its steps. The next schedule repeats the choices of the previous one up
/// to the deepest step with another choice. Nothing is stored but one path, so the number of schedules has no limit.
///
/// Two steps that touch different things may be swapped without a difference. *Sleep sets* (Godefroid, 1996) leave out
/// schedules that differ only by such swaps: after a choice was explored, it sleeps in the schedules of its siblings
/// until a dependent step wakes it. All states are still reached, since only the ways to them are left out.
struct Exploration {
  /// A part of the shared state that a step reads or changes.
  struct Parts: OptionSet {
    let rawValue: Int
    /// The names in the folder.
    static let names = Parts(rawValue: 1)
    /// The bytes of the log as processes see them.
    static let content = Parts(rawValue: 2)
    /// The lock of the log.
    static let lock = Parts(rawValue: 4)
    /// The changes that are not on the device yet.
    static let device = Parts(rawValue: 8)
    /// The files of the checkpoint.
    static let checkpoint = Parts(rawValue: 16)
    /// The crash of a participant: a schedule has at most one.
    static let crash = Parts(rawValue: 32)
  }

  /// The parts of the shared state that a step reads and changes.
  struct Access: Equatable {
    var reads: Parts = []
    var changes: Parts = []

    func isIndependent(of other: Access) -> Bool {
      changes.isDisjoint(with: other.reads.union(other.changes))
        && reads.isDisjoint(with: other.changes)
    }
  }

  /// The continuations of a participant that is parked before a call.
  enum Action: Equatable {
    /// Makes the call, and continues to the next one.
    case run
    /// Ends the participant before the call, as SIGKILL does.
    case crash
    /// Writes half of the bytes, then ends the participant.
    case crashMidway
  }

  struct Choice: Equatable {
    let participant: Int
    let action: Action
    let access: Access

    func isIndependent(of other: Choice) -> Bool {
      participant != other.participant && access.isIndependent(of: other.access)
    }
  }

  /// A step of the current schedule, with the choices that were left for later schedules.
  private struct Step {
    let enabled: [Choice]
    /// The choices that need no exploration here: they were explored, or sleep.
    var asleep: [Choice]
    var chosen: Choice
    /// The participant of the step before.
    let last: Int?
    /// The number of preemptions before this step.
    let preemptions: Int

    /// Returns 1 if a choice interrupts a participant that could continue.
    func cost(_ choice: Choice) -> Int {
      guard let last, choice.action == .run, choice.participant != last else { return 0 }
      return enabled.contains { $0.participant == last && $0.action == .run } ? 1 : 0
    }
  }

  /// The largest number of preemptions in a schedule; nil for all schedules.
  ///
  /// Most races need two preemptions. With a bound nothing sleeps: the one schedule of its kind that is not left out
  /// may have more preemptions than the bound.
  let bound: Int?
  /// A Boolean value indicating whether equivalent schedules are left out.
  let prunes: Bool
  private var path: [Step] = []
  private var depth = 0

  init(preemptions bound: Int? = nil, prunes: Bool = true) {
    (self.bound, self.prunes) = (bound, prunes && bound == nil)
  }

  /// An error for a run that did not repeat the steps of an earlier one.
  struct NotRepeatable: Error {}

  /// Chooses the next step among `enabled`, or returns nil if an explored schedule is equivalent to all of them.
  mutating func choose(_ enabled: [Choice]) throws -> Choice? {
    defer { depth += 1 }
    if depth < path.count {
      guard path[depth].enabled == enabled else { throw NotRepeatable() }
      return path[depth].chosen
    }
    let before = path.last
    let asleep = prunes ? before.map { b in b.asleep.filter(b.chosen.isIndependent) } ?? [] : []
    var step = Step(
      enabled: enabled, asleep: asleep, chosen: enabled[0], last: before?.chosen.participant,
      preemptions: before.map { $0.preemptions + $0.cost($0.chosen) } ?? 0)
    guard let next = next(in: step) else { return nil }
    step.chosen = next
    path.append(step)
    return next
  }

  /// Returns the first choice that is neither explored nor asleep, a cheap one first.
  private func next(in step: Step) -> Choice? {
    let left = step.enabled.filter { choice in
      !step.asleep.contains(choice) && step.preemptions + step.cost(choice) <= bound ?? .max
    }
    return left.first { step.cost($0) == 0 } ?? left.first
  }

  /// Prepares the next schedule, and returns false after the last one.
  mutating func advance() -> Bool {
    depth = 0
    while var step = path.popLast() {
      step.asleep.append(step.chosen)
      guard let next = next(in: step) else { continue }
      step.chosen = next
      path.append(step)
      return true
    }
    return false
  }

  /// The choices of the current schedule, such as `0 0 1 2× 1`: a participant by its number, × for a crash.
  var description: String {
    path.map { step in
      let mark = step.chosen.action == .run ? "" : step.chosen.action == .crash ? "×" : "½×"
      return "\(step.chosen.participant)\(mark)"
    }.joined(separator: " ")
  }
}
