import Events
import Projections
import TestSupport
import Testing

@Suite struct RecordWalkTests {
  @Test(arguments: [
    ("[0].instructions[0]", "Lie down."), ("[0].instructions[1]", "Press."),
    ("[0].instructions[-1]", "Press."), ("[0].instructions[2]", nil), ("[0].name[0]", nil),
    ("[0].instructions[0].text", nil), ("[0].instructions[text=Press.]", nil),
  ])
  func `a path leads into a list of texts`(text: String, value: String?) throws {
    let fact = ExerciseCatalogued(
      exercise: "bench", name: "Bench press", instructions: ["Lie down.", "Press."])
    var catalogue = ExerciseCatalogue()
    for event in events([.by("ann", .exercises(.exerciseCatalogued(fact)))]) {
      catalogue.apply(event)
    }
    let (view, path) = (ExercisesView(catalogue), try RecordPath(parsing: text))
    #expect(view.value(at: path) == value.map { .string($0) })
    #expect(view.tree[path]?.json == value.map { .string($0) })
    let canonical = view.tree.canonical(path)
    #expect(canonical.map { view.value(at: $0) } == value.map { .string($0) })
    if text.contains("-1") {
      #expect(canonical?.description == "[exercise=bench].instructions[1]")
    }
  }

  private let shelf = Shelf.example

  private func value(_ path: String) throws -> String? {
    let path = try RecordPath(parsing: path)
    let value = shelf.value(at: path)
    #expect(shelf.tree[path]?.json == value, "\(path)")
    return value.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test func `the JSON has all fields in order, one element per line`() {
    #expect(
      String(decoding: shelf.json, as: UTF8.self) == """
        [
        {"name":"a","count":3,"size":1.5,"isFull":true,"parts":[{"title":"x","weightKg":null},\
        {"title":"y","weightKg":null}],"best":null},
        {"name":"b","count":null,"size":1.5,"isFull":false,"parts":[],\
        "best":{"title":"z","weightKg":0.90718474}},
        {"name":"a","count":4,"size":null,"isFull":false,"parts":[],"best":null}
        ]
        """)
    #expect(Shelf([]).json == Array("[]".utf8))
  }

  @Test(arguments: [
    ("[0].name", #""a""#), ("[-1].count", "4"), ("[-3].count", "3"), ("[name=a].count", "3"),
    ("[name=b].count", "null"), ("[count=4].size", "null"), ("[size=1.5].name", #""a""#),
    ("[isFull=false].name", #""b""#), ("[count=null].name", #""b""#),
    ("[0].parts[1].title", #""y""#), ("[0].parts[title=y].weightKg", "null"),
    ("[1].best.title", #""z""#), ("[1].best", #"{"title":"z","weightKg":0.90718474}"#),
    ("[0].best", "null"), ("[1].parts", "[]"), ("[0].parts[-2]", #"{"title":"x","weightKg":null}"#),
  ])
  func `a path leads to a value, a record or a list`(_ path: String, _ expected: String) throws {
    #expect(try value(path) == expected)
  }

  @Test(arguments: [
    "name", "[3]", "[-4]", "[name=c]", "[colour=red]", "[0].colour", "[0].name.x", "[0].name[0]",
    "[0].best.title", "[0].parts.title", "[0].parts[2]", "[1].best[0]", "[0][0]", "[0].parts[0][0]",
    "[parts=x]", "[0].nam", "[0].namee",
  ])
  func `a path that leads nowhere has no value`(_ path: String) throws {
    #expect(try value(path) == nil)
  }

  @Test func `a walk over the tree gives every value its path`() {
    var walked: [String] = []
    shelf.tree.forEachValue { path, value in
      walked.append("\(path) \(String(decoding: value.bytes, as: UTF8.self))")
    }
    #expect(
      walked == [
        #"[name=a].name "a""#, "[name=a].count 3", "[name=a].size 1.5", "[name=a].isFull true",
        #"[name=a].parts[0].title "x""#, "[name=a].parts[0].weightKg null",
        #"[name=a].parts[1].title "y""#, "[name=a].parts[1].weightKg null", "[name=a].best null",
        #"[name=b].name "b""#, "[name=b].count null", "[name=b].size 1.5", "[name=b].isFull false",
        "[name=b].parts []", #"[name=b].best.title "z""#, "[name=b].best.weightKg 0.90718474",
        #"[2].name "a""#, "[2].count 4", "[2].size null", "[2].isFull false", "[2].parts []",
        "[2].best null",
      ])
  }

  @Test func `the schema lists every field with its kind, its unit and its description`() throws {
    let schema = Shelf.schema
    #expect(schema.key == "name")
    #expect(schema.fields.map(\.name) == ["name", "count", "size", "isFull", "parts", "best"])
    #expect(schema["count"]?.content == .value(.integer))
    #expect(schema["size"]?.unit == .metres)
    #expect(schema["name"]?.summary == "The name.")
    #expect(schema["colour"] == nil)
    guard case .list(let parts) = schema["parts"]?.content else {
      Issue.record("the parts are no list")
      return
    }
    #expect(schema["best"]?.content == .object(parts))
    #expect(parts.key == nil)
    #expect(parts.fields.map(\.isPersonal) == [true, false])
    #expect(parts["weightKg"]?.unit == .kilograms)
  }

  @Test func `a view that is a single object has the keys of its record at the root`() throws {
    let plan = PlanView(of: "ann", WeeklyPlan(), ExerciseNumbers())
    #expect(plan.value(at: try RecordPath(parsing: "user")) == .string("ann"))
    #expect(plan.value(at: try RecordPath(parsing: "days[day=sunday].type")) == .null)
    #expect(plan.value(at: try RecordPath(parsing: "[0].user")) == nil)
    #expect(plan.value(at: RecordPath()) == plan.tree.json)
    let user = UserView(of: nil, Identity(), EmptyProjection())
    #expect(user.json == Array("null".utf8))
    #expect(user.value(at: RecordPath()) == .null)
    #expect(user.value(at: try RecordPath(parsing: "email")) == nil)
  }
}
