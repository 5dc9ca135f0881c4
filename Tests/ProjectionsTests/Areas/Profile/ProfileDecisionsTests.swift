import Events
import Projections
import TestSupport
import Testing

@Suite struct ProfileDecisionsTests {
  private static func weighed(_ value: Double, at time: String? = nil) -> Fact {
    .by("ann", at: time, BodyWeightRecorded(weight: Weight(value)).body)
  }

  private static func revised(_ revision: ProfileRevised) -> Event.Body {
    .profile(.profileRevised(revision))
  }

  @Test func `a profile consists of the given values, in the unit that is chosen with it`() {
    Given(.signedIn("ann"))
      .when(
        ReviseProfile(
          name: " Ann ", sex: .female, unit: .lb, bodyWeight: entered("135"),
          maxes: [.squat: entered("100kg"), .press: entered("95")])
      )
      .then(
        Self.revised(ProfileRevised(name: "Ann", sex: .female, unit: .lb)),
        BodyWeightRecorded(weight: Weight(135, .lb)).body,
        MaxRecorded(lift: .squat, weight: Weight(100)).body,
        MaxRecorded(lift: .press, weight: Weight(95, .lb)).body, by: "ann")
  }

  @Test func `only changed values are recorded`() {
    let made = Self.revised(ProfileRevised(name: "Ann", heightCm: 170))
    Given(.signedIn("ann"), .by("ann", made))
      .when(ReviseProfile(name: "Ann", heightCm: 171))
      .then(Self.revised(ProfileRevised(heightCm: 171)))
    Given(.signedIn("ann"), .by("ann", made)).when(ReviseProfile(name: "Ann", cleared: [.sex]))
      .thenNothing()
    Given(.signedIn("ann"), .by("ann", made)).when(ReviseProfile(name: "", cleared: [.heightCm]))
      .then(Self.revised(ProfileRevised(cleared: [.name, .heightCm])))
  }

  @Test func `the same weight twice on a day is one measurement, and on another day another`() {
    let weight = ReviseProfile(bodyWeight: entered("80kg"))
    Given(.signedIn("ann"), Self.weighed(80)).when(weight).thenNothing()
    Given(.signedIn("ann"), Self.weighed(80, at: "2026-03-01T12:00:00Z")).when(weight)
      .then(BodyWeightRecorded(weight: Weight(80)).body)
  }

  @Test func `invalid values are refused`() {
    let given = Given(.signedIn("ann"))
    given.when(ReviseProfile(bornOn: day("2026-03-03")))
      .thenRefused("2026-03-03 is in the future", help: "give the date of birth")
    given.when(ReviseProfile(heightCm: 17)).thenRefused("'heightCm' must be 30…300, got 17")
    given.when(ReviseProfile(bodyWeight: entered("1kg")))
      .thenRefused("'weight' must be 2…700 kg, got 1 kg")
    given.when(ReviseProfile(maxes: [.bench: entered("-20kg")]))
      .thenRefused(
        "the bench maximum must be more than 0, got -20 kg",
        help: "\(.give(.cleared, "bench")) removes it from the profile")
    Given().when(ReviseProfile(name: "Ann"))
      .thenRefused("nobody is signed in", help: "sign in first: \(.signIn)")
  }

  @Test func `a past measurement keeps its time, and can be removed by any of its references`() {
    let given = Given(
      .signedIn("ann"), Self.weighed(81, at: "2026-03-02T09:00:00Z"),
      Self.weighed(8, at: "2026-03-01T09:00:00Z"))
    given.when(RecordBodyWeight(weight: entered("180lb")), past: "2026-02-01T07:00:00Z")
      .then(BodyWeightRecorded(weight: Weight(180, .lb)).body)
    for (text, seq) in [("last", 2), ("@3", 3), (id(2).description, 2)] {
      given.when(RemoveBodyWeight(measurement: Reference(text)))
        .then(BodyWeightRemoved(measurement: id(seq)).body)
    }
    given.when(RemoveBodyWeight(measurement: Reference("@1")))
      .thenRefused(
        "event 1 did not record one of your body weights",
        help: "\(.show(.bodyWeights)) shows your measurements")
    given.when(RemoveBodyWeight(measurement: Reference("nope")))
      .thenRefused(
        "there is no measurement 'nope'",
        help: "'last' means the latest one; \(.show(.bodyWeights)) shows your measurements")
  }

  @Test
  func
    `a body weight without a unit is in the unit of the profile or, failing that, of the last body weight`()
  {
    let pounds = Fact.by("ann", .logged("s", "curl", 5, Weight(30, .lb)))
    let weighed = Fact.by("ann", BodyWeightRecorded(weight: Weight(180, .lb)).body)
    let chosen = Fact.by("ann", Self.revised(ProfileRevised(unit: .kg)))
    for (facts, unit) in [
      ([pounds], Weight.Unit.kg), ([weighed], .lb), ([weighed, chosen, pounds], .kg),
    ] {
      let given = Given([.signedIn("ann")] + facts)
      let recorded = BodyWeightRecorded(weight: Weight(80, unit)).body
      given.when(RecordBodyWeight(weight: entered("80"))).then(recorded)
      given.when(ReviseProfile(bodyWeight: entered("80"))).then(recorded)
    }
  }

  @Test func `a setting is stored once, and removed by an empty value`() {
    let kept = SettingChanged(key: "rest", value: "90").body
    Given(.signedIn("ann")).when(ChangeSetting(key: "rest", value: " 90 ")).then(kept)
    let given = Given(.signedIn("ann"), .by("ann", kept))
    given.when(ChangeSetting(key: "rest", value: "90")).thenNothing()
    given.when(ChangeSetting(key: "rest", value: ""))
      .then(SettingChanged(key: "rest", value: "").body)
    given.when(ChangeSetting(key: "other", value: " ")).thenNothing()
  }

  @Test func `a weight without a unit is in the profile's unit, otherwise in that of the exercise`()
    throws
  {
    let pounds = Fact.by("ann", Self.revised(ProfileRevised(unit: .lb)))
    let facts: [Fact] = [
      .signedIn("ann"), .by("ann", .started("s")),
      .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .logged("s", "curl", 5, Weight(30, .lb))),
    ]
    for (facts, unit) in [(facts, Weight.Unit.kg), (facts + [pounds], .lb)] {
      Given(facts).when(LogSet(exercise: "squat", reps: 5, weight: entered("105")))
        .then(.logged("s", "squat", 5, Weight(105, unit)))
      Given(facts).when(RecordSets(exercise: "squat", try EnteredSet("1x5x105"), comment: "x"))
        .then(.logged("s", "squat", 5, Weight(105, unit), note: "x"))
      let planned = PlannedExercise(exercise: "squat", sets: 1, reps: 5, weight: Weight(105, unit))
      let template = DefineTemplate.Exercise("squat", try EnteredSet("1x5x105"))
      Given(facts).when(DefineTemplate(name: "Legs", exercises: [template])).then(
        TemplateDefined(name: "Legs", exercises: [planned]).body)
      let workout = WorkoutCreated(workout: "k", name: "Legs", exercises: [])
      Given(facts + [.by("ann", .workouts(.workoutCreated(workout)))]).when(
        AddWorkoutExercise(
          workout: .latest, exercise: "squat", sets: 1, reps: 5, weight: entered("105"))
      ).then(WorkoutExerciseAdded(workout: "k", planned).body)
      // A correction is in the unit of what it corrects.
      Given(facts).when(ReviseSet(set: .event(3, names: [Name(id(3))]), weight: entered("105")))
        .then(.revised(id(3), Weight(105)))
    }
  }

  @Test func `the age counts whole years, and a leap day counts on 1 March`() throws {
    let revision = Self.revised(ProfileRevised(bornOn: day("2000-02-29")))
    let profile = try replay(log(.by("ann", revision)), OfUser<Profile>("ann")).value
    for (text, age) in [
      ("2000-02-28", nil), ("2000-02-29", 0), ("2001-02-28", 0), ("2001-03-01", 1),
      ("2024-02-28", 23),
      ("2024-02-29", 24),
    ] {
      #expect(profile.age(on: day(text)) == age, "\(text)")
    }
    #expect(Profile().age(on: day("2026-01-01")) == nil)
  }

  @Test func `the total is the sum of the three competition lifts, without the overhead press`()
    throws
  {
    func total(_ maxes: (Lift, Weight)...) throws -> Weight? {
      let facts = maxes.map { lift, weight in
        Fact.by("ann", MaxRecorded(lift: lift, weight: weight).body)
      }
      return try replay(log(events(facts)), OfUser<Profile>("ann")).value.total
    }
    #expect(try total((.squat, Weight(225, .lb)), (.bench, Weight(135, .lb))) == nil)
    #expect(
      try total(
        (.squat, Weight(225, .lb)), (.bench, Weight(135, .lb)), (.deadlift, Weight(315, .lb)),
        (.press, Weight(95, .lb))) == Weight(675, .lb))
    #expect(
      try total((.squat, Weight(100)), (.bench, Weight(100, .lb)), (.deadlift, Weight(140)))
        == Weight(240 + 45.359237))
  }

  @Test func `a new user must complete the profile once`() throws {
    let figures: [Event.Body] =
      [
        Self.revised(ProfileRevised(sex: .mx)),
        BodyWeightRecorded(weight: Weight(80)).body,
      ] + Lift.allCases.map { MaxRecorded(lift: $0, weight: Weight(90)).body }
    func profile(_ facts: [Event.Body]) throws -> Profile {
      try replay(log(events(facts.map { .by("ann", $0) })), OfUser<Profile>("ann")).value
    }
    for place in figures.indices {
      var some = figures
      some.remove(at: place)
      #expect(throws: Refusal.self) { try profile(some).requireComplete(of: "ann") }
    }
    try profile(figures).requireComplete(of: "ann")
    try profile(figures + [MaxCleared(lift: .squat).body])
      .requireComplete(of: "ann")
    #expect(!ReviseProfile.needsProfile && !SignOut.needsProfile && StartSession.needsProfile)
  }
}
