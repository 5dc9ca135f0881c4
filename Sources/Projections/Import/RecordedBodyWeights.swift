import Events

/// The body weights of one user that a log has from imports, to bring them in line with a later file.
///
/// A measurement of an import is told by its id, which follows from the file it was of, the user, the time on
/// the wall and the weight.
public struct RecordedBodyWeights: UserProjection {
  /// A measurement, and whether it is still there.
  private struct Measurement: Equatable {
    let wall: Int64
    let weight: Weight
    let seq: Int
    /// A Boolean value indicating whether it is of a file that holds nothing but weights.
    let isOfOwnFile: Bool
    var isThere = true
    /// A Boolean value indicating whether an import took it out, and not the user.
    var isTakenByImport = false
  }

  private var measurements: [EventID: Measurement] = [:]
  /// The ids in the order of the log.
  private var order: [EventID] = []

  public init() {}
  public static var reads: Areas { [.profile] }

  public mutating func apply(_ event: Event) {
    guard case .profile(let fact) = event.body else { return }
    switch fact {
    case .bodyWeightRecorded(let recorded):
      guard event.id.isDerived, measurements[event.id] == nil else { return }
      let wall = event.at.milliseconds + Int64(event.at.offsetMinutes) * 60_000
      measurements[event.id] = Measurement(
        wall: wall, weight: recorded.weight, seq: event.seq,
        isOfOwnFile: isOfOwnFile(event.id, recorded.weight, wall, event.user))
      order.append(event.id)
    case .bodyWeightRemoved(let removal):
      measurements[removal.measurement]?.isThere = false
      measurements[removal.measurement]?.isTakenByImport = event.id.isDerived
    case .profileRevised, .maxRecorded, .maxCleared, .settingChanged: break
    }
  }

  private func isOfOwnFile(
    _ id: EventID, _ weight: Weight, _ wall: Int64, _ user: Name?
  ) -> Bool {
    guard let user else { return false }
    let original = BodyWeightSource.fitnotes.id(of: weight, atWall: wall, by: user)
    return (1...Self.mostAgain).contains { original.again($0) == id }
  }

  /// The position of the newest measurement that is there and came in a file of nothing but weights; nil for
  /// none.
  public var newestOfOwnFile: Int? {
    measurements.values.filter { $0.isThere && $0.isOfOwnFile }.map(\.seq).max()
  }

  /// The times that one measurement may be taken out by a file and put back by another.
  private static let mostAgain = 8

  /// Returns the events that bring the log in line with a file, and the number of measurements that it has
  /// already.
  ///
  /// A measurement that the file has with another weight at the same time is removed; one that the file
  /// has not stays, and so does what the user removed.
  ///
  /// - Parameter now: The time of removals.
  public func changes(
    for file: ImportedBodyWeights, by user: Name, at now: Timestamp
  ) -> (drafts: [Draft], known: Int) {
    var drafts: [Draft] = []
    var known = 0
    var wanted: Set<EventID> = []
    var walls: Set<Int64> = []
    for measurement in file.measurements {
      let wall = measurement.at.milliseconds + Int64(measurement.at.offsetMinutes) * 60_000
      walls.insert(wall)
      wanted.insert(measurement.id)
      guard let free = free(measurement.id) else {
        known += 1
        continue
      }
      let recorded = BodyWeightRecorded(weight: measurement.weight)
      drafts.append(
        Draft(id: free, at: measurement.at, user: user, .profile(.bodyWeightRecorded(recorded))))
    }
    for id in order {
      guard let old = measurements[id], old.isThere, walls.contains(old.wall) else { continue }
      let original = file.source.id(of: old.weight, atWall: old.wall, by: user)
      let isOfFile = (1...Self.mostAgain).contains { original.again($0) == id }
      guard isOfFile, !wanted.contains(original) else { continue }
      let removal = EventID(derivedFrom: ["body weight correction", user.text, id.description])
      drafts.append(
        Draft(
          id: removal, at: now, user: user,
          .profile(.bodyWeightRemoved(BodyWeightRemoved(measurement: id)))))
    }
    return (drafts, known)
  }

  /// Returns the id under which a measurement is recorded; nil where it is there, or the user removed it.
  private func free(_ id: EventID) -> EventID? {
    for number in 1...Self.mostAgain {
      guard let old = measurements[id.again(number)] else { return id.again(number) }
      if old.isThere || !old.isTakenByImport { return nil }
    }
    return nil
  }
}
