import Events

/// A projection that reads events only if a replay needs it; otherwise its value is that of an empty log.
public struct WhenNeeded<P: Projection>: Projection {
  public private(set) var value: P
  private let isNeeded: Bool

  public init() { self.init(isNeeded: true) }

  public init(_ value: P = P(), isNeeded: Bool) { (self.value, self.isNeeded) = (value, isNeeded) }

  public static var reads: Areas { P.reads }
  public var scope: Scope { isNeeded ? value.scope : .nothing }
  public var _interests: [(areas: Areas, scope: Scope)] { isNeeded ? value._interests : [] }

  public mutating func apply(_ event: Event) { value.apply(event) }
  public mutating func apply(_ set: TypedEvent<SetLogged>) { value.apply(set) }
  public func _ignores(_ event: Event) -> Bool { !isNeeded || value._ignores(event) }
  public func _ignores(_ set: TypedEvent<SetLogged>) -> Bool { !isNeeded || value._ignores(set) }

  public mutating func _apply(_ run: inout EventRun, wantedBy bit: UInt64) {
    value._apply(&run, wantedBy: bit)
  }

  public mutating func _complete(_ log: Log, asOf: AsOf?) throws(LogError) {
    if isNeeded { try value._complete(log, asOf: asOf) }
  }

  public func _resumed(by reader: CheckpointReader) throws -> WhenNeeded? {
    guard isNeeded else { return self }
    return try value._resumed(by: reader).map { WhenNeeded($0, isNeeded: true) }
  }
}
