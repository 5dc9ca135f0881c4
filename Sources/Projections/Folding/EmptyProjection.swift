import Events

/// A projection of no events, for what needs one and has no use for it.
public struct EmptyProjection: Projection {
  public init() {}
  public static var reads: Areas { [] }
  public var scope: Scope { .nothing }
  public mutating func apply(_ event: Event) {}
}
