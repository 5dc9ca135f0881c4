import Events
import Projections
import TestSupport
import Testing

@Suite struct AliasSuggestionsTests {
  private static let entries = [
    ("Barbell_Squat", "Barbell Squat"), ("Barbell_Full_Squat", "Barbell Full Squat"),
    ("Barbell_Bench_Press_-_Medium_Grip", "Barbell Bench Press - Medium Grip"),
    ("Dumbbell_Bench_Press", "Dumbbell Bench Press"), ("Leg_Press", "Leg Press"),
    ("Leg_Extensions", "Leg Extensions"), ("Pullups", "Pullups"),
    ("Barbell_Deadlift", "Barbell Deadlift"),
    ("Romanian_Deadlift", "Romanian Deadlift"), ("plank", "Plank"), ("Cable_Flyes", "Cable Flyes"),
  ]

  private func suggestions(
    _ names: [(name: String, sets: Int)], _ others: [(String, String)] = [],
    aliased: [(String, Name)] = []
  ) throws -> [AliasSuggestions.Suggestion] {
    let described = (Self.entries + others).map { entry in
      ExerciseEvent.exerciseCatalogued(ExerciseCatalogued(exercise: Name(entry.0), name: entry.1))
    }
    let named = aliased.map {
      ExerciseEvent.exerciseAliased(ExerciseAliased(alias: $0.0, exercise: $0.1))
    }
    let facts = (described + named).map { Fact.by(nil, .exercises($0)) }
    let catalogue = try replay(log(events(facts)), ExerciseCatalogue())
    return AliasSuggestions(names, in: catalogue).suggestions
  }

  @Test(
    arguments: [
      ("Squat (Barbell)", "Barbell_Squat"), ("BB Squat", "Barbell_Squat"),
      ("Bench Press (Barbell)", "Barbell_Bench_Press_-_Medium_Grip"),
      ("Bench Press (Dumbbell)", "Dumbbell_Bench_Press"), ("Leg Extension", "Leg_Extensions"),
      ("Leg Extention", "Leg_Extensions"), ("Leg Presses", "Leg_Press"),
      ("Cable Fly", "Cable_Flyes"), ("Pull Up", "Pullups"),
      ("Barbell Squat", "Barbell_Squat"), ("RDL Deadlift", "Romanian_Deadlift"),
    ] as [(String, Name)])
  func `the most similar entry comes first`(name: String, exercise: Name) throws {
    let found = try #require(try suggestions([(name, 1)]).first)
    #expect(found.candidates.first?.exercise == exercise, "\(found.candidates)")
    let likeness = found.candidates.map(\.likeness)
    #expect(likeness == likeness.sorted(by: >))
    #expect(likeness.allSatisfy { (AliasSuggestions.leastLikeness...1).contains($0) })
  }

  @Test func `a name that is an entry or an alias of one is left out`() throws {
    let found = try suggestions(
      [("Plank", 3), ("Kniebeuge", 2), ("Bankdrücken", 5)],
      aliased: [("Kniebeuge", "Barbell_Squat")])
    #expect(found.map(\.name) == ["Bankdrücken"])
    #expect(found.first?.candidates == [])
  }

  @Test func `equally similar entries are ordered by their ids`() throws {
    let twins = [("Rope_Pull", "Face Pull"), ("Band_Pull", "Face Pull")]
    let found = try #require(try suggestions([("Face Pulls", 1)], twins).first)
    #expect(found.candidates.map(\.exercise).prefix(2) == ["Band_Pull", "Rope_Pull"])
  }

  @Test func `the names with the most sets come first`() throws {
    let found = try suggestions([("Row", 1), ("Curl", 9), ("Arc", 1)])
    #expect(found.map(\.name) == ["Curl", "Arc", "Row"])
  }
}
