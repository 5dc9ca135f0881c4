import Events

/// All sets of a user, indexed by id and session and ranked by exercise.
///
/// Cost: log n for each fact. Discarding a session costs this for each of its ranked sets. Sets of restored sessions
/// are not ranked again: a search for a best looks through them.
struct IndexedSets: Sendable {
  /// The sets in the order in which they were logged; nil for one that was removed.
  private var sets: [PersonalBests.Best?] = []
  /// The place of the latest set with each id.
  private var latest: [EventID: Int] = [:]
  /// The places of earlier sets with the same id, oldest first.
  ///
  /// A log with unchecked ids may have such sets.
  private var others: [EventID: [Int]] = [:]
  /// The removed sets that can be restored, by place.
  private var removed: [Int: PersonalBests.Best] = [:]
  /// The places of removed sets; of sets that share an id, the one removed last.
  private var removedPlaces: [EventID: Int] = [:]
  private var standing: [Name: Places] = [:]
  /// The discarded sessions of each name, the latest last.
  private var discarded: [Name: [Places]] = [:]
  /// The current sessions that have unranked sets.
  private var restored: Set<Name> = []
  /// For each set, a Boolean value indicating whether it is in a ranking.
  private var isRanked: [Bool] = []
  /// For each set, the number of its session, which distinguishes sessions with one name.
  private var numbers: [Int] = []
  /// The number of sessions so far.
  private var count = 0
  /// The sets of each exercise, the best first.
  ///
  /// Some entries may be outdated, but never the first.
  private var rankings: [Name: Heap<Entry>] = [:]

  /// The places of the sets of a session: ranked sets, and sets that were discarded at some time.
  private struct Places {
    let number: Int
    var ranked: [Int] = []
    var others: [Int] = []
  }

  /// The rank and the place of a set.
  ///
  /// Better sets come first, then earlier ones.
  private struct Entry: Comparable {
    let rank: SetRank
    let place: Int

    static func < (one: Entry, other: Entry) -> Bool {
      one.rank > other.rank || one.rank == other.rank && one.place < other.place
    }
  }

  /// The best set of each exercise, in no order.
  var bests: [PersonalBests.Best] {
    let ranked = rankings.values.compactMap { best(in: $0) }
    guard !restored.isEmpty else { return ranked }
    var bests: [Name: PersonalBests.Best] = [:]
    for set in ranked + unranked { PersonalBests.enter(set, into: &bests) }
    return Array(bests.values)
  }

  /// The best set of an exercise; nil if it has no sets.
  subscript(exercise: Name) -> PersonalBests.Best? {
    var bests: [Name: PersonalBests.Best] = [:]
    bests[exercise] = rankings[exercise].flatMap { best(in: $0) }
    for set in unranked where set.exercise == exercise { PersonalBests.enter(set, into: &bests) }
    return bests[exercise]
  }

  /// The current sets that are not ranked, in no order.
  private var unranked: [PersonalBests.Best] {
    restored.flatMap { standing[$0]?.others ?? [] }.compactMap { sets[$0] }
  }

  /// Returns whether the set at a place was neither removed nor discarded.
  private func stands(_ place: Int) -> Bool {
    sets[place].map { isCurrent(place, in: $0.session) } ?? false
  }

  /// Returns whether the set at a place, even a removed one, is in the current session with a name.
  private func isCurrent(_ place: Int, in session: Name) -> Bool {
    isRanked[place] || standing[session]?.number == numbers[place]
  }

  /// The consecutive latest sets of the current session, and all sets before them.
  var parted: (earlier: [PersonalBests.Best], current: [PersonalBests.Best]) {
    let sets = sets.indices.map { stands($0) ? self.sets[$0] : nil }
    let session = sets.last { $0 != nil }??.session
    let start = sets.lastIndex { $0.map { $0.session != session } ?? false }.map { $0 + 1 } ?? 0
    return (sets[..<start].compactMap(\.self), sets[start...].compactMap(\.self))
  }

  private func best(in ranking: Heap<Entry>) -> PersonalBests.Best? {
    ranking.first.flatMap { sets[$0.place] }
  }

  mutating func apply(_ fact: SetFact) {
    switch fact {
    case .logged(let set): log(set)
    case .revised(let id, let change): revise(id, change)
    case .removed(let id): remove(id)
    case .setRestored(let id): restoreSet(id)
    case .discarded(let session): discard(session)
    case .restored(let session): restore(session)
    case .begun(let session): _ = begin(session)
    }
  }

  /// Begins a session unless there is one with its name, and returns its number.
  private mutating func begin(_ session: Name) -> Int {
    if let number = standing[session]?.number { return number }
    defer { count += 1 }
    standing[session] = Places(number: count)
    return count
  }

  private mutating func discard(_ session: Name) {
    guard var places = standing.removeValue(forKey: session) else { return }
    restored.remove(session)
    for place in places.ranked {
      isRanked[place] = false
      if let set = sets[place] { dropOutdated(set.exercise) }
    }
    places.others += places.ranked
    places.ranked = []
    discarded[session, default: []].append(places)
  }

  private mutating func restore(_ session: Name) {
    guard var places = discarded[session]?.popLast() else { return }
    if let later = standing[session] {
      for place in later.ranked + later.others { numbers[place] = places.number }
      places.ranked += later.ranked
      places.others += later.others
    }
    if !places.others.isEmpty { restored.insert(session) }
    standing[session] = places
  }

  private mutating func log(_ set: PersonalBests.Best) {
    let place = sets.count
    sets.append(set)
    if let other = latest.updateValue(place, forKey: set.id) {
      others[set.id, default: []].append(other)
    }
    numbers.append(begin(set.session))
    standing[set.session]?.ranked.append(place)
    isRanked.append(true)
    rankings[set.exercise, default: Heap()].insert(Entry(rank: set.rank, place: place), by: <)
  }

  /// Returns the place of the latest current set with an id.
  private mutating func place(of id: EventID) -> Int? {
    while let place = latest[id], sets[place] == nil { latest[id] = others[id]?.popLast() }
    guard let place = latest[id] else { return nil }
    return stands(place) ? place : others[id]?.last(where: stands)
  }

  private mutating func revise(_ id: EventID, _ change: SetChange) {
    guard let place = place(of: id), var set = sets[place] else { return }
    let before = set.rank
    set.revise(change)
    sets[place] = set
    guard set.rank != before, isRanked[place] else { return }
    rankings[set.exercise, default: Heap()].insert(Entry(rank: set.rank, place: place), by: <)
    dropOutdated(set.exercise)
  }

  private mutating func remove(_ id: EventID) {
    guard let last = latest.removeValue(forKey: id) else { return }
    var kept: [Int] = []
    for place in (others.removeValue(forKey: id) ?? []) + [last] where sets[place] != nil {
      if stands(place) { remove(at: place) } else { kept.append(place) }
    }
    latest[id] = kept.popLast()
    if !kept.isEmpty { others[id] = kept }
  }

  private mutating func remove(at place: Int) {
    guard let set = sets[place] else { return }
    sets[place] = nil
    (removed[place], removedPlaces[set.id]) = (set, place)
    dropOutdated(set.exercise)
  }

  /// Restores a removed set, unless its session was discarded.
  private mutating func restoreSet(_ id: EventID) {
    guard let place = removedPlaces[id], let set = removed[place],
      isCurrent(place, in: set.session)
    else { return }
    (removed[place], removedPlaces[id]) = (nil, nil)
    sets[place] = set
    let places = (others[id, default: []] + [latest[id], place].compactMap(\.self)).sorted()
    (others[id], latest[id]) = (places.count > 1 ? places.dropLast() : nil, places.last)
    guard isRanked[place] else { return }
    rankings[set.exercise, default: Heap()].insert(Entry(rank: set.rank, place: place), by: <)
  }

  /// Removes outdated entries from the front of a ranking.
  private mutating func dropOutdated(_ exercise: Name) {
    let (sets, isRanked) = (sets, isRanked)
    rankings[exercise]?.removeFirst(
      while: { !isRanked[$0.place] || sets[$0.place]?.rank != $0.rank }, by: <)
  }
}
