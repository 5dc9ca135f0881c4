import Events
import Testing

@Suite struct HeaderlessFileTests {
  /// A row for each version of Strong whose files are read without a header.
  private static let rows = [
    "2016-10-03 19:30:55,W1D1,Squat,1,70.0,5,0.0,0",
    "2016-10-03 19:30:55,W1D1,Squat,1,70.0,5,0.0,0,\"easy, really\"",
    "2016-10-03 19:30:55,W1D1,Squat,1,70.0,5,0.0,0,,cold",
    "2016-10-03 19:30:55,W1D1,Squat,1,70.0,5,0.0,0,,cold,8",
    "2016-10-03 19:30:55,W1D1,1h 2m,Squat,1,70.0,5,0,0,,,",
    "2016-10-03 19:30:55;W1D1;Squat;1;70,0;kg;5;;;;0;;",
    "2016-10-03 19:30:55;W1D1;Squat;1;70;kg;5;;;;0;;;1h",
    "\"71\";\"2016-10-03 19:30:55\";\"W1D1\";\"3608\";\"Squat\";\"1\";\"70.0\";\"5\";\"\";\"\";\"\";\"\";\"\"",
  ]

  @Test(arguments: rows)
  func `a Strong file without a header is read if its rows fit exactly one version`(
    row: String
  ) throws {
    let read = try training(row + "\n", from: .strong)
    #expect(read.rows == 1 && read.problems.isEmpty)
    #expect(read.starts.map(\.title) == ["W1D1"])
    #expect(read.times.first == "2016-10-03T19:30:55.000Z")
    let set = try #require(read.setsLogged.first)
    #expect((set.exercise, set.reps, set.weight) == ("squat", 5, Weight(70)))
    #expect(Bytes.of(Array(row.utf8)) { TrainingSource(recognising: $0) } == .strong)
  }

  @Test(arguments: [
    // A row with another number of fields, a cell of the wrong kind, and a number of columns that no version has.
    rows[1] + "\n" + rows[0], rows[1] + "\n" + rows[1].replacing(",70.0,", with: ",heavy,"),
    "2016-10-03 19:30:55,W1D1,Squat,1,70.0,5", rows[1].replacing(",1,", with: ",one,"),
    // A title that is a time: the row fits two versions, and in one of them 70 is an exercise.
    "2016-10-03 19:30:55,2016-10-03 19:30:55,Squat,1,70,,5,8,,,,,",
  ])
  func `a file is refused if its rows do not determine the columns`(text: String) {
    let error = refusal { () throws(ImportError) in try training(text + "\n", from: .strong) }
    #expect(error?.kind == .unrecognised)
    // A row is private, so it is not shown.
    #expect(error?.message.hasSuffix(", found a row of training") == true)
    #expect(Bytes.of(Array(text.utf8)) { TrainingSource(recognising: $0) } == nil)
  }

  @Test func `the same rows with and without a header give the same history`() throws {
    let header = "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes\n"
    let with = try training(header + Self.rows[1] + "\n", from: .strong)
    #expect(try training(Self.rows[1] + "\n", from: .strong).drafts == with.drafts)
  }

  @Test func `an error about another app's file names the app`() {
    let strong = refusal { () throws(ImportError) in
      try training(HevyExportTests.header, from: .strong)
    }
    #expect(strong?.source == .hevy)
    #expect(strong?.message == "expected an export from Strong, found one from Hevy")
    let hevy = refusal { () throws(ImportError) in try training(Self.rows[4], from: .hevy) }
    #expect(hevy?.source == .strong)
    #expect(hevy?.help == "this looks like Strong: \(.importTraining(from: "strong"))")
  }

  // MARK: - Units

  @Test func `a unit may have a dot`() throws {
    let read = try training(
      """
      Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,Distance,Distance Unit
      2024-06-01 08:00:00,Run,Running,1,,,,3.1,mi.
      2024-06-01 08:00:00,Run,Squat,1,225,lbs.,5,,
      2024-06-01 08:00:00,Run,Squat,2,100,kg.,5,0.5,km.
      """, from: .strong)
    #expect(read.problems.isEmpty)
    #expect(read.setsLogged.map(\.metres) == [4988.966, nil, 500])
    #expect(read.setsLogged.map(\.weight) == [nil, Weight(225, .lb), Weight(100)])
    #expect((read.unitlessWeights, read.unitlessDistances) == (0, 0))
  }

  @Test func `a distance is limited in metres in every unit`() throws {
    let read = try training(
      """
      Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Distance Unit
      2024-06-01 08:00:00,Run,Running,1,,,1000,km
      2024-06-01 08:00:00,Run,Running,2,,,1001,km
      2024-06-01 08:00:00,Run,Running,3,,,1001,m
      """, from: .strong)
    #expect(read.setsLogged.map(\.metres) == [1_000_000, 1_001])
    #expect(read.problems.map(\.line) == [3] && read.problems.map(\.column) == ["Distance"])
  }

  @Test func `a column may be of miles with a dot`() throws {
    let read = try training(
      """
      Date,Workout Name,Exercise Name,Set Order,kg,Reps,Distance (mi.)
      2024-06-01 08:00:00,Run,Running,1,0,0,1
      """, from: .strong)
    #expect(read.setsLogged.map(\.metres) == [1609.344])
  }

  @Test func `numbers without a unit are counted, except zeros`() throws {
    let read = try training(
      """
      Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds
      2024-06-01 08:00:00,Run,Running,1,0,0,1,300
      2024-06-01 08:00:00,Run,Squat,1,100,5,0,0
      2024-06-01 08:00:00,Run,Dip,1,,5,0,0
      """, from: .strong)
    #expect((read.unitlessWeights, read.unitlessDistances) == (1, 1))
    let hevy = try training(
      "title,start_time,exercise_title,set_type,weight_kg,reps,distance_km\n"
        + "W,\"1 Jan 2024, 18:30\",Run,normal,10,5,1\n", from: .hevy)
    #expect((hevy.unitlessWeights, hevy.unitlessDistances) == (0, 0))
  }
}
