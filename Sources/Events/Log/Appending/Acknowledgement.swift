/// The outcome of one draft.
public struct Acknowledgement: Equatable, Sendable {
  /// The event as the log contains it.
  public let event: Event
  /// A Boolean value indicating whether the log already contained the event, with the same id and content.
  public let isDuplicate: Bool
}

/// The outcome of one draft without its event: the place of the event in the log.
package struct Receipt: Equatable, Sendable {
  /// The position of the event.
  package let seq: Int
  package let id: EventID
  /// A Boolean value indicating whether the log already contained the event, with the same id and content.
  package let isDuplicate: Bool
}
