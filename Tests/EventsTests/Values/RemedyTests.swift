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
    (.setProfile(lacking: ["sex", "squat"]), "add to the profile: sex, squat"),
    (.addExercise(.monday), "add an exercise to monday"),
    (.savePost("p"), "save the post p to a day of the plan"),
    (.addToWorkout(named: "Push"), "add an exercise to the workout Push"),
    (.saveWorkout("k"), "save the workout k"),
    (.cancelBooking("c"), "cancel the booking of c"), (.missClass("c"), "record that you missed c"),
    (.reinstateClass("c"), "reinstate the class c"), (.removeVideo("v"), "remove the video v"),
    (.importTraining(from: "Strong"), "import the file from Strong"),
  ]

  @Test func `every step has plain words`() {
    for (step, words) in Self.steps { #expect(step.description == words) }
    let others: [Remedy.Step] = [
      .planRepetitions(.friday, exercise: "squat"), .startProgram(),
      .startProgram(lifts: ["squat"]),
      .recordSession(at: Samples.start, withEnd: true),
      .recordSession(at: Samples.start, withEnd: false),
    ]
    #expect(others.allSatisfy { !$0.description.isEmpty })
  }

  @Test func `a remedy keeps its steps apart from its text`() {
    let inner: Remedy = "first \(.request(.endSession))"
    let remedy: Remedy = "\(inner), then \(.cancelBooking("c")) of \(2)"
    #expect(remedy.steps == [.request(.endSession), .cancelBooking("c")])
    #expect(remedy.description == "first end the session, then cancel the booking of c of 2")
    #expect(remedy.worded { "<\($0.description.count)>" } == "first <15>, then <23> of 2")
    #expect(Remedy("plain").steps.isEmpty && Remedy("plain").description == "plain")
  }

  @Test func `every entity of a sample has a name and a role`() throws {
    let entities = Samples.full.flatMap { body in
      Event(id: Samples.id(1), at: Samples.start, user: "ann", body, seq: 1).entities
    }
    func kinds(_ role: NamedEntity.Role) -> Set<EntityKind> {
      Set(entities.filter { $0.role == role }.map(\.kind))
    }
    #expect(kinds(.created) == Set(EntityKind.allCases))
    #expect(kinds(.ended) == Set(EntityKind.allCases).subtracting([.mail]))
    #expect(kinds(.restored) == [.session, .fitnessClass])
    #expect(kinds(.referred).contains(.post))
    #expect(entities.allSatisfy { $0.name != nil })
  }
}
