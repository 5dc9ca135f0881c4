/// The outcome of an append.
public struct Appended: Sendable {
  /// The outcomes of the drafts, in the order of the drafts.
  public let acknowledgements: [Acknowledgement]
  /// The file with the partial write that an earlier crash left; nil if there was none.
  public let setAside: SetAside?

  /// A file with bytes that were never acknowledged.
  public struct SetAside: Equatable, Sendable {
    public let path: String
    public let count: Int
  }
}

/// The outcome of an append, without the events.
package struct Receipts: Sendable {
  /// The outcomes of the drafts, in the order of the drafts.
  package let all: [Receipt]
  package let setAside: Appended.SetAside?
}
