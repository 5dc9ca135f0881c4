import Events
import TestSupport
import Testing

@Suite struct FitNotesExportTests {
  private static let header =
    "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n"

  @Test func `the sets of a day form one session, which begins and ends at noon`() throws {
    let read = try training(
      Self.header + """
        2022-08-15,Squat,Legs,100.0,kgs,5,,,,easy
        2022-08-17,Squat,Legs,225.0,lbs,5,,,,
        2022-08-15,Bench,Chest,60.0,kgs,5,,,,
        """, from: .fitnotes, defaults: TrainingDefaults(offsetMinutes: 120))
    #expect(read.sessions == 2)
    #expect(read.starts.map(\.title) == [nil, nil])
    #expect(
      read.times == [
        "2022-08-15T12:00:00.000+02:00", "2022-08-15T12:00:00.000+02:00",
        "2022-08-17T12:00:00.000+02:00", "2022-08-17T12:00:00.000+02:00",
      ])
    #expect(read.setsLogged.map(\.weight) == [Weight(100), Weight(60), Weight(225, .lb)])
    #expect(read.setsLogged.map(\.note) == ["easy", nil, nil])
    #expect(read.ignoredColumns.isEmpty)
  }

  @Test func `cells with their own texts are distinguished from the cells before them`() throws {
    let read = try training(
      Self.header + #"""
        "2022-08-15","Press ""A""",Chest,60.0,kgs,5,,,,
        2022-08-15,"Press ""A""",Chest,60.0,kgs,5,,,,
        2022-08-15,"Press ""B""",Chest,60.0,kgs,5,,,,
        2022-08-15,\#u{A0}Row\#u{A0},Back,60.0,kgs,5,,,0:00:50,
        2022-08-15,Row,Back,60.0,kgs,5,,,0:00:51,
        2022-08-15 18:00,Row,Back,60.0,kgs,5,,,,
        """#, from: .fitnotes)
    #expect(
      read.setsLogged.map(\.exercise) == ["press-a", "press-a", "press-b", "row", "row", "row"])
    #expect(read.setsLogged.map(\.seconds) == [nil, nil, nil, 50, 51, nil])
    #expect(
      read.times == [
        "2022-08-15T12:00:00.000Z", "2022-08-15T12:00:00.000Z",
        "2022-08-15T18:00:00.000Z", "2022-08-15T18:00:00.000Z",
      ])
  }

  @Test(arguments: [
    ("1900-01-01", true), ("2999-12-31", true), ("1899-12-31", false), ("3000-01-01", false),
    ("2023-02-29", false), ("2023-2-28", false), ("20230228", false), ("2023/02/28", false),
  ])
  func `a day must be in the calendar, from 1900 to 2999`(day: String, isTaken: Bool) throws {
    let good = "2022-08-15,Squat,Legs,100.0,kgs,5,,,,\n"
    let read = try training(
      Self.header + good + "\(day),Squat,Legs,100.0,kgs,5,,,,\n", from: .fitnotes)
    #expect(read.sets == (isTaken ? 2 : 1))
    #expect(read.problems.map(\.column) == (isTaken ? [] : ["Date"]))
  }

  @Test(arguments: [
    ("Row, One Arm,Back,24.0,kgs,10,,,,", "row-one-arm", nil),
    ("\"Row, One Arm\",Back,24.0,kgs,10,,,,", "row-one-arm", nil),
    (
      "Press (Each Side, Dumbbells),Shoulders,24.0,kgs,10,,,,slow, deep",
      "press-each-side-dumbbells",
      "slow, deep"
    ),
    ("A, B, C, D,Legs, lower,24.0,kgs,10,,,,", "a-b-c-d-legs", nil),
    ("Squat,Legs,24.0,kgs,10,,,,one, two, three", "squat", "one, two, three"),
  ])
  func `the parts of a name with commas are joined if the numbers then fit their columns`(
    cells: String, exercise: Name, note: String?
  ) throws {
    let read = try training(Self.header + "2022-08-15,\(cells)\n", from: .fitnotes)
    #expect(read.problems.isEmpty)
    #expect(read.setsLogged.map(\.exercise) == [exercise])
    #expect(read.setsLogged.map(\.weight) == [Weight(24)])
    #expect(read.setsLogged.map(\.reps) == [10])
    #expect(read.setsLogged.map(\.note) == [note])
  }

  @Test func `a row that cannot be joined to fit its columns is left out`() throws {
    let read = try training(
      Self.header + """
        2022-08-15,Row, One Arm,Back,heavy,kgs,10,,,,
        2022-08-15,Row,Back,24.0,kgs,10
        2022-08-15,Squat,Legs,100.0,kgs,5,,,,
        2022-08-15,Squat,Legs,100.0,kgs,5,,,,
        2022-08-15,Squat,Legs,100.0,kgs,5,,,,
        """, from: .fitnotes)
    #expect(
      read.problems.map(\.description) == [
        "line 2: expected 10 fields, found 11", "line 3: expected 10 fields, found 6",
      ])
    #expect(read.sets == 3)
  }

  @Test(arguments: [
    ("0:01:30", 90.0), ("1:00:00", 3600), ("02:15", 135), ("45", 45), ("0:00:00", nil), ("", nil),
  ])
  func `a time has hours, minutes and seconds`(time: String, seconds: Double?) throws {
    let read = try training(
      Self.header + "2022-08-15,Plank,Abs,,,1,,,\(time),\n", from: .fitnotes)
    #expect(read.setsLogged.map(\.seconds) == [seconds])
  }

  @Test func `an invalid time is a problem in its column`() {
    let error = refusal { () throws(ImportError) in
      try training(Self.header + "2022-08-15,Plank,Abs,,,1,,,1:75:00,\n", from: .fitnotes)
    }
    #expect(error?.problems.map(\.column) == ["Time"])
  }

  @Test(arguments: [
    ("30,66.139", Weight(30)), ("102.058,225", Weight(225, .lb)), ("61.2,135.0", Weight(135, .lb)),
    ("0,0", Weight(0)), (",45", Weight(45, .lb)), ("20,", Weight(20)),
    ("22.50,49.60", Weight(22.5)),
  ])
  func `of a weight in both units, the one with fewer digits was entered`(
    cells: String, weight: Weight
  ) throws {
    let read = try training(
      "Date,Exercise,Category,Weight (kg),Weight (lbs),Reps,Distance,Distance Unit,Time,Notes,Kind\n"
        + "2024-01-09,Press,Chest,\(cells),10,,,,,wr\n", from: .fitnotes)
    #expect(read.setsLogged.map(\.weight) == [weight])
  }
}

@Suite struct BodyWeightFileTests {
  private func weights(
    _ text: String, latest: Timestamp? = nil
  ) throws(ImportError) -> ImportedBodyWeights {
    try Bytes.of(Array(text.utf8)) { (bytes) throws(ImportError) in
      try ImportedBodyWeights(
        bytes, from: .fitnotes, by: "ann", defaults: TrainingDefaults(offsetMinutes: 60),
        latest: latest)
    }
  }

  private static let header = "Date,Time,Measurement,Value,Unit\n"

  @Test func `body weights are sorted by time, and other values are counted`()
    throws
  {
    let read = try weights(
      Self.header + """
        2018-08-06,07:30:00,Bodyweight,75.4,kgs
        2018-07-30,12:19:05,Waist,84.0,cm
        2018-07-30,12:18:42,Bodyweight,167.0,lbs
        2018-07-30,12:18:42,Bodyweight,167.0,lbs
        """)
    #expect(read.measurements.map(\.weight) == [Weight(167, .lb), Weight(75.4)])
    #expect(
      read.measurements.map(\.at.description) == [
        "2018-07-30T12:18:42.000+01:00", "2018-08-06T07:30:00.000+01:00",
      ])
    #expect((read.rows, read.passedOver) == (4, 1))
    #expect(Set(read.measurements.map(\.id)).count == 2)
  }

  @Test func `a body weight in the future is left out`() throws {
    let rows = ["06,07:30:00", "07,07:30:00", "07,07:30:01"].map {
      "2018-08-\($0),Bodyweight,75.4,kgs\n"
    }
    let read = try weights(
      Self.header + rows.joined(), latest: Timestamp("2018-08-07T06:30:00Z"))
    #expect(read.measurements.count == 2)
    #expect(read.problems.map(\.line) == [4] && read.problems.map(\.column) == ["Date"])
  }

  @Test(arguments: [
    ("2018-08-06,07:30:00,Bodyweight,heavy,kgs", "Value"),
    ("2018-08-06,07:30:00,Bodyweight,,kgs", "Value"),
    ("2018-08-06,07:30:00,Bodyweight,800,kgs", "Value"),
    ("2018-08-06,07:30:00,Bodyweight,80,stone", "Unit"),
    ("2018-13-06,07:30:00,Bodyweight,80,kgs", "Date"),
    ("2018-08-06,07:30:00,Bodyweight,80", nil),
  ])
  func `an invalid measurement is a problem`(row: String, column: String?) throws {
    let good = "2018-08-07,07:30:00,Bodyweight,80,kgs\n"
    let read = try weights(Self.header + row + "\n" + good)
    #expect(read.problems.map(\.column) == [column])
    #expect(read.measurements.count == 1)
    let alone = refusal { () throws(ImportError) in try weights(Self.header + row + "\n") }
    #expect(alone?.kind == .tooManyProblems)
  }

  @Test func `any other file is refused`() {
    let error = refusal { () throws(ImportError) in try weights("Date,Weight\n2018-08-07,80\n") }
    #expect(error?.kind == .unrecognised)
  }
}
