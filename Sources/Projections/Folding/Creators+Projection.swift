import Events

extension Creators: Projection {
  package static var reads: Areas { areas }

  package mutating func apply(_ event: Event) { record(event.links, event.id, by: event.user) }
}
