import Events

/// A reason why no event can undo another one.
struct UndoObstacle {
  let reason: String
  var help: Remedy? = nil
  /// A Boolean value indicating whether undoing a batch skips the event.
  var isSkipped = true
}

extension Event {
  /// Returns the reason why no event can undo the event; nil if one can.
  ///
  /// - Parameter hasEffect: Whether the event changed a subject.
  func obstacle(hasEffect: Bool) -> UndoObstacle? {
    switch body {
    case .identity(let fact): fact.obstacle
    case .corrections(.eventsReverted):
      UndoObstacle(
        reason: "it only records which events were undone",
        help: "undo the events before it, or its whole batch with \(.give(.isBatch))")
    case .corrections(.personErased):
      UndoObstacle(reason: "erased data cannot be restored", isSkipped: false)
    case .meals(.mealsSuggested), .workouts(.workoutSuggested):
      UndoObstacle(reason: "a recorded suggestion has no effect to undo")
    case .feed(.postDeleted) where hasEffect:
      UndoObstacle(
        reason: "a deleted post and its likes cannot be restored", help: "post it again",
        isSkipped: false)
    case .unknown: UndoObstacle(reason: "its type is unknown to this build", isSkipped: false)
    default: nil
    }
  }
}

extension IdentityEvent {
  /// The reason why no event can undo the event: a provider or a user confirmed it outside the log.
  fileprivate var obstacle: UndoObstacle {
    switch self {
    case .accountRegistered: UndoObstacle(reason: "an account cannot be closed")
    case .emailVerified: UndoObstacle(reason: "a verified address stays verified")
    case .emailRemoved: UndoObstacle(reason: "to restore the address, verify it again")
    case .userSignedIn:
      UndoObstacle(
        reason: "only a sign-out ends a sign-in session", help: "end the session: \(.signOut)")
    case .sessionRenewed:
      UndoObstacle(
        reason: "a renewed sign-in session expires by itself", help: "end the session: \(.signOut)")
    case .userSignedOut:
      UndoObstacle(reason: "an ended sign-in session cannot be restored", help: "sign in again")
    case .passwordResetRequested:
      UndoObstacle(reason: "a request for a new password cannot be withdrawn")
    case .passwordReset: UndoObstacle(reason: "the log does not contain the previous password")
    case .identityLinked:
      UndoObstacle(reason: "a linked subject stays linked until it is unlinked")
    case .identityUnlinked:
      UndoObstacle(reason: "only a new check by the provider can link the subject again")
    case .mailSent: UndoObstacle(reason: "a sent email cannot be recalled")
    }
  }
}
