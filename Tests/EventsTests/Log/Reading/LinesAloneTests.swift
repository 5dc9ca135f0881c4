import TestSupport
import Testing

@testable import Events

/// Tests of lines written outside of a log: a canonical line is copied, any other is decoded and encoded.
@Suite struct LinesAloneTests {
  /// A line that is long enough for reading beyond the line before it.
  private static let filler =
    #"{"seq":9000000,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250Z","#
    + #""user":"ann","type":"PostLiked","data":{"post":"\#(String(repeating: "p", count: 400))"}}"#
    + "\n"

  /// Returns whether the first line of a log is copied, or nil if it is not a line of a log.
  ///
  /// In both cases the result must equal the encoded event.
  private func isCopied(_ line: [UInt8]) throws -> Bool? {
    let log = Log(line + [UInt8(ascii: "\n")] + Array(Self.filler.utf8), name: "log")
    var lines = log.lines()
    guard (try? lines.next()) != nil, let event = try? lines.whole() else { return nil }
    var (expected, found): ([UInt8], [UInt8]) = ([], [])
    try event.write(to: &expected, previousSum: nil)
    try lines.writeAlone(to: &found)
    #expect(found == expected, "\(String(decoding: line, as: UTF8.self))")
    return lines.canonicalCount(lines.range) != nil
  }

  /// Returns the lines of a log, without their newlines.
  private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  /// Returns a line without its checksum, which is wrong after any change.
  private func withoutSum(_ line: [UInt8]) -> [UInt8] {
    Array(line.dropLast(Envelope.sumLength)) + [UInt8(ascii: "}")]
  }

  @Test func `a line of every type is the same on its own, with and without its checksum`() throws {
    var copied = 0
    for line in try lines(Samples.log(Samples.full)) + lines(Samples.log(Samples.sparse)) {
      // The checksum of a later line continues another line.
      let text = String(decoding: withoutSum(line), as: UTF8.self)
      let wasCopied = try isCopied(Array(text.utf8))
      #expect(wasCopied != nil, "\(text)")
      if wasCopied == true { copied += 1 }
    }
    // The other lines have non-ASCII text, or a version.
    #expect(copied > Samples.full.count)
    let first = try #require(try lines(Samples.log(Samples.sparse)).first)
    #expect(try isCopied(first) == true)
  }

  @Test(
    arguments: [
      (#""user":"ann","type":"PostLiked","data":{"post":"p"}}"#, true),
      (#""type":"PostLiked","data":{"post":"p"}}"#, true),
      (
        #""user":"ann","type":"SetLogged","data":{"session":"s","exercise":"a","reps":5,"weight":100}}"#,
        true
      ),
      // Spaces, numbers and characters in another spelling, and fields in another order.
      (#""user":"ann","type":"PostLiked","data":{"post": "p"}}"#, false),
      (#""user":"ann","type":"PostLiked","data":{"post":"p"} }"#, false),
      (
        #""user":"ann","type":"SetLogged","data":{"session":"s","exercise":"a","reps":5,"weight":1e2}}"#,
        false
      ),
      (
        #""user":"ann","type":"SetLogged","data":{"session":"s","exercise":"a","reps":5,"weight":100.0}}"#,
        false
      ),
      (
        #""user":"ann","type":"SetLogged","data":{"session":"s","exercise":"a","weight":100,"reps":5}}"#,
        false
      ),
      (#""user":"ann","type":"PostLiked","data":{"post":"\u0070"}}"#, false),
      (#""user":"\u0061nn","type":"PostLiked","data":{"post":"p"}}"#, false),
      (#""user":"ann","type":"PostLiked","data":{"post":"p\/"}}"#, false),
      ("\"user\":\"ann\",\"type\":\"PostLiked\",\"data\":{\"post\":\"p\u{7F}\"}}", false),
      ("\"user\":\"ann\",\"type\":\"PostLiked\",\"data\":{\"post\":\"\u{202E}p\"}}", false),
      (#""type":"PostLiked","user":"ann","data":{"post":"p"}}"#, false),
      // A field that is omitted if it has its default value, and an empty field.
      (
        #""user":"ann","type":"SetLogged","data":{"session":"s","exercise":"a","reps":5,"weight":1,"unit":"kg"}}"#,
        false
      ),
      (
        #""user":"ann","type":"SetLogged","data":{"session":"s","exercise":"a","reps":5,"note":null}}"#,
        false
      ),
      // A batch, a version, and content unknown to this build.
      (#""user":"ann","type":"PostLiked","batch":2,"data":{"post":"p"}}"#, false),
      (#""user":"ann","type":"PostLiked","v":2,"data":{"post":"p"}}"#, false),
      (#""user":"ann","type":"PostPinned","data":{"post":"p"}}"#, false),
      (#""user":"ann","type":"PostLiked","data":{"post":"p","mood":1}}"#, false),
      (#""user":"ann","type":"PostLiked","data":{"post":"p"},"device":"watch"}"#, false),
      (#""user":"ann","device":"watch","type":"PostLiked","data":{"post":"p"}}"#, false),
      // Values beyond their limits.
      (
        #""user":"ann","type":"SetLogged","data":{"session":"s","exercise":"a","reps":5000}}"#,
        false
      ),
      (#""user":"","type":"PostLiked","data":{"post":"p"}}"#, false),
    ] as [(String, Bool)])
  func `a line is copied only if its event is encoded with the same bytes`(
    _ rest: String, _ isCanonical: Bool
  ) throws {
    let head =
      #"{"seq":1,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250Z","#
    #expect(try isCopied(Array((head + rest).utf8)) == isCanonical)
  }

  @Test(arguments: [
    #"{"seq":1,"id":"0199F3A2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250Z""#,
    #"{"seq":1,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11Z""#,
    #"{"seq":1,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250+00:00""#,
    #"{"seq":1,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02t18:04:11.250z""#,
    #"{"seq":1.0,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250Z""#,
    #"{"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250Z","seq":1"#,
    #"{ "seq":1,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250Z""#,
  ])
  func `a head in another spelling is written in replog's spelling`(_ head: String) throws {
    let copied = try isCopied(Array((head + #","type":"PostLiked","data":{"post":"p"}}"#).utf8))
    #expect(copied ?? false == false)
  }

  @Test(arguments: Reliability.some(Reliability.randomLogs, ofEach: 1).map { UInt64($0) })
  func `randomly changed lines are written as if decoded and encoded`(_ seed: UInt64)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "\"", "{", "}", "[", "]", ",", ":", "\\", "0", "1", "9", ".0", "e1", "-", " ", "null", "true",
      "é", "\u{85}",
      ",\"x\":1", "\"v\":1,", "\\u0041", "\u{7F}", "+00:00", "Z", "kg", "A",
    ].map { Array($0.utf8) }
    let samples = try lines(Samples.log(Samples.full)) + lines(Samples.log(Samples.sparse))
    var (readable, copied) = (0, 0)
    for _ in 0..<400 {
      var line = withoutSum(generator.pick(samples))
      for _ in 0...generator.below(2) {
        let place = generator.below(line.count)
        switch generator.below(3) {
        case 0: line.remove(at: place)
        case 1: line.insert(contentsOf: generator.pick(pieces), at: place)
        default: line.replaceSubrange(place...place, with: generator.pick(pieces))
        }
      }
      guard let wasCopied = try isCopied(line) else { continue }
      readable += 1
      if wasCopied { copied += 1 }
    }
    // Most are no longer lines; the remaining ones must include both outcomes.
    #expect(readable > 20 && copied > 5 && copied < readable)
  }
}
