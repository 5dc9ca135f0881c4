import Events
import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

/// Acknowledgements of events in words.
private let long = String(repeating: "x", count: 50)

@Suite struct EventWordsTests {
  @Test func `no acknowledgement has the name of an event or an id`() throws {
    let samples = Workdir.repository.appendingPathComponent("Examples/samples.jsonl").path
    var lines = try Log(path: samples).lines()
    var told: Set<String> = []
    while try lines.next() != nil {
      let event = try lines.event()
      guard event.body.area != nil else { continue }
      let words = event.words(ExerciseNames())
      told.insert(event.type)
      #expect(!words.contains(event.type), "\(words)")
      let id = words.range(of: "[0-9a-f]{8}-[0-9a-f]{4}", options: .regularExpression)
      #expect(id == nil, "\(words)")
      #expect(words.first?.isWhitespace == false, "\(event.type)")
    }
    #expect(told.count > 70)
  }

  @Test func `no acknowledgement passes on text that controls a terminal`() {
    let hostile = InertTests.hostile
    var shown = 0
    for isFull in [true, false] {
      for body in Samples.bodies(full: isFull, prefix: hostile) {
        let event = Event(
          id: id(1), at: moment("2026-03-02T18:00:00Z"), user: Name(hostile + "ann"), body)
        let words = event.words(ExerciseNames())
        #expect(InertTests.obeyed(words) == [], "\(event.type)")
        if words.contains("\\u{1b}") { shown += 1 }
      }
    }
    #expect(shown > 60)
  }

  @Test(arguments: [
    (ExerciseRemoved(day: .monday, exercise: "squat").body, "Monday: squat removed"),
    (WorkoutTypeChosen(day: .friday, type: long).body, "Friday: \(long.prefix(39))…"),
    (WorkoutCreated(name: long, exercises: []).body, "workout \(long.prefix(39))…"),
    (MeasurementLogged(.waist, 84).body, "waist 84 cm"),
    (MeasurementLogged(.bodyFat, 18.5).body, "body-fat 18.5 %"),
    (BodyWeightRecorded(weight: Weight(180, .lb)).body, "body weight 180 lb"),
    (PushUpsLogged(count: 30, seconds: 60).body, "30 push-ups in 1:00"),
    (ProgramEnded(program: "g").body, "program ended: program g"),
    (
      SessionRevised(session: "s", endedAt: moment("2026-03-02T19:00:00Z")).body,
      "session revised: session s, ended at 2026-03-02 19:00"
    ),
    (UserSignedOut(session: "s").body, "signed out"),
    (ClassBooked(class: "yoga-1").body, "class booked: class yoga-1"),
    (
      TemplateDefined(
        name: "Push", exercises: ["a", "b", "c", "d"].map { PlannedExercise(exercise: Name($0)) }
      ).body,
      "template Push: a, b, c, 1 more"
    ),
    (
      TemplateDefined(
        name: "Pull", exercises: ["a", "b", "c"].map { PlannedExercise(exercise: Name($0)) }
      ).body,
      "template Pull: a, b, c"
    ),
    (.moved(.monday, "squat", to: .monday, place: 2), "Monday: squat is exercise 2"),
    (.moved(.monday, "squat", to: .friday), "Friday: squat, moved from Monday"),
  ])
  func `an event is told in words`(_ body: Event.Body, _ words: String) {
    let event = Event(id: id(1), at: moment("2026-03-02T18:00:00Z"), user: "ann", body)
    #expect(event.words(ExerciseNames()) == words)
  }
}
