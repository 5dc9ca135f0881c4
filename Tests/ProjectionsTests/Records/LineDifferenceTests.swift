import Events
import Projections
import Testing

@Suite struct LineDifferenceTests {
  private func unified(_ old: String, _ new: String) -> String {
    LineDifference(from: Array(old.utf8), to: Array(new.utf8)).unified(from: "a", to: "b")
      .map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: "\n")
  }

  @Test func `equal texts have no difference`() {
    #expect(unified("", "") == "")
    #expect(unified("a\nb\n", "a\nb\n") == "")
  }

  @Test func `changes have three lines of context, and close ones are combined`() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("10\n", with: "ten\n").replacing("14\n", with: "").replacing(
      "19\n", with: "x\ny\n")
    #expect(
      unified(old, new) == """
        --- a
        +++ b
        @@ -7,14 +7,14 @@
         7
         8
         9
        -10
        +ten
         11
         12
         13
        -14
         15
         16
         17
         18
        -19
        +x
        +y
         20
        """)
  }

  @Test
  func `a range of no lines begins at the previous line, and a range of one line has no count`() {
    #expect(unified("", "a\nb\n").contains("@@ -0,0 +1,2 @@"))
    #expect(unified("a\n", "b\n").contains("@@ -1 +1 @@"))
    #expect(unified("a\n", "").contains("@@ -1 +0,0 @@"))
  }

  @Test func `a missing final newline is a difference`() {
    #expect(
      unified("a\nb", "a\nb\n") == """
        --- a
        +++ b
        @@ -1,2 +1,2 @@
         a
        -b
        \\ No newline at end of file
        +b
        """)
  }

  @Test func `lines are compared as bytes`() {
    #expect(unified("\u{E9}\n", "e\u{301}\n") != "")
  }

  @Test func `random texts are rebuilt with the fewest possible changes`() {
    var chance = SeededGenerator(seed: 12)
    var changed = 0
    for round in 0..<600 {
      let letters = 2 + round % 5
      let texts = (0..<2).map { _ in
        (0..<chance.below(14)).map { _ in UInt8(97 + chance.below(letters)) }
      }
      let lines = texts.map { $0.flatMap { [$0, UInt8(ascii: "\n")] } }
      let difference = LineDifference(from: lines[0], to: lines[1]).lines
      #expect(difference.filter { !$0.isAdded }.flatMap(\.text) == lines[0])
      #expect(difference.filter { $0.isAdded || !$0.isChange }.flatMap(\.text) == lines[1])
      let common = longestCommon(texts[0], texts[1])
      let changes = difference.count(where: \.isChange)
      #expect(changes == texts[0].count + texts[1].count - 2 * common, "\(texts)")
      changed += changes
    }
    #expect(changed > 3_000)
  }

  @Test func `long texts without common lines differ as a whole`() {
    let texts = ["a", "b"].map { letter in
      Array((0..<6_000).map { "\(letter)\($0)\n" }.joined().utf8)
    }
    let lines = LineDifference(from: texts[0], to: texts[1]).lines
    #expect(lines.count(where: \.isChange) == 12_000)
  }

  @Test func `long lines of JSON are unfolded as far as necessary`() {
    let long = String(repeating: "x", count: 220)
    let text = #"{"a":1,"days":[{"day":"monday","text":"\#(long)"},{"day":"tuesday"}]}"#
    #expect(
      String(decoding: JSON.unfolded(Array("[\n\(text)\n]\n".utf8)), as: UTF8.self) == """
        [
        {
          "a":1,
          "days":[
            {
              "day":"monday",
              "text":"\(long)"
            },
            {"day":"tuesday"}
          ]
        }
        ]

        """)
    for text in ["[\n{\"a\":1}\n]\n", long + long, ""] {
      #expect(JSON.unfolded(Array(text.utf8)) == Array(text.utf8))
    }
  }

  /// The length of the longest list that both have in order, by the table of all parts.
  private func longestCommon(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var row = [Int](repeating: 0, count: other.count + 1)
    for left in one {
      var next = row
      for (place, right) in other.enumerated() {
        next[place + 1] = left == right ? row[place] + 1 : max(row[place + 1], next[place])
      }
      row = next
    }
    return row[other.count]
  }
}

extension LineDifference.Line {
  fileprivate var isAdded: Bool { if case .added = self { true } else { false } }
}
