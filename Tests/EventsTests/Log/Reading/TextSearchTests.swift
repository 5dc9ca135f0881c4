import TestSupport
import Testing

@testable import Events

/// Tests that a search by bytes finds the same lines as a search that decodes each line.
@Suite struct TextSearchTests {
  private static let head =
    #""id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250+01:00""#

  /// The lines whose bytes differ from the values of their events, and some others.
  private static let hostile: [String] = [
    // Escapes, and texts that contain the end of a text.
    line("SetLogged", #"{"session":"s","exercise":"squ\u0061t","reps":5}"#),
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"note":"\"reps\":7,\\u0061"}"#),
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"note":"one\r\ntwo\n"}"#),
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"note":"{\"x\": [1,2]}:"}"#),
    line("SetLogged", #"{"\u0073ession":"s","exercise":"a","reps":5}"#),
    // Letters with special case mappings and marks.
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"note":"\#u{212A}elvin STRASSE"}"#),
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"note":"İstanbul ıI straße ẞ"}"#),
    line(
      "SetLogged", #"{"session":"s","exercise":"a","reps":5,"note":"cafe\#u{301} ΣΑΣ ς \#u{37E}"}"#),
    line("SetLogged", #"{"session":"s","exercise":"ÜBUNG","reps":5,"note":"ПРИСЕД 👩‍👩‍👧 e"}"#),
    // Numbers, times, ids and defaults in other spellings.
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"weight":1e2}"#),
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"weight":102.50,"unit":"lb"}"#),
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5.0,"weight":0.00001}"#),
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"weight":60,"unit":"kg"}"#),
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"kind":"normal","completed":true}"#),
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"completed":false,"note":null}"#),
    line(
      "SetLogged", #"{"session":"0199F3A2-7C10-7D3E-9A41-5B0C2F6E8D11","exercise":"a","reps":5}"#),
    line("SetRemoved", #"{"set":"0199F3A2-7c10-7d3e-9a41-5b0c2f6e8d11"}"#),
    line("SessionRenewed", #"{"session":"s","expiresAt":"2026-03-02T18:04:11Z"}"#),
    line("SessionRenewed", #"{"session":"s","expiresAt":"2026-03-02T18:04:11.250Z"}"#),
    // Unknown fields, other orders, white space, other types and versions.
    line("SetLogged", #"{"session":"s","exercise":"a","reps":5,"mood":"squat"}"#),
    line("SetLogged", #"{"reps":5,"exercise":"squat","session":"s"}"#),
    line("SetLogged", #"{ "session" : "s" , "exercise" : "squat" , "reps" : 5 }"#),
    line("SetLogged", #"{"session":"s","exercise":"squat","reps":5}"#, more: #","extra":"squat""#),
    line("AcmeSlept", #"{"note":"squat","more":[true,null,{"null":"reps"},1.50]}"#),
    line("PostLiked", #"{"post":"p","mood":1}"#, more: #","v":2"#),
    line(
      "PlanShared",
      #"{"title":"Push day","day":"monday","exercises":[{"exercise":"a","sets":3,"reps":8}]}"#),
    line("PlanShared", #"{"title":"Push day","day":"monday","exercises":[]}"#),
    #"{"seq":SEQ,\#(head),"user":"b\u0065n","type":"PostLiked","data":{"post":"p"}}"#,
    #"{"seq":SEQ,\#(head),"user":"Jürgen","type":"Post\u004ciked","data":{"post":"p"}}"#,
    #"{"type":"PostLiked","data":{"post":"squat"},"user":"SQUAT",\#(head),"seq":SEQ}"#,
  ]

  private static func line(_ type: String, _ data: String, more: String = "") -> String {
    #"{"seq":SEQ,\#(head),"user":"ann","type":"\#(type)""# + more + #","data":"# + data + "}"
  }

  /// The logs with events of all types and with hostile lines, one without checksums and one with checksums.
  private static let logs: [Log] = {
    let samples = (Samples.full + Samples.sparse).enumerated().map { place, body in
      Event(id: Samples.id(place + 1), at: Samples.start, user: "ann", body, seq: place + 1)
    }
    var canonical: [UInt8] = []
    var sum: UInt64 = 0
    for event in samples {
      do { sum = try event.write(to: &canonical, previousSum: sum) } catch { Issue.record(error) }
    }
    var seq = samples.count
    for line in hostile {
      seq += 1
      let bytes = Array(line.replacing("SEQ", with: "\(seq)").utf8.dropLast())
      let digits = Bytes.of(bytes) { XXH64.hash($0, seed: sum) }
      sum = digits
      canonical += bytes + Array(#","sum":""#.utf8) + hexadecimal(digits) + Array("\"}\n".utf8)
    }
    let bare = zip(1..., hostile).map { seq, line in line.replacing("SEQ", with: "\(seq)") + "\n" }
    return [
      Log(canonical, name: "canonical"), Log(Array(bare.joined().utf8), name: "bare"),
    ]
  }()

  /// Returns whether an event contains a text, according to the definition of the search.
  private static func has(_ text: String, _ lines: LineReader) throws(LogError) -> Bool {
    let wanted = Array(text.lowercased())
    // By characters, like the standard library; Foundation would search for scalars.
    func has(_ value: String) -> Bool {
      let value = Array(value.lowercased())
      return (0...max(0, value.count - wanted.count)).contains { value[$0...].starts(with: wanted) }
    }
    func has(_ json: JSON) -> Bool {
      switch json {
      case .array(let elements): elements.contains(where: has)
      case .object(let members): members.contains { has($0.value) }
      case .string(let text): has(text)
      case .null: false
      case .bool, .number: has(String(decoding: json.bytes, as: UTF8.self))
      }
    }
    if has(lines.type) || has(lines.id.description) || lines.user.map({ has($0.text) }) ?? false {
      return true
    }
    return has(try lines.event().data)
  }

  private static let words: [String] = [
    "squat", "SQUAT", "a", "s", "e", "reps", "session", "5", "100", "1e2", "102.5", "102.50",
    "0.00001",
    "1e-05", "1e-5", "60", "kg", "lb", "normal", "true", "false", "null", "nu", "k", "K",
    "\u{212A}", "i", "I", "İ", "i\u{307}",
    "ı", "ss", "ß", "ẞ", "straße", "STRASSE", "é", "e\u{301}", "cafe", "café", "CAFÉ", "σας", "ς",
    "Σ",
    ";", "\u{37E}", "übung", "u\u{308}bung", "bung", "присед", "👩", "👩‍👩‍👧", "\"", "\\", "\\u0061",
    "\n", "\r",
    "\r\n", "e\r", "two", ":", ",", "{", "[1", "\"reps\":7", "", " ", "day", "push day", ".250z",
    "18:04", "+01:00",
    "0199f3a2", "0199F3A2-7C10", "8d11", "jürgen", "ben", "ann", "postliked", "post\u{4c}iked",
    "acme", "mood",
    "extra", "title", "¾", "Slow \"up\"", "@example.com", "monday", "\u{7f}", "\u{0}",
  ]

  @Test func `a text is found in all events that contain it, however their lines are spelled`()
    throws
  {
    var (found, plain) = (0, 0)
    for log in Self.logs {
      for word in Self.words {
        let search = TextSearch(word)
        var lines = log.lines()
        while let line = try lines.next() {
          let isFound = try search.isIn(lines)
          if isFound != (try Self.has(word, lines)) {
            Issue.record("'\(word)' in seq \(line.seq) of \(log.name): \(isFound)")
          }
          if isFound { found += 1 }
          if lines.plainData != nil { plain += 1 }
        }
      }
    }
    #expect(found > 1_000 && plain > 1_000, "\(found) \(plain)")
  }

  @Test func `any part of a text is found, in either case, even in a randomly damaged text`()
    throws
  {
    var random = SeededGenerator(seed: 17)
    var (found, plain, read) = (0, 0, 0)
    for _ in 0..<4_000 {
      var lines = Self.logs[Int(random.next() % 2)].lines()
      let number = Int(random.next() % 100)
      var passed = 0
      while passed <= number, try lines.next() != nil { passed += 1 }
      guard passed > number else { continue }
      if random.next() % 2 == 0 {
        let bytes = DifferentialTests.mutated(lines.line.array, &random)
        lines = Log(bytes + [UInt8(ascii: "\n")], name: "log").lines()
        guard (try? lines.next()) != nil else { continue }
      }
      let bytes = lines.line.array
      let start = Int.random(in: 0..<max(1, bytes.count), using: &random)
      let stretch = String(
        decoding: bytes[start...].prefix(Int(random.next() % 5) + 1), as: UTF8.self)
      let word = random.next() % 2 == 0 ? stretch.uppercased() : stretch
      read += 1
      if lines.plainData != nil { plain += 1 }
      let expected = Result { () throws(LogError) in try Self.has(word, lines) }
      let isFound = Result { () throws(LogError) in try TextSearch(word).isIn(lines) }
      if isFound != expected {
        Issue.record("'\(word)' in \(String(decoding: bytes, as: UTF8.self)): \(isFound)")
      }
      if isFound == .success(true) { found += 1 }
    }
    #expect(found > 300 && plain > 100 && read - plain > 100, "\(found) \(plain) \(read)")
  }

  @Test func `an id is searched for in all events that may have or name an id with that prefix`()
    throws
  {
    var (mentioned, passed) = (0, 0)
    let texts = Self.words + ["p", "p1", "w1", "b", "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11"]
    for log in Self.logs {
      for text in texts where !text.isEmpty {
        let search = MentionSearch(text)
        var lines = log.lines()
        while let line = try lines.next() {
          let isMentioned = try lines.texts().contains { $0.utf8.starts(with: text.utf8) }
          if try search.mayBeIn(lines) {
            if isMentioned { mentioned += 1 }
          } else {
            passed += 1
            if isMentioned { Issue.record("'\(text)' in seq \(line.seq) of \(log.name)") }
          }
        }
      }
    }
    #expect(mentioned > 100 && passed > 1_000, "\(mentioned) \(passed)")
  }

  @Test
  func `unreadable data is damage for a search, unless the part before it contains the text`()
    throws
  {
    let bytes = Array(
      (#"{"seq":1,"# + Self.head + #","user":"ann","type":"SetLogged","data":{"session":"s"}}"#
        + "\n").utf8)
    var lines = Log(bytes, name: "log").lines()
    _ = try lines.next()
    #expect(try TextSearch("ANN").isIn(lines))
    #expect(failure { try TextSearch("squat").isIn(lines) }?.kind == .damaged)
    #expect(failure { try MentionSearch("squat").mayBeIn(lines) }?.kind == .damaged)
    #expect(failure { try lines.links() }?.kind == .damaged)
  }

  @Test func `no entities are taken from data with trailing text, even if the checksum is right`()
    throws
  {
    var line = Array(
      (#"{"seq":1,"# + Self.head + #","user":"ann","type":"PostLiked","data":{"post":"p"}{}"#).utf8)
    let sum = Bytes.of(line) { XXH64.hash($0) }
    line += Array(",\"sum\":\"".utf8) + hexadecimal(sum) + Array("\"}\n".utf8)
    var lines = Log(line, name: "log").lines()
    #expect(try lines.next()?.seq == 1)
    #expect(failure { try lines.links() }?.kind == .damaged)
  }

  @Test func `a reference after a member that replog does not write is found`() throws {
    let id = Samples.id(7)
    let data = "\"type\":\"PasswordReset\",\"data\":{\"x\":1,\"request\":\"\(id)\"}}\n"
    let line = "{\"seq\":1,\(Self.head),\"user\":\"ann\",\(data)"
    var lines = Log(Array(line.utf8), name: "log").lines()
    #expect(try lines.next()?.seq == 1)
    #expect(try lines.links().refer(toAny: [id]))
  }

  @Test func `the entities that a line names equal those of its event`() throws {
    for log in Self.logs {
      var lines = log.lines()
      while try lines.next() != nil {
        let (links, event) = (try lines.links(), try lines.event())
        #expect([lines.id] + [links.created].compactMap(\.self) == event.createdEntities)
        for id in event.referencedEntities { #expect(links.refer(toAny: [Samples.id(999), id])) }
        #expect(!links.refer(toAny: [Samples.id(999)]))
        var references: [EventID] = []
        links.forEachReference { references.append($0.id) }
        #expect(references == event.referencedEntities)
      }
    }
  }
}
