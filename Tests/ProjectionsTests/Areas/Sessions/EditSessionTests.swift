import Events
import Projections
import TestSupport
import Testing

@Suite struct EditSessionTests {
  private let given = Given(
    .signedIn("ann"), .by("ann", .started("early", title: "Push", note: "late")),
    .by("ann", .ended("early")), .by("ann", .started("open")),
    .by("bob", .started("bobs", title: "Bob")))

  private func edit(_ session: String, _ change: (inout EditSession) -> Void) -> Outcome {
    var edit = EditSession(session: Reference(session))
    change(&edit)
    return given.when(edit, by: "ann")
  }

  @Test func `changed values are recorded, trimmed, and unchanged ones are left out`() {
    edit("early") { ($0.title, $0.note) = (" Pull ", "late") }
      .then(.revised(session: "early", title: "Pull"), by: "ann")
  }

  @Test func `a blank text removes the title or the note`() {
    edit("early") { ($0.title, $0.note) = ("", " \n") }
      .then(.revised(session: "early", title: "", note: ""))
    edit("open") { $0.title = "" }.thenNothing()
  }

  @Test func `the start and the end can be changed separately`() {
    edit("early") { $0.endedAt = moment("2026-03-02T12:30:00Z") }
      .then(.revised(session: "early", to: "2026-03-02T12:30:00Z"))
    edit("open") { $0.startedAt = moment("2026-03-02T11:30:00Z") }
      .then(.revised(session: "open", from: "2026-03-02T11:30:00Z"))
  }

  @Test
  func `a session is named by a prefix of its name, and 'last' means the one that began last`() {
    edit("ea") { $0.title = "Legs" }.then(.revised(session: "early", title: "Legs"))
    edit("last") { $0.title = "Legs" }.then(.revised(session: "open", title: "Legs"))
  }

  @Test func `a session must not end before it begins`() {
    edit("early") { $0.endedAt = moment("2026-03-02T12:00:59.999Z") }.thenRefused(
      "a session that begins at 2026-03-02 12:01 cannot end at 2026-03-02 12:00",
      help: "give a start and an end that fit together")
    edit("early") { $0.startedAt = moment("2026-03-02T12:02:00.001Z") }.thenRefused(
      "a session that begins at 2026-03-02T12:02:00.001Z cannot end at 2026-03-02T12:02:00.000Z",
      help: "give a start and an end that fit together")
    edit("early") { $0.endedAt = moment("2026-03-02T12:01:00Z") }
      .then(.revised(session: "early", to: "2026-03-02T12:01:00Z"))
  }

  @Test func `the start and the end of an edited session must be possible times`() {
    edit("early") { $0.endedAt = moment("2026-03-02T13:00:00.001Z") }.thenRefused(
      "2026-03-02T13:00:00.001Z is in the future",
      help: "it is 2026-03-02T13:00:00.000Z; give a time before that")
    edit("open") { $0.startedAt = moment("2026-03-02T13:00:00.001Z") }.thenRefused(
      "2026-03-02T13:00:00.001Z is in the future",
      help: "it is 2026-03-02T13:00:00.000Z; give a time before that")
    let set = Fact.by(
      "ann", at: "2026-03-02T12:30:00Z",
      SetLogged(session: "s", exercise: "squat", reps: 5, weight: nil).body)
    let given = Given(
      .signedIn("ann"), .by("ann", .started("s")), set,
      .by("ann", at: "2026-03-02T12:40:00Z", .ended("s")))
    given.when(EditSession(session: .latest, endedAt: moment("2026-03-02T12:29:59Z")), by: "ann")
      .thenRefused(
        "its last set was logged at 2026-03-02 12:30, so the session cannot have ended at "
          + "2026-03-02 12:29", help: "give a time after that")
    given.when(EditSession(session: .latest, endedAt: moment("2026-03-02T12:30:00Z")), by: "ann")
      .then(.revised(session: "s", to: "2026-03-02T12:30:00Z"))
  }

  @Test func `a session must not begin after a set that was logged since its start`() {
    func set(at time: String) -> Fact {
      .by(
        "ann", at: time, SetLogged(session: "s", exercise: "squat", reps: 5, weight: nil).body)
    }
    func edit(from start: String, _ sets: Fact...) -> Outcome {
      let began: [Fact] = [
        .signedIn("ann"), .by("ann", at: "2026-03-02T10:00:00Z", .started("s")),
      ]
      let edit = EditSession(session: .latest, startedAt: moment("2026-03-02T\(start)Z"))
      return Given(began + sets).when(edit, by: "ann")
    }
    let (first, last) = (set(at: "2026-03-02T10:30:00Z"), set(at: "2026-03-02T11:30:00Z"))
    edit(from: "11:45:00", last, first).thenRefused(
      "a set was logged at 2026-03-02 10:30, so the session cannot have begun at "
        + "2026-03-02 11:45", help: "give a time before that")
    edit(from: "10:45:00", first, last).thenRefused(
      "a set was logged at 2026-03-02 10:30, so the session cannot have begun at "
        + "2026-03-02 10:45", help: "give a time before that")
    edit(from: "10:30:00", first, last)
      .then(.revised(session: "s", from: "2026-03-02T10:30:00Z"))
    // The sets of an import have the time of its start, and a set can be recorded for an earlier time.
    edit(from: "10:20:00", set(at: "2026-03-02T10:00:00Z"), set(at: "2026-03-02T09:00:00Z"), last)
      .then(.revised(session: "s", from: "2026-03-02T10:20:00Z"))
  }

  @Test func `no session can become longer than two days`() {
    edit("early") { $0.startedAt = moment("2026-02-28T12:02:00Z") }
      .then(.revised(session: "early", from: "2026-02-28T12:02:00Z"))
    edit("early") { $0.startedAt = moment("2026-02-28T12:01:59.999Z") }.thenRefused(
      "a session must last at most two days, got 2026-02-28 12:01 to 2026-03-02 12:02",
      help: "give a start and an end that fit together")
    edit("open") { $0.startedAt = moment("1900-01-01T10:00:00Z") }.thenRefused(
      "a session must last at most two days, got 1900-01-01 10:00 to 2026-03-02 13:00",
      help: "give a start and an end that fit together")
    // A session that is longer already can become shorter.
    let long = Given(
      .signedIn("ann"), .by("ann", at: "2026-02-20T12:00:00Z", .started("s")),
      .by("ann", .ended("s")))
    long.when(
      EditSession(session: .latest, startedAt: moment("2026-02-21T12:00:00Z")), by: "ann"
    ).then(.revised(session: "s", from: "2026-02-21T12:00:00Z"))
  }

  @Test func `an open session has no end to correct`() {
    edit("open") { $0.endedAt = moment("2026-03-02T12:30:00Z") }.thenRefused(
      "the session is open, so it has no end to correct",
      help: "end it with \(.endSession)")
  }

  @Test func `another user's session cannot be edited`() {
    edit("bobs") { $0.title = "Mine" }.thenRefused(
      "there is no session 'bobs'",
      help: "'last' means the latest one; \(.show(.history)) shows your sessions")
  }

  @Test func `a title of more than 10,000 characters is refused`() {
    edit("early") { $0.title = String(repeating: "x", count: 10_001) }
      .thenRefused("'title' must have at most 10,000 characters, got 10,001")
  }
}
