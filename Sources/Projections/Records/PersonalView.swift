import Events

/// A view of one user; each user has their own.
///
/// It is computed from the user's events (`State`) and from facts that are the same for all users (`Shared`):
///
///     struct PersonalBestsView: PersonalView {
///       init(of user: Name?, _ bests: PersonalBests, _ numbers: ExerciseNumbers) {
///         rows = bests.bests.map { Row(best: $0, number: numbers[$0.exercise]) }
///       }
///     }
///
/// `EveryUser` is the view of all users together.
public protocol PersonalView: LogView where Source == Pair<OfUser<State>, Shared> {
  /// The projection of the user's events.
  associatedtype State: UserProjection
  /// The projection that all users share; `EmptyProjection` if there is none.
  associatedtype Shared: Projection = EmptyProjection

  /// Creates the view of `user`; if no user is signed in, `user` is nil and the state that of an empty log.
  init(of user: Name?, _ state: State, _ shared: Shared)

  /// Returns the first row with a key; nil if there is none.
  static func row(_ key: Name, of user: Name?, _ state: State, _ shared: Shared) -> Row?

  // MARK: - For walks over views

  /// Writes the JSON of all users' views together.
  static func _write(_ all: EveryUser<Self>, to json: inout JSONWriter)
}

extension PersonalView {
  public static var isPersonal: Bool { true }

  public init(_ source: Source) {
    self.init(of: source.first.user, source.first.value, source.second)
  }

  /// Creates the view of a user of a log: `PlanView(of: "ann", in: log).jsonText`.
  ///
  /// - Parameter user: The user; nil for the default user of the log.
  public init(of user: Name?, in log: Log, asOf: AsOf? = nil) throws(LogError) {
    let user = if let user { user as Name? } else { try log.defaultUser() }
    let (states, shared) = try replay(log, asOf: asOf, ByUser<State>(only: user), Shared())
    self.init(of: user, states[user], shared)
  }

  /// Creates the view of the default user of a log.
  public init(in log: Log, asOf: AsOf? = nil) throws(LogError) {
    try self.init(of: nil, in: log, asOf: asOf)
  }

  public static func row(_ key: Name, of source: Source) -> Row? {
    row(key, of: source.first.user, source.first.value, source.second)
  }

  public static func row(_ key: Name, of user: Name?, _ state: State, _ shared: Shared) -> Row? {
    let text = key.text
    return Self(of: user, state, shared).rows
      .first { $0.keyValue.map { $0.isSpelled(text) } ?? false }
  }

  public static func _accept<V: ViewVisitor>(_ visitor: inout V) throws(V.Failure) {
    try visitor.visit(personal: Self.self)
  }

  public static func _write(_ all: EveryUser<Self>, to json: inout JSONWriter) {
    RecordWriter.write(all, to: &json)
  }
}
