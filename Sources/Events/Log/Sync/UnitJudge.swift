/// A judge of the units that devices offer, at the remote's end.
///
/// The rules belong to the domain, so `Events` only declares the requirements. A server asks under the lock of its
/// log, so no event comes between a verdict and the append.
package protocol UnitJudge {
  /// Begins to judge units at the end of a log, each in the state after the earlier ones.
  mutating func begin(_ log: Log) throws

  /// Returns the verdict on the events of a unit that are not in the log.
  ///
  /// - Parameter unit: Drafts with ids and times.
  mutating func verdict(on unit: [Draft]) throws -> UnitVerdict

  /// Notes that the events of the last unit were appended.
  mutating func note(taken events: [Event])
}

/// The verdict of a judge on a unit.
package enum UnitVerdict: Equatable, Sendable {
  /// The unit is taken unchanged; the notes tell the user about its effects.
  case taken(notes: [String])
  case refused(UnitFate.Reason)
}
