/// The outcome of one draft.
public struct Acknowledgement: Equatable, Sendable {
  /// The event as it is in the log.
  public let event: Event
  /// A Boolean value indicating whether it was there before, with the same id and content.
  public let isDuplicate: Bool
}

/// The outcome of one draft without the event: its place in the log.
package struct Receipt: Equatable, Sendable {
  /// The position of the event.
  package let seq: Int
  package let id: EventID
  /// A Boolean value indicating whether it was there before, with the same id and content.
  package let isDuplicate: Bool
}
