import Events

/// The parts of a session that a correction may change.
package struct SessionFacts: Equatable, Sendable {
  @Verbatim var title: String?
  @Verbatim var note: String?
  var startedAt: Timestamp
  var endedAt: Timestamp?

  /// The local time of its start, in milliseconds since 1970-01-01.
  var wallStart: Int64 { startedAt.milliseconds + Int64(startedAt.offsetMinutes) * 60_000 }

  mutating func revise(_ revision: SessionRevised) {
    if let new = revision.title { title = new.isEmpty ? nil : new }
    if let new = revision.note { note = new.isEmpty ? nil : new }
    startedAt = revision.startedAt ?? startedAt
    endedAt = revision.endedAt ?? endedAt
  }

  /// Returns the correction that turns `old` into these facts; an empty text removes a text.
  ///
  /// No correction removes an end.
  func revision(of session: Name, from old: Self) -> SessionRevised {
    SessionRevised(
      session: session, title: changed(title ?? "", from: old.title ?? ""),
      note: changed(note ?? "", from: old.note ?? ""),
      startedAt: changed(startedAt, from: old.startedAt),
      endedAt: changed(endedAt, from: old.endedAt))
  }
}

extension History.Session {
  /// The parts that a correction may change.
  var facts: SessionFacts {
    get { SessionFacts(title: title, note: note, startedAt: startedAt, endedAt: endedAt) }
    set {
      (title, note) = (newValue.title, newValue.note)
      (startedAt, endedAt) = (newValue.startedAt, newValue.endedAt)
    }
  }

  mutating func revise(_ revision: SessionRevised) { facts.revise(revision) }
}
