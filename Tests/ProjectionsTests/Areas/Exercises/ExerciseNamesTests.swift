import Events
import Projections
import TestSupport
import Testing

@Suite struct ExerciseNamesTests {
  private func names(_ entries: (Name, String)...) throws -> ExerciseNames {
    let facts = entries.map { exercise, name in
      Fact.by(nil, ExerciseCatalogued(exercise: exercise, name: name).body)
    }
    return try replay(log(events(facts)), ExerciseNames())
  }

  @Test func `an exercise has the latest name of the catalogue, or its id`() throws {
    let names = try names(("squat", "Squat"), ("squat", "Back Squat"))
    #expect(names["squat"] == "Back Squat")
    #expect(names["row"] == "row")
  }

  @Test func `an exercise outside every catalogue is named as in an import`() throws {
    func aliased(_ alias: String, _ exercise: Name) -> Fact {
      .by("ann", ExerciseAliased(alias: alias, exercise: exercise).body)
    }
    let facts = [
      aliased("Bench Press (Barbell)", "bench-press-barbell"), aliased("Back Squat", "squat"),
      aliased("Pull Up", "pull-up"),
    ]
    let names = try replay(log(events(facts)), ExerciseNames())
    #expect(names["bench-press-barbell"] == "Bench Press (Barbell)")
    // Another name is no way to write it.
    #expect(names["squat"] == "squat" && names.name(of: "squat") == nil)
    #expect(names.exercise(renamed: "Bench Press (Barbell)") == nil)
    #expect(names.exercise(renamed: "back squat") == "squat")
    let catalogued = Fact.by(nil, ExerciseCatalogued(exercise: "pull-up", name: "Pull-Ups").body)
    let unaliased = Fact.by("ann", ExerciseUnaliased(alias: "bench press barbell").body)
    let later = try replay(log(events(facts + [catalogued, unaliased])), ExerciseNames())
    #expect(later["pull-up"] == "Pull-Ups")
    #expect(later["bench-press-barbell"] == "bench-press-barbell")
  }

  @Test func `a replay that does not need the names does not read them`() throws {
    let fact = Fact.by(nil, .catalogued("squat"))
    let names = try replay(log(events([fact])), WhenNeeded<ExerciseNames>(isNeeded: false))
    #expect(!names.wants(.exercises, of: nil))
    #expect(names.value["squat"] == "squat")
  }
}
