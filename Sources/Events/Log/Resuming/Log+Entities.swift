extension Log {
  /// Returns the names of the entities that an event created or refers to, or nil if the log has no such event.
  ///
  /// The event's own id comes first. An event about a set also refers to the session of the set.
  ///
  /// Cost: one pass up to the position without decoding, and a second read of the lines that contain the ids of those
  /// sets.
  ///
  /// - Throws: `LogError.Kind.damaged` with the position of the damage.
  package func entityNames(at seq: Int) throws -> [Name]? {
    var names: [Name]?
    try forEachLine(where: { (line, _) in line.seq >= seq }) { line, lines in
      if line.seq == seq { names = try lines.event().entityNames }
      return false
    }
    for id in (names ?? []).dropFirst().compactMap({ EventID($0.text) }) {
      names? += try event(id)?.entityNames.dropFirst() ?? []
    }
    return names
  }

  /// Returns the event with an id, or nil if the log has none.
  private func event(_ id: EventID) throws -> Event? {
    var found: Event?
    let isTold = try forEachLine(holding: id) { _, lines in
      if found == nil, lines.id == id { found = try lines.event() }
    }
    guard !isTold else { return found }
    try forEachLine(where: { (_, lines) in lines.id == id }) { _, lines in
      found = try lines.event()
      return false
    }
    return found
  }
}
