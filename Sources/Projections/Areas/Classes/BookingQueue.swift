import Events

/// The users who booked a class, in the order of their bookings.
///
/// Cost: log n for each booking, cancellation and rank.
struct BookingQueue: Sendable {
  /// The users in order; nil for a user who cancelled.
  private var order: [Name?] = []
  private var places: [Name: Int] = [:]
  /// The counts of remaining users, as a binary indexed tree over `order`.
  ///
  /// Source: Fenwick, "A New Data Structure for Cumulative Frequency Tables" (1994).
  private var counts: [Int] = []

  init() {}

  var count: Int { places.count }

  /// The users in the queue, in order.
  var users: [Name] { order.compactMap(\.self) }

  /// Returns the position of a user, from 1; nil for a user outside the queue.
  func rank(of user: Name) -> Int? {
    guard let place = places[user] else { return nil }
    return sum(place + 1)
  }

  /// Appends a user; a user in the queue keeps their place.
  mutating func append(_ user: Name) {
    guard places[user] == nil else { return }
    places[user] = order.count
    order.append(user)
    let index = order.count
    let before = index - (index & -index)
    counts.append(1 + sum(index - 1) - sum(before))
  }

  /// Removes a user; later users move up.
  mutating func remove(_ user: Name) {
    guard let place = places.removeValue(forKey: user) else { return }
    order[place] = nil
    var index = place + 1
    while index <= counts.count {
      Steps.add()
      counts[index - 1] -= 1
      index += index & -index
    }
  }

  /// Returns the number of remaining users among the first `length` entries.
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
  static func == (one: BookingQueue, other: BookingQueue) -> Bool { one.users == other.users }
}
