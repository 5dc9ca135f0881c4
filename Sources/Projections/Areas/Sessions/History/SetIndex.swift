import Events

/// The place of a set in a history: the index of its session, and its index in the session.
struct SetPlace: Equatable, Sendable {
  let session: Int
  let offset: Int
}

/// The places of all sets of a history by id.
///
/// It may contain removed sets. Cost: one look-up for each set that is logged or corrected.
struct SetIndex: Sendable {
  private var places: [EventID: SetPlace] = [:]
  /// The places of the sets with a shared id.
  ///
  /// A log with unchecked ids may have such sets.
  private var shared: [EventID: SharedID] = [:]

  /// A Boolean value indicating whether some sets share an id.
  var sharesIDs: Bool { !shared.isEmpty }

  private struct SharedID: Sendable {
    /// The places, in the order in which the sets were logged.
    var places: [SetPlace] = []
    /// The places by session, in the order in which the sets were logged.
    var offsets: [Int: [Int]] = [:]

    mutating func add(_ place: SetPlace) {
      places.append(place)
      offsets[place.session, default: []].append(place.offset)
    }
  }

  init(_ sessions: [History.Session]) {
    var sets: [(seq: Int, id: EventID, place: SetPlace)] = []
    for (session, begun) in sessions.enumerated() {
      for (offset, set) in begun.sets.enumerated() where !set.isRemoved {
        sets.append((set.seq, set.id, SetPlace(session: session, offset: offset)))
      }
    }
    sets.sort { $0.seq < $1.seq }
    for set in sets { add(set.id, at: set.place) }
  }

  /// Returns the place of the only set with an id, which may have been removed; nil if there is none.
  ///
  /// If several sets share the id, the place is nil and `isShared` is true.
  func place(ofOnly id: EventID) -> (place: SetPlace?, isShared: Bool) {
    shared[id] == nil ? (places[id], false) : (nil, true)
  }

  /// Returns whether a set has an id, unless it was removed.
  func mayHold(_ id: EventID) -> Bool { places[id] != nil || shared[id] != nil }

  mutating func add(_ id: EventID, at place: SetPlace) {
    guard let other = places.updateValue(place, forKey: id) else { return }
    if shared[id] == nil { shared[id, default: SharedID()].add(other) }
    shared[id]?.add(place)
  }

  /// Records that a removed set was restored; returns false if the index cannot, because sets share the id.
  mutating func restore(_ id: EventID, at place: SetPlace) -> Bool {
    guard shared[id] == nil, places[id] == nil || places[id] == place else { return false }
    places[id] = place
    return true
  }

  /// Returns the place of the set `id` that was logged last into `session`, otherwise into any; nil if there is none.
  mutating func place(
    of id: EventID, preferring session: Int?, where isThere: (SetPlace) -> Bool
  ) -> SetPlace? {
    guard shared[id] != nil else { return places[id].flatMap { isThere($0) ? $0 : nil } }
    if let session {
      while let offset = shared[id]?.offsets[session]?.last {
        let place = SetPlace(session: session, offset: offset)
        if isThere(place) { return place }
        shared[id]?.offsets[session]?.removeLast()
      }
    }
    while let place = shared[id]?.places.last {
      if isThere(place) { return place }
      shared[id]?.places.removeLast()
    }
    return nil
  }

  /// Removes the sets of a session with the id `id`, and returns their places there.
  mutating func removeOffsets(of id: EventID, in session: Int) -> [Int] {
    if shared[id] != nil { return shared[id]?.offsets.removeValue(forKey: session) ?? [] }
    guard let place = places[id], place.session == session else { return [] }
    places[id] = nil
    return [place.offset]
  }
}
