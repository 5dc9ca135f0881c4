import Events

/// A visitor that creates the JSON of a view of a log, as the view's command prints it.
struct GoldenView: ViewVisitor {
  private let log: Log
  private let user: GoldenUser
  private var bytes: [UInt8] = []

  /// Returns the JSON of a view, with a newline at its end.
  static func json(
    of view: any View.Type, _ user: GoldenUser, _ log: Log
  ) throws(LogError) -> [UInt8] {
    var maker = GoldenView(log: log, user: user)
    try view._accept(&maker)
    return maker.bytes + [UInt8(ascii: "\n")]
  }

  private init(log: Log, user: GoldenUser) { (self.log, self.user) = (log, user) }

  mutating func visit<V: View>(_: V.Type) throws(LogError) {
    bytes = V(try V._replay(log, asOf: nil)).json
  }

  mutating func visit<V: PersonalView>(personal _: V.Type) throws(LogError) {
    switch user {
    case .everybody:
      let (states, shared) = try replay(log, ByUser<V.State>(), V.Shared())
      bytes = EveryUser<V>(states, states.users, shared).json
    case .user(let name): try show(V.self, of: name)
    case .latest: try show(V.self, of: try log.defaultUser())
    }
  }

  private mutating func show<V: PersonalView>(_: V.Type, of user: Name?) throws(LogError) {
    let (states, shared) = try replay(log, ByUser<V.State>(only: user), V.Shared())
    bytes = V(of: user, states[user], shared).json
  }
}
