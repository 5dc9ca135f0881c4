import Events

/// The events that caused a value of a view, and the events that they overruled.
///
///     let causes = try ValueCauses(PersonalBestsView.self, path, of: "ann", in: log)
///     for cause in causes?.needed ?? [] { print(cause.event.seq, cause.event.type) }
///
/// - `needed` are events from which alone the view has the same value at the path. None of them can be left out. The
///   events keep their positions. Several sets of events may suffice. The search begins with the event that last changed
///   the value, and leaves it out only if the others suffice.
/// - `overruled` are other events of two kinds: those that gave the path another value, and those that `next` needs.
/// - `next` is the next best value: the value without the latest needed event. If that is the same value, the latest
///   two are left out, then the latest four, and so on up to all needed events.
///
/// The events that undid an event, or restored its value, are listed with it. If a needed event restored the value of
/// an earlier event, the earlier event is not needed. The needed event then names it as the restored one.
public struct ValueCauses: Sendable {
  /// An event with its effect on the value.
  public struct Cause: Sendable {
    public let event: Event
    /// The change that the event made to the value, or to the first changed part within it; nil if it made none.
    public let change: Blame.Link?
    /// The events that undid it, in order, each with the note that names it.
    public fileprivate(set) var undoneBy: [Event] = []
    /// The events that undid a later change and so restored the value of this event, in order.
    public fileprivate(set) var restoredBy: [Event] = []
    /// The event whose value this one restored by undoing a later change; nil for any other event.
    public fileprivate(set) var restores: Event?
  }

  /// The next best value.
  public struct NextBest: Sendable {
    /// The positions of the events that were left out, in order.
    public let without: [Int]
    /// The value without them; nil if the path then leads nowhere.
    public let value: JSON?
  }

  /// An event whose undoing gives the path another value.
  public struct Correction: Sendable {
    public let event: Event
    /// The value after the undoing; nil if the path then leads nowhere.
    public let value: JSON?
  }

  /// The path in the spelling of `Blame.lines(at:)`.
  public let path: RecordPath
  public let value: JSON
  /// The needed events, in the order of the log; none if an empty log has the same value.
  public private(set) var needed: [Cause] = []
  /// The overruled events, in the order of the log.
  public private(set) var overruled: [Cause] = []
  /// The next best value; nil if an empty log has the same value.
  public private(set) var next: NextBest?
  /// A Boolean value indicating whether none of the needed events can be left out.
  ///
  /// It is false if the search was ended because it would take too long, as for a sum of many hundreds of events.
  public private(set) var isMinimal = true

  private let search: CauseSearch
  private let asOf: AsOf?
  private let state: any ViewFolding

  /// Finds the causes of the value at a path.
  ///
  /// Cost: some passes over the log. The search folds the events that wrote the value, and those about the same
  /// entities, a few hundred times. If they do not suffice, it folds all events that the view reads.
  ///
  /// - Parameters:
  ///   - user: The user of the view; nil if it has no user.
  ///   - asOf: The part of the log to read; nil for all of it.
  /// - Returns: Nil if the path leads nowhere.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public init?(
    _ view: any LogView.Type, _ path: RecordPath, of user: Name?, in log: Log, asOf: AsOf? = nil
  ) throws {
    guard let state = try log.states(of: [view], of: user, asOf: asOf).first,
      let path = state.view.tree.canonical(path), let value = state.value(at: path)
    else { return nil }
    (self.path, self.value, self.asOf, self.state) = (path, value, asOf, state)
    search = CauseSearch(view: view, path: path, user: user, log: log)
    let changes = try search.changes(asOf: asOf)
    let found = try search.needed(for: value, changes, asOf: asOf)
    isMinimal = found.isMinimal
    var rest: [Event] = []
    if !found.events.isEmpty {
      let next = try search.next(after: value, without: found.events, asOf: asOf)
      self.next = next
      let part = AsOf.without(Set(next.without), of: asOf)
      let others = try search.changes(asOf: part)
      rest = try search.needed(for: next.value, others, asOf: part).events
    }
    let links = Dictionary(changes.map { ($0.event.seq, $0.link) }) { first, _ in first }
    let own = Set(found.events.map(\.seq))
    // Created once, since each look at a part of a state may create all rows.
    let view = state.view
    rest += changes.filter { $0.link.after != view.value(at: $0.link.path) }.map(\.event)
    let others = Dictionary(rest.map { ($0.seq, $0) }) { first, _ in first }.values
      .filter { !own.contains($0.seq) }.sorted { $0.seq < $1.seq }
    needed = found.events.map { Cause(event: $0, change: links[$0.seq]) }
    overruled = others.map { Cause(event: $0, change: links[$0.seq]) }
    try connect(changes)
  }

  /// Adds the events that undid the causes or restored their values, and those whose values the needed ones restored.
  private mutating func connect(_ changes: [(event: Event, link: Blame.Link)]) throws {
    let seqs = Set((needed + overruled).map(\.event.seq))
    guard !seqs.isEmpty else { return }
    let links = Dictionary(needed.compactMap(\.change).map { ($0.path, $0.after) }) { $1 }
    let equal = changes.filter { event, link in
      link.after != nil && links[link.path] == link.after && !seqs.contains(event.seq)
    }.map(\.event)
    let dependents = try Dependents(of: seqs.union(equal.map(\.seq)), in: search.log)
    var restored: [Int: Event] = [:]
    for event in equal { for copy in dependents.copying(event.seq) { restored[copy.seq] = event } }
    func connected(_ cause: Cause) -> Cause {
      var cause = cause
      let included = { (event: Event) in asOf?.includes(event) ?? true }
      cause.undoneBy = dependents.undoing(cause.event.seq).filter(included)
      cause.restoredBy = dependents.copying(cause.event.seq).filter(included)
      cause.restores = restored[cause.event.seq]
      return cause
    }
    (needed, overruled) = (needed.map(connected), overruled.map(connected))
  }

  /// The number of needed events whose undoing is tried.
  private static let mostTried = 10

  /// Returns the latest needed event whose undoing by its user gives the path another value.
  ///
  /// The undoing is tried on the log, without appending anything, and the view is folded over its events.
  ///
  /// - Parameter defaults: The time and the ids of the events that would be appended.
  /// - Throws: The `Refusal` of the latest needed event if no undoing changes the value, or an error of the log.
  public func correction(_ defaults: DraftDefaults) throws -> Correction? {
    guard asOf == nil else { return nil }
    var first: Refusal?
    for cause in needed.reversed().prefix(Self.mostTried) {
      do {
        let value = try state.value(at: path, undoing: cause.event, in: search.log, defaults)
        if value != self.value { return Correction(event: cause.event, value: value) }
      } catch let refusal as Refusal { first = first ?? refusal }
    }
    if let first { throw first }
    return nil
  }
}

extension ViewFolding {
  /// Returns the value at a path after an event is undone by its user at the end of a log, whose state this is.
  ///
  /// - Throws: A `Refusal` if it cannot be undone.
  func value(
    at path: RecordPath, undoing event: Event, in log: Log, _ defaults: DraftDefaults
  ) throws -> JSON? {
    let undoing = try log.dryRun(
      Revert([.prefix("@\(event.seq)")]), by: event.user, defaults: defaults)
    var state: any ViewFolding = self
    for acknowledgement in undoing.acknowledgements { state.fold(acknowledgement.event) }
    return state.value(at: path)
  }
}

/// The search for the events that a value at a path of a view needs.
private struct CauseSearch: Sendable {
  let view: any LogView.Type
  let path: RecordPath
  let user: Name?
  let log: Log
  private let interests: [(areas: Areas, scope: Scope)]

  /// Returns the number of events that a search among so many events judges at most: about a second.
  private static func mostJudged(_ count: Int) -> Int { 300_000 + 64 * count }

  init(view: any LogView.Type, path: RecordPath, user: Name?, log: Log) {
    (self.view, self.path, self.user, self.log) = (view, path, user, log)
    interests = view._fold(of: user).interests
  }

  /// Returns the changes of the value, oldest first; those of a record or a list are changes of the parts within it.
  func changes(asOf: AsOf?) throws -> [(event: Event, link: Blame.Link)] {
    var changes: [(event: Event, link: Blame.Link)] = []
    try Blame.forEachChange(view, path, of: user, in: log, asOf: asOf) { changes.append(($0, $1)) }
    return changes
  }

  /// Returns events from which alone the view has the value at the path.
  ///
  /// - Parameter changes: The changes that led to the value.
  func needed(
    for value: JSON?, _ changes: [(event: Event, link: Blame.Link)], asOf: AsOf?
  ) throws -> (events: [Event], isMinimal: Bool) {
    guard let last = changes.last?.event, view._fold(of: user).value(at: path) != value else {
      return ([], true)
    }
    let likely = likely(changes.map(\.event), upTo: last)
    var candidates: [Event] = []
    try log.forEachEvent(of: interests, asOf: asOf) { if likely($0) { candidates.append($0) } }
    var search = Minimization(of: candidates, keepsEvents: true)
    try run(&search, for: value, with: last, asOf: asOf)
    if search.verdict != .fails {
      search = try Minimization(of: log, keepsEvents: true)
      try run(&search, for: value, with: last, asOf: asOf)
    }
    let others = try search.selection.events().filter { $0.seq != last.seq }
    var without = Minimization(of: others, keepsEvents: true)
    try run(&without, for: value, with: nil, asOf: asOf)
    guard without.verdict == .fails else { return (others + [last], search.isMinimal) }
    return (without.events, without.isMinimal)
  }

  /// Runs a search for fewer events that give the value, with or without an event that is always included.
  private func run(
    _ search: inout Minimization, for value: JSON?, with last: Event?, asOf: AsOf?
  ) throws {
    search.mostJudged = Self.mostJudged(search.count)
    try search.run(
      likely: { _ in true },
      judgingSelection: { events in
        var fold = view._fold(of: user)
        try events.forEach { event in
          guard event.seq < last?.seq ?? .max, asOf?.includes(event) ?? true else { return }
          fold.fold(event)
        }
        if let last { fold.fold(last) }
        return fold.value(at: path) == value ? .fails : .passes
      })
  }

  /// Returns a closure that tells whether an event probably contributes to the value.
  ///
  /// These are the events that changed the value, and earlier ones about the same entities.
  private func likely(_ changes: [Event], upTo last: Event) -> (Event) -> Bool {
    let seqs = Set(changes.map(\.seq))
    let entities = Set(changes.flatMap { $0.createdEntities + $0.referencedEntities })
    return { event in
      guard event.seq <= last.seq else { return false }
      return seqs.contains(event.seq) || event.createdEntities.contains(where: entities.contains)
        || event.referencedEntities.contains(where: entities.contains)
    }
  }

  /// Returns the next best value after `value`.
  func next(
    after value: JSON, without needed: [Event], asOf: AsOf?
  ) throws -> ValueCauses.NextBest {
    var count = 1
    while true {
      let seqs = needed.suffix(count).map(\.seq)
      let part = AsOf.without(Set(seqs), of: asOf)
      let next = try log.states(of: [view], of: user, asOf: part).first?.value(at: path)
      if next != value || count >= needed.count {
        return ValueCauses.NextBest(without: seqs, value: next)
      }
      count *= 2
    }
  }
}
