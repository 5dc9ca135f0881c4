import Events

extension CorrectionEvent {
  /// The reversal of the event: none, since it only notes what was done to other events.
  var reversal: Reversal {
    switch self {
    case .eventsReverted:
      .bystander(
        reason: "it only notes that the events before it undo others",
        help: "undo those, or its batch with \(.give(.isBatch))")
    case .personErased: .impossible(reason: "what was erased is gone", help: nil)
    }
  }
}
