import Events

/// The events that restored what an import had removed, which only an undo does.
///
/// The removals of a redo take such events back. They have the ids of the user's own events, but redo an import.
struct ImportRestorations: Sendable {
  /// The ids of the restored entities, by the ids of the restoring events.
  private var restored: [EventID: EventID] = [:]

  /// Records that an event restored an entity that an import had removed.
  mutating func record(_ event: Event, restoring entity: EventID?) { restored[event.id] = entity }

  /// Returns the entities that an import created, or had removed before, among those of the undone events.
  func imported(undoneBy note: EventsReverted) -> [EventID] {
    note.events.map { restored[$0] ?? $0 }.filter(\.isDerived)
  }
}
