import Events

extension ProgramEvent {
  /// A program is its user's own, and its fold ignores an event of another cycle.
  var judgement: Judgement {
    switch self {
    case .programStarted, .programSetCompleted, .programSetCleared, .cycleCompleted, .cycleReopened,
      .trainingMaxAdjusted, .programEnded:
      .always
    }
  }
}
