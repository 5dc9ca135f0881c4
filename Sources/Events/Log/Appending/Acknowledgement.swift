/// The outcome of one draft.
public struct Acknowledgement: Equatable, Sendable {
  /// The event as it is in the log.
  public let event: Event
  /// A Boolean value indicating whether it was there before, with the same id and content.
  public let isDuplicate: Bool
}
