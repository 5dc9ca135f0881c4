import Foundation
import TestSupport
import Testing

/// What is appended together, and what is said of it.
@Suite struct AppendBatchTests {
  private let workdir: Workdir

  init() throws {
    workdir = try Workdir()
    // A rehearsal remarks on a log that is not there.
    _ = try workdir.run("umask 077; : > events.jsonl")
  }

  private func write(_ lines: [String]) throws {
    try (lines.map { $0 + "\n" }.joined()).write(
      to: workdir.url.appendingPathComponent("lines"), atomically: true, encoding: .utf8)
  }

  private func appended() throws -> Int {
    try workdir.run("cat events.jsonl").output.split(separator: "\n").count
  }

  /// A line of a million bytes.
  private static let long =
    #"{"type":"AcmeNoted","data":{"text":""# + String(repeating: "a", count: 999_960) + #""}}"#
  /// A line of some bytes, most of them no part of what is kept.
  private static func spaced(to count: Int) -> String {
    let (start, end) = (#"{"user":"a","type":"DayCleared","data":{"day":"monday"}"#, "}")
    return start + String(repeating: " ", count: count - start.utf8.count - 1) + end
  }

  @Test(arguments: [("", 17), ("--atomic", 0)])
  func `lines of more than 16 MiB become two batches, unless the batch is atomic`(
    _ option: String, _ kept: Int
  ) throws {
    try write(Array(repeating: Self.long, count: 18) + ["nonsense"])
    let result = try workdir.run("replog append \(option) < lines")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("standard input:19:1: error:"), "\(result.errors)")
    #expect(try appended() == kept)
  }

  @Test(
    arguments: [
      ([1 << 20], nil), ([1 << 20 + 1], 1), ([1 << 20 - 1, 1 << 20], nil), ([60, 1 << 20], nil),
      ([60, 1 << 20 + 5], 2), ([60, 60, 1 << 20 + 1 << 16], 3), ([60, 1 << 21], 2),
      ([1 << 20, 1 << 20 + 1], 2),
    ] as [([Int], Int?)])
  func `a line may have at most 1 MiB, however it is read`(_ sizes: [Int], _ refused: Int?) throws {
    try write(sizes.map(Self.spaced(to:)))
    for input in ["< lines", "< <(cat lines)"] {
      let result = try workdir.run("bash -c 'replog append --dry-run \(input)'")
      #expect(result.status == (refused == nil ? 0 : 1))
      let start = refused.map {
        "standard input:\($0): error: a line must be at most 1 MiB long\n"
      }
      #expect(start.map(result.errors.hasPrefix) ?? result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test
  func `an event without a time gets the clock's time in the given zone, or else in the machine's`()
    throws
  {
    let data = #""type":"DayCleared","data":{"day":"monday"}}"#
    let timed = #"{"user":"ann","at":"2026-03-02T18:04:11.250-05:00","# + data
    // In two batches; only the second has an event without a time.
    try write(Array(repeating: timed, count: 3) + [#"{"user":"ann","# + data])
    let append = "replog append --batch 3 < lines > /dev/null; cut -d '\"' -f 10 events.jsonl"
    for (setting, end) in [
      ("unset REPLOG_NOW; TZ=JST-9", "+09:00"), ("unset REPLOG_NOW; TZ=UTC", "Z"),
      ("unset REPLOG_NOW; TZ=XXX25", "Z"), ("unset REPLOG_NOW; TZ='<+99>-99'", "Z"),
      ("TZ=JST-9", "2026-03-02T18:04:11.250+01:00"),
    ] {
      let words = setting.split(separator: ";").map { "export \($0);" }.joined()
        .replacing("export unset", with: "unset")
      let result = try workdir.run(": > events.jsonl; \(words) \(append)")
      let times = result.output.split(separator: "\n").map(String.init)
      #expect(times.count == 4, "\(result.errors)")
      #expect(times.dropLast().allSatisfy { $0 == "2026-03-02T18:04:11.250-05:00" })
      #expect(times.last?.hasSuffix(end) == true, "\(setting): \(times)")
    }
  }

  @Test func `each unknown type is reported once, with its line`() throws {
    // Each is near a known one, some come again, and there are blank lines.
    let letters = "abcdefghijklmnopqrstuvwxyz".map { "SetLogge\($0)" }.filter { $0 != "SetLogged" }
    let types = letters + letters.prefix(3)
    try write(types.flatMap { ["", #"{"type":"\#($0)","data":{}}"#] })
    let expected = letters.indices.map {
      "replog: note: line \(2 * $0 + 2) has the type '\(letters[$0])', which no view reads; "
    }
    for size in [1, 2, 7, 1_000] {
      let result = try workdir.run("replog append --dry-run --batch \(size) < lines")
      #expect(result.status == 0)
      let notes = result.errors.split(separator: "\n")
      #expect(notes.count == expected.count, "\(result.errors)")
      #expect(zip(notes, expected).allSatisfy { $0.hasPrefix($1) }, "\(result.errors)")
    }
  }

  @Test func `an unknown type is reported before its batch is refused`() throws {
    try write([#"{"type":"SetLoggd","data":{}}"#])
    let result = try workdir.run("replog append --expect 5 < lines")
    #expect(result.status == 4)
    #expect(result.errors.hasPrefix("replog: note: line 1 has the type 'SetLoggd'"))
  }

  @Test func `an error for a value of a refused batch names the line of the value`() throws {
    // With its place, its id and its sum it is longer than a line may be.
    let text = String(repeating: "a", count: 1 << 20 - 60)
    let fact = #"{"user":"ann","type":"DayCleared","data":{"day":"monday"}}"#
    let long = #"{"type":"AcmeNoted","data":{"text":"\#(text)"}}"#
    for lines in [["", fact, "", long], [fact, fact, fact, long]] {
      try write(lines)
      for size in [1, 2, 1_000] {
        let result = try workdir.run("replog append --dry-run --batch \(size) < lines")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("standard input:4:"), "\(result.errors)")
      }
    }
  }

  @Test func `a CloudEvent may be longer than the line that it becomes`() throws {
    let quotes = Array(repeating: #""\"\"\"\"""#, count: 90_000).joined(separator: ",")
    try write([#"{"user":"ann","type":"DayCleared","data":{"day":"monday"},"x":[\#(quotes)]}"#])
    let result = try workdir.run(
      """
      replog append < lines > /dev/null && replog export cloudevents > events && wc -c < events \
        && replog append --cloudevents --log other < events > /dev/null && cmp events.jsonl other
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try #require(Int(result.output.filter(\.isNumber))) > 1 << 20)
  }
}
