import Events

/// The place of a set in a history: that of its session, and its own in the session.
struct SetPlace: Equatable, Sendable {
  let session: Int
  let offset: Int
}

/// The places of all sets of a history by id.
///
/// Those of sets that are gone may be among them. Cost: one look-up for each set that is logged or set
/// right.
struct SetIndex: Sendable {
  private var places: [EventID: SetPlace] = [:]
  /// The places of the sets of an id that several share.
  ///
  /// A log whose ids were never checked may hold such ids.
  private var shared: [EventID: SharedID] = [:]

  /// A Boolean value indicating whether sets were met that share an id.
  var sharesIDs: Bool { !shared.isEmpty }

  private struct SharedID: Sendable {
    /// In the order they were logged.
    var places: [SetPlace] = []
    /// By session, in the order they were logged.
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

  /// Returns the place of the only set that has an id, which may be gone since; nil where there is none.
  ///
  /// Of an id that several sets share it is none of them, and `isShared` is true.
  func place(ofOnly id: EventID) -> (place: SetPlace?, isShared: Bool) {
    shared[id] == nil ? (places[id], false) : (nil, true)
  }

  mutating func add(_ id: EventID, at place: SetPlace) {
    guard let other = places.updateValue(place, forKey: id) else { return }
    if shared[id] == nil { shared[id, default: SharedID()].add(other) }
    shared[id]?.add(place)
  }

  /// Returns the place of the set `id` that was logged last into `session`, or else anywhere; nil where
  /// none of them is there.
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

  /// Takes out the sets of a session that have the id `id`, and returns their places there.
  mutating func removeOffsets(of id: EventID, in session: Int) -> [Int] {
    if shared[id] != nil { return shared[id]?.offsets.removeValue(forKey: session) ?? [] }
    guard let place = places[id], place.session == session else { return [] }
    places[id] = nil
    return [place.offset]
  }
}
