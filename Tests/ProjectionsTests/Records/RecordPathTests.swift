import Projections
import Testing

@Suite struct RecordPathTests {
  @Test(
    arguments: [
      ("", []),
      ("weekStart", [.key("weekStart")]),
      (
        "days[0].exercises[-1].sets",
        [
          .key("days"), .index(0), .key("exercises"), .index(-1), .key("sets"),
        ]
      ),
      ("[exercise=deadlift].weightKg", [.match("exercise", "deadlift"), .key("weightKg")]),
      ("[weightKg=62.5]", [.match("weightKg", "62.5")]),
      ("[user=ann@example.com]", [.match("user", "ann@example.com")]),
      ("[a=b=c]", [.match("a", "b=c")]),
      ("[0][1]", [.index(0), .index(1)]),
      (#"[exercise="a]b"].note"#, [.match("exercise", "a]b"), .key("note")]),
      (#"[exercise="say \"hi\" \\ bye"]"#, [.match("exercise", #"say "hi" \ bye"#)]),
      (#"[title=""]"#, [.match("title", "")]),
      (#"["7"=x]"#, [.match("7", "x")]),
      (#""a.b"."""#, [.key("a.b"), .key("")]),
      ("7.5", [.key("7"), .key("5")]),
    ] as [(String, [RecordPath.Step])])
  func `a path is read and written in the same form`(_ text: String, _ steps: [RecordPath.Step])
    throws
  {
    let path = try RecordPath(parsing: text)
    #expect(path == RecordPath(steps))
    #expect(path.description == text)
    // After other text, with which it has nothing to do.
    var written = Array("x".utf8)
    path.write(to: &written)
    #expect(written == Array("x\(text)".utf8))
  }

  @Test(arguments: [
    (".a", 1, "a key or '['", "'.'"),
    ("a.", 3, "a key", "the end of the path"),
    ("a..b", 3, "a key", "'.'"),
    ("a]", 2, "'.', '[' or the end of the path", "']'"),
    ("[0]a", 4, "'.', '[' or the end of the path", "'a'"),
    ("[", 2, "a position or a key", "the end of the path"),
    ("[]", 2, "a position or a key", "']'"),
    ("[0", 3, "']' or '='", "the end of the path"),
    ("[1.5]", 3, "']' or '='", "'.'"),
    ("[day]", 5, "'=' and a value", "']'"),
    ("[1=x]", 2, "a key before '='", "'1'"),
    ("[day=]", 6, "a value", "']'"),
    ("[day=monday", 12, "']'", "the end of the path"),
    (#"["day"]"#, 7, "'='", "']'"),
    (#"[day="mon"#, 10, #"'"' at the end of the text in quotes"#, "the end of the path"),
    (#"[day="m\n"]"#, 9, #"'"' or '\' after '\'"#, "'n'"),
    ("été.[0]", 5, "a key", "'['"),
  ])
  func `an invalid path is refused with its place`(
    _ text: String, _ column: Int, _ expected: String, _ found: String
  ) {
    let error = #expect(throws: RecordPath.ParseError.self) { try RecordPath(parsing: text) }
    #expect(error?.column == column)
    #expect(error?.expected == expected)
    #expect(error?.found == found)
    #expect(
      error?.description
        == "expected \(expected), found \(found) at character \(column)")
  }

  @Test func `every possible path is read back unchanged`() throws {
    let texts = [
      "a", "", "7", "-1", "a.b", "[", "]", "=", "\"", "\\", "\\\"]", "é\u{301}", " ", "\n",
    ]
    for one in texts {
      for other in texts {
        for path in [
          RecordPath([.key(one), .key(other)]), RecordPath([.match(one, other), .index(-3)]),
          RecordPath([.index(2), .key(one), .match(other, one)]),
        ] {
          #expect(try RecordPath(parsing: path.description) == path, "\(path)")
        }
      }
    }
  }
}
