import Events
import Projections

/// A walk that replaces positions in a command's references by the names of the events or entities there.
///
/// Every command with a reference therefore understands `@45`. Commands with several events read positions themselves.
struct EventReferences: Arguments {
  /// A closure that opens the log, or returns nil to leave positions to the command; called only for positions.
  private let open: () throws -> Log?
  private var log: Log?
  /// The error of the log, which a walk cannot throw.
  private(set) var failure: (any Error)?

  init(_ open: @escaping () throws -> Log?) { self.open = open }

  private mutating func locate<V>(_ value: V) -> V {
    guard failure == nil, let reference = value as? Reference, reference.position != nil else {
      return value
    }
    do {
      guard let log = try self.log ?? open() else { return value }
      self.log = log
      return try reference.located(in: log) as? V ?? value
    } catch {
      failure = error
      return value
    }
  }

  mutating func positional<V: ArgumentValue>(_ value: inout V, _ name: String, _ help: String) {
    value = locate(value)
  }

  mutating func positional<V: ArgumentValue>(_ value: inout V?, _ name: String, _ help: String) {
    value = value.map { locate($0) }
  }

  mutating func required<V: ArgumentValue>(_ value: inout V, _ name: String, _ help: String) {
    value = locate(value)
  }

  mutating func option<V: ArgumentValue>(_ value: inout V?, _ name: String, _ help: String) {
    value = value.map { locate($0) }
  }

  mutating func several<V: ArgumentValue>(
    _ values: inout [V], _ name: String, _ help: String
  ) {}

  mutating func repeated<V: ArgumentValue>(
    _ values: inout [V], _ name: String, _ help: String
  ) {}

  mutating func flag(_ value: inout Bool, _ name: String, _ help: String) {}
}
