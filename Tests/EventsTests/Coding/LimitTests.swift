import TestSupport
import Testing

@testable import Events

@Suite struct LimitTests {
  /// The limits on numbers of the fields of all events.
  private static var limits: [Limit] {
    let fields = EventType.all.flatMap { $0.description.fields }
    let all = (fields + fields.flatMap { $0.nested.fields }).map(\.traits.limit)
    return all.filter { $0.range != nil } + [.weight(.kg), .bodyWeight(.kg)]
  }

  @Test func `a number may equal its bounds and not exceed them`() throws {
    for limit in Self.limits {
      let range = try #require(limit.range)
      let (least, most) = (range.lowerBound, range.upperBound)
      #expect(limit.breach(by: least) == nil && limit.breach(by: most) == nil, "\(limit)")
      for number in [least - 1, least.nextDown, most.nextUp, most + 1, .infinity, -.infinity, .nan]
      {
        #expect(limit.breach(by: number)?.hasPrefix("must be ") == true, "\(limit)")
      }
    }
    #expect(Self.limits.count > 20)
  }

  @Test(arguments: [
    (FieldTraits.reps.limit, 1001.0, "must be 0…1,000, got 1,001"),
    (.weight(.kg), 2000.001, "must be -500…2,000 kg, got 2000.001 kg"),
    (.weight(.lb), 4410, "must be -500…2,000 kg, got 2,000.34 kg"),
    (.weight(.lb), -1103, "must be -500…2,000 kg, got -500.31 kg"),
    (FieldTraits.rpe.limit, 0, "must be 1…10, got 0"),
    (FieldTraits.rpe.limit, -1, "must be 1…10, got -1"),
  ])
  func `an error about a limit names the bounds and the value`(
    _ limit: Limit, _ number: Double, _ message: String
  ) { #expect(limit.breach(by: number) == message) }

  @Test(arguments: [
    (FieldTraits.seconds.limit, "s"), (.range(1...2, unit: "kcal"), "kcal"), (.weight(.lb), "lb"),
    (.bodyWeight(.kg), "kg"),
  ])
  func `a number has the unit of its limit`(_ limit: Limit, _ unit: String) {
    #expect(limit.unit == unit)
  }

  @Test(arguments: [FieldTraits.reps.limit, .text, .enteredWeight])
  func `a limit without numbers, or with plain numbers, has no unit`(_ limit: Limit) {
    #expect(limit.unit == nil)
  }

  @Test func `the limit of a weight in pounds is checked in kilograms`() {
    #expect(Limit.weight(.lb).breach(by: 4409) == nil)
    #expect(Limit.weight(.lb).breach(by: -1102) == nil)
    #expect(Limit.weight(.kg).breach(by: 4409) != nil)
  }

  @Test(arguments: [
    ("", "must not be empty"), (" ", "must not begin or end with a space"),
    (" a", "must not begin or end with a space"), ("a\u{a0}", "must not begin or end with a space"),
    ("a\tb", "must not contain control characters"),
    ("a\u{0}", "must not contain control characters"),
    ("a\u{7f}", "must not contain control characters"),
    ("a\u{202e}b", "must not contain control characters"),
    (String(repeating: "a", count: 201), "must have at most 200 bytes, got 201"),
    (String(repeating: "é", count: 101), "must have at most 200 bytes, got 202"),
  ])
  func `a name must be short and plain`(_ text: String, _ message: String) {
    #expect(Limit.name.breach(by: text) == message)
    #expect(Name(text).breach(of: .none) == message)
  }

  @Test func `a name may have 200 bytes, any letters and inner spaces`() {
    for text in ["a", "a b", "é€𝄞", String(repeating: "é", count: 100)] {
      #expect(Limit.name.breach(by: text) == nil)
    }
  }

  @Test func `a text has a visible character and at most 10,000 characters`() {
    #expect(Limit.text.breach(by: "") == "must not be empty")
    #expect(Limit.text.breach(by: " \n\t") == "must not be empty")
    #expect(Limit.text.breach(by: String(repeating: "é", count: 10_000)) == nil)
    #expect(
      Limit.text.breach(by: String(repeating: "a", count: 10_001))
        == "must have at most 10,000 characters, got 10,001")
  }

  @Test func `a number is finite under every limit`() {
    for number in [Double.infinity, -.infinity, .nan] {
      #expect(number.breach(of: .none) == "must be a finite number, got \(number)")
    }
    #expect(Double.greatestFiniteMagnitude.breach(of: .none) == nil)
  }

  @Test func `the name of a setting is not the name of a secret`() {
    #expect(Limit.setting.breach(by: "rest-timer") == nil)
    #expect(Limit.setting.breach(by: " x") == Limit.name.breach(by: " x"))
    let secret = "must not be the name of a secret"
    for name in ["password", "API-Key", "access_token"] {
      #expect(Limit.setting.breach(by: name) == secret)
    }
  }

  @Test func `an address is a text without a secret`() {
    #expect(Limit.address.breach(by: "https://example.com/ann.png?size=2") == nil)
    #expect(Limit.address.breach(by: "") == "must not be empty")
    let secret = "must not contain a password or a token"
    #expect(Limit.address.breach(by: "https://example.com/ann.png?token=abc") == secret)
  }

  @Test func `the empty limit has no description`() {
    #expect(Limit.none.breach(by: .infinity) == nil)
    #expect(Limit.none.breach(by: "") == nil)
    #expect(Limit.none.range == nil)
  }
}
