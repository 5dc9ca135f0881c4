import Events
import TestSupport
import Testing

@testable import Projections

/// Lines of a log as CloudEvents, and back.
@Suite struct CloudEventTests {
  private func json(_ text: String) throws -> JSON {
    try Bytes.of(Array(text.utf8)) { (bytes) throws(LineError) in try JSON(bytes) }
  }

  /// Returns the draft of a line that has been a CloudEvent.
  private func back(_ line: String) throws -> Draft {
    let event = try #require(CloudEvent.event(of: json(line)))
    let own = try CloudEvent.line(of: json(String(decoding: event, as: UTF8.self)))
    return try Bytes.of(own) { (bytes) throws(LineError) in try Draft(line: bytes) }
  }

  private func text(_ events: [Event]) -> [String] {
    String(decoding: lines(events), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `every event is exported and read back unchanged`() throws {
    let events = events((Samples.full + Samples.sparse).map { Fact.by("ann", $0) })
    #expect(events.count > 80)
    for line in text(events) {
      let draft = try Bytes.of(Array(line.utf8)) { (bytes) throws(LineError) in
        try Draft(line: bytes)
      }
      #expect(try back(line) == draft)
    }
  }

  @Test(arguments: [
    #""mood":"tired""#, #""mood":"tired","count":3,"flag":true"#,
    #""source":"https://a.example","subject":"s","mood":1"#, #""mood":1,"source":"x""#,
    #""source":"/replog""#, #""source":"""#, #""Mood":"x""#, #""a b":1"#, #""big":5000000000"#,
    #""half":0.5"#, #""list":[1,{"a":null}]"#, #""nothing":null"#, #""time":"then""#,
    #""unknownfields":"{}""#, #""sequence":"1","specversion":"0.3""#, #""ctl":"a\u001bb""#,
    #""data_base64":"x""#, #""dataschema":"https://a.example/s","subject":"s""#,
  ])
  func `unknown members are read back in their order`(_ members: String) throws {
    let line =
      #"{"seq":7,"id":"0199f3a2-7c10-7d3e-9a41-00000000000a","at":"2026-03-02T18:09:00.000+01:00","type":"NapTaken","v":3,"data":{"x":[1,2.5,null]},\#(members)}"#
    let draft = try Bytes.of(Array(line.utf8)) { (bytes) throws(LineError) in
      try Draft(line: bytes)
    }
    #expect(try back(line) == draft)
  }

  @Test func `attributes keep to the rules of CloudEvents`() throws {
    for line in text(events(Samples.full.map { Fact.by("ann", $0) })) {
      let event = try json(
        String(decoding: #require(CloudEvent.event(of: json(line))), as: UTF8.self))
      guard case .object(let members) = event else { throw CloudEvent.Malformed("no object") }
      #expect(event["specversion"] == .string("1.0"))
      #expect(
        members.map(\.name).prefix(6) == [
          "specversion", "id", "source", "type", "time", "datacontenttype",
        ])
      for (name, _) in members {
        #expect(name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
      }
    }
  }

  @Test(arguments: [
    ("2147483647", true), ("-2147483648", true), ("2147483648", false), ("-2147483649", false),
    ("0.5", false), ("true", true), ("null", false), ("[]", false), (#""a""#, true),
    (#""a\u0007""#, false),
  ])
  func `an unknown member becomes an attribute if its value allows it`(
    _ value: String, _ isAttribute: Bool
  ) throws {
    let line = try json(#"{"type":"NapTaken","data":{},"mood":\#(value)}"#)
    let text = String(decoding: try #require(CloudEvent.event(of: line)), as: UTF8.self)
    let event = try json(text)
    #expect((event["mood"] != nil) == isAttribute)
    #expect((event["unknownfields"] != nil) != isAttribute)
  }

  @Test(arguments: [
    #""mood":"x","unknownfields":"{\"mood\":1}""#, #""unknownfields":"{\"seq\":1}""#,
    #""subject":"s","unknownfields":"{\"subject\":1}""#, #""unknownfields":"{\"source\":1}""#,
  ])
  func `no field occurs twice, in an event and among its unknown fields`(_ members: String) throws {
    let event = try json(
      #"{"specversion":"1.0","id":"1","source":"a","type":"Nap","data":{},\#(members)}"#)
    let error = #expect(throws: CloudEvent.Malformed.self) { try CloudEvent.line(of: event) }
    #expect(error?.message.contains("'unknownfields' repeats a field") == true)
  }

  @Test
  func `an id of another producer always becomes the same id, and differs for another source`()
    throws
  {
    func id(_ source: String, _ id: String) throws -> EventID? {
      let event =
        #"{"specversion":"1.0","id":"\#(id)","source":"\#(source)","type":"Nap","data":{}}"#
      let line = try CloudEvent.line(of: json(event))
      return try Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) }.id
    }
    #expect(try id("a", "1") != nil)
    #expect(try id("a", "1") == id("a", "1"))
    #expect(try id("a", "1") != id("b", "1"))
    let own = "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11"
    #expect(try id("a", own) == EventID(own))
  }
}
