import Events

// What a look into a history after every event asks for: answers without a list of all sessions.
extension History {
  /// The session that was started last; of two that started together the later in the log.
  ///
  /// Cost: one comparison for each session.
  var latest: Session? {
    var latest: (place: Int, start: Timestamp)?
    for (place, session) in begun.enumerated() {
      guard let start = session?.startedAt else { continue }
      if let latest, start < latest.start { continue }
      latest = (place, start)
    }
    return latest.flatMap { shown(at: $0.place) }
  }

  /// The last set of the session that is logged into, and that session: right after a set was logged, that set.
  ///
  /// It is nil where there is none, or it was removed.
  var newest: (set: LoggedSet, session: Session)? {
    guard let current, let session = begun[current.place], let set = session.sets.last,
      !set.isRemoved
    else { return nil }
    return (set, session)
  }

  /// The Monday of the latest week in which a session started; nil where there is none.
  ///
  /// Cost: one comparison for each session.
  var latestWeek: LocalDay? {
    // The latest instant need not be on the latest day: two clocks may show different ones.
    var latest: LocalDay?
    for case let start? in begun.lazy.map({ $0?.startedAt }) {
      latest = max(latest ?? start.day, start.day)
    }
    return latest?.monday
  }

  /// Returns the Monday of the week in which a session started; nil where there is no such session.
  func week(of session: Name) -> LocalDay? {
    places[session].flatMap { begun[$0]?.startedAt.day.monday }
  }

  /// Returns the sessions that started in the week of a Monday, newest first.
  ///
  /// Cost: one comparison for each session.
  func sessions(inWeekOf monday: LocalDay) -> [Session] {
    let places = begun.indices.filter { begun[$0]?.startedAt.day.monday == monday }
    return newestFirst(places.compactMap { shown(at: $0) }, by: \.startedAt)
  }

  /// Returns how many weeks with sessions follow one another up to that of a Monday; 0 where it has none.
  ///
  /// Cost: one look at each session.
  func streak(upTo monday: LocalDay) -> Int {
    var weeks: Set<Int> = []
    for case let session? in begun {
      let week = session.startedAt.day.monday.number
      if week <= monday.number { weeks.insert(week) }
    }
    var count = 0
    while weeks.contains(monday.number - 7 * count) { count += 1 }
    return count
  }

  /// Returns the names of the sessions that may hold the set which a correction of `id` means.
  ///
  /// Cost: of a set that is not among the last of the current session, one look at each set.
  func sessions(holding id: EventID) -> [Name] {
    if let place = current?.place, let session = begun[place],
      session.sets.suffix(History.mostSearched).contains(where: { $0.id == id && !$0.isRemoved })
    {
      return [session.session]
    }
    return begun.compactMap { session in
      session.flatMap { $0.sets.contains { $0.id == id } ? $0.session : nil }
    }
  }

  /// Returns the exercises of the sets of a session.
  func exercises(of session: Name) -> [Name] {
    Set(self[session]?.sets.map(\.exercise) ?? []).sorted()
  }

  /// Returns the exercises of the sessions that started on a day or after it.
  ///
  /// Cost: one comparison for each session, and a look at the sets of those.
  func exercises(sinceDay day: LocalDay) -> [Name] {
    let sessions = begun.lazy.compactMap(\.self).filter { $0.startedAt.day >= day }
    return Set(sessions.flatMap { $0.sets.map(\.exercise) }).sorted()
  }

  /// Returns the exercises of the sets that a correction of `id` may mean.
  func exercises(holding id: EventID) -> [Name] {
    let sets = sessions(holding: id).flatMap { self[$0]?.sets ?? [] }
    return Set(sets.filter { $0.id == id }.map(\.exercise)).sorted()
  }
}
