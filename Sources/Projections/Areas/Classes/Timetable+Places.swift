import Events

// A place is given to the first who waits and has no other place at that time. The others keep their position.
extension Timetable {
  /// Returns whether a user holds a place in another class at the time of this one.
  ///
  /// A cancelled class takes no time.
  func hasOtherPlace(_ user: Name?, than class: Name) -> Bool {
    guard let user, let place = order(of: `class`) else { return false }
    return hasOtherPlace(user, than: place)
  }

  private func hasOtherPlace(_ user: Name, than place: Int) -> Bool {
    guard let others = held[user], !classes[place].isCancelled else { return false }
    let time = classes[place].time
    return others.contains { other in
      other != place && !classes[other].isCancelled && classes[other].time.overlaps(time)
    }
  }

  /// Returns the state of a user in a class; nil for a user who neither booked nor attended.
  ///
  /// - Parameter now: The time for deciding which classes are over. If it is nil, only the users' own entries count as
  ///   missed.
  public func state(of user: Name?, in it: FitnessClass, at now: Timestamp?) -> BookingState? {
    let state = it.state(of: user, at: now)
    return state == .waiting && hasOtherPlace(user, than: it.class) ? .overlaps : state
  }

  /// Records a booking, which waits unless there is a place for it.
  mutating func book(_ place: Int, by user: Name) {
    guard classes[place].bookings.append(user) else { return }
    bookingCount += 1
    booked[user, default: [:]][place] = bookingCount
    awaited[user, default: []].insert(place)
    fill(place)
  }

  /// Removes a booking; its place goes to the first who can take it.
  mutating func cancelBooking(_ place: Int, by user: Name) {
    guard classes[place].bookings.contains(user) else { return }
    booked[user]?[place] = nil
    awaited[user]?.remove(place)
    guard classes[place].bookings.remove(user) else { return }
    held[user]?.remove(place)
    fill(place)
    fillOthers(of: [user], at: classes[place].time)
  }

  /// Reassigns the places of a class after a change of its time, its capacity or its cancellation.
  ///
  /// - Parameter old: The time that the class took before; nil if it was cancelled.
  mutating func redistribute(_ place: Int, from old: Timetable.Span?) {
    let now = classes[place].isCancelled ? nil : classes[place].time
    let excess = classes[place].booked - classes[place].bound
    guard now != old || excess > 0 else { return fill(place) }
    let holders = classes[place].bookings.holders
    if now != nil {
      for user in holders where hasOtherPlace(user, than: place) { takePlace(place, of: user) }
    }
    for user in classes[place].bookings.holders.dropFirst(classes[place].bound) {
      takePlace(place, of: user)
    }
    fill(place)
    if let old { fillOthers(of: holders, at: old) }
  }

  private mutating func takePlace(_ place: Int, of user: Name) {
    classes[place].bookings.setHolder(user, false)
    held[user]?.remove(place)
    awaited[user, default: []].insert(place)
  }

  /// Gives the free places of a class to those who wait.
  private mutating func fill(_ place: Int) {
    var rank = 1
    while classes[place].booked < classes[place].bound,
      let user = classes[place].bookings.waitingUser(rank)
    {
      if hasOtherPlace(user, than: place) {
        rank += 1
      } else {
        classes[place].bookings.setHolder(user, true)
        held[user, default: []].insert(place)
        awaited[user]?.remove(place)
      }
    }
  }

  /// Gives users places in classes that they waited for only because of a class at `time`.
  private mutating func fillOthers(of users: [Name], at time: Timetable.Span) {
    for user in users {
      let numbers = booked[user] ?? [:]
      let others = (awaited[user] ?? []).filter { classes[$0].time.overlaps(time) }
        .map { (number: numbers[$0] ?? 0, place: $0) }
      for (_, place) in others.sorted(by: { $0.number < $1.number })
      where awaited[user]?.contains(place) ?? false { fill(place) }
    }
  }
}
