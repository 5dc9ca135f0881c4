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

  /// Returns the events that bring the log in line with a file.
  ///
  /// A measurement that the file has with another weight at the same time is removed; one that the file
  /// has not stays, and so does what the user removed.
  ///
  /// - Parameter now: The time of removals.
  public func changes(
    for file: ImportedBodyWeights, by user: Name, at now: Timestamp
  ) -> BodyWeightChanges {
    BodyWeightChanges(recorded: self, file: file, user: user, now: now)
  }

  /// The number of measurements of imports, whether they are there or not.
  fileprivate var count: Int { order.count }

  /// Returns the id under which a measurement is recorded; nil where it is there, or the user removed it.
  fileprivate func free(_ id: EventID) -> EventID? {
    for number in 1...Self.mostAgain {
      guard let old = measurements[id.again(number)] else { return id.again(number) }
      if old.isThere || !old.isTakenByImport { return nil }
    }
    return nil
  }

  /// Returns the measurement of an import, at a place in the order of the log, that a file has with another
  /// weight; nil for any other.
  fileprivate func replaced(at place: Int, by wanted: BodyWeightChanges.Wanted) -> EventID? {
    let id = order[place]
    guard let old = measurements[id], old.isThere, wanted.walls.contains(old.wall) else {
      return nil
    }
    let original = wanted.source.id(of: old.weight, atWall: old.wall, by: wanted.user)
    let isOfFile = (1...Self.mostAgain).contains { original.again($0) == id }
    return isOfFile && !wanted.ids.contains(original) ? id : nil
  }
}

/// The events that bring the body weights of a log in line with a file, made a part at a time.
public struct BodyWeightChanges: Sendable {
  /// The number of measurements, of those that were compared, that the log has already.
  public private(set) var known = 0

  private let recorded: RecordedBodyWeights
  private let file: ImportedBodyWeights
  private let user: Name
  private let now: Timestamp
  /// The number of measurements that were compared: those of the file, then those of the log.
  private var done = 0
  private var wanted: Wanted?

  /// The measurements of a file, to be found by what they are.
  fileprivate struct Wanted {
    let source: BodyWeightSource
    let user: Name
    let ids: Set<EventID>
    let walls: Set<Int64>

    init(_ file: ImportedBodyWeights, by user: Name) {
      (source, self.user) = (file.source, user)
      ids = Set(file.measurements.lazy.map(\.id))
      walls = Set(
        file.measurements.lazy.map {
          $0.at.milliseconds + Int64($0.at.offsetMinutes) * 60_000
        })
    }
  }

  fileprivate init(
    recorded: RecordedBodyWeights, file: ImportedBodyWeights, user: Name, now: Timestamp
  ) {
    (self.recorded, self.file, self.user, self.now) = (recorded, file, user, now)
  }

  /// Makes the next events: as many as are asked for, fewer in the end, then none.
  public mutating func next(_ count: Int) -> [Draft] {
    var drafts: [Draft] = []
    while drafts.count < count, done < file.measurements.count {
      if let draft = recording(of: file.measurements[done]) { drafts.append(draft) }
      done += 1
    }
    while drafts.count < count, done - file.measurements.count < recorded.count {
      if let draft = removal(at: done - file.measurements.count) { drafts.append(draft) }
      done += 1
    }
    return drafts
  }

  private mutating func recording(of measurement: ImportedBodyWeights.Measurement) -> Draft? {
    guard let free = recorded.free(measurement.id) else {
      known += 1
      return nil
    }
    let fact = BodyWeightRecorded(weight: measurement.weight)
    return Draft(id: free, at: measurement.at, user: user, .profile(.bodyWeightRecorded(fact)))
  }

  private mutating func removal(at place: Int) -> Draft? {
    // Most logs have none of an earlier file, and need no sets of this one.
    let wanted = wanted ?? Wanted(file, by: user)
    self.wanted = wanted
    guard let id = recorded.replaced(at: place, by: wanted) else { return nil }
    let removal = EventID(derivedFrom: ["body weight correction", user.text, id.description])
    let fact = BodyWeightRemoved(measurement: id)
    return Draft(id: removal, at: now, user: user, .profile(.bodyWeightRemoved(fact)))
  }
}
