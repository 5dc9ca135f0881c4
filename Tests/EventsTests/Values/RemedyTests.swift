import TestSupport
import Testing

@testable import Events

/// The next step of an error, in plain words for an app and in those of a program.
@Suite struct RemedyTests {
  private static let steps: [(Remedy.Step, String)] = [
    (.show(.timetable), "the timetable"), (.request(.signIn), "sign in"),
    (.give(.time), "the time"), (.give(.user, "ann"), "the user ann"),
    (.giveAny([.title, .minutes]), "the title or the minutes"),
    (.signUp(email: "a@x.org"), "sign up with a@x.org"),
    (.verifyEmail("a@x.org"), "verify the address a@x.org"),
    (.resetPassword("a@x.org"), "reset the password of a@x.org"),
    (.setProfile(lacking: ["sex", "squat"]), "add to the profile: sex, squat"),
    (.addExercise(.monday), "add an exercise to monday"),
    (.savePost("p"), "save the post p to a day of the plan"),
    (.addToWorkout(named: "Push"), "add an exercise to the workout Push"),
    (.saveWorkout("k"), "save the workout k"),
    (.cancelBooking("c"), "cancel the booking of c"), (.missClass("c"), "record that you missed c"),
    (.reinstateClass("c"), "reinstate the class c"), (.removeVideo("v"), "remove the video v"),
    (.importTraining(from: "Strong"), "import the file from Strong"),
  ]

  @Test func `every step has a plain description`() {
    for (step, words) in Self.steps { #expect(step.description == words) }
  }

  @Test func `texts are joined, and an empty text adds nothing`() {
    let guess = "did you mean 'squat'? "
    let help: Remedy = "\(guess)\(.give(.isNew)) records a new \("one")"
    #expect(
      help.parts == [
        .text("did you mean 'squat'? "), .step(.give(.isNew)), .text(" records a new one"),
      ])
    #expect(Remedy("").parts.isEmpty && help.steps == [.give(.isNew)])
  }

  @Test func `a remedy within another remedy keeps its steps`() {
    let shows: Remedy = "\(.show(.timetable)) shows them"
    #expect(Remedy("'last' means the latest one; ") != shows)
    let help: Remedy = "'last' means the latest one; \(shows)"
    #expect(help.steps == [.show(.timetable)])
    #expect(help.description == "'last' means the latest one; the timetable shows them")
  }

  @Test func `every step has a description of its own`() {
    // The first three are among all cases.
    let steps: [Remedy.Step] =
      Self.steps.dropFirst(3).map(\.0) + [
        .planRepetitions(.monday, exercise: "row"),
        .recordSession(at: Samples.start, withEnd: true),
        .recordSession(at: Samples.start, withEnd: false),
        .startProgram(), .startProgram(lifts: ["squat=140kg"]), .retryRefused(Samples.id(1)),
        .revert(5, isBatch: true), .revert(5, isBatch: false), .exercise("squat-barbell"),
      ] + Remedy.Shown.allCases.map { .show($0) } + Remedy.Request.allCases.map { .request($0) }
      + Remedy.Field.allCases.map { .give($0) }
    #expect(Set(steps.map(\.description)).count == steps.count)
  }

  @Test func `a remedy keeps its steps apart from its text`() {
    let inner: Remedy = "first \(.request(.endSession))"
    let remedy: Remedy = "\(inner), then \(.cancelBooking("c")) of \(2)"
    #expect(remedy.steps == [.request(.endSession), .cancelBooking("c")])
    #expect(remedy.description == "first end the session, then cancel the booking of c of 2")
    #expect(remedy.worded { "<\($0.description.count)>" } == "first <15>, then <23> of 2")
    #expect(Remedy("plain").steps.isEmpty && Remedy("plain").description == "plain")
  }

  @Test func `every entity in a sample has a name and a role`() throws {
    let entities = Samples.full.flatMap { body in
      Event(id: Samples.id(1), at: Samples.start, user: "ann", body, seq: 1).entities
    }
    func kinds(_ role: NamedEntity.Role) -> Set<EntityKind> {
      Set(entities.filter { $0.role == role }.map(\.kind))
    }
    #expect(kinds(.created) == Set(EntityKind.allCases).subtracting([.event]))
    #expect(kinds(.ended) == Set(EntityKind.allCases).subtracting([.mail, .event]))
    #expect(
      kinds(.restored) == [
        .session, .set, .measurement, .bodyMeasurement, .pushUps, .fitnessClass,
      ])
    #expect(kinds(.referred).contains(.post))
    #expect(entities.allSatisfy { $0.name != nil })
  }
}
