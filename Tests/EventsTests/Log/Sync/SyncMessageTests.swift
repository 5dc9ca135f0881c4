import TestSupport
import Testing

@testable import Events

/// Tests of the messages of `replog-sync 1`.
@Suite struct SyncMessageTests {
  private func input(_ bytes: [UInt8], _ piece: Int = 7) -> SyncInput {
    var rest = bytes[...]
    return SyncInput {
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    }
  }

  private static let position = LogPosition(seq: 12, sum: 0x9f86_d081_884c_7d65, bytes: 3104)

  @Test func `a request is read as it was written`() throws {
    let line = Array(#"{"id":"x","data":{"a":[1,{"b":"]}"}]}}"#.utf8)
    let requests: [SyncRequest] = [
      .have(Self.position), .have(LogPosition()), .offer([], restores: false),
      .offer([[line], [line, line]], restores: true),
    ]
    var input = input(requests.flatMap(\.bytes))
    for request in requests { #expect(try SyncRequest(from: &input) == request) }
    #expect(try SyncRequest(from: &input) == nil)
    #expect(
      String(decoding: SyncRequest.have(Self.position).bytes, as: UTF8.self)
        == #"{"replog-sync":1,"have":{"seq":12,"sum":"9f86d081884c7d65","bytes":3104}}"# + "\n")
  }

  @Test func `an answer is read as it was written`() throws {
    let reason = UnitFate.Reason(
      .invalidInput, "only its author can change the post", help: "save it")
    let ids = [Samples.id(1), Samples.id(2)]
    let places = [UnitFate.Place(id: ids[0], seq: 16)]
    let answers: [SyncAnswer] = [
      .ok(Self.position, raw: Array("{\n}\n".utf8), hasMore: false),
      .ok(LogPosition(), raw: [], hasMore: false),
      .ok(Self.position, raw: Array("{}\n".utf8), hasMore: true), .diverged(Self.position),
      .unit(.taken(places, notes: ["you are 2nd"])), .unit(.taken(places, notes: [])),
      .unit(.duplicate(places)), .unit(.refused(ids, reason)), .unit(.failed(ids, reason)),
      .unit(.untried(ids)),
      .failed(UnitFate.Reason(.logInUse, "in use")),
    ]
    var input = input(answers.flatMap(\.bytes))
    for answer in answers { #expect(try SyncAnswer(from: &input) == answer) }
    #expect(failure { try SyncAnswer(from: &input) }?.code == .connectionLost)
  }

  @Test(arguments: [
    #"{"replog-sync":2,"have":{"seq":0,"sum":"0000000000000000","bytes":0}}"#,
    #"{"replog-sync":1,"have":{"seq":-1,"sum":"0000000000000000","bytes":0}}"#,
    #"{"replog-sync":1,"have":{"seq":1,"sum":"0","bytes":0}}"#,
    #"{"offer":1001}"#, #"{"offer":-1}"#, "{}", "[]", "hello", #"{"offer":1}"# + "\n{}",
    #"{"offer":1}"# + "\n" + #"{"unit":[1,]}"#, #"{"offer":1}"# + "\n" + #"{"unit":[1]}x"#,
  ])
  func `a message that is not in the protocol is refused`(_ text: String) {
    var input = input(Array((text + "\n").utf8))
    #expect(failure { try SyncRequest(from: &input) }?.kind == .misuse)
  }

  @Test(arguments: [
    #"{"ok":{"seq":0,"sum":"0000000000000000","bytes":0},"raw":0,"more":true}"#,
    #"{"ok":{"seq":0,"sum":"0000000000000000","bytes":0},"raw":-1}"#,
    #"{"ok":{"seq":0,"sum":"0000000000000000","bytes":0},"raw":90000000}"#, "hello", "{}",
  ])
  func `an answer that is not in the protocol is refused`(_ text: String) {
    var input = input(Array((text + "\n").utf8))
    #expect(failure { try SyncAnswer(from: &input) }?.kind == .misuse)
  }

  @Test func `messages, the events of a unit and the texts of an answer have limits`()
    throws
  {
    var long = input(
      [UInt8](repeating: UInt8(ascii: " "), count: SyncRequest.longestLine + 9), 4_096)
    #expect(failure { try SyncRequest(from: &long) }?.kind == .misuse)
    let many = String(repeating: "1,", count: Log.largestReversal) + "1"
    var unit = input(Array("{\"offer\":1}\n{\"unit\":[\(many)]}\n".utf8), 4_096)
    #expect(failure { try SyncRequest(from: &unit) }?.kind == .misuse)
    let why = String(repeating: "é", count: 3_000)
    let reason = UnitFate.Reason(.invalidInput, why, help: why)
    var answer = input(SyncAnswer.unit(.failed([Samples.id(1)], reason)).bytes, 4_096)
    guard case .unit(.failed(_, let read)) = try SyncAnswer(from: &answer) else {
      Issue.record("the answer is another one")
      return
    }
    #expect(read.why.count == 1_000 && read.help?.count == 1_000)
  }

  @Test(arguments: [#"{"replog-sync":1"#, #"{"offer":2}"# + "\n" + #"{"unit":[1]}"# + "\n"])
  func `an end within a message is a lost connection`(_ text: String) {
    var input = input(Array(text.utf8))
    #expect(failure { try SyncRequest(from: &input) }?.code == .connectionLost)
  }

  @Test
  func `the file of a device is read as it was written, and any other content counts as empty`()
    throws
  {
    var state = SyncState()
    state.remote = .command("ssh gym replog sync --serve --as ann")
    state.reconciled = Self.position
    state.lost = .init(at: Samples.start, why: "no route", count: 3)
    for _ in 0..<SyncState.mostFailures { state.fail(Samples.id(1), why: "the disk is full") }
    #expect(state.failures.map(\.isGivenUp) == [true])
    #expect(SyncState(state.json) == state)
    let folder = TemporaryFolder()
    try put(Array("no json".utf8), at: folder.file("log.sync"))
    #expect(SyncState(DeviceFiles(of: folder.file("log"), System()), System()) == SyncState())
  }
}
