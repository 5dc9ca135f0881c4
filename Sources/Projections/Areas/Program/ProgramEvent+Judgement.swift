import Events

extension ProgramEvent {
  /// A program is its user's own; a change has no effect on another program, or in another cycle.
  var judgement: Judgement {
    switch self {
    case .programStarted: .always
    case .programSetCompleted(let set): .unless(program: set.program)
    case .trainingMaxAdjusted(let adjustment): .unless(program: adjustment.program)
    case .programSetCleared, .cycleCompleted, .cycleReopened, .programEnded:
      .unless(Unchanged(OfUser<Program>.self) { $0.value.followed })
    }
  }
}

extension Judgement {
  /// Returns the judgement of an event about a program of its user.
  fileprivate static func unless(program: Name) -> Judgement {
    .unless(Missing(from: OfUser<Program>.self) { $0.value.followed?.program == program })
  }
}
