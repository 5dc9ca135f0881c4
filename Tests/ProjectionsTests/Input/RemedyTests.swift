import Events
import Projections
import TestSupport
import Testing

/// A remedy as an app sees it: steps to offer, and plain English without them.
@Suite struct RemedyTests {
  @Test func `texts are joined, and an empty one is no part`() {
    let guess = "did you mean 'squat'? "
    let help: Remedy = "\(guess)\(.give(.isNew)) records a new \("one")"
    #expect(
      help.parts == [
        .text("did you mean 'squat'? "), .step(.give(.isNew)), .text(" records a new one"),
      ])
    #expect(Remedy("").parts.isEmpty && help.steps == [.give(.isNew)])
  }

  @Test func `a remedy within another one keeps its steps`() {
    let shows: Remedy = "\(.show(.timetable)) shows them"
    #expect(Remedy("'last' means the latest one; ") != shows)
    let help: Remedy = "'last' means the latest one; \(shows)"
    #expect(help.steps == [.show(.timetable)])
    #expect(help.description == "'last' means the latest one; the timetable shows them")
  }

  @Test func `an app offers what a refused request needs first`() throws {
    let context = Context(now: moment("2026-03-02T13:00:00Z"), user: "ann")
    let refusal = try #require(
      #expect(throws: Refusal.self) { try EndSession().decide(OfUser<History>("ann"), context) })
    #expect(refusal.code == .noSession && refusal.help?.steps == [.request(.startSession)])
    #expect(refusal.help?.description == "start one with start a session")
    #expect(refusal.help?.worded { _ in "the green button" } == "start one with the green button")
  }

  @Test func `every step has words of its own`() {
    let steps: [Remedy.Step] =
      [
        .giveAny([.title, .description]), .signUp(email: "a@b.c"), .verifyEmail("a@b.c"),
        .setProfile(lacking: ["sex", "squat"]), .addExercise(.monday),
        .planRepetitions(.monday, exercise: "row"), .savePost("p"), .addToWorkout(named: "Push"),
        .saveWorkout("w"), .recordSession(at: moment("2026-03-02T13:00:00Z"), withEnd: true),
        .startProgram(), .startProgram(lifts: ["squat=140kg"]), .cancelBooking("c"),
        .missClass("c"), .reinstateClass("c"), .removeVideo("v"), .importTraining(from: "hevy"),
        .give(.minutes, "60"),
      ] + Remedy.Shown.allCases.map { .show($0) } + Remedy.Request.allCases.map { .request($0) }
      + Remedy.Field.allCases.map { .give($0) }
    #expect(Set(steps.map(\.description)).count == steps.count)
  }

  @Test func `a refusal of an app has a code of the app`() {
    #expect(Refusal("no").code == .refused)
    #expect(Refusal(ErrorCode("too-tired"), "no").code.description == "too-tired")
  }
}
