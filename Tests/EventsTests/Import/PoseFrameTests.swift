import Events
import Testing

@Suite struct PoseFrameTests {
  private func frame(_ text: String, after previous: Double? = nil) throws -> PoseFrame {
    try Bytes.of(Array(text.utf8)) { (line) throws(LineError) in
      try PoseFrame(line: line, after: previous)
    }
  }

  private func error(_ text: String, after previous: Double? = nil) -> String? {
    do {
      _ = try frame(text, after: previous)
      return nil
    } catch let error as LineError {
      return "\(error.offset + 1): \(error.message)"
    } catch { return nil }
  }

  @Test func `each elbow has an angle and a confidence`() throws {
    let frame = try frame(#"{"t":0,"elbowL":171.2,"elbowR":168,"confL":0.9,"confR":0.8}"#)
    #expect(frame.milliseconds == 0)
    #expect(frame.left == PoseFrame.Elbow(degrees: 171.2, confidence: 0.9))
    #expect(frame.right == PoseFrame.Elbow(degrees: 168, confidence: 0.8))
    #expect(frame.pose == nil)
  }

  @Test func `a single confidence applies to both elbows, and a missing one means certainty`()
    throws
  {
    let both = try frame(#" {"conf":0.7, "elbowR":90,"elbowL":80, "t":33.4 , "extra":[{}]} "#)
    #expect(both.milliseconds == 33.4)
    #expect(both.left?.confidence == 0.7 && both.right?.confidence == 0.7)
    let none = try frame(#"{"t":1,"elbowL":80}"#)
    #expect(none.left?.confidence == 1 && none.right == nil)
  }

  @Test func `a pose value is used as it is`() throws {
    #expect(try frame(#"{"t":1,"v":0.42}"#).pose == 0.42)
  }

  @Test(arguments: ["null", "NaN", "Infinity", "-Infinity"])
  func `a value that is not a number is ignored`(_ word: String) throws {
    let frame = try frame(#"{"t":1,"elbowL":\#(word),"confL":\#(word),"v":\#(word)}"#)
    #expect(frame.left?.degrees.isNaN == true && frame.left?.confidence.isNaN == true)
    #expect(frame.pose?.isNaN == true)
  }

  @Test func `landmarks give the angle at the elbow and the lowest visibility`() throws {
    let frame = try frame(
      #"{"t":1,"lm":{"nose":[0,0,0,1],"left_shoulder":[0,0,9,0.9],"left_elbow":[1,0,9,0.6],"#
        + #""leftWrist":[1,1,9,0.8],"RIGHT_SHOULDER":[0,0],"RightElbow":[1,0],"right-wrist":[2,0]}}"#
    )
    let left = try #require(frame.left)
    let right = try #require(frame.right)
    #expect((left.degrees - 90).magnitude < 1e-9 && left.confidence == 0.6)
    #expect((right.degrees - 180).magnitude < 1e-9 && right.confidence == 1)
    let hidden = try self.frame(
      #"{"t":1,"lm":{"left_shoulder":[0,0,0,1],"left_elbow":[1,0,0,null],"left_wrist":[1,1,0,1]}}"#)
    #expect(hidden.left?.confidence.isNaN == true && hidden.right == nil)
    #expect(try self.frame(#"{"t":1,"lm":{"left_shoulder":[0,0,0,1]}}"#).left == nil)
  }

  @Test(arguments: [0.0, 1, 17, 45, 89.5, 90, 91, 120, 160, 179, 180])
  func `an angle is the same in any direction, and mirrored`(_ degrees: Double) {
    for turn in stride(from: 0.0, to: 360, by: 15) {
      for side in [1.0, -1] {
        func point(_ angle: Double, _ length: Double) -> (x: Double, y: Double) {
          let radians = (turn + side * angle) * Double.pi / 180
          let (x, y) = (length * cosine(radians), length * cosine(radians - Double.pi / 2))
          return (0.4 + x, 0.3 + y)
        }
        let found = PoseFrame.degrees(point(0, 0.3), (0.4, 0.3), point(degrees, 0.2))
        #expect((found - degrees).magnitude < 1e-6, "\(degrees) turned by \(turn)")
      }
    }
  }

  /// Returns the cosine by its series, so that the test does not depend on the tested library.
  private func cosine(_ radians: Double) -> Double {
    let angle = radians.remainder(dividingBy: 2 * Double.pi)
    var (term, sum) = (1.0, 1.0)
    for step in 1..<20 {
      term *= -angle * angle / Double(2 * step * (2 * step - 1))
      sum += term
    }
    return sum
  }

  @Test(
    arguments: [
      ("nonsense", 1, "expected '{', found 'n'"),
      ("", 1, "expected '{', found the end of the line"),
      ("[1]", 1, "expected '{', found '['"),
      (#"{"t":1"#, 7, "expected ',' or '}' after a value, found the end of the line"),
      (#"{"elbowL":90}"#, 1, "expected the field 't', the time in milliseconds, found none"),
      (#"{"t":null,"v":0}"#, 6, "expected a time in milliseconds, found no number"),
      (#"{"t":"1","v":0}"#, 6, "expected a number, found '\"'"),
      (
        #"{"t":1,"elbowl":90}"#, 1,
        "expected 'elbowL', 'elbowR', 'lm' or 'v' next to 't', found none of them"
      ),
      (#"{"t":1,"elbowL":"x"}"#, 17, "expected a number, found '\"'"),
      (#"{"t":1,"elbowL":nan}"#, 17, "expected a value, found 'n'"),
      (#"{"t":1,"lm":[1]}"#, 13, "expected an object of landmarks by name, found '['"),
      (
        #"{"t":1,"lm":{"left_elbow":[1]}}"#, 27,
        "expected a landmark as [x, y, z, visibility], found 1 numbers"
      ),
      (#"{"t":1,"v":0,"v":1}"#, 14, "the names in an object must be unique, got a duplicate"),
      (#"{"t":1,"v":0} x"#, 15, "expected the end of the line after the value, found 'x'"),
    ] as [(String, Int, String)])
  func `invalid input is refused with its position`(
    _ text: String, _ column: Int, _ message: String
  ) {
    #expect(error(text) == "\(column): \(message)")
  }

  @Test func `a time that does not increase is refused with its position`() {
    #expect(
      error(#"{"v":0,"t":66}"#, after: 66) == "12: expected a time after 66 ms, found 66 ms")
    #expect(error(#"{"v":0,"t":66.01}"#, after: 66) == nil)
  }
}
