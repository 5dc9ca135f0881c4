import Events

extension PushUpEvent {
  /// Push-ups are their user's own; a removal or a restoration may come too late.
  var judgement: Judgement {
    switch self {
    case .pushUpsLogged: .always
    case .pushUpsRemoved(let removal):
      .unless(Missing(from: OfUser<PushUps>.self) { $0.value[removal.pushUps] != nil })
    case .pushUpsRestored(let restoring):
      .unless(Missing(from: OfUser<PushUps>.self) { $0.value.canRestore(restoring.pushUps) })
    }
  }
}
