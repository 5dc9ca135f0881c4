import Events

/// A request to log push-ups.
public struct LogPushUps: Decision {
  public var count: Int
  /// The duration; nil if it was not recorded.
  public var seconds: Double?
  public var note: String?

  public init(count: Int, seconds: Double? = nil, note: String? = nil) {
    (self.count, self.seconds, self.note) = (count, seconds, note)
  }

  public func decide(_ state: EmptyProjection, _ context: Context) throws(Refusal) -> [Event.Body] {
    guard (1...PushUpsLogged.most).contains(count) else {
      throw Refusal(
        .outOfRange,
        "the number of push-ups must be 1…\(grouped("\(PushUpsLogged.most)")), got \(grouped("\(count)"))",
        help: "give the number of push-ups")
    }
    return [PushUpsLogged(count: count, seconds: seconds, note: given(note)).body]
  }
}

/// A request to remove a session of push-ups that was entered by mistake.
public struct RemovePushUps: Decision {
  public var session: Reference

  public init(_ session: Reference) { self.session = session }

  public func decide(_ state: OfUser<PushUps>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let session = try state.value.session(session)
    return [PushUpsRemoved(pushUps: session.id).body]
  }
}

extension PushUps {
  func session(_ reference: Reference) throws(Refusal) -> Session {
    try reference.resolve(
      among: sessions, by: { (Name($0.id), $0.seq) }, "push-up session",
      created: "did not log any of your push-ups",
      help: "\(.show(.pushUpEvents)) shows your push-ups")
  }
}

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
