import Events
import Projections
import Testing

@Suite struct PathConditionTests {
  @Test(arguments: [
    ("[exercise=squat].weightKg > 300", "[exercise=squat].weightKg > 300"),
    ("[exercise=squat].weightKg>300", "[exercise=squat].weightKg > 300"),
    ("days[day=monday].type == Push day ", "days[day=monday].type == \"Push day\""),
    ("[exercise=bench press] exists", "[exercise=bench press] exists"),
    ("[title=\"a = b\"].reps\tmissing", "[title=a = b].reps missing"),
    ("\"a b\".c != null", "\"a b\".c != null"),
    ("name <= \"300\"", "name <= \"300\""), ("name >= 3", "name >= 3"), ("n < -1.5", "n < -1.5"),
    ("== null", " == null"),
  ])
  func `a condition is a path, an operator and a value`(_ text: String, _ spelling: String) throws {
    let condition = try PathCondition(parsing: text)
    #expect(condition.description == spelling)
    #expect(try PathCondition(parsing: condition.description) == condition)
  }

  @Test(arguments: [
    ("[exercise=squat].weightKg", "one of == != < <= > >= exists missing", "the end of the path"),
    ("a.b = 3", "one of == != < <= > >= exists missing", "'='"),
    ("a.b ==", "a value", "the end of the path"),
    ("a.b exists 3", "the end", "'3'"),
    ("a. == 3", "a key", "' '"),
    ("a >> 3", "a value or quoted text", "'>'"),
    ("a === 3", "a value or quoted text", "'='"),
    ("a == \"b", "text with a closing quote", "'\"'"),
    ("a < 1e999", "a number below 1.8e308", "'1'"),
    ("a == -1e999", "a number below 1.8e308", "'-'"),
    ("a > null", "a number, a time or text", "'n'"),
    ("a <= true", "a number, a time or text", "'t'"),
    ("a < [1]", "a number, a time or text", "'['"),
    ("a >= {}", "a number, a time or text", "'{'"),
  ])
  func `an invalid condition is refused with its place`(
    _ text: String, _ expected: String, _ found: String
  ) throws {
    let error = #expect(throws: RecordPath.ParseError.self) { try PathCondition(parsing: text) }
    #expect(error?.expected == expected)
    #expect(error?.found == found)
  }

  @Test(arguments: [
    ("a == 100", "100.0", true), ("a == 100", "\"100\"", false), ("a != 100", "\"100\"", true),
    ("a < 100", "99.5", true), ("a < 100", "100", false), ("a <= 100", "100", true),
    ("a > 100", "100", false), ("a >= 100", "100", true), ("a > 100", "101", true),
    ("a > 100", "null", false), ("a == null", "null", true), ("a != null", "3", true),
    ("a exists", "null", false), ("a exists", "0", true), ("a missing", "null", true),
    ("a missing", "false", false), ("a < b", "\"a\"", true), ("a >= b", "\"a\"", false),
    ("a == true", "true", true), ("a != true", "false", true), ("a == inf", "\"inf\"", true),
    ("a == 2026-03-02T10:00:00.000Z", "\"2026-03-02T11:00:00.000+01:00\"", true),
    ("a < 2026-03-02T10:00:00.000Z", "\"2026-03-02T10:30:00.000+01:00\"", true),
    ("a == [1,2]", "[1,2]", true),
  ])
  func `only values of one kind are compared`(
    _ text: String, _ value: String, _ holds: Bool
  ) throws {
    let condition = try PathCondition(parsing: text)
    let found = try PathCondition(parsing: "a == \(value)").value
    #expect(condition.holds(for: found) == holds)
  }

  @Test func `if there is no value, only 'missing' holds`() {
    for relation in PathCondition.Relation.allCases {
      let condition = PathCondition(RecordPath(), relation, .number(.integer(1)))
      #expect(condition.holds(for: nil) == (relation == .missing))
    }
  }
}
