import Events
import Testing

@Suite struct ExerciseFileTests {
  static let freeExercise = """
    {"name": "3/4 Sit-Up", "force": "pull", "level": "beginner", "mechanic": null,
     "equipment": "body only", "primaryMuscles": ["abdominals"], "secondaryMuscles": [],
     "instructions": ["Lie down.", "Only ¾ of the way."], "category": "strength",
     "images": ["3_4_Sit-Up/0.jpg"], "id": "3_4_Sit-Up"}
    """

  @Test func `an entry of free-exercise-db is read completely`() throws {
    let read = try catalogue("[\(Self.freeExercise)]")
    #expect(
      read.exercises == [
        ExerciseCatalogued(
          exercise: "3_4_Sit-Up", name: "3/4 Sit-Up", equipment: "body only", force: "pull",
          level: "beginner", category: "strength", primaryMuscles: ["abdominals"],
          instructions: ["Lie down.", "Only ¾ of the way."], images: ["3_4_Sit-Up/0.jpg"])
      ])
    #expect(read.drafts.map(\.user) == [nil])
    #expect(read.drafts.map(\.at) == [nil])
  }

  @Test func `an entry of ExerciseDB may have its lists as text`() throws {
    let read = try catalogue(
      #"""
      [{"id": "0001", "name": "squat", "bodyPart": "upper legs", "equipment": "barbell",
        "target": "quads", "gifUrl": "https://example.com/1.gif",
        "secondaryMuscles": "[\"glutes\", \"calves\"]", "instructions": "[\"Stand up.\""}]
      """#)
    #expect(
      read.exercises == [
        ExerciseCatalogued(
          exercise: "0001", name: "squat", bodyPart: "upper legs", equipment: "barbell",
          primaryMuscles: ["quads"], secondaryMuscles: ["glutes", "calves"],
          gifUrl: "https://example.com/1.gif")
      ])
  }

  @Test func `the second version of ExerciseDB has lists everywhere`() throws {
    let read = try catalogue(
      """
      {"success": true, "data": [{"exerciseId": "VPPtusI", "name": "inverted row",
        "targetMuscles": ["upper back"], "bodyParts": ["back", "waist"],
        "equipments": ["body weight"], "secondaryMuscles": ["biceps"],
        "instructions": ["Step:1 Hang."]}], "more": [1]}
      """)
    #expect(
      read.exercises == [
        ExerciseCatalogued(
          exercise: "VPPtusI", name: "inverted row", bodyPart: "back, waist",
          equipment: "body weight", primaryMuscles: ["upper back"], secondaryMuscles: ["biceps"],
          instructions: ["Step:1 Hang."])
      ])
  }

  @Test func `a name is sufficient, and values of the wrong type are ignored`() throws {
    let read = try catalogue(
      """
      {"exercises": [{"name": " Dip ", "target": 5, "instructions": ["Go.", 1, " ", null],
        "secondaryMuscles": "glutes", "equipment": "", "images": {"a": "b"}}]}
      """)
    #expect(
      read.exercises == [
        ExerciseCatalogued(exercise: "dip", name: "Dip", instructions: ["Go."])
      ])
  }

  @Test(arguments: [
    (#"{"id": 25, "name": "x"}"#, "25"), (#"{"id": null, "name": "A b"}"#, "a_b"),
    (#"{"id": " ", "name": "3/4 Sit-Up"}"#, "3/4_sit-up"),
    (#"{"name": "Push-Up (on ball)"}"#, "push-up_(on_ball)"),
  ])
  func `the id is given, or made from the name`(entry: String, id: Name) throws {
    #expect(try catalogue("[\(entry)]").exercises.map(\.exercise) == [id])
  }

  @Test func `ids made from names avoid each other and the given ids`() throws {
    let read = try catalogue(
      """
      [{"name": "A b", "target": "x"}, {"name": "a B", "target": "y"}, {"name": "a b",
        "target": "z"}, {"id": "a_b", "name": "q"}, {"id": "a_b-3", "name": "r"}]
      """)
    #expect(
      read.exercises.map(\.exercise.text) == ["a_b-2", "a_b-4", "a_b-5", "a_b", "a_b-3"])
  }

  @Test func `an identical entry is skipped`() throws {
    let read = try catalogue("[\(Self.freeExercise), \(Self.freeExercise)]")
    #expect((read.entries, read.passedOver, read.drafts.count) == (2, 1, 1))
  }

  @Test func `two exercises with one id are not merged`() throws {
    let read = try catalogue(#"[{"id": "1", "name": "a"}, {"id": 1, "name": "b"}]"#)
    #expect(
      read.problems == [
        ImportProblem(
          line: 1, column: "$[1].id", index: 1, "ids must be unique, but one occurs twice")
      ])
    #expect(read.exercises.map(\.name) == ["a"])
  }

  @Test func `an error about an invalid entry names its line and path`() throws {
    let long = String(repeating: "x", count: 10_001)
    let read = try catalogue(
      """
      {"exercises": [
        {"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": "d"}, {"name": "e"}, {"name": "f"},
        5,
        {"id": "x"},

        {"name": ""}, {"name": ["a"]},
        {"id": true, "name": "a"},
        {"name": "g", "instructions": ["ok", "\(long)"]}
      ]}
      """)
    #expect(
      read.problems.map(\.description) == [
        "line 3, $.exercises[6]: expected an object, found a number",
        "line 4, $.exercises[7].name: expected a name, found none",
        "line 6, $.exercises[8].name: expected a name, found an empty string",
        "line 6, $.exercises[9].name: expected a name, found a list",
        "line 7, $.exercises[10].id: expected a string or a whole number, found true",
        "line 8, $.exercises[11].instructions[1]: must have at most 10,000 characters, got 10,001",
      ])
    #expect(read.problems.map(\.index) == [6, 7, 8, 9, 10, 11])
    #expect(read.exercises.count == 6)
  }

  @Test func `an error about an entry of the wrong kind or size names it`() throws {
    let name = String(repeating: "x", count: 201)
    let entries = [
      "null", "false", "true", "\"\"", "\"a\"", "[]", #"{"id": {}, "name": "a"}"#,
      #"{"name": false}"#, #"{"id": "\#(name)", "name": "a"}"#, #"{"name": "\#(name)"}"#,
      #"{"name": "\#(name.dropLast(10))"}"#,
      #"{"name": "a", "force": "\#(String(repeating: "x", count: 10_001))"}"#,
    ]
    let good = entries.indices.map { #"{"name": "good \#($0)"}"# }
    let read = try catalogue("[\((entries + good).joined(separator: ","))]")
    #expect(read.exercises.count == good.count)
    #expect(
      read.problems.map { "\($0.column ?? "") \($0.message)" } == [
        "$[0] expected an object, found null", "$[1] expected an object, found false",
        "$[2] expected an object, found true", "$[3] expected an object, found an empty string",
        "$[4] expected an object, found a string", "$[5] expected an object, found a list",
        "$[6].id expected a string or a whole number, found an object",
        "$[7].name expected a name, found false",
        "$[8].id must have at most 200 bytes, got 201",
        "$[9].name must have at most 200 bytes, got 201",
        "$[10].name must have at most 190 bytes",
        "$[11].force must have at most 10,000 characters, got 10,001",
      ])
  }

  @Test func `an entry may have at most 1 MiB`() throws {
    func entry(_ count: Int) -> String {
      #"{"name":"a","x":"\#(String(repeating: "x", count: count - 19))"}"#
    }
    #expect(try catalogue("[\(entry(1 << 20))]").exercises.map(\.name) == ["a"])
    let error = refusal { () throws(ImportError) in try catalogue("[\(entry(1 << 20 + 1))]") }
    #expect(error?.message == "an entry must be at most 1 MiB long")
  }

  @Test func `a file is refused if more than half of its entries are invalid`() {
    let error = refusal { () throws(ImportError) in
      try catalogue(#"[{"name": "a"}, {}, {"id": "x"}]"#)
    }
    #expect(error?.kind == .tooManyProblems)
    #expect(error?.problems.count == 2)
  }

  @Test(arguments: [
    ("[\n  {\"name\": \"a\"},\n  {\"name\" 5}\n]", 3, 11, "expected ':' after a name, found '5'"),
    ("[\r\n{}\r\n", 3, 1, "expected ',' or ']' after a value, found the end of the file"),
    ("[] x", 1, 4, "expected the end of the file after the value, found 'x'"),
    ("{\"a\": 1, \"a\": 2}", 1, 10, "the names in an object must be unique, got a duplicate"),
    ("", 1, 1, "expected a value, found the end of the file"),
  ])
  func `invalid JSON is refused with line and column`(
    text: String, line: Int, column: Int, message: String
  ) {
    let error = refusal { () throws(ImportError) in try catalogue(text) }
    #expect(error?.kind == .malformed)
    #expect((error?.line, error?.column) == (line, column))
    #expect(error?.message == message)
  }

  @Test(arguments: ["5", "{}", "{\"exercises\": {}}", "\"x\"", "null"])
  func `JSON without a list is refused`(text: String) {
    let error = refusal { () throws(ImportError) in try catalogue(text) }
    #expect(error?.kind == .unrecognised)
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"name\":\"a\",\"x\":"])
  func `endlessly nested JSON is refused`(opening: String) {
    let error = refusal { () throws(ImportError) in
      try catalogue(String(repeating: opening, count: 100_000))
    }
    #expect(error?.kind == .malformed)
    #expect(error?.message == "values must be nested at most 128 levels deep, got more")
  }

  @Test func `bytes that are not UTF-8 are refused, but a byte order mark is accepted`() throws {
    let error = refusal { () throws(ImportError) in
      try Bytes.of([0x5B, 0x22, 0xFF, 0x22, 0x5D]) { (bytes) throws(ImportError) in
        try ImportedCatalogue(bytes)
      }
    }
    #expect(error?.kind == .notText)
    #expect(try catalogue("\u{FEFF}[{\"name\": \"a\"}]").drafts.count == 1)
  }

  @Test func `the same exercise has the same id in any file, and a changed one has another`() throws
  {
    let alone = try catalogue("[\(Self.freeExercise)]")
    let among = try catalogue("{\"data\": [{\"name\": \"x\"}, \(Self.freeExercise)]}")
    #expect(alone.drafts.first == among.drafts.last)
    let changed = try catalogue("[\(Self.freeExercise.replacing("beginner", with: "expert"))]")
    #expect(changed.exercises.first?.exercise == "3_4_Sit-Up")
    #expect(changed.drafts.first?.id != alone.drafts.first?.id)
  }

  @Test func `20,000 exercises with the same name are distinguished quickly`() throws {
    let entries = (0..<20_000).map { "{\"name\":\"a\",\"target\":\"\($0)\"}" }
    let clock = ContinuousClock()
    let start = clock.now
    let read = try catalogue("[\(entries.joined(separator: ","))]")
    #expect(read.exercises.last?.exercise == "a-20000")
    // A search through all earlier names would take minutes.
    #expect(clock.now - start < .seconds(300))
  }
}
