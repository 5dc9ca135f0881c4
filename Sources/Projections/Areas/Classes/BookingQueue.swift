import Events

/// The users who booked a class, in the order of their bookings; each holds a place or waits.
///
/// Cost: log n for each change and each position on the waiting list.
struct BookingQueue: Sendable {
  /// The users in order; nil for a user who cancelled.
  private var order: [Name?] = []
  private var places: [Name: Int] = [:]
  /// The marks of the users in `order` who hold a place.
  private var holds: [Bool] = []
  /// The counts of waiting users, as a binary indexed tree over `order`.
  ///
  /// Source: Fenwick, "A New Data Structure for Cumulative Frequency Tables" (1994).
  private var counts: [Int] = []
  /// The number of waiting users.
  private(set) var waiting = 0

  init() {}

  var count: Int { places.count }

  /// The users in the queue, in order.
  var users: [Name] { order.compactMap(\.self) }

  /// The users who hold a place, in order.
  var holders: [Name] { order.indices.compactMap { holds[$0] ? order[$0] : nil } }

  func contains(_ user: Name) -> Bool { places[user] != nil }

  /// Returns the position of a user among the waiting ones, from 1; nil for a user who does not wait.
  func waitingRank(of user: Name) -> Int? {
    guard let place = places[user], !holds[place] else { return nil }
    return sum(place + 1)
  }

  /// Returns the user at a position among the waiting ones, from 1; nil if there are fewer.
  func waitingUser(_ rank: Int) -> Name? {
    guard 1...max(1, waiting) ~= rank, waiting > 0 else { return nil }
    var (index, rest, step) = (0, rank, 1)
    while step * 2 <= counts.count { step *= 2 }
    while step > 0 {
      Steps.add()
      if index + step <= counts.count, counts[index + step - 1] < rest {
        index += step
        rest -= counts[index - 1]
      }
      step /= 2
    }
    return order[index]
  }

  /// Appends a user, who then waits; returns false for a user in the queue, who keeps their place.
  mutating func append(_ user: Name) -> Bool {
    guard places[user] == nil else { return false }
    places[user] = order.count
    order.append(user)
    holds.append(false)
    waiting += 1
    let index = order.count
    let before = index - (index & -index)
    counts.append(1 + sum(index - 1) - sum(before))
    return true
  }

  /// Removes a user; returns whether the user held a place.
  mutating func remove(_ user: Name) -> Bool {
    guard let place = places[user] else { return false }
    let held = holds[place]
    setHolder(user, true)
    places[user] = nil
    order[place] = nil
    holds[place] = false
    return held
  }

  /// Gives a user a place, or puts the user back on the waiting list, in the order of the bookings.
  mutating func setHolder(_ user: Name, _ isHolder: Bool) {
    guard let place = places[user], holds[place] != isHolder else { return }
    holds[place] = isHolder
    let change = isHolder ? -1 : 1
    waiting += change
    var index = place + 1
    while index <= counts.count {
      Steps.add()
      counts[index - 1] += change
      index += index & -index
    }
  }

  /// Returns the number of waiting users among the first `length` entries.
  private func sum(_ length: Int) -> Int {
    var (index, total) = (length, 0)
    while index > 0 {
      Steps.add()
      total += counts[index - 1]
      index -= index & -index
    }
    return total
  }
}

extension BookingQueue: Equatable {
  static func == (one: BookingQueue, other: BookingQueue) -> Bool {
    one.users == other.users && one.holders == other.holders
  }
}
