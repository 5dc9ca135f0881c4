import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

@Suite struct ProvisionalMarksTests {
  private static let mark = ",\"pending\":true"

  /// Returns the text without marks.
  private func withoutMarks(_ text: some StringProtocol) -> String {
    text.replacingOccurrences(of: Self.mark, with: "")
  }

  /// Returns the rows of a view's JSON, without commas.
  private func rows(_ json: String) -> [String] {
    json.split(separator: "\n").filter { $0.hasPrefix("{") }
      .map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }
  }

  @Test
  func `in every view, the rows that pending events add or change have a mark, and no others`()
    throws
  {
    let workdir = try Workdir()
    let made = try workdir.run(
      """
      replog sample --events 900 --areas all --seed 3 > sample.jsonl && chmod 600 sample.jsonl &&
      replog log --json --seq 1-700 --log sample.jsonl | replog append --quiet --log club.jsonl &&
      replog sync club.jsonl &&
      replog log --json --log sample.jsonl | replog append --quiet --log whole.jsonl &&
      replog log --json --seq 701- --log sample.jsonl | replog append --quiet
      """)
    #expect(made.status == 0, "\(made.errors)")
    var (marked, unmarked, views) = (0, 0, 0)
    for view in Views.all {
      let whose = Views.ofEveryUser.contains(view.name) ? "--all-users" : "--user ann"
      func json(of log: String) throws -> String {
        try workdir.run(
          "replog \(view.name) --json \(whose) --quiet --now 2025-06-01T12:00:00Z --log \(log)"
        ).output
      }
      let shown = try json(of: "events.jsonl")
      #expect(try withoutMarks(shown) == json(of: "whole.jsonl"), "\(view.name)")
      let before = Set(rows(try json(of: "club.jsonl")))
      let all = rows(shown)
      for row in all {
        let isMarked = row.hasSuffix(Self.mark + "}")
        let isKnown = before.contains(withoutMarks(row))
        #expect(isMarked != isKnown, "\(view.name): \(row)")
        if isMarked { marked += 1 } else { unmarked += 1 }
      }
      if all.contains(where: { $0.hasSuffix(Self.mark + "}") }) { views += 1 }
    }
    #expect(marked > 50 && unmarked > 50 && views > Views.all.count / 2)
  }

  private func marked(_ json: String, before: String) -> String {
    let bytes = ProvisionalMarks.added(
      to: Array(json.utf8), before: Array(before.utf8), HistoryView.schema)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a new element of a row's list has a mark, as its row has`() {
    let old = #"{"session":"a","sets":[{"id":"1","reps":5},{"id":"2","reps":5}]}"#
    let other = #"{"session":"b","sets":[{"id":"3","reps":5}]}"#
    let new =
      #"{"session":"a","sets":[{"id":"1","reps":5},{"id":"2","reps":6},{"id":"4","reps":5}]}"#
    #expect(
      marked("[\n\(new),\n\(other)\n]", before: "[\n\(other),\n\(old)\n]") == """
        [
        {"session":"a","sets":[{"id":"1","reps":5},{"id":"2","reps":6,"pending":true},\
        {"id":"4","reps":5,"pending":true}],"pending":true},
        \(other)
        ]
        """)
  }

  @Test func `all elements of a new row have a mark`() {
    let row = #"{"session":"a","sets":[{"id":"1"}]}"#
    let all = #"{"session":"a","sets":[{"id":"1","pending":true}],"pending":true}"#
    #expect(marked("[\n\(row)\n]", before: "[]") == "[\n\(all)\n]")
    #expect(marked(row, before: "null") == all)
    #expect(marked(row, before: "") == all)
    #expect(marked(row, before: row) == row)
    #expect(marked("null", before: row) == "null")
  }

  @Test func `of two equal rows, the one that a pending event adds has a mark`() {
    let row = #"{"title":"a"}"#
    let shown = marked("[\n\(row),\n\(row)\n]", before: "[\n\(row)\n]")
    #expect(shown == "[\n\(row),\n{\"title\":\"a\",\"pending\":true}\n]")
  }

  @Test func `of rows with one key, each is compared with the earlier one in its order`() {
    func rows(_ reps: Int) -> String {
      ["1", "2"].map { #"{"session":"a","title":"\#(reps)","sets":[{"id":"\#($0)"}]}"# }
        .joined(separator: ",\n")
    }
    let shown = marked("[\n\(rows(6))\n]", before: "[\n\(rows(5))\n]")
    // The rows changed, and their sets did not.
    #expect(shown.components(separatedBy: Self.mark + "}").count == 3)
    #expect(shown.components(separatedBy: "pending").count == 3)
  }

  @Test func `of the objects in a row, only those that changed have a mark`() {
    func row(_ e1rm: String) -> String {
      #"{"exercise":"squat","heaviest":{"value":100},"e1rm":{"value":\#(e1rm)}"#
    }
    let bytes = ProvisionalMarks.added(
      to: Array((row("125") + "}").utf8), before: Array((row("120") + "}").utf8),
      RecordsView.schema)
    #expect(
      String(decoding: bytes, as: UTF8.self) == row("125\(Self.mark)") + "\(Self.mark)}")
  }

  @Test(arguments: [
    ("session delete last", "history --last 1", #""startedAt":"2026-03-01T"#),
    ("bodyweight add 80kg", "volume squat", #""volumeKg":1500"#),
  ])
  func `the requested part of a view has no mark if no pending event changed that part`(
    _ pending: String, _ view: String, _ content: String
  ) throws {
    let workdir = try Workdir()
    let shown = try workdir.run(
      """
      (replog sign-in ann@example.com --log club.jsonl
      for day in 02-27 02-28 03-01; do
        for exercise in squat lunge; do
          REPLOG_NOW=2026-${day}T12:00:00Z \
            replog set record $exercise 5x100kg --new --seed ${day#*-} --log club.jsonl
        done
      done
      replog sync club.jsonl && replog \(pending)) > /dev/null && replog \(view) --json
      """
    ).output
    #expect(shown.contains(content) && !shown.contains("pending"), "\(shown)")
  }

  @Test func `rows of two users with one key are told apart`() {
    let rows = ["ann", "ben"].map { #"{"user":"\#($0)","session":"a","sets":[{"id":"1"}]}"# }
    let new = rows.map { $0.replacingOccurrences(of: "]", with: #",{"id":"2"}]"#) }
    let shown = marked(
      "[\n\(new.joined(separator: ",\n"))\n]", before: "[\n\(rows.joined(separator: ",\n"))\n]")
    #expect(shown.components(separatedBy: "pending").count == 5)
    // The row of one user is not compared with that of the other.
    let first = marked("[\n\(new[1]),\n\(new[0])\n]", before: "[\n\(rows[0])\n]")
    #expect(first.contains(#""ben","session":"a","sets":[{"id":"1","pending":true}"#))
    #expect(first.contains(#""ann","session":"a","sets":[{"id":"1"}"#))
  }
}
