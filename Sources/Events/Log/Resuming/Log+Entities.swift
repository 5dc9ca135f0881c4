extension Log {
  /// Returns the names of what the event at a position made or is about; nil where the log has no such event.
  ///
  /// Its own id comes first. An event about a set is about the session of the set as well.
  ///
  /// Cost: one pass up to that position that decodes nothing, and the lines that name the sets it is about.
  ///
  /// - Throws: `LogError.Kind.damaged` with the place.
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

  /// Returns the event with an id; nil where the log has none.
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
