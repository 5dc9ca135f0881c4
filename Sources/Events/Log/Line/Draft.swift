/// An event to append, without the parts that the append supplies.
public struct Draft: Sendable {
  /// The id from the producer; nil if the append generates one.
  public var id: EventID? { didSet { canonicalData?.removeHead() } }
  /// The time of the fact; nil for the time of the append.
  public var at: Timestamp? { didSet { headChanged() } }
  /// The user of the fact; nil for facts without a user.
  public var user: Name? { didSet { headChanged() } }
  public var body: Event.Body {
    didSet {
      (canonicalData, isWithinLimits) = (nil, false)
      // The unknown fields belong to the previous fact.
      guard body != oldValue else { return }
      unknown = unknown.map { UnknownFields(data: nil, beside: $0.beside) }
    }
  }
  var unknown: UnknownFields?
  /// The position of the line that the draft was read from; 0 if it had none.
  ///
  /// The log that the draft is appended to gives it a position of its own.
  package internal(set) var sourceSeq = 0
  /// The data of `body` in canonical form; nil if it was not read from such a line.
  var canonicalData: CanonicalData?
  /// A Boolean value indicating whether all values are known to be within their limits.
  var isWithinLimits = false

  private mutating func headChanged() {
    isWithinLimits = false
    canonicalData?.removeHead()
  }

  public init(
    id: EventID? = nil, at: Timestamp? = nil, user: Name? = nil, _ body: Event.Body
  ) { self.init(id: id, at: at, user: user, body: body, unknown: nil) }

  /// Creates a draft with all content of a line, known or not.
  ///
  /// - Parameters:
  ///   - sourceSeq: The position of the line; 0 if it has none.
  ///   - canonicalData: The data in canonical form, if the line has it.
  ///   - isWithinLimits: A Boolean value indicating whether the values were checked, so that they are not checked
  ///     again.
  init(
    id: EventID?, at: Timestamp?, user: Name?, body: Event.Body, unknown: UnknownFields?,
    sourceSeq: Int = 0, canonicalData: CanonicalData? = nil, isWithinLimits: Bool = false
  ) {
    self.sourceSeq = sourceSeq
    (self.canonicalData, self.isWithinLimits) = (canonicalData, isWithinLimits)
    (self.id, self.at, self.user, self.body, self.unknown) = (id, at, user, body, unknown)
  }

  /// Creates a draft from the event in `line`, from any source.
  ///
  /// `seq`, `batch`, `sum` and `"pending":true` belong to a log and are ignored.
  ///
  /// - Throws: The error of the line, also for a value out of range.
  public init(line: Bytes) throws(LineError) { self = try DraftDecoder().draft(line) }

  /// A description of a value out of range, beginning with the name of its field; nil if all values are within
  /// limits.
  public var breach: String? {
    if isWithinLimits { return nil }
    let id = self.id ?? EventID.placeholder
    return event(id: id, at: at ?? Timestamp.placeholder)?.breach
  }

  /// Returns the draft, marked as within its limits, so that its values are not checked again.
  package func checked() -> Draft {
    var draft = self
    draft.isWithinLimits = true
    return draft
  }

  /// Returns whether `event` has the same content as this draft.
  func isHeld(by event: Event) -> Bool {
    guard at == nil || at == event.at, user == event.user else { return false }
    // Comparing the facts is not enough: two strings are equal in Swift although their bytes differ, for example a
    // composed and a decomposed letter. Unknown fields may also have another order.
    guard event.type == body.type, let mine = self.event(id: event.id, at: event.at) else {
      return false
    }
    return mine.sortedContent == event.sortedContent
  }

  /// Returns the event, with the given id and time if the draft has none, or nil if one of them is missing.
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
