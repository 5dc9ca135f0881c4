import Events
import Testing

@Suite struct StrongExportTests {
  @Test func `the export of 2016 has its units in the header and counts sets from 0`() throws {
    let read = try training(
      """
      Date,Workout Name,Exercise Name,Set Order,kg,Reps,km,Seconds,Notes\r
      2016-10-03 19:30:55,"W1D1","Squat",0,70.0,5,0.0,0,""\r
      2016-10-03 19:30:55,"W1D1","Squat",1,72.5,5,0.0,0,"belt"\r
      2016-10-03 19:30:55,"W1D1","Run",0,0.0,0,2.5,900,""\r

      """, from: .strong, defaults: TrainingDefaults(unit: .lb))
    #expect(read.starts == [SessionStarted(title: "W1D1")])
    #expect(read.setsLogged.map(\.weight) == [Weight(70), Weight(72.5), Weight(0)])
    #expect(read.setsLogged.map(\.note) == [nil, "belt", nil])
    #expect(read.setsLogged.map(\.metres) == [nil, nil, 2500])
    #expect(read.setsLogged.map(\.seconds) == [nil, nil, 900])
    #expect(read.times == ["2016-10-03T19:30:55.000Z", "2016-10-03T19:30:55.000Z"])
  }

  @Test func `exports until 2018 have no unit, so the default unit is used`() throws {
    let text = """
      Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
      2017-05-01 07:00:00,Push,Bench Press (Barbell),1,135,5,1,0,,tired,8.5
      """
    let pounds = try training(text, from: .strong, defaults: TrainingDefaults(unit: .lb))
    #expect(pounds.setsLogged.first?.weight == Weight(135, .lb))
    #expect(pounds.setsLogged.first?.metres == 1609.344)
    #expect(pounds.setsLogged.first?.rpe == 8.5)
    #expect(pounds.starts.first?.note == "tired")
    let kilograms = try training(text, from: .strong)
    #expect(kilograms.setsLogged.first?.weight == Weight(135, .kg))
    #expect(kilograms.setsLogged.first?.metres == 1000)
  }

  @Test func `the iOS export has a duration, which gives the end of the session`() throws {
    let read = try training(
      """
      Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
      2020-12-30 18:51:52,"Evening Workout",2h 38m,"Snatch (Barbell)",1,40.0,3,0,0,"","first week",
      2020-12-30 18:51:52,"Evening Workout",2h 38m,"Snatch (Barbell)",2,40.0,3,0,0,,,
      """, from: .strong, defaults: TrainingDefaults(offsetMinutes: 60))
    #expect(
      read.times == ["2020-12-30T18:51:52.000+01:00", "2020-12-30T21:29:52.000+01:00"])
    #expect(read.starts == [SessionStarted(title: "Evening Workout", note: "first week")])
    let id = try #require(read.drafts.first?.id)
    #expect(read.setsLogged.map(\.session) == [Name(id), Name(id)])
    #expect(read.setsLogged.map(\.exercise) == ["snatch-barbell", "snatch-barbell"])
    #expect(read.drafts.last?.body == SessionEnded(session: Name(id)).body)
  }

  @Test func `the Android export has the unit in each row, and blank means the default unit`()
    throws
  {
    let read = try training(
      """
      Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds;Notes;Workout Notes;Workout Duration
      2018-12-10 10:33:55;"Chest A";"Incline Bench Press (Barbell)";1;90;lbs;15;;;;0;"";"";58m
      2018-12-10 10:33:55;"Chest A";"Incline Bench Press (Barbell)";2;42,5;;10.0;;;;0;"";"";58m
      2018-12-10 10:33:55;"Chest A";"Rowing";1;;kg;;;1,5;mi;300;"";"";58m
      2018-12-10 10:33:55;"Chest A";"Plank";1;;;;;;;45;"";"";58m
      """, from: .strong)
    #expect(read.problems.isEmpty)
    #expect(read.setsLogged.map(\.weight) == [Weight(90, .lb), Weight(42.5), nil, nil])
    #expect(read.setsLogged.map(\.reps) == [15, 10, 0, 0])
    #expect(read.setsLogged.map(\.metres) == [nil, nil, 2414.016, nil])
    #expect(read.setsLogged.map(\.seconds) == [nil, nil, 300, 45])
    #expect(read.times.last == "2018-12-10T11:31:55.000Z")
  }

  @Test func `the newer Android export quotes all fields and has durations in seconds`() throws {
    let read = try training(
      """
      "Workout #";"Date";"Workout Name";"Duration (sec)";"Exercise Name";"Set Order";"Weight (kg)";"Reps";"RPE";"Distance (meters)";"Seconds";"Notes";"Workout Notes"
      "71";"2022-10-23 17:41:11";"Pull";"3608";"Knelt Pulldown";"WARM_UP";"2.2679618500000003";"5";"";"";"";"";""
      "71";"2022-10-23 17:41:11";"Pull";"3608";"Knelt Pulldown";"Rest Timer";"";"";"";"";"90";"";""
      "71";"2022-10-23 17:41:11";"Pull";"3608";"Knelt Pulldown";"1";"";"8";"";"400";"";"";""
      """, from: .strong, defaults: TrainingDefaults(unit: .lb))
    #expect(read.ignoredColumns.isEmpty)
    #expect(read.setsLogged.map(\.weight) == [Weight(2.2679618500000003), nil])
    #expect(read.setsLogged.map(\.kind) == [.warmup, .normal])
    #expect(read.setsLogged.map(\.metres) == [nil, 400])
    #expect(read.times.last == "2022-10-23T18:41:19.000Z")
    #expect((read.rows, read.passedOver, read.sets) == (3, 1, 2))
  }

  @Test(arguments: [
    "Date,Nom de l'entraînement,Durée,Nom de l'exercice,Ordre de la série,Poids,Réps,Distance,"
      + "Secondes,Notes,Notes d'entraînement,RPE",
    "Date,Nom de l’entraînement,Durée,Nom de l’exercice,Ordre de la série,Poids,Réps,Distance,"
      + "Secondes,Notes,Notes d’entraînement,RPE",
    "Datum,Workout-Name,Dauer,Name der Übung,Reihenfolge festlegen,Gewicht,Wiederh.,Entfernung,"
      + "Sekunden,Notizen,Workout-Notizen,RPE",
  ])
  func `French and German headers are recognised`(header: String) throws {
    let read = try training(
      """
      \(header)
      2023-02-01 06:30:00,"Matin",38min,"Développé couché (Barre)",1,60.0,8,0,0,"facile","bien",7
      2023-02-01 06:30:00,"Matin",38min,"Développé couché (Barre)",Ruhezeit,,,,120,,,
      """, from: .strong)
    #expect(read.passedOver == 1)
    #expect(read.starts == [SessionStarted(title: "Matin", note: "bien")])
    let session = try #require(read.drafts.first?.id)
    #expect(
      read.setsLogged == [
        SetLogged(
          session: Name(session), exercise: "développé-couché-barre", reps: 8, weight: Weight(60),
          rpe: 7, note: "facile")
      ])
    #expect(read.times.last == "2023-02-01T07:08:00.000Z")
    #expect(read.ignoredColumns.isEmpty)
  }

  @Test func `a row of zeros is not a set, and a row with only a weight is a failed attempt`()
    throws
  {
    let read = try training(short("Squat,1,100,0"), from: .strong)
    #expect(read.setsLogged.count == 1 && read.problems.isEmpty)
    let zeros = "2024-01-01 10:00:00,A,Stretching,1,0,0\n"
    let both = try training(short("Squat,1,0,5") + zeros, from: .strong)
    #expect(both.setsLogged.map(\.reps) == [5])
    #expect(both.problems.map(\.line) == [3])
  }

  @Test(arguments: [
    ("1", SetKind.normal), ("W", .warmup), ("WARM_UP", .warmup), ("D", .drop),
    ("DROP_SET", .drop), ("F", .failure), ("FAILURE", .failure),
  ])
  func `the set order determines the kind of set`(order: String, kind: SetKind) throws {
    let read = try training(short("Squat,\(order),100,0"), from: .strong)
    #expect(read.setsLogged.map(\.kind) == [kind])
    #expect(read.setsLogged.map(\.reps) == [0])
  }

  @Test(arguments: [
    ("2h 38m", 9480), ("38min", 2280), ("1h 2min", 3720), ("264h 1m", 950_460), ("3608", 3608),
    ("45s", 45), ("2h", 7200), ("", 0), ("10000h", 36_000_000),
  ])
  func `durations are read in every spelling`(text: String, seconds: Int64) throws {
    let read = try training(timed(text), from: .strong)
    let start = try #require(Timestamp("2024-01-01T10:00:00Z"))
    #expect(read.drafts.last?.at == start.adding(seconds: seconds))
  }

  @Test(arguments: ["soon", "1x", "h", "1h m", "-5", "99999999h", "1:20", "10000h 1s"])
  func `an invalid duration is a problem`(text: String) throws {
    let read = refusal { () throws(ImportError) in try training(timed(text), from: .strong) }
    #expect(read?.problems.map(\.column) == ["Duration"])
  }

  @Test func `an unknown column is reported and its cells are ignored`() throws {
    let read = try training(
      """
      Date,Workout Name,Exercise Name,Set Order,Weight (lbs),Reps,Mood
      2024-01-01 10:00:00,A,Squat,1,225,5,fine
      """, from: .strong)
    #expect(read.ignoredColumns == ["Mood"])
    #expect(read.setsLogged.map(\.weight) == [Weight(225, .lb)])
  }

  @Test func `a weight in an unknown unit is not read in another unit`() {
    let error = refusal { () throws(ImportError) in
      try training("Date,Workout Name,Exercise Name,Set Order,Weight (stone),Reps\n", from: .strong)
    }
    #expect(error?.kind == .unrecognised)
  }

  @Test func `a distance in an unknown unit is not read in another unit`() throws {
    let read = try training(
      """
      Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance (leagues)
      2024-01-01 10:00:00,A,Run,1,0,5,3
      """, from: .strong)
    #expect(read.ignoredColumns == ["Distance (leagues)"])
    #expect(read.setsLogged.map(\.metres) == [nil])
  }

  @Test func `the first row that has the end or the note of its session counts`() throws {
    let read = try training(
      """
      Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Workout Notes
      2024-01-01 10:00:00,A,,Squat,1,100,5,
      2024-01-01 10:00:00,A,1h,Squat,2,100,5,easy
      2024-01-01 10:00:00,A,2h,Squat,3,100,5,hard
      """, from: .strong)
    #expect(read.times == ["2024-01-01T10:00:00.000Z", "2024-01-01T11:00:00.000Z"])
    #expect(read.starts.map(\.note) == ["easy"])
  }

  @Test func `an RPE of zero means none`() throws {
    let read = try training(
      """
      Date,Workout Name,Exercise Name,Set Order,Weight,Reps,RPE
      2024-01-01 10:00:00,A,Squat,1,100,5,0
      2024-01-01 10:00:00,A,Squat,2,100,5,0.0
      2024-01-01 10:00:00,A,Squat,3,100,5,1
      """, from: .strong)
    #expect(read.problems.isEmpty)
    #expect(read.setsLogged.map(\.rpe) == [nil, nil, 1])
  }

  @Test(arguments: [
    "2024-01-01 10:00:60", "2024-01-01 10:60:00", "2024-01-01 24:00:00", "2024-01-01 10:00:6",
    "2024-01-01 10:0:00", "2024-01-01 10", "2024-01-01 10:00:00:00", "1899-12-31 10:00:00",
    "3000-01-01 10:00:00", "3000-01-01T10:00:00Z", "1 Foo 2024 10:00", "32 Jan 2024 10:00",
    "1 Jan 24 10:00", "1 Jan 2024",
  ])
  func `a time that no clock shows is a problem`(time: String) throws {
    let rows = [time, "2024-01-01 23:59:59", "1 Jan 2024, 9:05"].map { "\"\($0)\",A,Squat,1,100,5" }
    let header = "Date,Workout Name,Exercise Name,Set Order,Weight,Reps"
    let read = try training(([header] + rows).joined(separator: "\n"), from: .strong)
    #expect(read.problems.map(\.line) == [2])
    #expect(read.problems.map(\.column) == ["Date"])
    #expect(read.sets == 2)
  }

  @Test func `a decimal comma is accepted only if the comma is not the separator`() {
    let error = refusal { () throws(ImportError) in
      try training(short("Squat,1,\"7,5\",5"), from: .strong)
    }
    #expect(
      error?.problems.map(\.description) == [
        "line 2, Weight: expected a number, found a number with a comma"
      ])
  }

  @Test func `distances are whole millimetres, and no weight is negative zero`() throws {
    let read = try training(
      "Date,Workout Name,Exercise Name,Set Order,kg,Reps,km\n"
        + "2024-01-01 10:00:00,A,Run,1,-0.0,0,1.001\n", from: .strong)
    #expect(1.001 * 1000 != 1001)
    #expect(read.setsLogged.map(\.metres) == [1001])
    #expect(read.setsLogged.first?.weight?.value.sign == .plus)
  }

  private func short(_ cells: String) -> String {
    "Date,Workout Name,Exercise Name,Set Order,Weight,Reps\n2024-01-01 10:00:00,A,\(cells)\n"
  }

  private func timed(_ duration: String) -> String {
    "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps\n"
      + "2024-01-01 10:00:00,A,\(duration),Squat,1,100,5\n"
  }
}
