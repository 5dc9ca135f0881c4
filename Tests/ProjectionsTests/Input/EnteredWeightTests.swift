import Events
import Projections
import Testing

@Suite struct EnteredWeightTests {
  @Test(arguments: [
    ("45lb", 45, Weight.Unit.lb), ("20kg", 20, .kg), (".5kg", 0.5, .kg), ("2.5 lb", 2.5, .lb),
    ("-5lb", -5, .lb), ("+5kg", 5, .kg), ("100KG", 100, .kg), (" 225 lb", 225, .lb),
    ("0kg", 0, .kg), ("62.50kg", 62.5, .kg), ("-.5kg", -0.5, .kg), ("225lbs", 225, .lb),
    ("100 kgs", 100, .kg), ("102,5kg", 102.5, .kg), ("-2,5 LBS", -2.5, .lb),
    ("0,125kg", 0.125, .kg), ("\u{2212}20kg", -20, .kg),
  ])
  func `a weight with a unit has that unit`(
    _ text: String, _ value: Double, _ unit: Weight.Unit
  ) throws {
    #expect(try EnteredWeight(text) == EnteredWeight(Weight(value, unit)))
  }

  @Test(arguments: [("45", 45), ("-2.5", -2.5), ("102,5", 102.5), (" 60 ", 60), ("007", 7)])
  func `a bare number has no unit`(_ text: String, _ value: Double) throws {
    #expect(try EnteredWeight(text) == EnteredWeight(value))
  }

  @Test(arguments: [
    "...lb", "+.kg", "1.2.3lb", "lb", "kg", "heavy", "", " ", "45g", "45kgkg", "5.kg", "5.", ".",
    "-", "+", "--5kg", "+-5kg", "5-kg", "1e2kg", "0x10kg", "nankg", "infkg", "nan", "inf",
    "1,000kg", "4 5kg", "45 kg lb", "٤٥kg", "½kg", "bw", "60s", "5km", "5x100kg", "1:30",
    "1,250.5", String(repeating: "9", count: 400) + "kg",
  ])
  func `a text that is not a weight is an error, and does not mean body weight`(_ text: String) {
    #expect(throws: EntryError.self) { try EnteredWeight(text) }
  }

  @Test(arguments: [
    ("102..5", "102.5"), ("102.5.0kg", "102.5kg"), ("100kgg", "100kg"), ("100 kilos", "100kg"),
    ("225 pounds", "225lb"), ("225#", "225lb"), ("1,000lb", "1000lb"), ("102,125kg", "102.125kg"),
    ("1.250,5", "1250.5"), ("1,250.5lb", "1250.5lb"), ("1o0kg", "100kg"), ("100kg!", "100kg"),
    ("5.", "5"), ("- 20kg", "20kg"),
  ])
  func `an unrecognised weight leads to the most similar valid one`(
    _ text: String, _ nearest: String
  ) {
    let error = #expect(throws: EntryError.self) { try EnteredWeight(text) }
    #expect(error?.nearest == nearest)
    #expect(error?.message == "expected a weight such as 100kg, 225lb or 60, found '\(text)'")
  }

  @Test(arguments: ["heavy", "60st", "", "45g", "5x100kg", "kg", "bw", "60s"])
  func `another kind of entry leads to no suggestion`(_ text: String) {
    let error = #expect(throws: EntryError.self) { try EnteredWeight(text) }
    #expect(error?.nearest == nil)
  }

  @Test func `a text that may be a secret is not repeated`() {
    let error = #expect(throws: EntryError.self) {
      try EnteredWeight(String(repeating: "x", count: 101))
    }
    #expect(
      error?.message
        == "expected a weight such as 100kg, 225lb or 60, found 101 bytes of text")
  }
}
