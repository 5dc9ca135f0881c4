/// The events that several readers want, as a bit for each reader.
@usableFromInline package struct Interest: Sendable {
  /// The bits of readers of all events of an area, including events without a user, by area.
  private var everything = [UInt64](repeating: 0, count: Areas.unknownPlace + 1)
  /// The bits of readers of the events of every user, by area.
  private var everyUser = [UInt64](repeating: 0, count: Areas.unknownPlace + 1)
  /// The bits of readers of one user's events, by area.
  private var single: [(user: Name, bits: [UInt64])] = []
  /// The bits of readers of the events of a set of users.
  private var several: [(users: Set<Name>, bits: [UInt64])] = []
  /// A closure that returns whether to include a line; nil to include all lines.
  private let includes: (@Sendable (LineReader.Line) -> Bool)?

  /// Creates an interest without readers.
  ///
  /// - Parameter includes: A closure called with each line on several threads at once; nil to include all lines.
  package init(in includes: (@Sendable (LineReader.Line) -> Bool)? = nil) {
    self.includes = includes
  }

  /// Adds a reader of the events of some areas, of all users and of no user.
  package mutating func add(_ bit: UInt64, everythingIn areas: Areas) {
    for place in areas.places { everything[place] |= bit }
  }

  /// Adds a reader of the events of some areas, of all users.
  package mutating func add(_ bit: UInt64, everyUserIn areas: Areas) {
    for place in areas.places { everyUser[place] |= bit }
  }

  /// Adds a reader of one user's events of some areas.
  ///
  /// The cost per line is proportional to the number of users that were added in this way.
  package mutating func add(_ bit: UInt64, of user: Name, in areas: Areas) {
    guard let place = single.firstIndex(where: { $0.user == user }) else {
      return single.append((user, Interest.bits(bit, areas)))
    }
    for area in areas.places { single[place].bits[area] |= bit }
  }

  /// Adds a reader of the events of some areas of a set of users, at the cost of one user.
  package mutating func add(_ bit: UInt64, ofAny users: Set<Name>, in areas: Areas) {
    several.append((users, Interest.bits(bit, areas)))
  }

  private static func bits(_ bit: UInt64, _ areas: Areas) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: Areas.unknownPlace + 1)
    for place in areas.places { bits[place] = bit }
    return bits
  }

  /// Returns the bits of the readers of a line.
  @inline(__always)
  func bits(_ line: @autoclosure () -> LineReader.Line, _ area: Area?, _ user: Name?) -> UInt64 {
    let place = Areas.place(of: area)
    var bits = everything[place]
    if let user {
      bits |= everyUser[place]
      if !single.isEmpty || !several.isEmpty { bits |= ofSome(user, place) }
    }
    if bits != 0, let includes, !includes(line()) { return 0 }
    return bits
  }

  private func ofSome(_ user: Name, _ place: Int) -> UInt64 {
    var bits: UInt64 = 0
    for reader in single where reader.user == user { bits |= reader.bits[place] }
    for reader in several where reader.users.contains(user) { bits |= reader.bits[place] }
    return bits
  }
}
