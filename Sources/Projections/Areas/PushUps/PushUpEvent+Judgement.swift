import Events

extension PushUpEvent {
  /// Push-ups are their user's own.
  var judgement: Judgement {
    switch self {
    case .pushUpsLogged, .pushUpsRemoved: .always
    }
  }
}
