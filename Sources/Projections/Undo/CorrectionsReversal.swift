import Events

extension CorrectionEvent {
  /// The reversal of the event: none, since it only records the undoing or erasure of other events.
  var reversal: Reversal {
    switch self {
    case .eventsReverted:
      .bystander(
        reason: "it only records which events were undone",
        help: "undo the events before it, or its whole batch with \(.give(.isBatch))")
    case .personErased: .impossible(reason: "erased data cannot be restored", help: nil)
    }
  }
}
