/// An event about to be appended, without the parts that the append supplies.
public struct Draft: Sendable {
  /// The producer's id; nil for one made by the append.
  public var id: EventID? {
    didSet { canonicalData?.removeHead() }
  }
  /// The time of the fact; nil for the time of the append.
  public var at: Timestamp? {
    didSet { headChanged() }
  }
  /// The user who did it; nil for facts of no user.
  public var user: Name? {
    didSet { headChanged() }
  }
  /// The fact.
  public var body: Event.Body {
    didSet {
      (canonicalData, isWithinLimits) = (nil, false)
      // The unknown fields are those of the fact that a line told.
      guard body != oldValue else { return }
      unknown = unknown.map { UnknownFields(data: nil, beside: $0.beside) }
    }
  }
  var unknown: UnknownFields?
  /// The data of `body` in its canonical form; nil when no such line was read.
  var canonicalData: CanonicalData?
  /// A Boolean value indicating whether all values are known to be within their limits.
  var isWithinLimits = false

  private mutating func headChanged() {
    isWithinLimits = false
    canonicalData?.removeHead()
  }

  /// Creates a draft of the fact `body`.
  public init(
    id: EventID? = nil, at: Timestamp? = nil, user: Name? = nil, _ body: Event.Body
  ) {
    self.init(id: id, at: at, user: user, body: body, unknown: nil)
  }

  /// Creates a draft of what a line has, known or not.
  ///
  /// - Parameters:
  ///   - canonicalData: The data in its canonical form, where the line has it.
  ///   - isWithinLimits: Whether all values are known to be, so that they are not checked again.
  init(
    id: EventID?, at: Timestamp?, user: Name?, body: Event.Body, unknown: UnknownFields?,
    canonicalData: CanonicalData? = nil, isWithinLimits: Bool = false
  ) {
    (self.canonicalData, self.isWithinLimits) = (canonicalData, isWithinLimits)
    self.id = id
    self.at = at
    self.user = user
    self.body = body
    self.unknown = unknown
  }

  /// Creates a draft of the event in `line`, from any source.
  ///
  /// `seq`, `batch` and `sum` belong to a log and are ignored.
  ///
  /// - Throws: The error of the line, for values out of range too.
  public init(line: Bytes) throws(LineError) {
    self = try DraftDecoder().draft(line)
  }

  /// The breach of a limit, the name of the field first; nil when all values are within.
  public var breach: String? {
    if isWithinLimits { return nil }
    let id = self.id ?? EventID.placeholder
    return event(id: id, at: at ?? Timestamp.placeholder)?.breach
  }

  /// Returns the draft, marked as within its limits, so that they are not checked again.
  package func checked() -> Draft {
    var draft = self
    draft.isWithinLimits = true
    return draft
  }

  /// Returns whether `event` has the content of this draft.
  func isHeld(by event: Event) -> Bool {
    guard at == nil || at == event.at, user == event.user else { return false }
    // Not by comparing the facts: of two texts it would say that they are equal where their bytes differ,
    // as those of a composed and a decomposed letter do. Unknown fields may come in another order.
    guard event.type == body.type, let mine = self.event(id: event.id, at: event.at) else {
      return false
    }
    return mine.sortedContent == event.sortedContent
  }

  /// Returns the event, with the given id and time where the draft has none, or nil where neither
  /// has one.
  func event(id: EventID? = nil, at time: Timestamp?, seq: Int = 0) -> Event? {
    guard let id = self.id ?? id, let at = at ?? time else { return nil }
    var event = Event(id: id, at: at, user: user, body, seq: seq)
    event.unknown = unknown
    return event
  }
}

extension Draft: Equatable {
  public static func == (one: Draft, other: Draft) -> Bool {
    one.id == other.id && one.at == other.at && one.user == other.user && one.body == other.body
      && one.unknown == other.unknown
  }
}
