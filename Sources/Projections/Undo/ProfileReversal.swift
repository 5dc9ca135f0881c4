import Events

extension ProfileEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ event: Event, _ state: ReversalState) -> Reversal {
    switch self {
    case .profileRevised(let revision): Self.reversal(of: revision, event, state)
    case .bodyWeightRecorded: Self.reversal(ofMeasurement: event.id)
    case .bodyWeightRemoved(let removal):
      Self.reversal(ofRemoving: removal.measurement, state)
    case .bodyWeightRestored(let restoring):
      state.profile.bodyWeight.canRestore(restoring.measurement)
        ? Self.reversal(ofMeasurement: restoring.measurement) : .noEffect
    case .maxRecorded(let record): Self.reversal(of: record.lift, record.weight, state)
    case .maxCleared(let clearing): Self.reversal(of: clearing.lift, nil, state)
    case .settingChanged(let change): Self.reversal(of: change, state)
    }
  }

  /// Returns the parts of the state that the event with this id changes.
  func subjects(_ id: EventID) -> [UndoTarget] {
    switch self {
    case .profileRevised(let revision): revision.details.map { .profile($0) }
    case .bodyWeightRecorded: [.measurement(id)]
    case .bodyWeightRemoved(let removal): [.measurement(removal.measurement)]
    case .bodyWeightRestored(let restoring): [.measurement(restoring.measurement)]
    case .maxRecorded(let record): [.max(record.lift)]
    case .maxCleared(let clearing): [.max(clearing.lift)]
    case .settingChanged(let change): [.setting(change.key)]
    }
  }

  /// Returns the reversal of a revision: changed properties get their previous values, or none.
  private static func reversal(
    of revision: ProfileRevised, _ event: Event, _ state: ReversalState
  ) -> Reversal {
    let before = state.profile
    var after = before
    after.apply(event)
    let changed = revision.details.filter { before.differs(from: after, in: $0) }
    guard !changed.isEmpty else { return .noEffect }
    let back: [Event.Body] = [.profile(.profileRevised(before.revision(of: changed)))]
    return .facts(about: changed.map { .profile($0) }) { [after] state in
      let isAsMade = changed.allSatisfy { !state.profile.differs(from: after, in: $0) }
      return isAsMade ? .facts(back) : .overwritten(orForced: back)
    }
  }

  private static func reversal(ofMeasurement id: EventID) -> Reversal {
    .facts(about: [.measurement(id)]) { state in
      guard state.profile.bodyWeight[id] != nil else { return .overwritten(orForced: nil) }
      return .facts([.profile(.bodyWeightRemoved(BodyWeightRemoved(measurement: id)))])
    }
  }

  private static func reversal(ofRemoving id: EventID, _ state: ReversalState) -> Reversal {
    guard state.profile.bodyWeight[id] != nil else { return .noEffect }
    return .facts(about: [.measurement(id)]) { state in
      guard state.profile.bodyWeight.canRestore(id) else { return .overwritten(orForced: nil) }
      return .facts([.profile(.bodyWeightRestored(BodyWeightRestored(measurement: id)))])
    }
  }

  private static func reversal(
    of lift: Lift, _ made: Weight?, _ state: ReversalState
  ) -> Reversal {
    let before = state.profile.maxes[lift]
    guard before != made else { return .noEffect }
    let back: [Event.Body] =
      if let before {
        [.profile(.maxRecorded(MaxRecorded(lift: lift, weight: before)))]
      } else {
        [.profile(.maxCleared(MaxCleared(lift: lift)))]
      }
    return .facts(about: [.max(lift)]) { state in
      state.profile.maxes[lift] == made ? .facts(back) : .overwritten(orForced: back)
    }
  }

  private static func reversal(of change: SettingChanged, _ state: ReversalState) -> Reversal {
    let before = state.profile.settings[change.key, default: ""]
    guard !String.isVerbatim(before, change.value) else { return .noEffect }
    let back: [Event.Body] = [
      .profile(.settingChanged(SettingChanged(key: change.key, value: before)))
    ]
    return .facts(about: [.setting(change.key)]) { state in
      String.isVerbatim(state.profile.settings[change.key, default: ""], change.value)
        ? .facts(back) : .overwritten(orForced: back)
    }
  }
}

extension ProfileRevised {
  /// The properties that the revision sets or removes.
  fileprivate var details: [ProfileDetail] {
    ProfileDetail.allCases.filter { detail in
      if cleared.contains(detail) { return true }
      return switch detail {
      case .name: name != nil
      case .sex: sex != nil
      case .bornOn: bornOn != nil
      case .heightCm: heightCm != nil
      case .unit: unit != nil
      }
    }
  }
}

extension Profile {
  fileprivate func differs(from other: Profile, in detail: ProfileDetail) -> Bool {
    switch detail {
    case .name: !String?.isVerbatim(name, other.name)
    case .sex: sex != other.sex
    case .bornOn: bornOn != other.bornOn
    case .heightCm: heightCm != other.heightCm
    case .unit: unit != other.unit
    }
  }

  /// Returns the fact that gives some properties their values in this profile.
  fileprivate func revision(of details: [ProfileDetail]) -> ProfileRevised {
    let empty = Profile()
    func has(_ detail: ProfileDetail) -> Bool {
      details.contains(detail) && differs(from: empty, in: detail)
    }
    return ProfileRevised(
      name: has(.name) ? name : nil, sex: has(.sex) ? sex : nil,
      bornOn: has(.bornOn) ? bornOn : nil, heightCm: has(.heightCm) ? heightCm : nil,
      unit: has(.unit) ? unit : nil, cleared: details.filter { !differs(from: empty, in: $0) })
  }
}
