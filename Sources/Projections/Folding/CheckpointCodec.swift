import Events

/// The name of a projection's state in a checkpoint, with the functions that read and write it.
///
/// A projection whose state is a `Payload` needs only a name:
///
///     extension WeightUnit: Payload {
///       package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
///         entered = try f.optional("entered", old?.entered)
///         …
///       }
///     }
///     static var _kept: CheckpointCodec<Self>? { CheckpointCodec("WeightUnit") }
///
/// `version` is the version of the projection's code. Add 1 if the code computes a different state from the same
/// events, or if the fields change. States of earlier versions are not used.
public struct CheckpointCodec<P: Projection>: Sendable {
  /// The name and version: `WeightUnit.1`.
  let name: String
  /// A closure that returns the state without a user at the checkpoint's position; nil if the checkpoint has none.
  let read: @Sendable (CheckpointReader) throws -> P?
  /// A closure that returns a user's state at the checkpoint's position; nil if no event was folded in.
  let readUser: @Sendable (CheckpointReader, Name) throws -> P?
  let bytes: @Sendable (P) throws -> [UInt8]
  /// A closure that returns whether a state is that of an empty log.
  let isEmpty: @Sendable (P) throws -> Bool
}

extension CheckpointCodec where P: Payload {
  /// Creates the codec of a state named `name`, from the fields of the projection.
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
  /// Creates the codec of a user's state named `name`, from the fields of the projection.
  ///
  /// If the state misses facts after the later lines are folded in, it is computed from all lines of its user.
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
