import Events

extension ProfileEvent {
  /// A profile is its user's own; a removal or a restoration may come too late.
  var judgement: Judgement {
    switch self {
    case .profileRevised, .bodyWeightRecorded, .maxRecorded, .settingChanged, .measurementLogged:
      .always
    case .bodyWeightRemoved(let removal): .unless(bodyWeight: removal.measurement)
    case .bodyWeightRestored(let restoring): .unless(bodyWeight: restoring.measurement)
    case .maxCleared(let clearing):
      .unless(Unchanged(OfUser<Profile>.self) { $0.value.maxes[clearing.lift] })
    case .measurementRemoved(let removal): .unless(measurement: removal.measurement)
    case .measurementRestored(let restoring): .unless(measurement: restoring.measurement)
    }
  }
}

extension Judgement {
  /// Returns the judgement of an event that removes or restores a body weight of its user.
  fileprivate static func unless(bodyWeight id: EventID) -> Judgement {
    .unless(Unchanged(OfUser<BodyWeight>.self) { $0.value[id] })
  }

  /// Returns the judgement of an event that removes or restores another measurement of its user.
  fileprivate static func unless(measurement id: EventID) -> Judgement {
    .unless(Unchanged(OfUser<Measurements>.self) { $0.value[id] })
  }
}
