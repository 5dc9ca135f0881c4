/// The outcome of an append.
public struct Appended: Sendable {
  /// The outcome of each draft, in their order.
  public let acknowledgements: [Acknowledgement]
  /// The file of torn bytes that an earlier crash left; nil when there were none.
  public let setAside: SetAside?

  /// A file of bytes that were never acknowledged.
  public struct SetAside: Equatable, Sendable {
    public let path: String
    public let count: Int
  }
}

/// The outcome of an append without the events.
package struct Receipts: Sendable {
  /// The outcome of each draft, in their order.
  package let all: [Receipt]
  package let setAside: Appended.SetAside?
}
