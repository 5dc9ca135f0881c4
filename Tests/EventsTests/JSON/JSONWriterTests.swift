import TestSupport
import Testing

@testable import Events

@Suite struct JSONWriterTests {
  @Test(arguments: [
    ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#), ("\u{8}", #""\b""#), ("\t", #""\t""#),
    ("\n", #""\n""#), ("\u{c}", #""\f""#), ("\r", #""\r""#), ("\0", #""\u0000""#),
    ("\u{1f}", #""\u001f""#), (" ", "\" \""), ("~", "\"~\""), ("\u{7f}", #""\u007f""#),
    ("\u{80}", #""\u0080""#), ("\u{9b}", #""\u009b""#), ("\u{9f}", #""\u009f""#),
    ("\u{a0}", "\"\u{a0}\""), ("\u{61c}", #""\u061c""#), ("\u{200d}", "\"\u{200d}\""),
    ("\u{200e}", #""\u200e""#), ("\u{200f}", #""\u200f""#), ("\u{2028}", #""\u2028""#),
    ("\u{2029}", #""\u2029""#), ("\u{202a}", #""\u202a""#), ("\u{202e}", #""\u202e""#),
    ("\u{202f}", "\"\u{202f}\""), ("\u{2065}", "\"\u{2065}\""), ("\u{2066}", #""\u2066""#),
    ("\u{2069}", #""\u2069""#), ("\u{206a}", "\"\u{206a}\""), ("\u{feff}", "\"\u{feff}\""),
    ("é€𝄞👩‍🚀", "\"é€𝄞👩‍🚀\""), ("a\u{7f}b\u{7f}\u{7f}é", #""a\u007fb\u007f\u007fé""#),
  ])
  func `only characters that must be escaped are escaped`(_ text: String, _ written: String) throws
  {
    #expect(String(decoding: JSON.string(text).bytes, as: UTF8.self) == written)
    #expect(try json(written) == .string(text))
  }

  @Test func `an opened object or list is closed, with commas where needed`() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a")
    writer.beginArray()
    for number in [1.25, 2.5, 0.75, -0.25, -0.0, 0, 1e16, 1.5e300, 12.125] { writer.double(number) }
    writer.beginObject()
    writer.endObject()
    writer.endArray()
    writer.key("b")
    writer.beginArray()
    writer.endArray()
    writer.endObject()
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"a":[1.25,2.5,0.75,-0.25,-0,0,1e+16,1.5e+300,12.125,{}],"b":[]}"#)
  }

  @Test func `a list can have one line for each element`() {
    func written(_ elements: [Int]) -> String {
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("a")
        writer.lines(elements) { element, writer in writer.integer(element) }
        writer.key("b")
        writer.null()
      }
      return writer.text
    }
    #expect(written([]) == #"{"a":[],"b":null}"#)
    #expect(written([1]) == "{\"a\":[\n1\n],\"b\":null}")
    #expect(written([1, 2]) == "{\"a\":[\n1,\n2\n],\"b\":null}")
  }

  @Test func `a value that is not an object has no members, and sorting keeps the order of lists`()
    throws
  {
    #expect(try json("5")["a"] == nil)
    #expect(try json(#"["a"]"#)["a"] == nil)
    #expect(
      try json(#"[{"b":[2,1],"a":{"d":1,"c":2}},0]"#).sorted.bytes
        == Array(#"[{"a":{"c":2,"d":1},"b":[2,1]},0]"#.utf8))
  }

  @Test func `every character is written as the table of escapes requires`() throws {
    let short: [UInt32: String] = [
      8: #"\b"#, 9: #"\t"#, 10: #"\n"#, 12: #"\f"#, 13: #"\r"#, 0x22: #"\""#, 0x5C: #"\\"#,
    ]
    let dangerous: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
    ]
    for value in UInt32(0)..<0x3000 {
      let scalar = try #require(Unicode.Scalar(value))
      var expected = String(scalar)
      if let escape = short[value] {
        expected = escape
      } else if dangerous.contains(where: { $0.contains(value) }) {
        expected =
          #"\u"# + String(repeating: "0", count: 4 - String(value, radix: 16).count)
          + String(value, radix: 16)
      }
      let written = JSON.string(String(scalar)).bytes
      #expect(written.elementsEqual("\"\(expected)\"".utf8), "U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: [
    (100.0, "100"), (-0.0, "-0"), (0, "0"), (0.1, "0.1"), (62.5, "62.5"),
    (1e15, "1000000000000000"),
    (1e16, "1e+16"), (1e-5, "1e-05"), (.leastNonzeroMagnitude, "5e-324"),
    (1.7976931348623157e308, nil),
    (0.1 + 0.2, "0.30000000000000004"), (9_007_199_254_740_992, "9007199254740992"),
  ])
  func `a double is written in its shortest form`(_ value: Double, _ text: String?) throws {
    let written = JSON.number(.double(value)).bytes
    #expect(String(decoding: written, as: UTF8.self) == text ?? value.description)
    guard case .number(let read) = try json(written) else {
      Issue.record("\(value) is not read as a number")
      return
    }
    #expect(read.double.bitPattern == value.bitPattern)
  }

  @Test func `any double reads back as itself`() throws {
    var random = SeededGenerator(seed: 1)
    var tried = 0
    while tried < 4000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      tried += 1
      let written = JSON.number(.double(value)).bytes
      guard case .number(let read) = try json(written) else {
        Issue.record("\(value) is not read as a number")
        continue
      }
      #expect(read.double.bitPattern == value.bitPattern, "\(value)")
    }
  }

  @Test(arguments: [Int64.min, -1, 0, 1, Int64.max])
  func `a whole number keeps all its digits`(_ value: Int64) throws {
    #expect(String(decoding: JSON.number(.integer(value)).bytes, as: UTF8.self) == "\(value)")
    #expect(try json("\(value)") == .number(.integer(value)))
  }

  @Test(arguments: [
    (" { \"b\" : [ 1.0 , 1e2, -0, 0.50 ] , \"a\" : { } } ", #"{"b":[1,100,-0,0.5],"a":{}}"#),
    (#"["\u0041\/","\u00e9\ud834\udd1e","\u009b"]"#, #"["A/","é𝄞","\u009b"]"#),
    (#"[true,false,null,[],{"":""}]"#, #"[true,false,null,[],{"":""}]"#),
  ])
  func `a value has exactly one form`(_ text: String, _ form: String) throws {
    let once = try json(text).bytes
    #expect(String(decoding: once, as: UTF8.self) == form)
    #expect(try json(once).bytes == once)
  }

  @Test func `random trees can be written and read back`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let tree = JSONWriterTests.tree(&random, depth: 0)
      let once = tree.bytes
      let again = try json(once)
      #expect(again == tree)
      #expect(again.bytes == once)
    }
  }

  static func tree(_ random: inout SeededGenerator, depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .number(.integer(Int64(bitPattern: random.next())))
    case 3: return .number(.double(Double.random(in: -1e6...1e6, using: &random)))
    case 4, 5: return .string(text(&random))
    case 6: return .array((0..<random.next() % 5).map { _ in tree(&random, depth: depth + 1) })
    default:
      let count = Int(random.next() % 5)
      return .object(
        (0..<count).map { ("\($0)" + text(&random), tree(&random, depth: depth + 1)) })
    }
  }

  static func text(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<random.next() % 12 {
      let most: UInt32 = [0x7F, 0xFF, 0x2FFF, 0x10FFFF][Int(random.next() % 4)]
      let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &random))
      text.unicodeScalars.append(scalar ?? "?")
    }
    return text
  }
}

/// Tests of JSON values that are written as Swift literals.
@Suite struct JSONLiteralTests {
  @Test func `a literal has the value that it shows`() throws {
    let value: JSON = ["text": "a", "number": 5, "flag": true, "list": ["b", -1, false]]
    #expect(value == (try json(#"{"text":"a","number":5,"flag":true,"list":["b",-1,false]}"#)))
  }

  @Test func `the members of objects are sorted at every depth`() throws {
    let value = try json(#"{"b":[{"d":1,"c":2}],"a":null}"#)
    #expect(value.sorted == (try json(#"{"a":null,"b":[{"c":2,"d":1}]}"#)))
  }
}
