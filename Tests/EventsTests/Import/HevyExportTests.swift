import Events
import Testing

@Suite struct HevyExportTests {
  static let header =
    "\"title\",\"start_time\",\"end_time\",\"description\",\"exercise_title\",\"superset_id\","
    + "\"exercise_notes\",\"set_index\",\"set_type\",\"weight_kg\",\"reps\",\"distance_km\","
    + "\"duration_seconds\",\"rpe\"\n"

  private func header(_ weight: String, _ distance: String) -> String {
    "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,"
      + "set_type,\(weight),reps,\(distance),duration_seconds,rpe\n"
  }

  @Test func `a set is read completely`() throws {
    let read = try training(
      Self.header + """
        "Upper 💪","25 Oct 2025, 19:56","25 Oct 2025, 21:00","Pull Day
        again","Incline Bench Press (Barbell)",,"slow",0,"warmup",155.5,9,0.4,12,8.5

        """, from: .hevy, defaults: TrainingDefaults(offsetMinutes: -240))
    let id = try #require(read.drafts.first?.id)
    #expect(read.starts == [SessionStarted(title: "Upper 💪", note: "Pull Day\nagain")])
    #expect(
      read.setsLogged == [
        SetLogged(
          session: Name(id), exercise: "incline-bench-press-barbell", reps: 9,
          weight: Weight(155.5), kind: .warmup, rpe: 8.5, seconds: 12, metres: 400, note: "slow")
      ])
    #expect(
      read.times == ["2025-10-25T19:56:00.000-04:00", "2025-10-25T21:00:00.000-04:00"])
    #expect(read.drafts.allSatisfy { $0.user == "ann" })
  }

  @Test(arguments: [
    ("weight_kg", "distance_km", Weight(100), 2000.0),
    ("weight_lbs", "distance_miles", Weight(100, .lb), 3218.688),
    ("weight_kg", "distance_miles", Weight(100), 3218.688),
    ("weight_lbs", "distance_km", Weight(100, .lb), 2000),
  ])
  func `each unit is the one that its column names`(
    weight: String, distance: String, load: Weight, metres: Double
  ) throws {
    let row = "A,\"1 Jan 2025, 09:05\",\"1 Jan 2025, 10:00\",,Sled,,,0,normal,100,5,2,,\n"
    let read = try training(header(weight, distance) + row, from: .hevy)
    #expect(read.setsLogged.map(\.weight) == [load])
    #expect(read.setsLogged.map(\.metres) == [metres])
  }

  @Test func `a superset number becomes a letter, and any other text is ignored`() throws {
    func read(_ id: String, _ exercises: String...) throws -> ImportedTraining {
      let rows = exercises.map { "A,\"1 Jan 2025, 09:05\",,,\($0),\(id),,0,normal,60,5,,,\n" }
      return try training(header("weight_kg", "distance_km") + rows.joined(), from: .hevy)
    }
    for (id, group) in [("0", .a), ("1", .b), ("25", .z)] as [(String, SupersetGroup)] {
      let found = try read(id, "Squat", "Row", "Squat")
      #expect(found.setsLogged.map(\.superset) == [group, group, group])
      #expect(found.supersetsLeftOut == 0)
    }
    for (id, leftOut) in [("26", 2), ("-1", 2), ("x", 2), ("", 0)] {
      let found = try read(id, "Squat", "Row")
      #expect(found.setsLogged.map(\.superset) == [nil, nil])
      #expect(found.supersetsLeftOut == leftOut)
    }
    #expect(try read("0", "Squat", "Squat").setsLogged.map(\.superset) == [nil, nil])
  }

  @Test func `of two weight columns, the filled one counts`() throws {
    let read = try training(
      header("weight_lbs,weight_kg", "distance_km") + """
        A,"1 Jan 2025, 09:05",,,Squat,,,0,normal,,60,5,,,
        A,"1 Jan 2025, 09:05",,,Squat,,,1,normal,135,,5,,,
        """, from: .hevy)
    #expect(read.setsLogged.map(\.weight) == [Weight(60), Weight(135, .lb)])
  }

  @Test func `the weight of an assisted exercise counts as assistance`() throws {
    let read = try training(
      header("weight_lbs,weight_kg", "distance_km") + """
        A,"1 Jan 2025, 09:05",,,Pull Up (Assisted),,,0,normal,,20,8,,,
        A,"1 Jan 2025, 09:05",,,CHEST DIP (ASSISTED),,,0,normal,45,,6,,,
        A,"1 Jan 2025, 09:05",,,Pull Up (Assisted),,,1,normal,,0,3,,,
        A,"1 Jan 2025, 09:05",,,Pull Up (Assisted),,,2,normal,,-15,8,,,
        A,"1 Jan 2025, 09:05",,,Pull Up (Assisted),,,3,normal,,,2,,,
        A,"1 Jan 2025, 09:05",,,Assisted Chin Up,,,0,normal,,20,8,,,
        A,"1 Jan 2025, 09:05",,,Unassisted Chin Up,,,0,normal,,20,8,,,
        """, from: .hevy)
    #expect(
      read.setsLogged.map(\.weight) == [
        Weight(-20), Weight(-45, .lb), Weight(0), Weight(-15), nil, Weight(-20), Weight(20),
      ])
    let heavy = try training(
      Self.header + """
        A,"1 Jan 2025, 09:05",,,Pull Up (Assisted),,,0,normal,600,8,,,
        A,"1 Jan 2025, 09:05",,,Row,,,0,normal,600,8,,,
        """, from: .hevy)
    #expect(heavy.problems.map(\.line) == [2])
    #expect(heavy.setsLogged.map(\.weight) == [Weight(600)])
  }

  @Test(arguments: [
    ("normal", SetKind.normal), ("warmup", .warmup), ("failure", .failure), ("dropset", .drop),
    ("", .normal),
  ])
  func `the set type determines the kind of set`(type: String, kind: SetKind) throws {
    let row = "A,\"1 Jan 2025, 09:05\",,,Dip,,,0,\(type),,5,,,\n"
    let read = try training(Self.header + row, from: .hevy)
    #expect(read.setsLogged.map(\.kind) == [kind])
    #expect(read.setsLogged.map(\.weight) == [nil])
  }

  @Test func `sessions are sorted by their start, for any order of the file`() throws {
    let read = try training(
      Self.header + """
        "C","3 Mar 2025, 09:00","3 Mar 2025, 10:00",,Squat,,,0,normal,3,1,,,
        "","12 Feb 2025, 09:00","12 Feb 2025, 10:00",,Squat,,,0,normal,1,1,,,
        "","12 Feb 2025, 09:00","12 Feb 2025, 10:00",,Bench,,,0,normal,2,1,,,
        "A","28 Dec 2024, 09:00","28 Dec 2024, 10:00",,Squat,,,0,normal,0,1,,,
        """, from: .hevy)
    #expect(read.starts.map(\.title) == ["A", nil, "C"])
    #expect(read.setsLogged.compactMap(\.weight?.value) == [0, 1, 2, 3])
    #expect(read.times == read.times.sorted())
  }

  @Test func `an exercise that occurs twice in a workout stays twice, with each note once`() throws
  {
    let read = try training(
      Self.header + """
        "A","3 Mar 2025, 09:00",,,Squat,,easy,0,normal,60,5,,,
        "A","3 Mar 2025, 09:00",,,Squat,,easy,1,normal,60,5,,,
        "A","3 Mar 2025, 09:00",,,Bench,,easy,0,normal,40,5,,,
        "A","3 Mar 2025, 09:00",,,Squat,,back off,0,normal,60,5,,,
        "A","3 Mar 2025, 09:00",,,Squat,,back off,1,normal,60,5,,,
        """, from: .hevy)
    #expect(read.sets == 5)
    #expect(Set(read.drafts.map(\.id)).count == 7)
    #expect(read.setsLogged.map(\.note) == ["easy", nil, "easy", "back off", nil])
  }

  @Test(arguments: ["3 Mar 2025, 08:59", "2 Mar 2025, 23:00", ""])
  func `an end before the start becomes the start`(end: String) throws {
    let read = try training(
      Self.header + "A,\"3 Mar 2025, 09:00\",\"\(end)\",,Squat,,,0,normal,60,5,,,\n", from: .hevy)
    #expect(read.times == ["2025-03-03T09:00:00.000Z", "2025-03-03T09:00:00.000Z"])
  }

  @Test(arguments: [
    "31 Feb 2025, 09:00", "3 Mai 2025, 09:00", "3 Mar 25, 09:00", "3 Mar 2025, 24:00",
    "3 Mar 2025, 09:60", "3 Mar 0025, 09:00", "tomorrow", "3 Mar 2025", "",
  ])
  func `an invalid time is a problem in its column`(time: String) {
    let error = refusal { () throws(ImportError) in
      try training(Self.header + "A,\"\(time)\",,,Squat,,,0,normal,60,5,,,\n", from: .hevy)
    }
    #expect(error?.problems.map(\.column) == ["start_time"])
  }
}
