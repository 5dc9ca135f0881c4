import Events
import TestSupport
import Testing

@Suite struct StrongLiftsExportTests {
  private static let header =
    "\u{FEFF}Date (yyyy/mm/dd),Workout,Workout Name,Body Weight (KG),Exercise,Sets×Reps,Sets×Time,"
    + "Duration (hours),Start Time (h:mm),End Time (h:mm),Notes,Set 1 (Reps),Set 1 (KG),"
    + "Set 2 (Reps),Set 2 (KG)\n"

  @Test func `each set of an exercise has its own columns`() throws {
    let read = try training(
      Self.header + """
        2023/05/02,1,Workout A,78.5,Squat,2×5,,0.8,7:05,7:53,deep,5,60,5,62.5
        2023/05/02,1,Workout A,78.5,Row,1×5,,0.8,7:05,7:53,,5,40,,
        """, from: .stronglifts)
    #expect(read.starts == [SessionStarted(title: "Workout A")])
    #expect(read.times == ["2023-05-02T07:05:00.000Z", "2023-05-02T07:53:00.000Z"])
    #expect(read.setsLogged.map(\.exercise) == ["squat", "squat", "row"])
    #expect(read.setsLogged.map(\.weight) == [Weight(60), Weight(62.5), Weight(40)])
    #expect(read.setsLogged.map(\.note) == ["deep", nil, nil])
    #expect((read.rows, read.sets) == (2, 3))
    #expect(read.ignoredColumns.isEmpty)
  }

  @Test func `two workouts on one day are two sessions`() throws {
    let read = try training(
      Self.header + """
        2023/05/02,1,Workout A,,Squat,1×5,,,,,,5,60,,
        2023/05/02,2,Workout B,,Press,1×5,,,,,,5,30,,
        """, from: .stronglifts)
    #expect(read.starts.map(\.title) == ["Workout A", "Workout B"])
    #expect(Set(read.drafts.map(\.id)).count == 6)
  }

  @Test func `a set with 0 repetitions is a failed attempt, and a set without a number is ignored`()
    throws
  {
    let read = try training(
      Self.header + "2023/05/02,1,A,,Squat,2×5,,,7:05,7:53,,0,60,,\n", from: .stronglifts)
    #expect(read.setsLogged.map(\.kind) == [.failure])
    #expect(read.setsLogged.map(\.reps) == [0])
  }

  @Test(arguments: [
    ("7:05", "7:53", "", 2880), ("23:40", "0:10", "", 1800), ("7:05", "", "1.5", 5400),
    ("7:05", "", "", 0),
  ])
  func `a workout ends at its end time, even after midnight, or after its duration`(
    start: String, end: String, hours: String, seconds: Int64
  ) throws {
    let read = try training(
      Self.header + "2023/05/02,1,A,,Squat,,,\(hours),\(start),\(end),,5,60,,\n",
      from: .stronglifts)
    let (first, last) = (try #require(read.drafts.first?.at), try #require(read.drafts.last?.at))
    #expect(last.milliseconds - first.milliseconds == seconds * 1000)
  }

  @Test func `the header gives the unit, and the date is read in its order`() throws {
    let header = Self.header.replacing("(KG)", with: "(LB)").replacing(
      "yyyy/mm/dd", with: "dd/mm/yyyy")
    let read = try training(
      header + "02/05/2023,1,A,,Squat,,,,7:05,7:53,,5,135,,\n", from: .stronglifts)
    #expect(read.setsLogged.map(\.weight) == [Weight(135, .lb)])
    #expect(read.times.first == "2023-05-02T07:05:00.000Z")
  }

  @Test func `a row without sets is skipped, and one with only times is a problem`() throws {
    let read = try training(
      Self.header + """
        2023/05/02,1,A,,Squat,,,,7:05,7:53,,,,,
        2023/05/02,1,A,,Plank,,3×60,,7:05,7:53,,,,,
        2023/05/02,1,A,,Row,,,,7:05,7:53,,5,60,five,60
        2023/05/02,1,A,,Row,,,,7:05,7:53,,5,60,5,60
        2023/05/02,1,A,,Row,,,,7:05,7:53,,5,60,5,60
        2023/05/02,1,A,,Row,,,,7:05,7:53,,5,60,,60
        2023/05/02,1,A,,Row,,,,7:05,7:53,,5,60,5,60
        """, from: .stronglifts)
    #expect(read.passedOver == 1)
    #expect(
      read.problems.map(\.description) == [
        "line 3, Set 1 (Reps): expected the sets of the exercise, found only its times",
        "line 4, Reps of a set: expected a number, found text",
        "line 7, Reps of a set: expected repetitions, seconds or a distance, found nothing",
      ])
    #expect(read.sets == 8)
  }

  @Test func `body weights are read with the training as in a file of their own, once per workout`()
    throws
  {
    let text =
      Self.header + """
        2023/05/04,2,B,79,Row,1×5,,,7:05,7:53,,5,40,,
        2023/05/02,1,A,78.5,Squat,2×5,,,7:05,7:53,,5,60,5,62.5
        2023/05/02,1,A,78.5,Row,1×5,,,7:05,7:53,,5,40,,
        2023/05/06,3,A,,Row,1×5,,,7:05,7:53,,5,40,,
        2023/05/08,4,A,heavy,Row,1×5,,,7:05,7:53,,5,40,,
        2023/05/10,5,A,79,Row,1×5,,,7:05,7:53,,5,40,,
        """
    let read = try #require(try training(text, from: .stronglifts).bodyWeights)
    #expect(read.measurements.map(\.weight) == [Weight(78.5), Weight(79), Weight(79)])
    #expect(read.measurements.first?.at.description == "2023-05-02T07:05:00.000Z")
    #expect(read.problems.map(\.line) == [6])
    let alone = try Bytes.of(Array(text.utf8)) { (bytes) throws(ImportError) in
      try ImportedBodyWeights(bytes, from: .stronglifts, by: "ann")
    }
    #expect(alone == read)
    let early = try Bytes.of(Array(text.utf8)) { (bytes) throws(ImportError) in
      try ImportedBodyWeights(
        bytes, from: .stronglifts, by: "ann", latest: Timestamp("2023-05-03T12:00:00Z"))
    }
    #expect(early.measurements.map(\.weight) == [Weight(78.5)])
  }

  @Test func `a file without a body weight column has no body weights`() throws {
    let header = Self.header.replacing("Body Weight (KG),", with: "")
    let read = try training(
      header + "2023/05/02,1,A,Squat,,,,7:05,7:53,,5,60,,\n", from: .stronglifts)
    #expect(read.sets == 1)
    #expect(read.bodyWeights == nil)
  }
}

@Suite struct OpenPowerliftingExportTests {
  private static let header =
    "Name,Equipment,Division,BodyweightKg,Squat1Kg,Squat2Kg,Squat4Kg,Best3SquatKg,Bench1Kg,"
    + "Best3BenchKg,Best3DeadliftKg,TotalKg,Place,Federation,Date,MeetName\n"

  private func read(_ rows: String, lifter: String? = nil) throws(ImportError) -> ImportedTraining {
    try training(
      Self.header + rows, from: .openpowerlifting,
      defaults: TrainingDefaults(unit: .kg, clock: .offset(0), lifter: lifter))
  }

  @Test func `an attempt is a set of one repetition, or of none if it failed`() throws {
    let read = try read(
      "Ada,Raw,Open,67.2,105,-112.5,113,105,55,55,,160,2,BVDK,2023-03-18,City Open\n")
    #expect(
      read.starts == [
        SessionStarted(title: "City Open", note: "BVDK, Raw, Open, place 2, total 160 kg")
      ])
    #expect(read.setsLogged.map(\.exercise) == ["squat", "squat", "squat", "bench-press"])
    #expect(read.setsLogged.map(\.reps) == [1, 0, 1, 1])
    #expect(read.setsLogged.map(\.kind) == [.normal, .failure, .normal, .normal])
    #expect(
      read.setsLogged.map(\.weight) == [Weight(105), Weight(112.5), Weight(113), Weight(55)])
    #expect(read.setsLogged.map(\.note) == [nil, nil, "fourth attempt", nil])
    #expect(read.times.first == "2023-03-18T12:00:00.000Z")
  }

  @Test func `a meet without attempts has the best of each lift, and no failed lifts`() throws {
    let read = try read("Ada,Raw,Open,,,,,100,,-60,140,240,1,BVDK,2023-03-18,Cup\n")
    #expect(read.setsLogged.map(\.exercise) == ["squat", "deadlift"])
    #expect(read.setsLogged.map(\.note) == ["best attempt", "best attempt"])
  }

  @Test func `the same attempts in another division are the same sets`() throws {
    let row = "Ada,Raw,%,,105,,,105,55,55,,160,2,BVDK,2023-03-18,City Open\n"
    let read = try read(
      row.replacing("%", with: "Open") + row.replacing("%", with: "Juniors")
        + "Ada,Raw,Open,,,,,110,,,,110,1,BVDK,2023-06-18,Cup\n")
    #expect((read.sessions, read.sets, read.passedOver) == (2, 3, 1))
  }

  @Test func `if a file has several lifters, one must be chosen by the name in the file`() throws {
    let rows =
      "Ada,Raw,Open,,105,,,105,,,,105,1,BVDK,2023-03-18,Cup\n"
      + "Cem #2,Raw,Open,,180,,,180,,,,180,1,BVDK,2023-03-18,Cup\n"
    let several = refusal { () throws(ImportError) in try read(rows) }
    #expect(several?.message == "the file must have the meets of one lifter, got several lifters")
    let nobody = refusal { () throws(ImportError) in try read(rows, lifter: "Cem") }
    #expect(nobody?.message == "expected meets of the chosen lifter, found none")
    let one = try read(rows, lifter: "Cem #2")
    #expect(one.setsLogged.map(\.weight) == [Weight(180)])
    #expect(one.passedOver == 1)
  }

  @Test func `an attempt that is not a number is a problem in its column`() throws {
    let good = "Ada,Raw,Open,,105,,,105,,,,105,1,BVDK,2023-03-18,Cup\n"
    let read = try read(good + good.replacing("105,,,105", with: "heavy,,,105"))
    #expect(read.problems.map(\.column) == ["Squat1Kg"])
  }
}
