import TestSupport
import Testing

@testable import Events

/// Tests of the properties of a reader's current line.
@Suite struct LineReaderTests {
  /// Returns two likes by ann, then lines of a newer build without a checksum: a type and a version.
  private static func content() throws -> [UInt8] {
    let newer = [#""PostPinned","data":{}"#, #""PostLiked","v":9,"data":{"post":"p"}"#]
    return try lines(inBatches: [1, 1]).joined()
      + newer.enumerated().flatMap { place, rest in
        let head = #"{"seq":\#(3 + place),"id":"\#(Samples.id(3 + place))","#
        return Array((head + #""at":"2026-03-02T18:04:11.250Z","type":\#(rest)}"# + "\n").utf8)
      }
  }

  @Test func `a line knows its position, its user and whether its meaning is known`() throws {
    let bytes = try LineReaderTests.content()
    var lines = Log(bytes, name: "log").lines()
    var starts: [Int] = []
    var (ids, users, types, isKnown): ([EventID], [Name?], [String], [Bool]) = ([], [], [], [])
    while try lines.next() != nil {
      starts.append(lines.offset)
      ids.append(lines.id)
      users.append(lines.user)
      types.append(lines.type)
      isKnown.append(lines.isKnown)
    }
    let newlines = bytes.indices.filter { bytes[$0] == 0x0A }
    #expect(starts == [0] + newlines.dropLast().map { $0 + 1 })
    #expect(ids == (1...4).map { Samples.id($0) })
    #expect(users == ["ann", "ann", nil, nil])
    #expect(types == ["PostLiked", "PostLiked", "PostPinned", "PostLiked"])
    #expect(isKnown == [true, true, false, false])
  }

  @Test func `only an unbroken chain of checksums binds a line to all lines before it`() throws {
    var lines = Log(try LineReaderTests.content(), name: "log").lines()
    var refused: [Int] = []
    while let line = try lines.next() {
      guard let error = failure({ try lines.requireChain() }) else { continue }
      refused.append(line.seq)
      #expect(error.kind == .refused)
      #expect(
        error.message.contains(
          "the line of seq \(line.seq), or the line before it, has no checksum"))
    }
    #expect(refused == [3, 4])
    // After a gap, the missing lines cannot be checked.
    let all = try TestLines.of([1, 1, 1])
    lines = Log(all[0] + all[2], name: "log").lines()
    _ = try (lines.next(), lines.requireChain(), lines.next())
    #expect(failure { try lines.requireChain() }?.kind == .refused)
  }

  @Test func `a chain is broken at a line whose checksum continues nothing, and at the next line`()
    throws
  {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for seq in 1...6 {
      let event = Event(id: Samples.id(seq), at: Samples.start, user: "ann", like(seq), seq: seq)
      let hasSum = seq != 3
      sum = try event.write(to: &bytes, previousSum: hasSum ? sum : nil)
      if !hasSum { sum = 0 }
    }
    var lines = Log(bytes, name: "log").lines()
    var isUnbroken: [Bool] = []
    while try lines.next() != nil { isUnbroken.append(lines.isUnbroken) }
    #expect(isUnbroken == [true, true, false, false, true, true])
  }

  @Test func `a copy of a reader keeps its line, also with fields in another order`() throws {
    let data = [
      #"{"title":"one","post":"a"}"#, #"{"description":"a long text","title":"t","post":"other"}"#,
      #"{"post":"c"}"#,
    ]
    let text = zip(1..., data).map { seq, data in
      #"{"data":\#(data),"type":"PostEdited","id":"\#(Samples.id(seq))","#
        + #""at":"2026-03-02T18:04:11.250Z","seq":\#(seq)}"# + "\n"
    }
    var lines = Log(Array(text.joined().utf8), name: "log").lines()
    var copies: [LineReader] = []
    while try lines.next() != nil { copies.append(lines) }
    let posts = [
      PostEdited(post: "a", title: "one"),
      PostEdited(post: "other", title: "t", description: "a long text"), PostEdited(post: "c"),
    ]
    #expect(try copies.map { try $0.event().body } == posts.map { .feed(.postEdited($0)) })
  }

  @Test func `after a checkpoint, only the later lines are read`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(Array(TestLines.of([2, 1]).joined()), at: path)
    _ = try Appender(path: path).writeCheckpoint(isNew: true) { _ in }
    try append([Draft(like(4)), Draft(like(5))], to: path)
    let log = try Log(path: path)
    let position = try #require(log.checkpoint?.position)
    var later = log.lines(behind: position)
    var seqs: [Int] = []
    while let line = try later.next() {
      seqs.append(line.seq)
      try later.requireChain()
    }
    #expect(seqs == [4, 5])
    #expect(try Log(path: path, usesCheckpoint: false).checkpoint == nil)
  }

  // MARK: - Events and types

  @Test func `every event belongs to the area of its type, and an unknown one to none`() {
    let areas = Dictionary(uniqueKeysWithValues: EventType.all.map { ($0.name, $0.area) })
    for body in Samples.full {
      let event = Event(id: Samples.id(1), at: Samples.start, user: nil, body)
      #expect(event.area != nil && event.area == areas[event.type], "\(event.type)")
    }
    let unknown = Event.Body.unknown(UnknownEvent(type: "X", version: 1, data: .object([])))
    #expect(Event(id: Samples.id(1), at: Samples.start, user: nil, unknown).area == nil)
  }

  @Test func `the data of an event is the JSON tree of its line`() throws {
    let unknown = #"{"type":"PostPinned","data":{"post":"p","until":[1,null]}}"#
    let beyond = #"{"type":"PostLiked","data":{"post":"p","mood":"great"}}"#
    let known = try Samples.full.map { String(decoding: try CodecTests.line($0), as: UTF8.self) }
    for line in known + [unknown, beyond] {
      let event = try #require(draft(line).event(id: Samples.id(1), at: Samples.start))
      #expect(event.data == (try json(line)["data"]), "\(event.type)")
    }
    let revised = SetRevised(set: Samples.id(1), rpe: .nan)
    let event = Event(
      id: Samples.id(1), at: Samples.start, user: nil, .sessions(.setRevised(revised)))
    #expect(event.data == .null)
  }

  @Test func `every type is known in every version up to its newest`() {
    for type in EventType.all {
      #expect((1...type.newestVersion).allSatisfy { type.decodes(version: $0) }, "\(type.name)")
      #expect(!type.decodes(version: type.newestVersion + 1), "\(type.name)")
    }
    let words = EventType.vocabulary
    #expect(Set(words).count == EventType.all.count && words.contains("SetLogged 1"))
    // Two builds with different event types have different codes.
    #expect(Checkpoint.code(of: words) == Checkpoint.code(of: words))
    #expect(Checkpoint.code(of: words) != Checkpoint.code(of: words.dropLast()))
    let hash = Bytes.of("a 1\nb 2") { XXH64.hash($0) }
    #expect(Checkpoint.code(of: ["a 1", "b 2"]) == hash)
    let code = Checkpoint.code(of: words)
    #expect(Checkpoint.code(knowingAll: true) == code & ~1)
    #expect(Checkpoint.code(knowingAll: false) == code | 1)
  }

  @Test func `a draft that exceeds a limit is reported before it is appended`() {
    for body in Samples.full { #expect(Draft(body).breach == nil, "\(body.type)") }
    #expect(Draft(id: Samples.id(1), at: Samples.start, user: "ann", like(1)).breach == nil)
    #expect(Draft(user: "", like(1)).breach == "'user' must not be empty")
    #expect(Draft(PostLiked(post: " ").body).breach == "'post' must not begin or end with a space")
  }
}

/// A namespace for `lines(inBatches:)`, for scopes in which a reader hides that name.
private enum TestLines {
  static func of(_ sizes: [Int]) throws -> [[UInt8]] { try lines(inBatches: sizes) }
}
