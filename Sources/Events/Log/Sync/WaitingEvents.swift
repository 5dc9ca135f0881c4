/// The events of a device that wait once the remote's log replaces its own.
struct WaitingEvents {
  /// The events of the old log that the new one lacks; none if the new one lacks a person on purpose.
  let lost: PendingEvents
  /// The events that were pending before, except for those of an erased person.
  private(set) var pending: PendingEvents
  /// The pending units of an erased person, and the units that depend on them.
  private(set) var erased: [PendingEvents.Unit] = []
  /// A Boolean value indicating whether the new log lacks a person of the old one.
  let hasErasure: Bool

  /// Compares the events of a device with a new log.
  ///
  /// - Parameter wasSynced: A Boolean value indicating whether the old log was synced before. Otherwise no event of the
  ///   old log came from the remote, which therefore erased no person of it.
  init(
    in pending: Log, _ old: Log, notIn new: Log, or refused: Log, wasSynced: Bool
  ) throws(LogError) {
    let persons = try new.persons()
    hasErasure = wasSynced ? try !persons.erasures.isSubset(of: old.persons().erasures) : false
    // After an erasure, the remote lacks events on purpose, and the others have new content.
    lost = try PendingEvents(
      in: hasErasure ? Log([], name: old.name) : old, notIn: new, or: refused, behind: nil)
    self.pending = try PendingEvents(in: pending, notIn: new, or: refused, behind: nil)
    if hasErasure { try removeStrangers(to: persons.users) }
  }

  /// Removes the pending units of users whom the new log does not have.
  ///
  /// The note about an erasure does not have the old name of the person. A person whose first events are pending may
  /// therefore be among these users.
  private mutating func removeStrangers(to users: Set<Name>) throws(LogError) {
    var strangers: Set<EventID> = []
    for unit in pending.units {
      for event in try pending.events(of: unit) {
        if let user = event.user, !users.contains(user) { strangers.formUnion(unit.ids) }
      }
    }
    erased = try pending.removeDependents { $0.ids.contains(where: strangers.contains) }
  }

  /// The units that are refused without asking the remote, with their lines and reasons, in the order of the files.
  var refusals: [(ids: [EventID], lines: [[UInt8]], reason: UnitFate.Reason)] {
    var refusals: [(ids: [EventID], lines: [[UInt8]], reason: UnitFate.Reason)] = []
    for events in [lost, pending] {
      refusals += events.conflicts.map { ($0.ids, events.lines(of: $0), .otherContent) }
    }
    refusals += erased.map { ($0.ids, pending.lines(of: $0), .erasedPerson) }
    return refusals
  }
}

extension UnitFate.Reason {
  /// The reason for an event of a person whom the remote erased.
  static let erasedPerson = UnitFate.Reason(
    .dropped, "the remote erased a person, and its log has no events of this user",
    help: "submit it again only if its user is another person")
}

extension Log {
  /// Returns the users of the log, and the ids of the events that note the erasure of a person.
  fileprivate func persons() throws(LogError) -> (users: Set<Name>, erasures: Set<EventID>) {
    var (users, erasures) = (Set<Name>(), Set<EventID>())
    var lines = lines()
    while let line = try lines.next() {
      if let user = line.user { users.insert(user) }
      guard line.area == .corrections, case .corrections(.personErased) = try lines.event().body
      else { continue }
      erasures.insert(lines.id)
    }
    return (users, erasures)
  }
}
