import Events
import Projections

/// A walk that gives the references of a command the names of what stands at their positions in the log.
///
/// So `@45` is understood by every command that takes a reference. Those that take several events read
/// positions themselves.
struct EventReferences: Arguments {
  /// Opens the log, or returns nil to leave positions to the command; called for positions only.
  private let open: () throws -> Log?
  private var log: Log?
  /// The fault of the log, which a walk cannot throw.
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
