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

  @Test func `rows of two users with one key are told apart`() {
    let rows = ["ann", "ben"].map { #"{"user":"\#($0)","session":"a","sets":[{"id":"1"}]}"# }
    let new = rows.map { $0.replacingOccurrences(of: "]", with: #",{"id":"2"}]"#) }
    let shown = marked(
      "[\n\(new.joined(separator: ",\n"))\n]", before: "[\n\(rows.joined(separator: ",\n"))\n]")
    #expect(shown.components(separatedBy: "pending").count == 5)
  }
}
