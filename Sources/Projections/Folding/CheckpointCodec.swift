import Events

/// The way in which a checkpoint keeps the state of a projection: its name, and how it is read and written.
///
/// A projection whose state is a `Payload` needs no more than a name:
///
///     extension WeightUnit: Payload {
///       package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
///         entered = try f.optional("entered", old?.entered)
///         …
///       }
///     }
///     static var _kept: CheckpointCodec<Self>? { CheckpointCodec("WeightUnit") }
///
/// Its `version` is that of its code: a change of what it makes of events, or of its fields, adds 1, and no
/// state kept before is used.
public struct CheckpointCodec<P: Projection>: Sendable {
  /// The name and version: `WeightUnit.1`.
  let name: String
  /// Returns the state that is of no user, as of the position of a checkpoint; nil when it is not kept.
  let read: @Sendable (CheckpointReader) throws -> P?
  /// Returns the state of a user, as of the position of a checkpoint; nil when no event was folded in.
  let readUser: @Sendable (CheckpointReader, Name) throws -> P?
  let bytes: @Sendable (P) throws -> [UInt8]
  /// Returns whether a state is as no event was folded in.
  let isEmpty: @Sendable (P) throws -> Bool
}

extension CheckpointCodec where P: Payload {
  /// Creates the codec of the fields of the projection, as a state called `name`.
  package init(_ name: String) { self.init(name, misses: { _ in false }) }

  private init(_ name: String, misses: @escaping @Sendable (P) -> Bool) {
    let name = "\(name).\(P.version)"
    self.name = name
    read = { reader in
      try reader.state(name, of: P.reads) { (state: inout P, event) in state.apply(event) }
    }
    readUser = { reader, user in
      try reader.state(name, of: user, misses: misses) { (state: inout P?, event) in
        guard let area = event.area, P.reads.contains(area) else { return }
        state = state ?? P()
        state?.apply(event)
      }
    }
    bytes = { try $0.kept }
    isEmpty = { state in try state == P() || state.kept == P().kept }
  }
}

extension CheckpointCodec where P: UserProjection & Payload {
  /// Creates the codec of the fields of the projection of a user, as a state called `name`.
  ///
  /// A state that misses facts, once the lines since are folded in, is made of all lines of its user.
  package init(_ name: String) { self.init(name, misses: { $0._missesFacts }) }
}

extension Payload {
  /// The bytes of the state.
  fileprivate var kept: [UInt8] {
    get throws {
      var writer = StateWriter()
      try writer.payload(self)
      return writer.bytes
    }
  }
}
