import Testing

@testable import Events

@Suite struct ScannerTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1", "-1", "1.5", "1e3", "1E+3", "1e-3", "-0.0e0", "\"\"",
    "[]", "{}", " [ ] ", "\t{\r\n} ", "[1,2]", "[[],{}]", #"{"":0}"#, #"{"a":{"a":1},"b":[]}"#,
    #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\u00e9\u20AC\ud834\udd1e""#, "\"\u{7f}\"", "\"é€𝄞\"",
    "\"\u{2028}\"", "\"\u{feff}\"", "\"\u{fffe}\"", "\"\u{10ffff}\"", "9223372036854775807",
    "-9223372036854775808", "1.7976931348623157e308", "5e-324", "1e-400", "0e99999999999999999999",
  ])
  func `valid JSON is accepted, whether it is read or skipped`(_ text: String) {
    #expect(refusal(text) == nil)
    #expect(isSkipped(Array(text.utf8)))
  }

  @Test(arguments: [
    ("", 0, "expected a value, found the end of the line"),
    ("nul", 0, "expected a value, found 'n'"),
    ("True", 0, "expected a value, found 'T'"),
    ("NaN", 0, "expected a value, found 'N'"),
    ("Infinity", 0, "expected a value, found 'I'"),
    ("-Infinity", 1, "expected a digit after '-', found 'I'"),
    ("'a'", 0, "expected a value, found '''"),
    ("[1,]", 3, "expected a value, found ']'"),
    ("[,1]", 1, "expected a value, found ','"),
    ("[1 2]", 3, "expected ',' or ']' after a value, found '2'"),
    ("[1", 2, "expected ',' or ']' after a value, found the end of the line"),
    (#"{"a":1,}"#, 7, "expected a name in quotes, found '}'"),
    (#"{a:1}"#, 1, "expected a name in quotes, found 'a'"),
    (#"{"a" 1}"#, 5, "expected ':' after a name, found '1'"),
    (#"{"a":1 "b":2}"#, 7, "expected ',' or '}' after a value, found '\"'"),
    (#"{"a":}"#, 5, "expected a value, found '}'"),
    ("1 x", 2, "expected the end of the line after the value, found 'x'"),
    ("1//", 1, "expected the end of the line after the value, found '/'"),
    ("\u{feff}1", 0, "expected a value, found byte 0xef (a byte order mark?)"),
    ("\u{b}1", 0, "expected a value, found byte 0x0b"),
    ("1\u{0}", 1, "expected the end of the line after the value, found a NUL byte"),
  ])
  func `invalid JSON is refused at its place`(_ text: String, _ offset: Int, _ message: String) {
    #expect(refusal(text) == LineError(offset, message))
    #expect(!isSkipped(Array(text.utf8)))
  }

  @Test(arguments: [
    ("01", 0, "a number must not have a leading zero"),
    ("-01", 1, "a number must not have a leading zero"),
    ("+1", 0, "expected a value, found '+'"),
    (".5", 0, "expected a value, found '.'"),
    ("5.", 2, "expected a digit after '.', found the end of the line"),
    ("5.e1", 2, "expected a digit after '.', found 'e'"),
    ("1e", 2, "expected a digit in the exponent, found the end of the line"),
    ("1e+", 3, "expected a digit in the exponent, found the end of the line"),
    ("0x10", 1, "expected the end of the line after the value, found 'x'"),
    ("9223372036854775808", 0, tooLarge),
    ("-9223372036854775809", 0, tooLarge),
    ("18446744073709551616", 0, tooLarge),
    ("100000000000000000000000000000", 0, tooLarge),
    ("1e400", 0, "expected a finite number, found one beyond 1.8e308"),
    ("-1e309", 0, "expected a finite number, found one beyond 1.8e308"),
    ("1e99999999999999999999", 0, "expected a finite number, found one beyond 1.8e308"),
  ])
  func `an invalid or too large number is refused`(
    _ text: String, _ offset: Int, _ message: String
  ) {
    #expect(refusal(text) == LineError(offset, message))
    #expect(!isSkipped(Array(text.utf8)))
  }

  static let tooLarge = "expected a whole number of at most 64 bits, found a larger one"

  @Test(arguments: [
    (#""abc"#, 4, "expected '\"' at the end of a string, found the end of the line"),
    (#""a\"#, 3, "expected an escape, found the end of the line"),
    (#""\x""#, 2, #"expected one of "\/bfnrtu after a backslash, found 'x'"#),
    (#""\U0041""#, 2, #"expected one of "\/bfnrtu after a backslash, found 'U'"#),
    (#""\u00g0""#, 5, #"expected four hexadecimal digits after '\u', found 'g'"#),
    (#""\u12""#, 5, #"expected four hexadecimal digits after '\u', found '"'"#),
    (#""\ud800""#, 1, half), (#""\ud800x""#, 1, half), (#""\ud800\n""#, 1, half),
    (#""\ud800\u0041""#, 1, half), (#""\udc00""#, 1, half), (#""\udc00\ud800""#, 1, half),
    (#""\ud800\ud800\udc00""#, 1, half), (#""\ud834\ue000""#, 1, half),
    (#""\udbff\uffff""#, 1, half), (#""\ud834\udbff""#, 1, half),
    ("\"a\tb\"", 2, "expected an escape for a control character, found byte 0x09"),
    ("\"a\nb\"", 2, "expected an escape for a control character, found byte 0x0a"),
    ("\"\u{0}\"", 1, "expected an escape for a control character, found a NUL byte"),
    ("\"\u{1f}\"", 1, "expected an escape for a control character, found byte 0x1f"),
  ])
  func `a broken string is refused at its place`(_ text: String, _ offset: Int, _ message: String) {
    #expect(refusal(text) == LineError(offset, message))
    #expect(!isSkipped(Array(text.utf8)))
  }

  static let half = "expected a whole surrogate pair, found half of one"

  @Test(arguments: [0x00...0x1F])
  func `every raw control character is refused at every position of a word`(
    _ codes: ClosedRange<UInt8>
  ) {
    for code in codes {
      for place in 0..<20 {
        var text = [UInt8](repeating: 0x61, count: 20)
        text[place] = code
        let error = refusal([0x22] + text + [0x22])
        #expect(error?.offset == place + 1, "byte \(code) at \(place)")
      }
    }
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func `nesting may be 128 deep and no deeper`(_ open: String, _ close: String) {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth - 1) + (open == "[" ? "[]" : "{}")
        + String(repeating: close, count: depth - 1)
    }
    #expect(refusal(nested(128)) == nil)
    #expect(isSkipped(Array(nested(128).utf8)))
    let place = 128 * open.utf8.count
    #expect(
      refusal(nested(129))
        == LineError(place, "values must be nested at most 128 levels deep, got more"))
    #expect(!isSkipped(Array(nested(129).utf8)))
    #expect(refusal(String(repeating: open, count: 100_000))?.offset == place)
  }

  @Test(arguments: [
    (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"\u0061":1}"#, 7), (#"{"\u0061":1,"a":1}"#, 12),
    ("{\"é\":1,\"\\u00e9\":1}", 8), (#"{"":1,"":2}"#, 6), (#"{"b":{"a":1,"a":1}}"#, 12),
  ])
  func `a duplicate name in an object is refused, however it is spelled`(
    _ text: String, _ offset: Int
  ) {
    #expect(
      refusal(text) == LineError(offset, "the names in an object must be unique, got a duplicate"))
    #expect(!isSkipped(Array(text.utf8)))
  }

  @Test func `names that only Unicode considers equal are two names`() throws {
    let tree = try json("{\"\u{e9}\":1,\"e\u{301}\":2}")
    #expect(tree["\u{e9}"] == .number(.integer(1)))
    #expect(tree["e\u{301}"] == .number(.integer(2)))
  }

  @Test(arguments: [15, 16, 17, 18, 300])
  func `a duplicate is found among any number of names`(_ count: Int) {
    let names = (0..<count).map { "\"n\($0)\":0" }
    #expect(refusal("{" + names.joined(separator: ",") + "}") == nil)
    for repeated in [0, count / 2, count - 1] {
      let text = "{" + (names + [names[repeated]]).joined(separator: ",") + "}"
      #expect(refusal(text)?.message == "the names in an object must be unique, got a duplicate")
      #expect(!isSkipped(Array(text.utf8)))
    }
  }

  @Test(arguments: [
    ("1.5", 1.5), ("1e-400", 0), ("-1e-400", -0.0), ("0.1", 0.1), ("123456789.125", 123456789.125),
    ("9007199254740993.0", 9_007_199_254_740_992), ("1e22", 1e22), ("1e23", 1e23),
    ("0.30000000000000004", 0.30000000000000004), ("2.2250738585072011e-308", 0x1p-1022.nextDown),
    ("1.7976931348623158e308", 1.7976931348623157e308),
  ])
  func `a fraction is the nearest double`(_ text: String, _ value: Double) throws {
    guard case .number(.double(let read)) = try json(text) else {
      Issue.record("\(text) is not a double")
      return
    }
    #expect(read.bitPattern == value.bitPattern)
  }
}
