import TestSupport
import Testing

@testable import Events

/// Tests that canonical data is kept unchanged, and that the result equals decoding and encoding the data.
@Suite struct CanonicalDataTests {
  /// Returns whether the data of `line` is kept unchanged.
  private static func isKept(_ line: [UInt8]) -> Bool {
    Bytes.of(line) { (try? Draft(line: $0))?.canonicalData != nil }
  }

  /// Returns the line that an append of `line` writes, or nil if it is refused.
  private static func appended(_ line: [UInt8], keeping: Bool) -> [UInt8]? {
    guard var draft = try? Bytes.of(line, { (bytes) throws(LineError) in try Draft(line: bytes) })
    else { return nil }
    // Setting the body, even to itself, discards the kept text.
    let body = draft.body
    if !keeping { draft.body = body }
    return try? encoded(draft)
  }

  private static func encoded(_ draft: Draft) throws -> [UInt8] {
    let defaults = DraftDefaults(now: Timestamp(milliseconds: 0), seed: 1)
    var batch = Batch(path: "log", tail: Tail(end: 0, seq: 0, sum: 0), [draft], defaults)
    try batch.add()
    return try batch.encode()
  }

  private static func line(_ type: String, _ data: String) -> [UInt8] {
    let head =
      #"{"seq":7,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250Z""#
    return Array(
      (head + #","user":"ann","type":""# + type + #"","data":"# + data
        + #","sum":"0123456789abcdef"}"#).utf8)
  }

  @Test(arguments: [
    #""reps":5"#, #""reps":5.0"#, #""reps":5e0"#, #""reps":05"#, #""reps":-0"#,
    #""reps":5,"weight":100"#,
    #""reps":5,"weight":100.0"#, #""reps":5,"weight":102.50"#, #""reps":5,"weight":102.5"#,
    #""reps":5,"weight":0.05"#, #""reps":5,"weight":0.00001"#, #""reps":5,"weight":-20"#,
    #""reps":5,"weight":1e2"#, #""reps":5,"weight":102.123456789012345"#,
    #""reps":5,"weight":100,"unit":"kg""#, #""reps":5,"unit":"lb""#, #""reps":5,"unit":"kg""#,
    #""reps":5,"weight":100,"unit":"lb""#, #""reps":5,"kind":"normal""#,
    #""reps":5,"kind":"warmup""#,
    #""reps":5,"kind":"\u0077armup""#, #""reps":5,"completed":true"#,
    #""reps":5,"completed":false"#,
    #""reps":5,"note":"deep""#, #""reps":5,"note":"a\/b""#, #""reps":5,"note":"\u0041""#,
    #""reps":5,"note":"é""#, #""reps":5,"note":"a\nb""#, "\"reps\":5,\"note\":\"a\u{7f}\"",
    "\"reps\":5,\"note\":\"a\u{202e}\"", #""reps":5,"note":null"#, #""reps":5 "#,
    #""reps":5,"x":1"#,
    #""reps":1001"#,
  ])
  func `a set is written the same however it was spelled`(_ fields: String) throws {
    let line = Self.line("SetLogged", #"{"session":"s","exercise":"squat","# + fields + "}")
    #expect(Self.appended(line, keeping: true) == Self.appended(line, keeping: false))
  }

  @Test(arguments: [
    ("SetRemoved", #"{"set":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11"}"#),
    ("SetRemoved", #"{"set":"0199F3A2-7c10-7d3e-9a41-5b0c2f6e8d11"}"#),
    ("SetRemoved", #"{"set":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d1\u0031"}"#),
    ("PlanShared", #"{"title":"t","day":"monday","exercises":[]}"#),
    (
      "PlanShared",
      #"{"title":"t","day":"monday","exercises":[{"exercise":"a","sets":3,"reps":8}]}"#
    ),
    (
      "PlanShared",
      #"{"title":"t","day":"monday","exercises":[{"exercise":"a","reps":8,"sets":3}]}"#
    ),
    (
      "PlanShared",
      #"{"title":"t","day":"monday","exercises":[{"exercise":"a","sets":3,"reps":8,"weight":1.0}]}"#
    ),
    ("SessionRenewed", #"{"session":"s","expiresAt":"2026-03-02T18:04:11.250+00:00"}"#),
    ("SessionRenewed", #"{"session":"s","expiresAt":"2026-03-02T18:04:11Z"}"#),
    ("SessionRenewed", #"{"session":"s","expiresAt":"2026-03-02T18:04:11.250Z"}"#),
    ("Unheard", #"{"b":1.0,"a":[]}"#),
  ])
  func `any event is written the same however it was spelled`(_ type: String, _ data: String) throws
  {
    let line = Self.line(type, data)
    let written = try #require(Self.appended(line, keeping: true))
    #expect(written == Self.appended(line, keeping: false))
  }

  @Test(arguments: [
    #""at":"2026-03-02T18:04:11.250Z","type":"PostLiked""#,
    #""at":"2026-03-02T18:04:11.250+01:00","type":"PostLiked""#,
    #""at":"2026-03-02T18:04:11.250+00:00","type":"PostLiked""#,
    #""at":"2026-03-02T18:04:11.250Z","type":"PostLiked","v":1"#,
    #""at":"2026-03-02T18:04:11.250Z","type":"PostLiked","v":1,"batch":1"#,
    #""at":"2026-03-02T18:04:11.250Z","type":"PostLiked","batch":2"#,
  ])
  func `a line is written the same however the part before its data was spelled`(_ head: String)
    throws
  {
    let line = Array(
      (#"{"seq":7,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","# + head + #","data":{"post":"p"}}"#)
        .utf8)
    let written = try #require(Self.appended(line, keeping: true))
    #expect(written == Self.appended(line, keeping: false))
    let text = String(decoding: written, as: UTF8.self)
    #expect(text.contains(#""type":"PostLiked","data":{"post":"p"},"sum""#))
    #expect(!text.contains("+00:00"))
  }

  @Test func `randomly damaged lines are written the same, or refused by both`() throws {
    var random = SeededGenerator(seed: 11)
    let lines = try Samples.log(CodecTests.bodies)
      .split(separator: UInt8(ascii: "\n")).map(Array.init)
    try #require(lines.count == CodecTests.bodies.count)
    for (line, body) in zip(lines, CodecTests.bodies) {
      let written = try #require(Self.appended(line, keeping: true))
      #expect(written == Self.appended(line, keeping: false))
      #expect(try Self.isKept(line) == CodecTests.isCopied(body), "\(body.type)")
    }
    var counts = (kept: 0, encoded: 0, refused: 0)
    for _ in 0..<3000 {
      let line = DifferentialTests.mutated(
        try #require(lines.randomElement(using: &random)), &random)
      let written = Self.appended(line, keeping: true)
      #expect(written == Self.appended(line, keeping: false))
      if Self.isKept(line) {
        counts.kept += 1
      } else if written == nil {
        counts.refused += 1
      } else {
        counts.encoded += 1
      }
    }
    #expect(counts.kept > 30 && counts.encoded > 30 && counts.refused > 100, "\(counts)")
  }

  @Test func `a draft with a changed body is written with the new body`() throws {
    let line = Self.line("SetLogged", #"{"session":"s","exercise":"squat","reps":5}"#)
    var draft = try Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) }
    draft.body = SessionEnded(session: "s").body
    let text = String(decoding: try Self.encoded(draft), as: UTF8.self)
    #expect(text.contains(#""data":{"session":"s"},"#))
  }
}
