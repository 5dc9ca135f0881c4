import Events

/// A view of one user, of which there is one for each.
///
/// It is made of what the user did (`State`) and of what is the same for all (`Shared`):
///
///     struct PersonalBestsView: PersonalView {
///       init(of user: Name?, _ bests: PersonalBests, _ numbers: ExerciseNumbers) {
///         rows = bests.bests.map { Row(best: $0, number: numbers[$0.exercise]) }
///       }
///     }
///
/// `EveryUser` is the view of all users together.
public protocol PersonalView: View where Source == Pair<OfUser<State>, Shared> {
  /// The projection of the user's events.
  associatedtype State: UserProjection
  /// The projection that goes with it; `EmptyProjection` where none does.
  associatedtype Shared: Projection = EmptyProjection

  /// Creates the view of `user`; nil, with the state of an empty log, where no user is signed in.
  init(of user: Name?, _ state: State, _ shared: Shared)

  /// Returns the first row with a key; nil where there is none.
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
