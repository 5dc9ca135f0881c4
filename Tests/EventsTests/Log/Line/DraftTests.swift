import TestSupport
import Testing

@testable import Events

/// Tests of the errors for lines from other sources, and of their positions.
@Suite struct DraftTests {
  @Test(arguments: [
    ("", 0, "expected '{', found the end of the line"), ("[]", 0, "expected '{', found '['"),
    ("{}", 0, "expected the field 'type', found none"),
    (#"{"type":"PostLiked"}"#, 0, "expected the field 'data', found none"),
    (#"{"type":"","data":{}}"#, 8, "'type' must not be empty"),
    (#"{"type":1,"data":{}}"#, 8, "expected a string for 'type', found '1'"),
    (#"{"type":"A","data":[]}"#, 19, "expected an object for 'data', found '['"),
    (#"{"type":"A","data":{}} x"#, 23, "expected the end of the line after the value, found 'x'"),
    (
      #"{"type":"A","data":{},"type":"A"}"#, 22,
      "the names in an object must be unique, got a duplicate"
    ),
    (
      #"{"type":"A","data":{},"\u0073eq":1,"seq":2}"#, 35,
      "the names in an object must be unique, got a duplicate"
    ),
    (#"{"seq":0,"type":"A","data":{}}"#, 7, "'seq' must be at least 1, got 0"),
    (#"{"seq":1.5,"type":"A","data":{}}"#, 7, "expected a whole number, found a fraction"),
    (#"{"v":-1,"type":"A","data":{}}"#, 5, "'v' must be at least 1, got -1"),
    (#"{"batch":"2","type":"A","data":{}}"#, 9, "expected a whole number, found '\"'"),
    (
      #"{"id":"x","type":"A","data":{}}"#, 6,
      "expected a UUID such as "
        + #""0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11", found other text"#
    ),
    (#"{"id":1,"type":"A","data":{}}"#, 6, "expected a UUID in quotes, found '1'"),
    (
      #"{"at":"today","type":"A","data":{}}"#, 6,
      "expected a time such as "
        + #""2026-03-02T18:04:11.250+01:00", found other text"#
    ),
    (#"{"user":"","type":"A","data":{}}"#, 8, "'user' must not be empty"),
    (#"{"user":" a","type":"A","data":{}}"#, 8, "'user' must not begin or end with a space"),
    (
      #"{"user":" a","type":"PostLiked","data":{"post":"p"}}"#, 8,
      "'user' must not begin or end with a space"
    ),
    (
      #"{"sum":"0123456789ABCDEF","type":"A","data":{}}"#, 7,
      "'sum' must be 16 lower-case hexadecimal digits"
    ),
    (
      #"{"type":"PostLiked","data":{"post":"p"},"sum":"0123456789ABCDEF"}"#, 46,
      "'sum' must be 16 lower-case hexadecimal digits"
    ),
    ("{\"type\":\"A\",\"data\":{}}\r", 22, "the line must end in LF, got CRLF"),
  ])
  func `a line that is not an event is refused at its place`(
    _ line: String, _ offset: Int, _ message: String
  ) { #expect(lineError(line) == LineError(offset, message)) }

  static let set = #"{"type":"SetLogged","data":{"session":"w","exercise":"e","reps":5"#

  @Test(arguments: [
    (#"{"type":"PostLiked","data":{}}"#, 27, "expected the field 'post', found none"),
    (#"{"type":"PostLiked","data":{"post":null}}"#, 35, "expected a string for 'post', found null"),
    (
      #"{"type":"PostLiked","data":{"post":1}}"#, 35, "expected a string for 'post', found a number"
    ),
    (#"{"type":"PostLiked","data":{"post":""}}"#, 35, "'post' must not be empty"),
    (#"{"type":"PostLiked","data":{"post":[]}}"#, 35, "expected a string for 'post', found a list"),
    (
      #"{"type":"PostLiked","data":{"post":true}}"#, 35,
      "expected a string for 'post', found true or false"
    ),
    (
      #"{"type":"DayCleared","data":{"day":"Monday"}}"#, 35,
      "expected one of \"monday\", "
        + #""tuesday", "wednesday", "thursday", "friday", "saturday", "sunday" for 'day', "#
        + "found other text"
    ),
    (
      #"{"type":"SetRemoved","data":{"set":"w1"}}"#, 35,
      "expected a UUID such as "
        + #""0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11", found other text"#
    ),
    (set + #","rpe":"8"}}"#, 72, "expected a number for 'rpe', found a string"),
    (set + #","rpe":0.5}}"#, 72, "'rpe' must be 1…10, got 0.5"),
    (set + #","rpe":10.5}}"#, 72, "'rpe' must be 1…10, got 10.5"),
    (set + #","completed":1}}"#, 78, "expected true or false for 'completed', found a number"),
    (set + #","note":""}}"#, 73, "'note' must not be empty"),
    (set + #","weight":2001}}"#, 75, "'weight' must be -500…2,000 kg, got 2,001 kg"),
    (
      set + #","weight":1,"unit":"st"}}"#, 84,
      #"expected one of "kg", "lb" for 'unit', found other text"#
    ),
    (
      #"{"type":"SetLogged","data":{"session":"w","exercise":"e","reps":1001}}"#, 64,
      "'reps' must be 0…1,000, got 1,001"
    ),
    (
      #"{"type":"SetLogged","data":{"session":"w","exercise":"e","reps":-1}}"#, 64,
      "'reps' must be 0…1,000, got -1"
    ),
    (
      #"{"type":"SetLogged","data":{"session":"w","exercise":"e","reps":5.5}}"#, 64,
      "expected a whole number for 'reps', found a fraction"
    ),
    (
      #"{"type":"SetLogged","data":{"reps":5, "session": 7,"exercise":"e"}}"#, 49,
      "expected a string for 'session', found a number"
    ),
    (
      #"{"type":"PlanSaved","data":{"post":"p","day":"friday","exercises":{}}}"#, 66,
      "expected a list for 'exercises', found an object"
    ),
    (
      #"{"type":"PlanSaved","data":{"post":"p","day":"friday","exercises":[1]}}"#, 67,
      "expected an object, found '1'"
    ),
    (
      #"{"type":"PlanSaved","data":{"post":"p","day":"friday","exercises":[{}]}}"#, 67,
      "expected the field 'exercise', found none"
    ),
    (
      #"{"type":"PlanSaved","data":{"post":"p","day":"friday","exercises":[{"exercise":"a","sets":0}"#
        + "]}}", 66, "'exercises' has an invalid value: 'sets' must be 1…100, got 0"
    ),
  ])
  func `an invalid payload is refused at its place`(
    _ line: String, _ offset: Int, _ message: String
  ) { #expect(lineError(line) == LineError(offset, message)) }

  @Test func `the absence of every required field is reported`() throws {
    var missed = 0
    for body in Samples.sparse {
      guard case .object(let members) = try json(CodecTests.line(body))["data"] else {
        Issue.record("\(body.type) has no data")
        continue
      }
      missed += members.count
      for index in members.indices {
        var rest = members
        let name = rest.remove(at: index).name
        let data = String(decoding: JSON.object(rest).bytes, as: UTF8.self)
        let error = lineError(#"{"type":"\#(body.type)","data":\#(data)}"#)
        #expect(error?.message == "expected the field '\(name)', found none", "\(body.type)")
      }
    }
    #expect(missed > 20)
  }

  @Test(arguments: [
    #""reps":5,"exerciseX":"b","exercise":"squat","session":"s""#,
    #""sessionX":"b","exercise":"squat","session":"s","reps":5"#,
    #""\u0073essionX":"b","exercise":"squat","session":"s","reps":5"#,
    #""\u0065xerciseX":"b","\u0065xercise":"squat","\u0073ession":"s","\u0072eps":5"#,
    #""exercis":"b","rep":1,"exercise":"squat","session":"s","reps":5"#,
    #""x":{"session":"b"},"exercise":"squat","session":"s","reps":5"#,
  ])
  func `a field whose name only begins the same is not used`(_ fields: String) throws {
    let read = try draft(#"{"type":"SetLogged","data":{\#(fields)}}"#)
    let set = SetLogged(session: "s", exercise: "squat", reps: 5, weight: nil)
    #expect(read.body == .sessions(.setLogged(set)))
    #expect(read.unknown != nil)
  }

  @Test(arguments: ["", " "])
  func `limits are checked once per line, and only if requested`(_ space: String) throws {
    func read(_ reps: Int, checks: Bool) throws -> Draft {
      let line = set.replacing("\"reps\":5", with: "\(space)\"reps\":\(reps)") + "}}"
      return try Bytes.of(Array(line.utf8)) { (bytes) throws(LineError) in
        try LineDecoder().draft(bytes, checks: checks)
      }
    }
    let set = Self.set
    #expect(throws: LineError.self) { try read(5_000, checks: true) }
    let unchecked = try read(5_000, checks: false)
    #expect(!unchecked.isWithinLimits && unchecked.canonicalData == nil)
    #expect(unchecked.breach == "'reps' must be 0…1,000, got 5,000")
    let checked = try read(500, checks: true)
    #expect(checked.isWithinLimits && checked.breach == nil)
    #expect((checked.canonicalData != nil) == space.isEmpty)
    #expect(try read(500, checks: false).canonicalData == nil)
  }

  @Test func `reading a log does not apply limits`() throws {
    let body = SetLogged(session: "w", exercise: "e", reps: 5000, weight: Weight(9999)).body
    var bytes: [UInt8] = []
    let event = Event(id: Samples.id(1), at: Samples.start, user: "ann", body, seq: 1)
    try event.write(to: &bytes, previousSum: 0)
    var lines = Log(bytes, name: "log").lines()
    _ = try lines.next()
    #expect(try lines.event().body == body)
  }

  @Test(arguments: [
    (Draft(user: "", Samples.full[0]), "'user' must not be empty"),
    (Draft(user: "a\u{7}", Samples.full[0]), "'user' must not contain control characters"),
    (Draft(at: Timestamp(milliseconds: .max), Samples.full[0]), "'at' must be in the years 1…9999"),
    (Draft(PostLiked(post: "").body), "'post' must not be empty"),
    (Draft(SetRevised(set: Samples.id(1), rpe: .nan).body), "'rpe' must be 1…10, got nan"),
    (
      Draft(
        SessionRenewed(session: "s", expiresAt: Timestamp(milliseconds: 0, offsetMinutes: 1440))
          .body),
      "'expiresAt' must be less than a day ahead of or behind UTC"
    ),
  ])
  func `a draft made in code observes the limits of a line`(_ draft: Draft, _ message: String) {
    #expect(draft.breach == message)
    var bytes: [UInt8] = [1, 2]
    let event = draft.event(id: Samples.id(1), at: Samples.start, seq: 1)
    #expect(throws: LineError(0, message)) {
      try event?.write(to: &bytes, previousSum: 0, checks: true)
    }
  }
}
