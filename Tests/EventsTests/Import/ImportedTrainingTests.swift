import Events
import Testing

/// Tests of the common parts of both apps: problems, refusals, ids.
@Suite struct ImportedTrainingTests {
  private static let header = "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,RPE,Notes\n"

  private func strong(
    _ rows: [String], by user: Name = "ann", offset: Int16 = 0
  ) throws(ImportError) -> ImportedTraining {
    try training(
      Self.header + rows.map { $0 + "\n" }.joined(), from: .strong, by: user,
      defaults: TrainingDefaults(offsetMinutes: offset))
  }

  private func day(_ day: Int, _ exercises: [String] = ["Squat", "Bench"]) -> [String] {
    exercises.enumerated().map { place, exercise in
      "2024-03-\(day < 10 ? "0" : "")\(day) 18:00:00,Day,\(exercise),\(place + 1),\(day),5,,"
    }
  }

  // MARK: - Problems

  @Test(arguments: [
    ("2024-01-01 10:00:00,A,Squat,1,heavy,5,,", "Weight", "expected a number, found text"),
    ("2024-01-01 10:00:00,A,Squat,1,1e3,5,,", "Weight", "expected a number, found text"),
    ("2024-01-01 10:00:00,A,Squat,1,nan,5,,", "Weight", "expected a number, found text"),
    ("2024-01-01 10:00:00,A,Squat,1,5.,5,,", "Weight", "expected a number, found text"),
    ("2024-01-01 10:00:00,A,Squat,1,5000,5,,", "Weight", "must be -500…2,000 kg, got 5,000 kg"),
    ("2024-01-01 10:00:00,A,Squat,1,100,1001,,", "Reps", "must be 0…1,000, got 1,001"),
    ("2024-01-01 10:00:00,A,Squat,1,100,-1,,", "Reps", "must be 0…1,000, got -1"),
    (
      "2024-01-01 10:00:00,A,Squat,1,100,2.5,,", "Reps", "expected a whole number, found a fraction"
    ),
    (
      "2024-01-01 10:00:00,A,Squat,1,100,,,", "Reps",
      "expected repetitions, seconds or a distance, found nothing"
    ),
    ("2024-01-01 10:00:00,A,Squat,1,100,5,11,", "RPE", "must be 1…10, got 11"),
    ("2024-01-01 10:00:00,A,Squat,X,100,5,,", "Set Order", "expected a kind of set, found text"),
    (
      "2024-01-01 10:00:00,A,,1,100,5,,", "Exercise Name",
      "expected the name of an exercise, found nothing"
    ),
    (",A,Squat,1,100,5,,", "Date", "expected a date and time, found nothing"),
    (
      "2024-02-30 10:00:00,A,Squat,1,100,5,,", "Date",
      "expected a time such as '2025-06-30 19:56:00' or '30 Jun 2025, 19:56', found '2024-02-30 10:00:00'"
    ),
  ])
  func `an invalid row is left out and reported`(
    row: String, column: String, message: String
  ) throws {
    let read = try strong(day(1) + [row] + day(2))
    #expect(read.problems == [ImportProblem(line: 4, column: column, message)])
    #expect((read.rows, read.sets, read.sessions) == (5, 4, 2))
  }

  @Test(arguments: [("+62.5", 62.5), ("-20", -20), ("060.0", 60), (".5", 0.5)])
  func `a number may have a sign, and zeros or no digit before it`(
    _ text: String, _ weight: Double
  ) throws {
    let read = try strong(["2024-01-01 10:00:00,A,Squat,1,\(text),5,,"])
    #expect(read.setsLogged.map(\.weight) == [Weight(weight)])
  }

  @Test func `a row with too few or too many fields is left out`() throws {
    let read = try strong(
      day(1) + ["2024-01-01 10:00:00,A,Squat,1,100,1", "2024-01-01 10:00:00,A,S,1,1,1,,,"])
    #expect(
      read.problems.map(\.description) == [
        "line 4: expected 8 fields, found 6", "line 5: expected 8 fields, found 9",
      ])
  }

  @Test func `a time may have its own offset, which is kept, and its year must be plausible`()
    throws
  {
    let rest = ",A,Squat,1,100,5,,"
    let read = try strong(
      ["2024-03-01T18:00:00+02:00" + rest] + day(2) + ["1899-12-31T12:00:00Z" + rest], offset: -60)
    #expect(read.times.first == "2024-03-01T18:00:00.000+02:00")
    #expect(read.times.dropFirst(2).first == "2024-03-02T18:00:00.000-01:00")
    #expect(read.problems.map(\.line) == [5] && read.problems.map(\.column) == ["Date"])
  }

  @Test(arguments: ["\u{A0}", "\u{3000}", " \t"])
  func `white space at either end of a cell is ignored`(_ space: String) throws {
    let plain = try strong(["2024-03-01 18:00:00,Legs,Squat,1,100,5,8,deep"])
    for (before, after) in [(space, ""), ("", space), (space, space)] {
      let cells = ["2024-03-01 18:00:00", "Legs", "Squat", "1", "100", "5", "8", "deep"]
        .map { before + $0 + after }
      let read = try strong([cells.joined(separator: ",")])
      #expect(read.problems.isEmpty && read.drafts == plain.drafts)
    }
  }

  @Test func `a weight above 1,500 kg causes a warning, however it is written`() throws {
    let rows = ["1500", "1500.5", "-400"].map { "2024-03-01 18:00:00,Legs,Squat,1,\($0),5,," }
    let read = try strong(rows)
    #expect(read.sets == 3 && read.implausible.map(\.line) == [3])
  }

  @Test func `a problem after a note of two lines has its own line number`() throws {
    let read = try strong([
      "2024-01-01 10:00:00,A,Squat,1,100,5,,\"one\ntwo\"", "2024-01-01 10:00:00,A,Squat,2,x,5,,",
      "2024-01-01 10:00:00,A,Squat,3,100,5,,",
    ])
    #expect(read.problems.map(\.line) == [4])
  }

  @Test(arguments: [
    ("Date", "CANARY,A,Squat,1,100,5,,"),
    ("Set Order", "2024-01-01 10:00:00,A,Squat,CANARY,100,5,,"),
    ("Weight", "2024-01-01 10:00:00,A,Squat,1,CANARY,5,,"),
    ("Reps", "2024-01-01 10:00:00,A,Squat,1,100,CANARY,,"),
    ("RPE", "2024-01-01 10:00:00,A,Squat,1,100,5,CANARY,"),
  ])
  func `a problem names the kind of value but not the value`(
    _ column: String, _ row: String
  ) throws {
    let problem = try #require(try strong(day(1) + [row]).problems.first)
    #expect(problem.line == 4 && problem.column == column)
    #expect(problem.message.hasSuffix(", found text"))
    #expect(!problem.description.contains("CANARY"))
  }

  @Test(arguments: [
    ("Duration", "CANARY,5,1,km,kg"), ("Weight Unit", "1h,5,1,km,CANARY"),
    ("Distance Unit", "1h,5,1,CANARY,kg"), ("Distance", "1h,5,CANARY,km,kg"),
  ])
  func `a duration or a unit is not repeated either`(_ column: String, _ cells: String) throws {
    let header =
      "Date,Workout Name,Exercise Name,Set Order,Weight,Duration,Reps,Distance,Distance Unit,"
      + "Weight Unit\n"
    let head = "2024-01-01 10:00:00,A,Squat,1,100,"
    let text = header + head + "1h,5,1,km,kg\n" + head + cells + "\n"
    let problem = try #require(try training(text, from: .strong).problems.first)
    #expect(problem.line == 3 && problem.column == column)
    #expect(problem.message.hasSuffix(", found text"))
  }

  @Test func `a text that is too long for its field is a problem`() throws {
    let note = String(repeating: "x", count: 10_001)
    let name = String(repeating: "x", count: 191)
    let read = try strong(
      day(1) + day(2) + [
        "2024-01-01 10:00:00,A,Squat,1,100,5,,\(note)", "2024-01-01 10:00:00,A,\(name),1,100,5,,",
      ])
    #expect(read.problems.map(\.column) == ["Notes", "Exercise Name"])
  }

  @Test func `at most half of the rows may be invalid`() throws {
    let bad = "2024-01-01 10:00:00,A,Squat,1,x,5,,"
    let read = try strong(day(1) + [bad, bad])
    #expect((read.sets, read.problems.count) == (2, 2))
    let error = refusal { () throws(ImportError) in
      try strong(day(1) + [String](repeating: bad, count: 30))
    }
    #expect(error?.kind == .tooManyProblems)
    #expect(error?.message == "30 of 32 rows cannot be read, so nothing was imported")
    #expect(error?.problems.count == 30)
    #expect(error?.problems.first?.line == 4)
  }

  @Test func `rest rows do not count as invalid`() {
    let rest = "2024-01-01 10:00:00,A,Squat,Rest Timer,,,,"
    let bad = "2024-01-01 10:00:00,A,Squat,1,x,5,,"
    let error = refusal { () throws(ImportError) in try strong([rest, rest, rest, rest, bad]) }
    #expect(error?.message == "1 of 1 rows cannot be read, so nothing was imported")
  }

  @Test func `a session without any valid row is left out`() throws {
    let read = try strong(day(1) + ["2024-01-01 10:00:00,A,Squat,1,x,5,,"])
    #expect(read.sessions == 1)
  }

  // MARK: - Headers

  @Test func `an unknown header is refused with the found and the expected columns`() {
    let error = refusal { () throws(ImportError) in
      try training("Date,Exercise,kg\n2024-01-01,Squat,100\n", from: .strong)
    }
    #expect(error?.kind == .unrecognised)
    #expect(error?.line == 1)
    #expect(
      error?.message == "expected a header with the columns 'Date', 'Workout Name', "
        + "'Exercise Name', 'Set Order', 'Weight', 'Reps', found 'Date', 'Exercise', 'kg'")
  }

  @Test func `an empty file is refused, but a file without rows is accepted`() throws {
    let error = refusal { () throws(ImportError) in try training("", from: .hevy) }
    #expect(error?.message.hasSuffix("found an empty file") == true)
    #expect(try strong([]) == strong([]))
    #expect(try strong([]).drafts.isEmpty)
  }

  @Test func `the header shows which app wrote a file`() {
    func source(_ text: String) -> TrainingSource? {
      Bytes.of(Array(text.utf8)) { TrainingSource(recognising: $0) }
    }
    #expect(source(Self.header) == .strong)
    #expect(source("\u{FEFF}" + HevyExportTests.header) == .hevy)
    #expect(source("a,b\n") == nil)
    #expect(source("") == nil)
    #expect(source("\"Date") == nil)
  }

  // MARK: - Ids

  @Test func `ids are the same on every machine and in every release`() throws {
    let read = try strong(day(1, ["Squat"]))
    #expect(
      read.drafts.map { $0.id?.description } == [
        "cdee1ba0-f319-8b2e-b9b4-122d9d36d86b", "e85d0d18-2044-8546-87be-6473ea2dd2da",
        "0070143b-229c-8d6b-bac0-cde88cb90acf",
      ])
  }

  @Test func `names are kept if the ids made from them are spelled differently`() throws {
    let rows = day(
      1, ["Bench Press (Barbell)", "squat", "Pull Up", "pull-up", "Bench Press (Barbell)"])
    let names = try strong(rows).names
    #expect(names.map(\.alias) == ["Bench Press (Barbell)", "Pull Up"])
    #expect(names.map(\.exercise) == ["bench-press-barbell", "pull-up"])
  }

  @Test func `reading a file again gives the same drafts`() throws {
    #expect(try strong(day(1) + day(2)) == strong(day(1) + day(2)))
  }

  @Test func `adding sessions at either end does not change the others`() throws {
    let before = try strong(day(10) + day(12))
    let after = try strong(day(1) + day(10) + day(12) + day(14))
    #expect(after.drafts.count == 2 * before.drafts.count)
    #expect(Array(after.drafts[4..<12]) == before.drafts)
  }

  @Test func `the order of sessions in the file does not matter`() throws {
    #expect(try strong(day(2) + day(1)).drafts == strong(day(1) + day(2)).drafts)
  }

  @Test
  func `sessions with the same start are in the order of the file, with the same ids in any order`()
    throws
  {
    let rows = ["B", "A", "C"].map { "2024-03-01 18:00:00,\($0),Squat,1,100,5,," }
    let (read, reversed) = (try strong(rows), try strong(rows.reversed()))
    #expect(read.starts.map(\.title) == ["B", "A", "C"])
    #expect(reversed.starts.map(\.title) == ["C", "A", "B"])
    #expect(Set(reversed.drafts.map(\.id)) == Set(read.drafts.map(\.id)))
  }

  @Test func `a file with the newest session first is read in reverse`() throws {
    let rows = ["B", "A", "C"].map { "2024-03-02 18:00:00,\($0),Squat,1,100,5,," }
    let read = try strong(rows.reversed() + day(1))
    #expect(read.starts.map(\.title) == ["Day", "B", "A", "C"])
    #expect(try strong(day(1) + rows).drafts == read.drafts)
  }

  @Test func `correcting one row does not change the ids of the others`() throws {
    let good = day(1, ["A", "B", "C"])
    let bad = [good[0], good[1].replacing(",5,", with: ",x,"), good[2]]
    let (before, after) = (try strong(bad), try strong(good))
    #expect(before.drafts.count == 4)
    #expect(before.drafts.allSatisfy { after.drafts.contains($0) })
  }

  @Test func `another user, title or start gives other ids, but another offset does not`() throws {
    let ids = try strong(day(1)).drafts.map(\.id)
    let other = try strong(day(1), by: "bob").drafts.map(\.id)
    #expect(Set(ids).isDisjoint(with: other))
    #expect(Set(ids).isDisjoint(with: try strong(day(2)).drafts.map(\.id)))
    let titled = day(1).map { $0.replacing("Day", with: "Evening") }
    #expect(Set(ids).isDisjoint(with: try strong(titled).drafts.map(\.id)))
    let shifted = try strong(day(1), offset: 120)
    #expect(shifted.drafts.map(\.id) == ids)
    #expect(shifted.times.first == "2024-03-01T18:00:00.000+02:00")
  }

  @Test func `a derived id depends on the boundaries of its parts`() {
    let ids = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], []].map { EventID(derivedFrom: $0) }
    #expect(Set(ids).count == ids.count)
    for id in ids {
      let text = Array(id.description)
      #expect(text[14] == "8")
      #expect("89ab".contains(text[19]))
    }
  }

  // MARK: - Exercises

  @Test(arguments: [
    ("Bench Press (Barbell)", "bench-press-barbell"), ("  Squat  ", "squat"),
    ("Lat Pulldown - Close Grip (Cable)", "lat-pulldown-close-grip-cable"),
    ("3/4 Sit-Up", "3-4-sit-up"), ("Développé Couché", "développé-couché"),
    ("De\u{301}veloppe\u{301}", "de\u{301}veloppe\u{301}"), ("ÜBUNG №5", "übung-5"),
    ("Жим лёжа", "жим-лёжа"), ("卧推 (杠铃)", "卧推-杠铃"), ("स्क्वाट", "स्क्वाट"),
    ("🔥 Curl 🔥", "curl"), ("Curl\u{202E}x", "curl-x"),
    // A mark is kept with its letter; without a letter, the mark is removed.
    ("\u{301}Squat", "squat"), ("Squat \u{301}x", "squat-x"), ("Squat\u{34F}", "squat"),
  ])
  func `the id of an exercise contains the letters and digits of its name`(name: String, id: Name)
    throws
  {
    let read = try strong(day(1, [name]))
    #expect(read.setsLogged.map(\.exercise) == [id])
  }

  @Test func `texts of the same characters in other bytes stay as they are`() throws {
    let titles = ["Cafe\u{301}", "Caf\u{E9}"]
    let read = try strong(
      zip(1..., titles).map { "2024-03-0\($0) 18:00:00,\($1),Squat,1,100,5,," })
    #expect(read.starts.map { Array(($0.title ?? "").utf8) } == titles.map { Array($0.utf8) })
  }

  @Test func `names without letters are distinguished`() throws {
    let exercises = try strong(day(1, ["🔥", "💪", "🔥"])).setsLogged.map(\.exercise)
    #expect(exercises[0] == exercises[2])
    #expect(exercises[0] != exercises[1])
    #expect(exercises.allSatisfy { $0.text.hasPrefix("exercise-") })
  }

  @Test func `different names never share an id`() throws {
    let names = ["Lat Pulldown", "Lat–Pulldown", "Lat Pulldown 2", "Lat-Pulldown", "Lat Pulldown"]
    let read = try strong(day(1, names))
    #expect(
      read.setsLogged.map(\.exercise.text) == [
        "lat-pulldown", "lat-pulldown-2", "lat-pulldown-2-2", "lat-pulldown-3", "lat-pulldown",
      ])
    #expect(read.exercises == 4)
  }

  @Test func `a name in another letter case is the same exercise, named as it was first logged`()
    throws
  {
    let read = try strong(
      day(2, ["LAT PULLDOWN", "Übung"]) + day(1, ["Lat Pulldown", "lat pulldown", "ÜBUNG"]))
    #expect(
      read.setsLogged.map(\.exercise.text)
        == ["lat-pulldown", "lat-pulldown", "übung", "lat-pulldown", "übung"])
    #expect(read.exercises == 2)
    #expect(read.names.map(\.alias) == ["Lat Pulldown", "ÜBUNG"])
    #expect(read.mostTrained.map(\.name) == ["LAT PULLDOWN", "Übung"])
    #expect(read.mostTrained.map(\.sets) == [3, 2])
  }

  @Test func `of similar names, the one logged first has the plain id`() throws {
    let read = try strong(day(2, ["Lat-Pulldown"]) + day(1, ["Lat Pulldown"]))
    #expect(read.setsLogged.map(\.exercise.text) == ["lat-pulldown", "lat-pulldown-2"])
    #expect(read.setsLogged.compactMap(\.weight?.value) == [1, 2])
  }
}
