import Events

/// A visitor that creates the JSON of a view of a log, as the view's command prints it.
struct GoldenView: ViewVisitor {
  private let log: Log
  private let user: GoldenUser
  private var bytes: [UInt8] = []

  /// Returns the JSON of a view, with a newline at its end.
  static func json(
    of view: any LogView.Type, _ user: GoldenUser, _ log: Log
  ) throws(LogError) -> [UInt8] {
    var maker = GoldenView(log: log, user: user)
    try view._accept(&maker)
    return maker.bytes + [UInt8(ascii: "\n")]
  }

  mutating func visit<V: LogView>(_: V.Type) throws(LogError) { bytes = try V(in: log).json }

  mutating func visit<V: PersonalView>(personal _: V.Type) throws(LogError) {
    switch user {
    case .everybody:
      let (states, shared) = try replay(log, ByUser<V.State>(), V.Shared())
      bytes = EveryUser<V>(states, states.users, shared).json
    case .user(let name): bytes = try V(of: name, in: log).json
    case .latest: bytes = try V(of: nil, in: log).json
    }
  }
}
