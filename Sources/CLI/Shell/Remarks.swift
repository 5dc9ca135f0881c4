import Events
import Projections

extension Shell {
  /// Prints a remark about an event recorded for `time`, in addition to the acknowledgement.
  mutating func tell(_ remark: Remark, at time: Timestamp) {
    switch remark {
    case .openSince(let start):
      // Nobody trains for a day: the user forgot to end the last session.
      guard time.seconds(since: start) > 86_400 else { break }
      let steps = (options.dryRun ? [] : ["undo"]) + ["session end --at TIME", "session start"]
      note(
        advice(
          "the session has been open since \(minute(start)); to start a new one: "
            + steps.map { "'replog \($0)'" }.joined(separator: ", ")))
    // The acknowledgement already contains these.
    case .changed, .logged, .new: break
    case .deleted(let session):
      let title = session.title.map { "'\(inert($0))' of " } ?? "the session of "
      note(
        advice(
          "\(title)\(session.startedAt.day) \(options.dryRun ? "would be" : "was") deleted with "
            + "\(counted(session.sets.count, "sets"))\(undoing("restores it"))"))
    case .waitingList(let title, let position):
      note(Self.waiting(title, position))
    case .noComment:
      note(advice("no comment; add one with 'replog set revise last --note TEXT'"))
    case .weekOf(let day, let monday):
      note("\(day) is a \(day.weekday.title), in the week that begins on \(monday)")
    case .counts(let exercise, let other):
      note("'\(exercise)' is merged into '\(other)'")
    case .read(let text, let near):
      let sets = near.sets == 0 ? "" : " (\(counted(near.sets, "sets")))"
      note("'\(text)' is read as '\(near.exercise)'\(sets)")
    case .profileMaximum(let exercise, let max):
      note("'\(exercise)' starts from \(max), the maximum in the profile")
    case .merged(let exercise, let into, let sets, let differences):
      let of = sets == 0 ? "" : "\(counted(sets, "sets")) of "
      let count = options.dryRun ? "would count" : sets > 1 ? "count" : "counts"
      note(advice("\(of)'\(exercise)' \(count) towards '\(into)'\(undoing("reverses this"))"))
      for difference in differences { note(difference.words(exercise, into)) }
    }
  }

  /// Returns the end of a note about the effect of an undo; with '--dry-run' there is nothing to undo.
  private func undoing(_ effect: String) -> String {
    options.dryRun ? "" : "; 'replog undo' \(effect)"
  }

  /// Returns the note about a position on a waiting list.
  static func waiting(_ title: String, _ position: Int) -> String {
    "'\(title)' is full; you are number \(position) on its waiting list"
  }

  /// Returns a text with the log of the command line after its commands.
  func advice(_ text: String) -> String {
    guard let path = options.log?.text else { return text }
    return naming(path, in: text) { _ in true }
  }
}

extension MergeDifference {
  /// Returns the difference between two exercises in words.
  fileprivate func words(_ exercise: Name, _ into: Name) -> String {
    switch self {
    case .unit(let unit, let other):
      "'\(exercise)' was logged in \(unit.rawValue), '\(into)' in \(other.rawValue); records compare the loads"
    case .assistance(let name):
      "only '\(name)' has sets with assistance; these rank below sets without assistance"
    case .timed(let name):
      "only '\(name)' has sets measured by time or distance; each kind of set has its own records"
    }
  }
}

/// The exercise and the load of a set, for an acknowledgement.
struct DoneSet {
  let exercise: Name
  let reps: Int
  let weight: Weight?

  /// Writes the members after those of every acknowledgement.
  func write(to json: inout JSONWriter) {
    json.member("exercise", exercise.text)
    json.member("reps", reps)
    json.key(plain: "weight")
    if let weight { json.double(weight.value) } else { json.null() }
    json.member("unit", weight?.unit.rawValue)
  }
}

extension Event {
  /// Returns the set that the event logged, revised or removed; nil for other events.
  func doneSet(_ remarks: [Remark]) -> DoneSet? {
    switch body {
    case .sessions(.setLogged(let set)):
      DoneSet(exercise: set.exercise, reps: set.reps, weight: set.weight)
    case .sessions(.setRevised), .sessions(.setRemoved):
      changed(remarks).map { before, now in
        let set = now ?? before
        return DoneSet(exercise: set.exercise, reps: set.reps, weight: set.weight)
      }
    default: nil
    }
  }

  /// Returns the set that the event revised or removed, and the set afterwards; nil if it was removed.
  func changed(_ remarks: [Remark]) -> (before: History.LoggedSet, now: History.LoggedSet?)? {
    let id: EventID
    switch body {
    case .sessions(.setRevised(let revision)): id = revision.set
    case .sessions(.setRemoved(let removal)): id = removal.set
    default: return nil
    }
    for case .changed(let before, let now) in remarks where before.id == id { return (before, now) }
    return nil
  }
}
