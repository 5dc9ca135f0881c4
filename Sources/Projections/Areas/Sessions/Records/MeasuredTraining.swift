import Events

/// One user's sessions, and the weight of the body that trained.
public struct MeasuredTraining: UserProjection {
  public private(set) var history = History()
  public private(set) var bodyWeight = BodyWeight()

  public init() {}

  /// Creates the state of two that were folded up to the same event.
  public init(_ history: History, _ bodyWeight: BodyWeight) {
    (self.history, self.bodyWeight) = (history, bodyWeight)
  }

  public static var reads: Areas { History.reads.union(BodyWeight.reads) }

  public static var _parts: UserParts<Self>? {
    UserParts { (history: History, weight: BodyWeight) in Self(history, weight) }
  }

  public mutating func apply(_ set: TypedEvent<SetLogged>) { history.apply(set) }

  public mutating func apply(_ event: Event) {
    history.apply(event)
    bodyWeight.apply(event)
  }

  /// Returns the body's weight in kilograms on a day; nil where it is not known, or is none.
  ///
  /// Cost: looks at every measurement; for many days ask `body`.
  func bodyKg(on day: LocalDay) -> Double? {
    bodyWeight.weight(on: day)?.asBodyKg
  }

  /// The load of the body by its weight of each day; nil where it was never measured.
  ///
  /// Cost: sorts the measurements.
  var body: BodyLoad? { bodyWeight.isEmpty ? nil : BodyLoad(bodyWeight.series) }
}
