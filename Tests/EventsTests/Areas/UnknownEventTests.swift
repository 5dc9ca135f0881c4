import TestSupport
import Testing

@testable import Events

/// Tests that content unknown to this build is kept.
@Suite struct UnknownEventTests {
  /// Returns `line` after `Draft(line:)` and `Event.write`.
  static func copied(_ line: String) throws -> String {
    let draft = try draft(line)
    let event = try #require(draft.event(id: Samples.id(1), at: Samples.start, seq: 1))
    var bytes: [UInt8] = []
    try event.write(to: &bytes, previousSum: nil, checks: true)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  static let head =
    #"{"seq":1,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250+01:00","#

  @Test(arguments: [
    // The unknown content is in data, after and between known fields, nested, or next to data. It is also a newer
    // version, or an unknown type.
    #""type":"PostLiked","data":{"post":"p","mood":"great","n":{"a":[1,null,{"b":2}]}}}"#,
    #""type":"PlanSaved","data":{"post":"p","day":"friday","exercises":[{"exercise":"a","rir":2},"#
      + #"{"exercise":"b","tempo":null}],"x":null}}"#,
    #""user":"ann","type":"PostLiked","data":{"post":"p"},"device":"watch","trace":[1,{}],"e":null}"#,
    #""type":"SetLogged","v":2,"data":{"any":["thing",1.5,{}]},"beside":true}"#,
    #""type":"PostPinned","data":{"post":"p","until":null,"é":"\u009b"}}"#,
    #""type":"Post\u0007","v":9,"data":{}}"#, #""type":"écrit","data":{"0":-0,"1":1e+30}}"#,
  ])
  func `a canonical line with unknown parts is rewritten byte for byte`(_ rest: String) throws {
    let line = UnknownEventTests.head + rest
    #expect(try UnknownEventTests.copied(line) == line)
    let log = Log(Array((line + "\n").utf8), name: "log")
    var lines = log.lines()
    _ = try lines.next()
    var alone: [UInt8] = []
    try lines.writeAlone(to: &alone)
    #expect(String(decoding: alone, as: UTF8.self) == line + "\n")
  }

  @Test func `unknown fields come after the known ones`() throws {
    let line =
      UnknownEventTests.head + #""x":1,"data":{"y":2,"post":"p","z":[ ]},"w":3,"type":"PostLiked"}"#
    #expect(
      try UnknownEventTests.copied(line) == UnknownEventTests.head
        + #""type":"PostLiked","data":{"post":"p","y":2,"z":[]},"x":1,"w":3}"#)
  }

  @Test func `the known fields of an event with unknown fields are decoded`() throws {
    let draft = try draft(#"{"type":"PostLiked","data":{"post":"p","mood":1},"device":"watch"}"#)
    #expect(draft.body == PostLiked(post: "p").body)
    #expect(draft != Draft(draft.body))
  }

  @Test func `an unknown type, or a newer version of a known one, is an unknown event`() throws {
    for (rest, type, version) in [
      (#""type":"PostPinned","data":{}}"#, "PostPinned", 1),
      (#""type":"PostLiked","v":2,"data":{}}"#, "PostLiked", 2),
      (#""type":"PostLike\u0064","v":7,"data":{}}"#, "PostLiked", 7),
      (#""type":"\u0050ostPinned","data":{}}"#, "PostPinned", 1),
    ] {
      guard case .unknown(let event) = try draft("{" + rest).body else {
        Issue.record("\(rest) is known")
        continue
      }
      #expect(event.type == type)
      #expect(event.version == version)
    }
    let escaped = try draft(#"{"type":"PostLike\u0064","data":{"post":"p"}}"#)
    #expect(escaped.body == PostLiked(post: "p").body)
    #expect(
      Event.Body.unknown(UnknownEvent(type: "A", version: 1, data: .object([]))).payload == nil)
  }

  @Test
  func `garbage after the data of a canonical line is refused, whether or not the type is known`()
    throws
  {
    for type in ["PostLiked", "PostPinned"] {
      for garbage in ["x}", "}}", ",}", #"{"a":1}"#, #","seq":5,"b":{}"#, #","b":{"a":1,"a":1}"#] {
        var bytes = Array(
          (UnknownEventTests.head + #""type":"\#(type)","data":{"post":"p"}"# + garbage).utf8)
        let sum = XXH64Tests.hash(bytes)
        bytes += Array(#","sum":""#.utf8) + hexadecimal(sum) + Array("\"}\n".utf8)
        var lines = Log(bytes, name: "log").lines()
        #expect(throws: LogError.self, "\(type) \(garbage)") {
          _ = try lines.next()
          _ = try lines.event()
        }
      }
    }
  }

  @Test(arguments: [
    (UnknownEvent(type: "", data: .object([])), "'type' must not be empty"),
    (UnknownEvent(type: "AcmeSlept", version: 0, data: .object([])), "'v' must be 1…2^53, got 0"),
    (
      UnknownEvent(type: "SetLogged", data: .object([])),
      "'type' must not be a type that this build decodes, got 'SetLogged'"
    ), (UnknownEvent(type: "AcmeSlept", data: .array([])), "'data' must be an object"),
    (UnknownEvent(type: "AcmeSlept", data: .object([("password", "x")])), "'data': "),
  ])
  func `an app's event must fit into a log`(_ event: UnknownEvent, _ text: String) {
    #expect(event.breach?.hasPrefix(text) == true, "\(event.breach ?? "")")
    let sound = UnknownEvent(type: "AcmeSlept", version: 3, data: .object([("hours", 7)]))
    #expect(sound.breach == nil && sound.data == .object([("hours", 7)]))
    #expect(UnknownEvent(type: "x", version: 1, bytes: [0x7B]).data == .null)
  }

  @Test func `a member next to the data can be left out, alone or with a given value`() {
    func fields(_ beside: String, data: [UInt8]? = nil) -> UnknownFields {
      UnknownFields(data: data, beside: Array(beside.utf8))
    }
    let both = fields(",\"a\":1,\"pending\":true")
    #expect(both.without("pending") == fields(",\"a\":1"))
    #expect(both.without("pending", value: true) == fields(",\"a\":1"))
    #expect(both.without("pending", value: false) == both && both.without("b") == both)
    #expect(fields(",\"pending\":true").without("pending") == nil)
    #expect(fields(",\"pending\":1", data: [0x7B, 0x7D]).without("pending")?.beside == [])
    #expect(fields(",broken").without("pending") == fields(",broken"))
  }
}
