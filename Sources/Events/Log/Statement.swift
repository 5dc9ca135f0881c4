/// What one line of a log says, as far as other lines can contradict it: a few plain values.
///
/// Made without knowledge of any other line, so that lines may be read in any order or at once; what
/// needs their order is `Verification.follow`.
struct Statement: Sendable {
  let seq: Int
  let id: EventID
  /// Milliseconds since 1970.
  let at: Int64
  /// Who did it; nil for nobody.
  let user: Name?
  let batch: Int
  let sum: UInt64?
  /// Where the bytes end that the sum covers; nil when it does not stand last.
  let sumStart: Int?
  /// Whether the sum is that of the line's bytes behind the line that was given with it.
  let fits: Bool
  /// Whether type or version are newer than this build.
  let isUnknown: Bool
  /// What the event began under a name that is not its own id.
  let begun: EventID?
  /// What the event speaks of as something begun before.
  let mentioned: Mention?
  /// Where a member stands whose name says that it holds a secret.
  let secret: Int?
}

/// Something that an event names because an earlier one began it.
struct Mention: Sendable {
  enum Kind: String, Sendable {
    case session, set, post
    case signIn = "sign-in session"
  }

  let kind: Kind
  let id: EventID
}

extension LineDecoder {
  /// What `line` says, all of it having been read strictly.
  ///
  /// - Parameter previous: the sum of the line before; 0 when that has none, and for the first.
  func statement(_ line: Bytes, after previous: UInt64) throws(LineError) -> Statement {
    let envelope = try logged(line)
    let content: Content
    if let body = canonicalBody(envelope, line) {
      content = Content(body: body)
    } else {
      content = try body(envelope, line)
    }
    guard let id = envelope.id, let at = envelope.at else { throw .missing("id", at: 0) }
    var isUnknown = false
    if case .unknown = content.body { isUnknown = true }
    var secret: Int?
    // Only what this build does not know can be called so.
    if isUnknown || content.mayHoldUnknown || content.hasMembersBeside {
      secret = SecretName.first(in: line)?.offset
    }
    return Statement(
      seq: envelope.seq, id: id, at: at.milliseconds, user: envelope.user,
      batch: envelope.batch, sum: envelope.sum, sumStart: envelope.sumStart,
      fits: LineDecoder.fits(envelope.sum, envelope.sumStart, line, after: previous),
      isUnknown: isUnknown,
      begun: content.body.begun, mentioned: content.body.mentioned, secret: secret)
  }
}

extension Event.Body {
  /// What the event began, where the data names it; nil where the event's own id is the name.
  fileprivate var begun: EventID? {
    switch self {
    case .identity(.userSignedIn(let event)): event.session?.meant
    case .sessions(.sessionStarted(let event)): event.session?.meant
    case .plan(.planShared(let event)): event.post?.meant
    default: nil
    }
  }

  /// What the event speaks of as something that an earlier one began.
  fileprivate var mentioned: Mention? {
    switch self {
    case .identity(let event): event.mentioned
    case .sessions(let event): event.mentioned
    case .feed(let event): event.mentioned
    case .plan(.planSaved(let event)): Mention(.post, event.post)
    case .plan, .exercises, .unknown: nil
    }
  }
}

extension IdentityEvent {
  fileprivate var mentioned: Mention? {
    switch self {
    case .sessionRenewed(let event): Mention(.signIn, event.session)
    case .userSignedOut(let event): event.session.map { Mention(.signIn, $0) }
    case .accountRegistered, .emailVerified, .userSignedIn: nil
    }
  }
}

extension SessionEvent {
  fileprivate var mentioned: Mention? {
    switch self {
    case .sessionStarted: nil
    case .setLogged(let event): Mention(.session, event.session)
    case .setRevised(let event): Mention(kind: .set, id: event.set)
    case .setRemoved(let event): Mention(kind: .set, id: event.set)
    case .sessionEnded(let event): Mention(.session, event.session)
    case .sessionDiscarded(let event): Mention(.session, event.session)
    }
  }
}

extension FeedEvent {
  fileprivate var mentioned: Mention? {
    switch self {
    case .postLiked(let event): Mention(.post, event.post)
    case .postUnliked(let event): Mention(.post, event.post)
    case .postEdited(let event): Mention(.post, event.post)
    case .postDeleted(let event): Mention(.post, event.post)
    }
  }
}

extension Mention {
  fileprivate init(_ kind: Kind, _ name: Name) {
    self.init(kind: kind, id: name.meant)
  }
}

extension Name {
  /// The id that it writes, in capitals too, or else what no other name has.
  fileprivate var meant: EventID { id ?? EventID(text) ?? key }
}
