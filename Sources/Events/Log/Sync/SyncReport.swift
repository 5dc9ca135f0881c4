/// The outcome of a sync, for the user; only the files decide which events are accepted.
package struct SyncReport: Sendable {
  /// The number of events that came from the remote, including those that this device sent.
  package var received = 0
  /// The places of the events of this device that the remote took.
  package var taken: [UnitFate.Place] = []
  /// The number of events that the remote had before.
  package var duplicates = 0
  /// The number of events that the remote had lost and got back.
  package var restored = 0
  /// The number of events in the log of the remote that replaced this one.
  package var adopted = 0
  /// The remarks of the remote about the events that it took.
  package var notes: [String] = []
  /// The refused units.
  package var refused: [(ids: [EventID], reason: UnitFate.Reason)] = []
  /// The units that the remote could not decide or write.
  package var failed: [(ids: [EventID], reason: UnitFate.Reason)] = []
  /// The number of events that still wait.
  package var waiting = 0
  /// The number of waiting events that are no longer offered.
  package var givenUp = 0
  /// The position of the last event of the log.
  package var seq = 0
  /// The files with torn ends that an earlier crash left.
  package var setAside: [Appended.SetAside] = []
  /// The path of the log that was kept when the remote's was adopted; nil for none.
  package var kept: String?
  /// A Boolean value indicating whether the remote erased a person whose data the kept log has.
  package var hasErasure = false
}

/// The treatment of a log that is not a prefix of its remote's.
package enum SyncMode: Equatable, Sendable {
  /// It is an error, and nothing changes.
  case usual
  /// The remote gets back the events that it lost.
  case restoring
  /// The log of the remote replaces the log, which is kept; events that are missing there are offered.
  case adopting
}
