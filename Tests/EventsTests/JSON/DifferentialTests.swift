import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests that compare the scanner with Foundation's JSONSerialization, on thousands of damaged inputs.
@Suite struct DifferentialTests {
  static let snippets = [
    #"{"seq":12,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","user":"ann","data":{"reps":5}}"#,
    #"[1,-2,3.5,-0.25e-2,1E+5,0,true,false,null,"x",[],{}]"#,
    #"{"a":{"b":[{"c":"d\n\u00e9\"\\\/"},[]],"e":"é€𝄞"},"f":[[[[]]]]}"#,
    #""plain text that is longer than eight bytes, é, \ud834\udd1e, \t""#,
    "  [ 1 , 2 , { \"k\" : \"v\" } ]\n", "-12.75e+3", #"{"":"","0":0,"1":[1],"2":{"2":2}}"#,
    "true", "null", "0", #"["\u0000","\u001f","\u007f","\u2028"]"#,
  ]

  static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.next() % 3 {
      let place = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &random)
      switch random.next() % 6 {
      case 0 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8(random.next() % 8)
      case 1 where !bytes.isEmpty: bytes.remove(at: place)
      case 2:
        bytes.insert(
          Array(#"{}[]",:\0123456789+-.eEtfnu"#.utf8)[Int(random.next() % 26)], at: place)
      case 3: bytes = Array(bytes.prefix(place))
      case 4: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      default:
        let end = Int.random(in: place...bytes.count, using: &random)
        bytes.insert(contentsOf: bytes[place..<end].prefix(8), at: place)
      }
    }
    return bytes
  }

  static func oracle(_ bytes: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  }

  /// Returns the reason why the scanner may refuse an input that Foundation accepts, or nil if it may not.
  static func excuse(_ bytes: [UInt8], _ error: LineError) -> String? {
    // Foundation detects UTF-16 and UTF-32, which have a NUL for every other byte of ASCII text. It also skips a byte
    // order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.prefix(4).contains(0) { return "encoding" }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return "encoding" }
    switch error.message {
    // Foundation keeps the last of several members with one name.
    case "the names in an object must be unique, got a duplicate": return "duplicate"
    // Foundation converts such numbers to a decimal or a double.
    case "expected a whole number of at most 64 bits, found a larger one": return "large"
    // Foundation accepts one comma before the end of an array or an object.
    case "expected a value, found ']'", "expected a name in quotes, found '}'":
      let before = bytes[..<error.offset].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      return before == UInt8(ascii: ",") ? "trailing comma" : nil
    default: return nil
    }
  }

  @Test(arguments: 0..<8)
  func `the scanner accepts what Foundation accepts, and reads the same values`(_ seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let lines = try Samples.log(Samples.full).split(separator: UInt8(ascii: "\n")).map(Array.init)
    let seeds = DifferentialTests.snippets.map { Array($0.utf8) } + lines
    var both = 0
    for _ in 0..<600 {
      let bytes = DifferentialTests.mutated(
        try #require(seeds.randomElement(using: &random)), &random)
      let shown = Comment(rawValue: String(decoding: bytes, as: UTF8.self))
      let theirs = DifferentialTests.oracle(bytes)
      do throws(LineError) {
        let ours = try json(bytes)
        #expect(isSkipped(bytes), shown)
        guard let theirs else {
          Issue.record("Foundation refuses: \(shown)")
          continue
        }
        both += 1
        #expect(DifferentialTests.isSame(ours, theirs), shown)
      } catch {
        #expect(!isSkipped(bytes), shown)
        if theirs != nil {
          #expect(DifferentialTests.excuse(bytes, error) != nil, "\(error.message): \(shown)")
        }
      }
    }
    #expect(both > 50)
  }

  static func isSame(_ ours: JSON, _ theirs: Any) -> Bool {
    switch ours {
    case .null: return theirs is NSNull
    case .bool(let value): return (theirs as? NSNumber)?.boolValue == value
    case .number(.integer(let value)): return (theirs as? NSNumber)?.int64Value == value
    case .number(.double(let value)): return (theirs as? NSNumber)?.doubleValue == value
    case .string(let text):
      return (theirs as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
    case .array(let elements):
      guard let theirs = theirs as? [Any], theirs.count == elements.count else { return false }
      return zip(elements, theirs).allSatisfy { isSame($0, $1) }
    case .object(let members):
      // Foundation's dictionary treats composed and decomposed names as equal.
      guard let theirs = theirs as? [String: Any],
        Set(members.map(\.name)).count == theirs.count
      else { return false }
      return members.allSatisfy { name, value in theirs[name].map { isSame(value, $0) } ?? false }
    }
  }
}
