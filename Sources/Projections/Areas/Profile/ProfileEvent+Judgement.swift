import Events

extension ProfileEvent {
  /// A profile is its user's own.
  var judgement: Judgement {
    switch self {
    case .profileRevised, .bodyWeightRecorded, .bodyWeightRemoved, .bodyWeightRestored,
      .measurementLogged, .measurementRemoved, .measurementRestored, .maxRecorded, .maxCleared,
      .settingChanged:
      .always
    }
  }
}
