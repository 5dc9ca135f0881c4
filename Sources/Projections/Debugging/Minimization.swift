import Events

/// The search for the smallest log that still fails.
///
///     var search = Minimization(of: events)
///     try search.run { events in try app(events) == .crashed ? .fails : .passes }
///     try Log(of: search.events)
///
/// The search removes events by user, then by connected group (a session with its sets), by type and finally one by
/// one. Events that refer to a removed event may be removed with it. Then it removes optional fields. In the result, no
/// single event can be removed without the log passing or being undecided (`isMinimal`).
///
/// The judge gets events with new positions and their old ids. It never judges the same short log twice.
public struct Minimization: Sendable {
  /// A closure that judges a log of these events.
  public typealias Judge = ([Event]) throws -> Verdict
  /// A closure that judges a log of these events and reads the events itself.
  package typealias SelectionJudge = (EventSelection) throws -> Verdict

  /// The smallest failing log so far; at first all events, whether they fail or not.
  ///
  /// It is created on each access.
  public var events: [Event] {
    // Events of an array can always be read.
    (try? selection.events()) ?? []
  }

  /// The events of the smallest failing log so far, read on demand.
  package var selection: EventSelection { EventSelection(best, of: forms) }

  /// The number of events at the start.
  public let count: Int
  /// The number of verdicts so far.
  public private(set) var runs = 0
  /// The verdict on all events; nil if it is not known yet.
  public private(set) var verdict: Verdict?
  /// A Boolean value indicating whether no single event can be removed.
  public private(set) var isMinimal = false
  /// The number of events in all judged logs together that ends the search early; nil for no limit.
  ///
  /// A value that sums many events needs all of them. Their number of verdicts on logs of their length would take hours.
  package var mostJudged: Int?
  /// A closure that is called before each verdict with the numbers of earlier verdicts and of remaining events.
  public var onProgress: (@Sendable (_ runs: Int, _ events: Int) -> Void)?

  /// The number of events in all judged logs together.
  private var judgedCount = 0

  /// The end of a search that would take too long.
  private struct Ended: Error {}

  private var forms: EventForms
  /// The smallest failing log so far, as numbers of forms.
  private var best: [Int32]
  /// Short logs that do not fail.
  private var known: Set<[Int32]> = []

  /// The maximum length of a log among them.
  private static let longestKnown = 2_048

  public init(of events: [Event]) { self.init(of: events, keepsEvents: false) }

  /// Creates the search in some events, which may keep their positions and all their fields.
  package init(of events: [Event], keepsEvents: Bool) {
    self.init(EventForms(of: events, keepsEvents: keepsEvents))
  }

  /// Creates the search in the events of a log, which are read on demand.
  ///
  /// - Parameter keepsEvents: Whether events keep their positions and all their fields.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  package init(of log: Log, keepsEvents: Bool = false) throws(LogError) {
    self.init(EventForms(of: try LogLines(of: log), keepsEvents: keepsEvents))
  }

  private init(_ forms: EventForms) {
    (self.forms, count) = (forms, forms.count)
    best = Array(0..<Int32(truncatingIfNeeded: forms.count))
  }

  /// Runs the search; if the log of all events does not fail, it only sets `verdict`.
  ///
  /// - Parameter likely: A closure that returns whether an event may contribute to the fault. If the log still fails
  ///   without the unlikely events, they are removed first.
  /// - Throws: An error of the judge; `events` is then the smallest failing log so far.
  public mutating func run(
    likely: (Event) -> Bool = { _ in true }, _ judge: Judge
  ) throws { try run(likely: likely, judgingSelection: { try judge($0.events()) }) }

  /// Runs the search like `run(likely:_:)`, with a judge that reads the events itself.
  package mutating func run(
    likely: (Event) -> Bool, judgingSelection judge: SelectionJudge
  ) throws { do { try search(likely: likely, judge) } catch is Ended {} }

  private mutating func search(likely: (Event) -> Bool, _ judge: SelectionJudge) throws {
    verdict = try judged(best, judge)
    guard verdict == .fails else { return }
    if try fails([], judge) {
      isMinimal = true
      return
    }
    let guess = try best.filter { likely(try forms.event(Int($0))) }
    if guess.count < best.count { _ = try fails(guess, judge) }
    try reduce(by: { $0.user?.text ?? "" }, judge)
    try reduce(groups: connected(), judge)
    try reduce(by: \.type, judge)
    try reduce(groups: best.map { [$0] }, judge)
    repeat {
      while try leaveOutSingles(judge) {}
    } while try !forms.keepsEvents && leaveOutFields(judge)
    isMinimal = true
  }

  // MARK: - Judging

  private mutating func judged(_ candidate: [Int32], _ judge: SelectionJudge) throws -> Verdict {
    // The verdict on all events is needed in any case.
    if let mostJudged, runs > 0, judgedCount + candidate.count > mostJudged { throw Ended() }
    judgedCount += candidate.count
    Steps.add(candidate.count)
    onProgress?(runs, best.count)
    let verdict = try judge(EventSelection(candidate, of: forms))
    runs += 1
    if verdict == .fails { best = candidate }
    return verdict
  }

  /// Returns whether a part of the smallest failing log fails; such a part becomes the smallest.
  private mutating func fails(_ candidate: [Int32], _ judge: SelectionJudge) throws -> Bool {
    guard candidate != best else { return true }
    if known.contains(candidate) { return false }
    if try judged(candidate, judge) == .fails { return true }
    if candidate.count <= Minimization.longestKnown { known.insert(candidate) }
    return false
  }

  // MARK: - Groups of events

  private mutating func reduce(by key: (Event) -> String, _ judge: SelectionJudge) throws {
    var (places, groups): ([String: Int], [[Int32]]) = ([:], [])
    for form in best {
      let key = key(try forms.event(Int(form)))
      if let place = places[key] {
        groups[place].append(form)
      } else {
        places[key] = groups.count
        groups.append([form])
      }
    }
    if groups.count > 1 { try reduce(groups: groups, judge) }
  }

  /// Removes unneeded events of some groups; events without a group stay.
  private mutating func reduce(groups: [[Int32]], _ judge: SelectionJudge) throws {
    guard !groups.isEmpty else { return }
    // Indexed by number, since a dictionary takes ten times the memory.
    var groupOf = [Int32](repeating: -1, count: Int(best.max() ?? -1) + 1)
    for (number, group) in groups.enumerated() {
      for form in group { groupOf[Int(form)] = Int32(truncatingIfNeeded: number) }
    }
    let all = best
    _ = try neededParts(of: groups.count) { flags in
      let candidate = all.filter { form in
        let group = groupOf[Int(form)]
        return group < 0 || flags[Int(group)]
      }
      return try fails(candidate, judge)
    }
  }

  /// Returns the groups of events that refer to one another, such as a session with its sets.
  private func connected() throws -> [[Int32]] {
    var roots = Array(0...(best.max() ?? 0))
    func root(_ form: Int32) -> Int32 {
      var root = form
      while roots[Int(root)] != root { root = roots[Int(root)] }
      return root
    }
    var owners: [EventID: Int32] = [:]
    for form in best {
      let event = try forms.event(Int(form))
      for id in event.createdEntities + event.referencedEntities {
        guard let owner = owners[id] else {
          owners[id] = form
          continue
        }
        let (one, other) = (root(owner), root(form))
        if one != other { roots[Int(max(one, other))] = min(one, other) }
        // Shortens the chains for later lookups.
        owners[id] = min(one, other)
      }
    }
    var (members, order): ([Int32: [Int32]], [Int32]) = ([:], [])
    for form in best {
      let root = root(form)
      if members[root] == nil { order.append(root) }
      members[root, default: []].append(form)
    }
    let groups = order.compactMap { members[$0] }.filter { $0.count > 1 }
    return groups.count > 1 ? groups : []
  }

  // MARK: - Single events

  /// Removes each event that is not needed, the last first; returns whether any was removed.
  private mutating func leaveOutSingles(_ judge: SelectionJudge) throws -> Bool {
    var hasChanged = false
    for form in best.reversed() where best.contains(form) {
      let dependents = try dependents(of: form)
      if !dependents.isEmpty,
        try fails(best.filter { $0 != form && !dependents.contains($0) }, judge)
      {
        hasChanged = true
      } else if try fails(best.filter { $0 != form }, judge) {
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// Returns the remaining events that refer to an event or its entities, directly or through one another.
  private func dependents(of form: Int32) throws -> Set<Int32> {
    var (found, ids) = (Set<Int32>(), Set(try forms.event(Int(form)).createdEntities))
    guard let place = best.firstIndex(of: form) else { return found }
    for later in best[(place + 1)...] {
      let event = try forms.event(Int(later))
      guard event.referencedEntities.contains(where: ids.contains) else { continue }
      found.insert(later)
      ids.formUnion(event.createdEntities)
    }
    return found
  }

  // MARK: - Fields

  /// Removes unneeded fields; returns whether any was removed.
  private mutating func leaveOutFields(_ judge: SelectionJudge) throws -> Bool {
    var hasChanged = false
    for place in best.indices {
      let event = try forms.event(Int(best[place]))
      let parts = JSONParts(event.data)
      // Without a required field it would not be an event of its type, so those fields are not tried.
      let optional = (0..<parts.count).filter { part in
        event.withData(parts.json { $0 != part }).map { $0.data != event.data } ?? false
      }
      _ = try neededParts(of: optional.count) { flags in
        let out = Set(zip(optional, flags).filter { !$1 }.map(\.0))
        guard let smaller = event.withData(parts.json { !out.contains($0) }) else { return false }
        guard smaller.data != event.data else { return true }
        var candidate = best
        candidate[place] = Int32(truncatingIfNeeded: forms.number(of: smaller))
        let fails = try fails(candidate, judge)
        if fails { hasChanged = true }
        return fails
      }
    }
    return hasChanged
  }
}
