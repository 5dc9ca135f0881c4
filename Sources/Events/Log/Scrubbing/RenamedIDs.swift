/// New ids for events and entities, in the order of the old ones.
///
/// A version 7 id keeps its time, shifted with the log, and gets new random bits. Ids of one millisecond keep their
/// order, because their new bits are sorted. Ids of other versions have no time; they get new bits between those of
/// their neighbours, and keep their version.
///
///     old   019caf81e3f2-7-21e…   019caf81e3f2-7-285…   5c9c01a4d5dd-8-…
///     new   0194e6b3d3f2-7-0c4…   0194e6b3d3f2-7-a91…   71ab09…-8-…
struct RenamedIDs: Sendable {
  /// The old ids, sorted.
  private var old: [EventID] = []
  /// The new ids, in the same order.
  private var new: [EventID] = []
  /// The index in `old` of the first id of each bucket, and the number of ids at the end.
  ///
  /// A bucket holds the ids of a span of time, four on average. A binary search among all ids took three times as long.
  private var buckets: [UInt32] = []
  /// The number of the lowest bits of `EventID.high` that do not count for the bucket.
  private var bucketBits: UInt64 = 0
  private let hash: SipHash
  /// The shift in milliseconds.
  private let shift: Int64

  /// Creates the new ids of `ids`.
  ///
  /// - Parameters:
  ///   - ids: The ids to replace, in any order; an id may be in it several times.
  ///   - others: The ids that stay.
  ///   - days: The number of days by which times are shifted.
  init(of ids: [EventID] = [], among others: [EventID] = [], shiftedBy days: Int, key: SipHash) {
    (hash, shift) = (key, Int64(days) &* 86_400_000)
    let fixed = others.sorted()
    var sorted = ids
    sorted.sort()
    old.reserveCapacity(sorted.count)
    for id in sorted where id != old.last { old.append(id) }
    new.reserveCapacity(old.count)
    var (start, passed) = (0, 0)
    while start < old.count {
      while passed < fixed.count, fixed[passed] < old[start] { passed += 1 }
      let end = endOfRun(from: start, before: passed < fixed.count ? fixed[passed] : nil)
      let next = end < old.count ? time(of: old[end]) : nil
      // An id that stays may part the ids of one time.
      let isOtherTime = next != nil && next != time(of: old[start])
      let lower = max(new.last ?? .least, passed > 0 ? fixed[passed - 1] : .least)
      let upper = passed < fixed.count ? fixed[passed] : .greatest
      append(
        start..<end, between: lower,
        isOtherTime ? min(upper, EventID(high: (next ?? 0) << 16 | 0x7000, low: 0)) : upper)
      start = end
    }
    sortIntoBuckets()
  }

  private mutating func sortIntoBuckets() {
    guard let first = old.first, let last = old.last else { return }
    while (last.high - first.high) >> bucketBits > old.count / 4 { bucketBits += 1 }
    buckets = [UInt32](repeating: 0, count: Int(bucket(of: last)) + 2)
    for id in old { buckets[Int(bucket(of: id)) + 1] += 1 }
    for place in 1..<buckets.count { buckets[place] += buckets[place - 1] }
  }

  /// Returns the number of the bucket of an id; there is no such bucket for most ids that stay.
  private func bucket(of id: EventID) -> UInt64 { (id.high &- old[0].high) >> bucketBits }

  /// The new id of an id; nil for an id that stays, or that the log does not create.
  subscript(id: EventID) -> EventID? {
    guard !old.isEmpty else { return nil }
    let bucket = bucket(of: id)
    guard bucket &+ 1 < UInt64(buckets.count) else { return nil }
    let places = Int(buckets[Int(bucket)])..<Int(buckets[Int(bucket) + 1])
    let place = places.search { old[$0] >= id }
    return place < old.count && old[place] == id ? new[place] : nil
  }

  /// Returns a new id for an id that no event creates.
  func stranger(_ id: EventID) -> EventID { drawn(for: id, between: .least, .greatest) }

  /// Returns the time of a version 7 id after the shift; nil for any other id, and for a time outside of 48 bits.
  private func time(of id: EventID) -> UInt64? {
    guard let milliseconds = id.milliseconds else { return nil }
    let moved = milliseconds &+ shift
    return (0..<1 << 48).contains(moved) ? UInt64(moved) : nil
  }

  /// Returns the end of the ids from `start` that have the same time, or all have none, and precede `limit`.
  private func endOfRun(from start: Int, before limit: EventID?) -> Int {
    let time = time(of: old[start])
    var end = start + 1
    while end < old.count, self.time(of: old[end]) == time, limit.map({ old[end] < $0 }) ?? true {
      end += 1
    }
    return end
  }

  /// Appends the new ids of a run, in order, between two ids if there is room.
  private mutating func append(_ run: Range<Int>, between lower: EventID, _ upper: EventID) {
    // Nearly every id is the only one of its time.
    guard run.count > 1 else {
      return new.append(drawn(for: old[run.lowerBound], between: lower, upper))
    }
    let hasTime = time(of: old[run.lowerBound]) != nil
    var taken: Set<UInt64> = []
    var ids: [EventID] = []
    for place in run {
      var (id, attempt) = (EventID.least, UInt8(0))
      // Ids differ in their first bits, so that the version after them does not change the order.
      repeat {
        id = drawn(for: old[place], between: lower, upper, attempt: attempt)
        attempt += 1
      } while attempt < 64 && !taken.insert(hasTime ? id.randomPart : id.high >> 16).inserted
      ids.append(id)
    }
    ids.sort()
    for (place, id) in zip(run, ids) {
      // The sorted ids may have exchanged their versions.
      new.append(EventID(high: id.high & ~0xF000 | old[place].high & 0xF000, low: id.low))
    }
  }

  /// Returns an id with the time and the version of `id`, and bits derived from the key.
  private func drawn(
    for id: EventID, between lower: EventID, _ upper: EventID, attempt: UInt8 = 0
  ) -> EventID {
    var bytes: [UInt8] = [0, attempt]
    bytes.reserveCapacity(38)
    id.append(to: &bytes)
    var random = (hash.hash(bytes), UInt64(0))
    bytes[0] = 1
    random.1 = hash.hash(bytes)
    guard let time = time(of: id) else {
      // The first 48 bits are between those of the neighbours.
      let (first, last) = (lower.high >> 16 + 1, upper.high >> 16)
      let prefix = first < last ? first + random.0 >> 16 % (last - first) : random.0 >> 16
      return EventID(
        high: prefix << 16 | id.high & 0xF000 | random.0 & 0x0FFF,
        low: 0x8000_0000_0000_0000 | random.1 >> 2)
    }
    let head = time << 16 | 0x7000
    let first = lower.high & ~0xFFF == head ? lower.randomPart &+ 1 : 0
    let last = upper.high & ~0xFFF == head ? upper.randomPart : .max
    let part = first < last ? first + random.0 % (last - first) : random.0
    return EventID(
      high: head | part >> 52,
      low: 0x8000_0000_0000_0000 | (part << 12) >> 2 | random.1 & 0x3FF)
  }
}

extension EventID {
  fileprivate static let least = EventID(high: 0, low: 0)
  fileprivate static let greatest = EventID(high: .max, low: .max)

  /// The first 64 random bits of a version 7 id.
  fileprivate var randomPart: UInt64 { high << 52 | (low << 2) >> 12 }
}
