import Events

/// The body weights of one user that imports wrote, for reconciling the log with a later file.
///
/// A measurement of an import is recognised by its id. The id is derived from the kind of file, the user, the local
/// time and the weight.
public struct RecordedBodyWeights: UserProjection {
  /// A measurement, and whether the log still has it.
  private struct Measurement: Equatable {
    let wall: Int64
    let weight: Weight
    let seq: Int
    /// A Boolean value indicating whether it came from a file that contains only weights.
    let isOfOwnFile: Bool
    var isThere = true
    /// A Boolean value indicating whether an import removed it, and not the user.
    var isTakenByImport = false
  }

  private var measurements: [EventID: Measurement] = [:]
  /// The ids in the order of the log.
  private var order: [EventID] = []
  private var restorations = ImportRestorations()

  public init() {}
  public static var reads: Areas { [.profile, .corrections] }

  public mutating func apply(_ event: Event) {
    if case .corrections(.eventsReverted(let note)) = event.body { apply(note) }
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
    case .bodyWeightRestored(let restoring):
      guard let old = measurements[restoring.measurement] else { return }
      if !old.isThere, old.isTakenByImport {
        restorations.record(event, restoring: restoring.measurement)
      }
      measurements[restoring.measurement]?.isThere = true
    default: break
    }
  }

  /// Marks what an undo or a redo removed as removed by an import if an import recorded or removed it.
  private mutating func apply(_ note: EventsReverted) {
    for id in restorations.imported(undoneBy: note) where measurements[id]?.isThere == false {
      measurements[id]?.isTakenByImport = true
    }
  }

  private func isOfOwnFile(_ id: EventID, _ weight: Weight, _ wall: Int64, _ user: Name?) -> Bool {
    guard let user else { return false }
    let original = BodyWeightSource.fitnotes.id(of: weight, atWall: wall, by: user)
    return (1...Self.mostAgain).contains { original.again($0) == id }
  }

  /// The position of the newest current measurement from a file that contains only weights; nil for none.
  public var newestOfOwnFile: Int? {
    measurements.values.filter { $0.isThere && $0.isOfOwnFile }.map(\.seq).max()
  }

  /// The maximum number of times that files may remove one measurement and add it again.
  private static let mostAgain = 8

  /// Returns the events that bring the log in line with a file.
  ///
  /// A measurement is removed if the file has another weight at the same time. It stays if the file does not have it. A
  /// measurement that the user removed is not added again.
  ///
  /// - Parameter now: The time of removals.
  public func changes(
    for file: ImportedBodyWeights, by user: Name, at now: Timestamp
  ) -> BodyWeightChanges { BodyWeightChanges(recorded: self, file: file, user: user, now: now) }

  /// The number of measurements of imports, including removed ones.
  fileprivate var count: Int { order.count }

  /// Returns the id under which to record a measurement; nil if the log has it, or if the user removed it.
  fileprivate func free(_ id: EventID) -> EventID? {
    for number in 1...Self.mostAgain {
      guard let old = measurements[id.again(number)] else { return id.again(number) }
      if old.isThere || !old.isTakenByImport { return nil }
    }
    return nil
  }

  /// Returns the id of an import's measurement if a file has another weight at its time; otherwise nil.
  ///
  /// - Parameter place: The index of the measurement, in the order of the log.
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

/// The events that bring the body weights of a log in line with a file, created in parts.
public struct BodyWeightChanges: Sendable {
  /// The number of compared measurements that the log already has.
  public private(set) var known = 0

  private let recorded: RecordedBodyWeights
  private let file: ImportedBodyWeights
  private let user: Name
  private let now: Timestamp
  /// The number of compared measurements: first those of the file, then those of the log.
  private var done = 0
  private var wanted: Wanted?

  /// The measurements of a file, indexed for lookup.
  fileprivate struct Wanted {
    let source: BodyWeightSource
    let user: Name
    let ids: Set<EventID>
    let walls: Set<Int64>

    init(_ file: ImportedBodyWeights, by user: Name) {
      (source, self.user) = (file.source, user)
      ids = Set(file.measurements.lazy.map(\.id))
      walls = Set(
        file.measurements.lazy.map { $0.at.milliseconds + Int64($0.at.offsetMinutes) * 60_000 })
    }
  }

  fileprivate init(
    recorded: RecordedBodyWeights, file: ImportedBodyWeights, user: Name, now: Timestamp
  ) { (self.recorded, self.file, self.user, self.now) = (recorded, file, user, now) }

  /// Creates the next events: `count` of them, fewer at the end, then none.
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
    return Draft(id: free, at: measurement.at, user: user, fact.body)
  }

  private mutating func removal(at place: Int) -> Draft? {
    // Most logs have no measurement of an earlier file, and need no sets of this file.
    let wanted = wanted ?? Wanted(file, by: user)
    self.wanted = wanted
    guard let id = recorded.replaced(at: place, by: wanted) else { return nil }
    let removal = EventID(derivedFrom: ["body weight correction", user.text, id.description])
    return Draft(id: removal, at: now, user: user, BodyWeightRemoved(measurement: id).body)
  }
}
