import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of single values that a strict parser accepts or refuses. They cover the ground of Nicolas Seriot's
/// JSONTestSuite without a download. Each value is tested alone, in a list, and as a member.
@Suite struct StrictnessTests {
  static let accepted: [String] = [
    "null", "true", "false", "0", "-0", "1", "-1", "10", "123456789", "9223372036854775807",
    "-9223372036854775808", "0.5", "-0.5", "1.0", "1e1", "1E1", "1e+1", "1e-1", "1.5e10", "0e0",
    "0e+1", "123.456e78", "1e-2", #""""#, #"" ""#, #""a""#, #""\"""#, #""\\""#, #""\/""#,
    #""\b\f\n\r\t""#, #""\u0041""#, #""\u00e9""#, #""\u00E9""#, #""\ud83d\ude00""#, #""\u0000""#,
    #""\u2028""#, #""\uffff""#, #""é""#, #""€""#, #""😀""#, "\"\u{7F}\"", "\"\u{2028}\"",
    #""/* */""#, #""[}{]""#, "[]", "[ ]", "[[]]", "[null]", "[1,2]", "[ 1 , 2 ]", "[\n1\t,\r2]",
    "{}", "{ }", #"{"a":1}"#, #"{"":0}"#, #"{"a":{"b":[]}}"#, #"{"a":1,"b":2}"#, #"{ "a" : 1 }"#,
    #"{"A":1,"a":2}"#, "{\"e\u{301}\":1,\"\u{E9}\":2}", #"{"\u0061b":1,"a":2}"#, " 1 ", "\t1\n",
  ]

  static let refused: [String] = [
    "nul", "Null", "nulll", "tru", "True", "fals", "FALSE", "undefined", "NaN", "nan", "Infinity",
    "-Infinity", "inf", "+1", "-", "--1", "- 1", "01", "-01", "00", "1.", ".5", "-.5", "1.e1", "1e",
    "1e+", "1e-", "1ee1", "1e1.5", "1.2.3", "0x10", "0b1", "1_000", "1a", "1 000", "0.e1", "0e",
    "0E+", "1eE2", "２", "\"", "\"a", "a\"", "'a'", "a", #""\""#, #""\a""#, #""\x00""#, #""\u""#,
    #""\u1""#, #""\u12""#, #""\u123""#, #""\u12G4""#, #""\U0041""#, #""\ ""#, #""\0""#, #""\'""#,
    "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", "\"\\\u{1F600}\"", "[", "[1", "[1,", "[,1]",
    "[1,,2]", "[1 2]", "[1:2]", "[1;2]", "[\"a\"", "[[1]", "[1}", "(1)", "<1>", "{", #"{"a""#,
    #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, #"{"a":1,}"#, #"{,"a":1}"#, #"{"a"}"#, #"{"a",1}"#,
    #"{"a"::1}"#, #"{"a":1 "b":2}"#, #"{"a":1,,"b":2}"#, #"{"a":1;"b":2}"#, "{a:1}", "{'a':1}",
    "{1:1}", "{null:1}", "{[1]:1}", #"{"a":1]"#, #"{"a" 1}"#, #"{"a"=1}"#, #"{"a":1,"a":2}"#,
    #"{"a":1,"\u0061":1}"#, "1 // two", "1 /* two */", "# 1", "[1,]", "[1,\n]", "\u{A0}1",
    "\u{B}1", "\u{C}1", "\u{2028}1", "\u{FEFF}1", "\u{2060}1", "1\u{0}", "\\u0031", "[\\n]", "*",
    "@", "&", "=", "?", "`a`", "“a”", "..", "...", "-true", "+null",
  ]

  /// The inputs that are wrong only as a whole text.
  static let refusedAlone: [String] = [
    "", " ", "\n", "]", "}", ",", ":", "1,", "1,2", "1]", "1}", "[]]", "{}}", "[][]", "{}{}",
    #""a""b""#, "1 1", "1\n1", "null null", "[1],", #"{"a":1},"#, "\u{0}", "\u{FEFF}[]",
  ]

  /// The inputs that are optional in the grammar, and whether the scanner accepts them.
  static let open: [(bytes: [UInt8], isTaken: Bool)] = {
    func text(_ bytes: [UInt8]) -> [UInt8] { [0x22] + bytes + [0x22] }
    let numbers: [(String, Bool)] = [
      ("9223372036854775808", false), ("-9223372036854775809", false),
      ("100000000000000000000", false), ("1e400", false), ("-1e400", false), ("1e-400", true),
      ("0e999999", true), ("1e+99999999999999999999", false), ("123e-10000000", true),
      ("0.4e006690000", false), ("-1e+9999", false),
    ]
    let escapes: [(String, Bool)] = [
      (#""\ud800""#, false), (#""\udc00""#, false), (#""\ud800a""#, false),
      (#""\ud800\n""#, false), (#""\ud800\ud800""#, false), (#""\udc00\ud800""#, false),
      (#""\ud800\u0061""#, false), (#""\uDFAA""#, false),
    ]
    let raw: [[UInt8]] = [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
      [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xB0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ]
    let nested = [(128, true), (129, false), (500, false)].map { depth, isTaken in
      ([UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth), isTaken)
    }
    let encodings: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], [0xFF, 0xFE, 0x5B, 0, 0x5D, 0],
      [0xFE, 0xFF, 0, 0x5B, 0, 0x5D],
    ]
    return (numbers + escapes).map { (Array($0.utf8), $1) }
      + raw.map { (text($0), false) } + nested + encodings.map { ($0, false) }
  }()

  /// Returns a description of a wrong result for `bytes`, or nil if the result is right.
  private static func wrong(_ bytes: [UInt8], isTaken: Bool) -> String? {
    let isRight = (refusal(bytes) == nil) == isTaken && isSkipped(bytes) == isTaken
    return isRight ? nil : String(decoding: bytes.prefix(40), as: UTF8.self)
  }

  private static func placed(_ text: String) -> [[UInt8]] {
    [text, "[\(text)]", "{\"a\":\(text)}"].map { Array($0.utf8) }
  }

  @Test func `valid JSON is accepted, invalid JSON is refused, and undefined cases are recorded`() {
    let taken = StrictnessTests.accepted.flatMap(StrictnessTests.placed)
    let others =
      StrictnessTests.refused.flatMap(StrictnessTests.placed)
      + StrictnessTests.refusedAlone.map { Array($0.utf8) }
    let wrong =
      taken.compactMap { StrictnessTests.wrong($0, isTaken: true) }
      + others.compactMap { StrictnessTests.wrong($0, isTaken: false) }
      + StrictnessTests.open.compactMap { StrictnessTests.wrong($0.bytes, isTaken: $0.isTaken) }
    #expect(wrong == [])
    #expect(taken.count >= 95 && others.count >= 188 && StrictnessTests.open.count >= 35)
    let count = taken.count + others.count + StrictnessTests.open.count
    Reliability.print(
      "JSONTestSuite, own equivalents", count - wrong.count, of: count, wrong: wrong.count,
      "\(taken.count) accepted, \(others.count) refused, \(StrictnessTests.open.count) pinned")
    guard ProcessInfo.processInfo.environment["REPLOG_DATA"] == nil else { return }
    Reliability.skip(
      "JSONTestSuite, its files", of: 318, "REPLOG_DATA does not name a folder that holds it")
  }
}
