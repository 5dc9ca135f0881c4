import Events

/// How a checkpoint keeps the state of a projection: under which name, and how it is read and
/// written.
///
/// A projection whose state is a `Payload` needs no more than a name:
///
///     extension WeeklyPlan: Payload {
///       public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
///         days = try f("days", old?.days)
///         …
///       }
///     }
///     static var kept: Kept<Self>? { Kept("WeeklyPlan") }
///
/// Its `version` is that of its code: whoever changes what it makes of events, or its fields, adds 1,
/// and no checkpoint written before is used.
public struct Kept<P: Projection>: Sendable {
  /// Name and version: `WeeklyPlan.1`. The part of this key says that the projection is kept, so that a
  /// user without a part is one who did nothing yet; what is not of users is in it.
  let name: String
  let read: @Sendable (CheckpointReader, Name?) throws -> P?
  let write: @Sendable (P, Name?, inout CheckpointWriter) throws -> Void
  /// Whether it is as no event was folded in.
  let isEmpty: @Sendable (P) throws -> Bool
}

extension Kept where P: Payload {
  /// The fields of the projection, as a part called `name`, which has no `/`.
  public init(_ name: String) {
    let name = "\(name).\(P.version)"
    self.name = name
    read = { reader, user in try reader.state(Checkpoint.Key(name, user)) }
    write = { state, user, writer in try writer.add(Checkpoint.Key(name, user), state) }
    isEmpty = { state in try state == P() || state.text == P().text }
  }
}

extension Kept {
  /// Whether a checkpoint keeps this.
  func isIn(_ checkpoint: Checkpoint) throws -> Bool { try checkpoint.holds(Checkpoint.Key(name)) }
}

extension Payload {
  fileprivate var text: [UInt8] {
    get throws {
      var writer = JSONWriter()
      try write(to: &writer, checks: false)
      return writer.bytes
    }
  }
}
