import Events

/// A set of days, 64 to a word, which counts consecutive days a word at a time.
struct DaySet: Equatable, Sendable {
  private var words: [Int: UInt64] = [:]

  mutating func insert(_ day: LocalDay) {
    words[day.number >> 6, default: 0] |= 1 << UInt64(day.number & 63)
  }

  mutating func remove(_ day: LocalDay) {
    guard let word = words[day.number >> 6] else { return }
    words[day.number >> 6] = word & ~(1 << UInt64(day.number & 63))
  }

  /// Returns the number of consecutive days directly before `day`, at most `limit`.
  func run(before day: LocalDay, limit: Int) -> Int {
    var (count, next) = (0, day.number - 1)
    while count < limit {
      let place = next & 63
      let word = words[next >> 6, default: 0] << UInt64(63 - place)
      let ones = (~word).leadingZeroBitCount
      count += ones
      if ones <= place { break }
      next -= ones
    }
    return min(count, limit)
  }

  /// Returns the number of consecutive days directly after `day`, at most `limit`.
  func run(after day: LocalDay, limit: Int) -> Int {
    var (count, next) = (0, day.number + 1)
    while count < limit {
      let place = next & 63
      let word = words[next >> 6, default: 0] >> UInt64(place)
      let ones = (~word).trailingZeroBitCount
      count += ones
      if ones < 64 - place { break }
      next += ones
    }
    return min(count, limit)
  }
}
