import Events

/// One user's sessions and body weights.
public struct MeasuredTraining: UserProjection {
  public private(set) var history = History()
  public private(set) var bodyWeight = BodyWeight()

  public init() {}

  /// Creates the state from two states that were folded up to the same event.
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

  /// Returns the body weight in kilograms on a day; nil if it is unknown, or if the value is not above 0.
  ///
  /// Cost: looks at every measurement. For many days use `body`.
  func bodyKg(on day: LocalDay) -> Double? { bodyWeight.weight(on: day)?.asBodyKg }

  /// The load of the body by its weight on each day; nil if it was never measured.
  ///
  /// Cost: sorts the measurements.
  var body: BodyLoad? { bodyWeight.isEmpty ? nil : BodyLoad(bodyWeight.series) }
}
