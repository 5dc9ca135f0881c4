import Foundation
import TestSupport
import Testing

@testable import Events

@Suite struct EventTypeTests {
  /// Returns the fields of a payload and of its nested objects, each with its path.
  private func fields(
    of description: PayloadDescription, in path: String
  ) -> [(path: String, field: PayloadDescription.Field)] {
    description.fields.flatMap { field in
      [(path + field.name, field)] + fields(of: field.nested, in: path + field.name + ".")
    }
  }

  @Test(arguments: Area.allCases)
  func `an area lists the payload of each of its cases`(_ area: Area) throws {
    let name = "\(area)".prefix(1).uppercased() + "\(area)".dropFirst()
    let source = try String(
      contentsOfFile: repository + "/Sources/Events/Areas/\(name).swift", encoding: .utf8)
    let cases = source.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/  case \w+\((\w+)\)/#).map { String($0.1) }
    }
    let types = area.events.types
    #expect(types.map { "\($0.payload)" } == cases && types.map(\.name) == cases)
  }

  @Test(arguments: EventType.all)
  func `every field has a sentence of its own`(_ type: EventType) {
    let fields = fields(of: type.description, in: type.name + ".")
    #expect(!fields.isEmpty)
    for (path, field) in fields {
      let summary = "\(field.traits.summary)"
      #expect(summary.count > 5 && summary.hasSuffix("."), "\(path): '\(summary)'")
    }
  }

  // Links and personal fields are in the recorded schema, Examples/schema.json.
  @Test func `texts about a person are personal, and exercises are not`() {
    let personal = Set(
      EventType.all.flatMap { fields(of: $0.description, in: $0.name + ".") }
        .filter(\.field.traits.isPersonal).map(\.path))
    for path in [
      "AccountRegistered.email", "UserSignedIn.subject", "UserSignedIn.picture", "SetLogged.note",
      "PostEdited.title", "WorkoutTypeChosen.type", "ProfileRevised.bornOn",
      "BodyWeightRecorded.weight", "ClassScheduled.instructor",
    ] { #expect(personal.contains(path), "\(path)") }
    #expect(!personal.contains("SetLogged.exercise"))
  }

  @Test func `every text is personal, the name of an entity, or one of these`() {
    // Add to this list only after a review: these values remain in every scrubbed log.
    let common: Set = [
      "UserSignedIn.provider", "IdentityLinked.provider", "IdentityUnlinked.provider",
      "ExerciseCatalogued.name", "ExerciseCatalogued.bodyPart", "ExerciseCatalogued.equipment",
      "ExerciseCatalogued.force", "ExerciseCatalogued.level", "ExerciseCatalogued.mechanic",
      "ExerciseCatalogued.category", "ExerciseCatalogued.primaryMuscles",
      "ExerciseCatalogued.secondaryMuscles", "ExerciseCatalogued.instructions",
      "ExerciseCatalogued.gifUrl", "ExerciseCatalogued.images", "ExerciseAliased.alias",
      "ExerciseUnaliased.alias", "SettingChanged.key", "ClassScheduled.title",
      "ClassScheduled.place", "ClassRescheduled.title", "ClassRescheduled.place",
      "MenuImported.source", "MenuImported.items.name", "MenuImported.items.place",
      "MealsSuggested.source", "WorkoutSuggested.source",
    ]
    let found = EventType.all.flatMap { fields(of: $0.description, in: $0.name + ".") }
      .filter { _, field in
        (field.expected == "a string" || field.expected == "a list" && field.nested.fields.isEmpty)
          && !field.traits.isPersonal && !field.traits.isEntity
          && !field.traits.isExercise && !["cleared", "events"].contains(field.name)
      }
    #expect(Set(found.map(\.path)) == common)
  }

  @Test func `a set of areas holds those it was made of, and unknown events only when told`() {
    let areas: Areas = [.plan, .feed]
    for area in Area.allCases {
      #expect(areas.contains(area) == (area == .plan || area == .feed))
      #expect(!Areas.unknown.contains(area))
    }
    #expect(!areas.contains(nil) && areas.union(.unknown).contains(nil))
    #expect(areas.union(.unknown).contains(.plan))
  }
}
