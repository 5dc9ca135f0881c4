import Events

// Lookups that a walk makes after every event, without a list of all sessions.
extension History {
  /// The session that started last; of two with the same start, the later in the log.
  var latest: Session? { latestPlace.map { shown(at: $0) } }

  private var latestPlace: Int? {
    guard let week = calendar.latestWeek else { return nil }
    // The latest time may be on an earlier day, since two clocks may show different days.
    let weeks = [LocalDay(number: week.number - 7), week]
    let places = weeks.compactMap { newestPlace(inWeekOf: $0) }
    let starts = places.map { (begun[$0].startedAt.milliseconds, $0) }
    return starts.max { $0 < $1 }?.1
  }

  /// Returns whether all sets of a session, even removed ones, have different ids.
  func hasDifferentIDs(in session: Name) -> Bool {
    places[session].map { !begun[$0].ids.areShared } ?? false
  }

  /// Returns the set that an event added to a session; nil unless it is the next after `count` sets.
  func added(_ id: EventID, to session: Name, after count: Int) -> LoggedSet? {
    guard let place = places[session], begun[place].sets.count - begun[place].removed == count + 1,
      let set = begun[place].sets.last, set.id == id, !set.isRemoved
    else { return nil }
    return named(set)
  }

  /// Returns a set of a session, and its position from 1 if the session has moved or restored sets; nil if there is
  /// none.
  func placedSet(_ id: EventID, in session: Name) -> (set: LoggedSet, position: Int?)? {
    guard let place = places[session],
      let offset = indexedOffset(of: id, in: place) ?? begun[place].place(of: id)
    else { return nil }
    return (named(begun[place].sets[offset]), orders[place]?.position(of: offset))
  }

  private func indexedOffset(of id: EventID, in place: Int) -> Int? {
    guard let found = index?.place(ofOnly: id).place, found.session == place,
      !begun[place].sets[found.offset].isRemoved
    else { return nil }
    return found.offset
  }

  /// Returns the place of a set in the state that a session had before a correction of the set; nil if there is none.
  ///
  /// Cost: log n, once the sets are indexed, unless sets of the session were moved.
  func place(of id: EventID, in earlier: Session) -> Int? {
    guard let place = places[earlier.session] else { return nil }
    let removed = removedSet(id).flatMap { $0.session == earlier.session ? $0.set : nil }
    let indexed = indexedOffset(of: id, in: place).map { begun[place].sets[$0] }
    guard let seq = (removed ?? indexed)?.seq else { return earlier.place(of: id) }
    var range = earlier.sets.indices
    while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
      Steps.add()
      range =
        earlier.sets[middle].seq < seq
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    let found = range.lowerBound
    if found < earlier.sets.count, earlier.sets[found].id == id { return found }
    return orders[place] == nil ? nil : earlier.place(of: id)
  }

  /// The name of the session that is open, or of the one that started last; nil if there is none.
  var shownName: Name? { (calendar.lastOpen ?? latestPlace).map { begun[$0].session } }

  /// Returns the sessions that started in the week of a Monday, newest first, with their removed sets.
  ///
  /// Sums skip these sets, since a copy of a long session without them takes longer than a sum.
  func summedSessions(inWeekOf monday: LocalDay) -> [Session] {
    newestFirst(calendar.sessions(inWeekOf: monday)).map { place in
      orders[place] == nil && merges.isEmpty ? begun[place] : shown(at: place)
    }
  }

  /// Returns the index of the session that a sum over the week of a Monday adds last; nil if there is none.
  func newestPlace(inWeekOf monday: LocalDay) -> Int? { calendar.newest(inWeekOf: monday) }

  /// Returns the session that a sum over the week of a Monday adds last, with its removed sets; nil if there is none.
  func newestSession(inWeekOf monday: LocalDay) -> Session? {
    newestPlace(inWeekOf: monday).map { begun[$0] }
  }

  /// Returns the session whose sets a sum over the week of a Monday adds last, if its last set was logged by an event.
  ///
  /// Otherwise it is nil: the sum must then be computed from its start.
  func newestSession(inWeekOf monday: LocalDay, endingWith event: Event) -> Session? {
    guard let place = newestPlace(inWeekOf: monday), let set = begun[place].sets.last,
      set.id == event.id, set.seq == event.seq, !set.isRemoved
    else { return nil }
    return begun[place]
  }

  /// The last set of the current session, with the session; directly after a set was logged, this is the set.
  ///
  /// It is nil if there is no such set, or if it was removed.
  var newest: (set: LoggedSet, session: Session)? {
    guard let current, let set = begun[current.place].sets.last, !set.isRemoved else { return nil }
    return (named(set), named(begun[current.place]))
  }

  /// The Monday of the latest week in which a session started; nil if there is none.
  var latestWeek: LocalDay? { calendar.latestWeek }

  /// Returns whether a session was begun and not discarded.
  func stands(_ session: Name) -> Bool { places[session] != nil }

  /// Returns the number of sets of a session; nil if there is no such session, or if it was discarded.
  func setCount(of session: Name) -> Int? {
    places[session].map { begun[$0].sets.count - begun[$0].removed }
  }

  /// Returns the position of the event that began a session; nil if there is no such session.
  func start(of session: Name) -> Int? { places[session].map { begun[$0].seq } }

  /// Returns the row name of the week in which a session started; empty if there is no such session.
  func weeks(of session: Name) -> [Name] { week(of: session).map { [$0.name] } ?? [] }

  /// Returns the row names of the weeks of the sessions that may contain a set.
  func weeks(holding set: EventID) -> [Name] { sessions(holding: set).flatMap { weeks(of: $0) } }

  /// Returns the Monday of the week in which a session started; nil if there is no such session.
  func week(of session: Name) -> LocalDay? {
    places[session].map { begun[$0].startedAt.day.monday }
  }

  /// Returns the sessions that started in the week of a Monday, newest first.
  ///
  /// Cost: proportional to their number.
  func sessions(inWeekOf monday: LocalDay) -> [Session] {
    newestFirst(calendar.sessions(inWeekOf: monday)).map { shown(at: $0) }
  }

  /// Returns whether a session started on a day.
  ///
  /// Cost: proportional to the sessions of its week.
  func hasSessions(on day: LocalDay) -> Bool {
    calendar.sessions(inWeekOf: day.monday).contains { begun[$0].startedAt.day == day }
  }

  /// Returns whether no other session of its day began later.
  ///
  /// Cost: a look-up, or proportional to the number of sessions of its week if one of them began later.
  func isLastOfDay(_ session: Session) -> Bool {
    let day = session.startedAt.day
    if newestPlace(inWeekOf: day.monday) == self.places[session.session] { return true }
    let places = calendar.sessions(inWeekOf: day.monday).filter { begun[$0].startedAt.day == day }
    return newestFirst(places).first == self.places[session.session]
  }

  /// Returns the number of consecutive weeks with sessions up to the week of a Monday; 0 if that week has none.
  ///
  /// Cost: a look-up for each of them.
  func streak(upTo monday: LocalDay) -> Int {
    var week = monday
    while calendar.hasSessions(inWeekOf: week) { week = LocalDay(number: week.number - 7) }
    return (monday.number - week.number) / 7
  }

  /// Returns the Mondays of the consecutive weeks with sessions that begin with the week of a Monday.
  func weeks(from monday: LocalDay) -> [LocalDay] {
    var weeks: [LocalDay] = []
    var week = monday
    while calendar.hasSessions(inWeekOf: week) {
      weeks.append(week)
      week = LocalDay(number: week.number + 7)
    }
    return weeks
  }

  /// Returns the names of the sessions that may contain the set of a correction with `id`.
  ///
  /// Cost: constant for the last sets of the current session, and for indexed sets. Otherwise, or if several sets
  /// share the id, proportional to all sets.
  func sessions(holding id: EventID) -> [Name] {
    if let current,
      begun[current.place].sets.suffix(History.mostSearched)
        .contains(where: { $0.id == id && !$0.isRemoved })
    {
      return [current.session]
    }
    if let found = index?.place(ofOnly: id), !found.isShared {
      guard let place = found.place?.session, !begun[place].isDiscarded else { return [] }
      return [begun[place].session]
    }
    return standing.filter { begun[$0].sets.contains { $0.id == id } }.map { begun[$0].session }
  }

  /// Returns the exercises of the sets of a session.
  func exercises(of session: Name) -> [Name] {
    Set(self[session]?.sets.map(\.exercise) ?? []).sorted()
  }

  /// Returns the exercises of the sessions that started on or after a day.
  ///
  /// Cost: one comparison for each session, and one step for each set of the matching sessions.
  func exercises(sinceDay day: LocalDay) -> [Name] {
    let places = standing.filter { begun[$0].startedAt.day >= day }
    return Set(places.flatMap { begun[$0].sets.map { merges[$0.exercise] } }).sorted()
  }

  /// Returns the exercises of the sets that a correction with `id` may change.
  ///
  /// Cost: that of `sessions(holding:)`.
  func exercises(holding id: EventID) -> [Name] {
    let exercises = sessions(holding: id).flatMap { session in
      if hasDifferentIDs(in: session) {
        return placedSet(id, in: session).map { [$0.set.exercise] } ?? []
      }
      return self[session]?.sets.filter { $0.id == id }.map(\.exercise) ?? []
    }
    return Set(exercises).sorted()
  }

  /// Returns whether a set counts for an exercise.
  ///
  /// Cost: proportional to the sets before it.
  func hasSets(of exercise: Name) -> Bool {
    standing.contains { place in
      begun[place].sets.contains { !$0.isRemoved && merges[$0.exercise] == exercise }
    }
  }
}

extension History.Session {
  /// Returns the sum of reps × weight over the sets of an exercise, in kilograms, in the order in which they were
  /// logged.
  ///
  /// Moved sets have another order, and the last digit of a sum depends on it.
  func volumeKg(of exercise: Name) -> Double {
    // By index and without a list: each look at a record asks for it.
    Steps.add(sets.count)
    var (sum, last) = (0.0, 0)
    for place in sets.indices where sets[place].exercise == exercise && !sets[place].isRemoved {
      guard sets[place].seq > last else { return volumesKg(of: exercise).last ?? 0 }
      (sum, last) = (sum + sets[place].volumeKg, sets[place].seq)
    }
    return sum
  }

  /// Returns this sum after a set was logged, given the record of volumes before it.
  ///
  /// Nearly always the previous set of the exercise in a long session has the record, so only one number is added.
  func volumeKg(of exercise: Name, after record: ExerciseRecords.Mark?) -> Double {
    let earlier = sets.indices.dropLast().suffix(History.mostSearched)
    if let record, let volume = record.value, record.session == session, let set = sets.last,
      let place = earlier.last(where: { sets[$0].exercise == exercise && !sets[$0].isRemoved }),
      sets[place].id == record.set.id, sets[place].seq == record.set.seq
    {
      return volume + set.volumeKg
    }
    return volumeKg(of: exercise)
  }

  /// Returns the running sums after each of those sets.
  func volumesKg(of exercise: Name) -> [Double] {
    var own: [(seq: Int, volume: Double)] = []
    for place in sets.indices where sets[place].exercise == exercise && !sets[place].isRemoved {
      own.append((sets[place].seq, sets[place].volumeKg))
    }
    var sum = 0.0
    return own.sorted { $0.seq < $1.seq }.map { set in
      sum += set.volume
      return sum
    }
  }
}

extension LocalDay {
  /// The day as the name of a row.
  var name: Name { Name(description) }
}

extension History {
  /// The ids of all sets, in the order in which they were logged.
  public var setIDs: [EventID] {
    standing.flatMap { shown(at: $0).sets }.sorted { $0.seq < $1.seq }.map(\.id)
  }

  /// Returns whether a set has an id, even a removed one, or one of a discarded session.
  ///
  /// Cost: proportional to all sets.
  func hasLogged(_ id: EventID) -> Bool { begun.contains { $0.sets.contains { $0.id == id } } }

  /// Returns a set by its id; nil if there is none, or if it was removed.
  ///
  /// - Complexity: Proportional to the number of all sets.
  public func set(_ id: EventID) -> LoggedSet? {
    let current = current.map { begun[$0.place].sets } ?? []
    if let set = current.last(where: { $0.id == id && !$0.isRemoved }) { return named(set) }
    return standing.lazy.flatMap { begun[$0].sets }.filter { $0.id == id && !$0.isRemoved }
      .max { $0.seq < $1.seq }.map { named($0) }
  }
}
