import Events
import Projections
import Testing

@Suite struct EnteredSetTests {
  private static func set(
    _ count: Int = 1, reps: Int? = nil, _ weight: EnteredWeight? = nil, seconds: Double? = nil,
    metres: Double? = nil, bodyAlone: Bool = false
  ) -> EnteredSet {
    var set = EnteredSet(reps: 0, weight: weight)
    (set.count, set.reps, set.seconds, set.metres) = (count, reps, seconds, metres)
    set.isBodyAlone = bodyAlone
    return set
  }

  private static let hundred = EnteredWeight(Weight(100))

  @Test(arguments: [
    ("5x100kg", set(reps: 5, hundred)), ("5X100KG", set(reps: 5, hundred)),
    ("5 x 100 kg", set(reps: 5, hundred)), ("5×100kgs", set(reps: 5, hundred)),
    ("5x100", set(reps: 5, EnteredWeight(100))), ("0x100", set(reps: 0, EnteredWeight(100))),
    ("5x102,5lbs", set(reps: 5, EnteredWeight(Weight(102.5, .lb)))),
    ("8x-20kg", set(reps: 8, EnteredWeight(Weight(-20)))), ("12", set(reps: 12)),
    ("-1", set(reps: -1)), ("1001", set(reps: 1_001)), ("12xbw", set(reps: 12, bodyAlone: true)),
    ("12 x BW", set(reps: 12, bodyAlone: true)), ("3x5x100kg", set(3, reps: 5, hundred)),
    ("3 x 12 x bw", set(3, reps: 12, bodyAlone: true)),
    ("3x12", set(reps: 3, EnteredWeight(12))), ("60s", set(seconds: 60)),
    ("60 sec", set(seconds: 60)), ("5min", set(seconds: 300)), ("1h 5min", set(seconds: 3_900)),
    ("1:30", set(seconds: 90)), ("1:05:00", set(seconds: 3_900)), ("0:07", set(seconds: 7)),
    ("1:30,5", set(seconds: 90.5)), ("3x60s", set(3, seconds: 60)),
    ("5x1:30x20", set(5, EnteredWeight(20), seconds: 90)),
    ("60sx20kg", set(1, EnteredWeight(Weight(20)), seconds: 60)), ("5km", set(metres: 5_000)),
    ("400m", set(metres: 400)), ("1mi", set(metres: 1_609.344)), ("5,25 km", set(metres: 5_250)),
    ("5km/27:30", set(seconds: 1_650, metres: 5_000)),
    ("2x40mx32kg", set(2, EnteredWeight(Weight(32)), metres: 40)),
    ("42.195km/3:05:00", set(seconds: 11_100, metres: 42_195)),
  ])
  func `a set is read as a lifter writes it`(_ text: String, _ set: EnteredSet) throws {
    #expect(try EnteredSet(text) == set)
    // What is shown of it can be entered again.
    #expect(try EnteredSet("\(set)") == set)
  }

  private static let nonsense = [
    "", " ", "x", "five", "heavy", "5y100", "kg", "bw", "100kg", "5x", "x5", "5xx100", "5.5x100kg",
    "5x100x3x2", "21x5x100kg", "0x5x100kg", "-3x5x100kg", "5x60st", "1:60", "1:5", ":30", "1:",
    "1:30:5", "1:60:00", "5km/", "/27:30", "27:30/5km", "5km/27:30/1", "5kg/27:30", "5x1:30x20x1",
    "bwx12", "100kgx5", "5x1,000lb", "5@100kg", "5x100kg@8", "5x1e2", "5xnan", "٥x١٠٠",
    "99999999999999999999", "99999999999999999999x5", "-60s", "5-10x100kg", "5x100kg 5x100kg",
    String(repeating: "5x", count: 1_000), "5x100kg\u{0}", "5x\u{202E}100kg", "🏋️x100kg",
  ]

  @Test(arguments: nonsense)
  func `a text that is not a set is an error`(_ text: String) {
    #expect(throws: EntryError.self) { try EnteredSet(text) }
  }

  @Test(arguments: [
    ("5@100kg", "5x100kg"), ("5*100", "5x100"), ("5 100kg", "5x100kg"),
    ("5 reps at 100 kilos", "5x100kg"), ("3 sets of 5 reps with 100kg", "3x5x100kg"),
    ("100kgx5", "5x100kg"), ("100kgx5x3", "3x5x100kg"), ("5x100kgx3", "3x5x100kg"),
    ("100x5x3", "3x5x100"), ("5x100kg@8", "5x100kg"), ("5x102..5", "5x102.5"),
    ("5x1,000lb", "5x1000lb"), ("5x100kgg", "5x100kg"), ("5x", "5"), ("x5", "5"),
    ("5xx100", "5x100"), ("12 bodyweight", "12xbw"), ("bwx12", "12xbw"), ("bw", "1xbw"),
    ("100kg", "1x100kg"), ("27:30/5km", "5km/27:30"), ("5km 27:30", "5km/27:30"),
    ("5 km in 27:30 min", "5km/27:30"), ("90 seconds", "1:30"), ("5 by 100", "5x100"),
    ("12+20kg", "12x20kg"), ("12xbw+20kg", "12x20kg"), ("12xbw-20kg", "12x-20kg"),
    ("1:75", "2:15"), ("0:60", "60s"), ("x100", "1x100"), ("x100kg", "1x100kg"),
    ("5x100 lbss", "5x100lb"), ("1m30s", "1:30"), ("2x1M5s", "2x1:05"), ("400m90s", "400m/1:30"),
  ])
  func `an unrecognised set leads to the most similar valid one`(_ text: String, _ nearest: String)
    throws
  {
    let error = #expect(throws: EntryError.self) { try EnteredSet(text) }
    #expect(error?.nearest == nearest)
    #expect(throws: Never.self) { try EnteredSet(nearest) }
  }

  @Test(arguments: [
    "", "five", "heavy", "5y100", "5x60st", "kg", "5-10x100kg stop", "1:60:00", "100x5x3kg",
    "0x5x100kg", "101x400m", "0x60s",
  ])
  func `nonsense leads to no suggestion`(_ text: String) {
    #expect(EnteredSet.nearest(to: text) == nil)
  }

  @Test(arguments: [
    ("3x8x60kg", "3x8x60kg"), ("5x100kg", "5x100kg"), ("12", "12"), ("60s", "60s"),
    ("3x8xbw", "3x8xbw"), ("3x62.5", "3x62.5"), ("25x100", "25x100"),
  ])
  func `planned sets have the same forms as a set`(_ text: String, _ meaning: String) throws {
    #expect(try EnteredSet(planned: text).description == meaning)
    #expect(throws: EntryError.self) { try EnteredSet(planned: "heavy") }
  }

  @Test func `of two planned numbers, the first is the number of sets`() throws {
    let planned = try EnteredSet(planned: "3x8")
    #expect((planned.count, planned.reps, planned.weight) == (3, 8, nil))
    #expect(planned.otherMeaning?.description == "3x8kg")
    let logged = try EnteredSet("3x8")
    #expect((logged.count, logged.reps, logged.weight) == (1, 3, EnteredWeight(8)))
    #expect(logged.otherMeaning?.description == "3x8xbw")
  }

  @Test(arguments: ["5x140", "12", "3x5xbw", "3x5kg", "3x5x100", "12x8", "3x62.5", "0x5", "60s"])
  func `an entry with one likely meaning has no alternatives`(_ text: String) throws {
    #expect(try EnteredSet(text).otherMeaning == nil)
  }

  @Test func `every suggestion can be entered`() throws {
    let near: [EnteredSet] = Self.nonsense.compactMap { EnteredSet.nearest(to: $0) }
    #expect(near.count > 10)
    for set in near { #expect(try EnteredSet("\(set)") == set) }
  }
}
