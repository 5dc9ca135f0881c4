import Events

/// A projection of no events, for a generic parameter that needs no state.
public struct EmptyProjection: Projection {
  public init() {}
  public static var reads: Areas { [] }
  public var scope: Scope { .nothing }
  public mutating func apply(_ event: Event) {}
}
