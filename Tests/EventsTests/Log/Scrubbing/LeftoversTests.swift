import TestSupport
import Testing

@testable import Events

/// Tests that a search finds each kind of replaced value that a copy of a log still has.
@Suite struct LeftoversTests {
  /// Returns the events of a scrubbed copy, and the scrubber that wrote it.
  private func scrubbed(
    _ log: Log, _ change: (inout ScrubOptions) -> Void = { _ in }
  ) throws -> (events: [Event], scrubber: Scrubber) {
    var (outline, options) = (LogOutline(), ScrubOptions())
    change(&options)
    let pseudonyms = try Pseudonyms(
      of: log, outlinedIn: &outline, key: SipHash(phrase: "a key for these tests"), options)
    let scrubber = Scrubber(pseudonyms)
    var bytes: [UInt8] = []
    try log.write(outline, scrubbedBy: scrubber, adding: { _ in [] }) { bytes += $0 }
    return (try Log(bytes, name: "copy").wholeEvents(), scrubber)
  }

  private func fields(_ events: [Event], _ scrubber: Scrubber) throws -> [Leftovers.Field] {
    try Leftovers(in: log(events), after: scrubber).fields
  }

  @Test func `a value is found in each field that may contain text`() throws {
    let log = Log(try Samples.log(Samples.full), name: "samples")
    let old = try log.wholeEvents()
    let (new, scrubber) = try scrubbed(log)
    #expect(try fields(new, scrubber) == [])
    var found = 0
    for (place, event) in old.enumerated() {
      var events = new
      events[place].body = event.body
      let names = Set(try fields(events, scrubber).map(\.name))
      let description = EventType.all.first { $0.name == event.type }?.description
      for field in description?.fields ?? [] where field.form == .text {
        guard case .string(let text) = event.data[field.name],
          new[place].data[field.name] != .string(text)
        else { continue }
        var removed = RemovedTexts()
        removed.insert(text)
        guard removed.isFound(in: text) || EventID(text) != nil else { continue }
        #expect(names.contains("\(event.type).\(field.name)"), "\(event.type).\(field.name)")
        found += 1
      }
    }
    #expect(found > 40)
  }

  @Test func `fields are listed in order, with their counts and first events`() throws {
    let log = log(
      .by("ann", .started("evening", title: "Heavy with Bea")),
      .by("ann", .logged("evening", "squat", 5, note: "Knee hurts")),
      .by("ann", .logged("evening", "squat", 5, note: "Knee hurts")))
    let (new, scrubber) = try scrubbed(log)
    let old = try log.wholeEvents()
    var events = new
    for place in old.indices { events[place].body = old[place].body }
    let found = try fields(events, scrubber)
    #expect(
      found.map(\.name) == [
        "SessionStarted.session", "SessionStarted.title", "SetLogged.note", "SetLogged.session",
      ])
    #expect(found.map(\.count) == [1, 1, 2, 2] && found.map(\.seq) == [1, 1, 2, 2])
  }

  @Test func `the id and the user of each event are searched`() throws {
    // The last line is read in the general way, since few bytes follow it.
    let log = log(
      .by("ann", .logged("s", "squat", 5)), .by("ann", .logged("s", "squat", 6)),
      .by("bob", .logged("s", "squat", 7)))
    let (new, scrubber) = try scrubbed(log)
    var events = new
    for (place, old) in try log.wholeEvents().enumerated() {
      (events[place].id, events[place].user) = (old.id, old.user)
    }
    let found = try fields(events, scrubber)
    #expect(found.map(\.name) == ["id", "user"])
    #expect(found.map(\.count) == [3, 3] && found.map(\.seq) == [1, 1])
  }

  @Test func `another user may have the name of an erased person with a number, but not alone`()
    throws
  {
    let log = log(
      .signedIn("ann"), .by("bob", .logged("t", "squat", 5)), .by("bob", .logged("t", "squat", 6)))
    let (new, scrubber) = try scrubbed(log) { $0.erased = "ann" }
    var events = new
    for place in 1...2 {
      events[place].user = "ann 2"
      #expect(try fields(events, scrubber) == [])
      events[place].user = "Ann"
      #expect(try fields(events, scrubber).map(\.name) == ["user"])
      events[place].user = "bob"
    }
  }

  @Test func `the search of an erasure looks for words only in the person's own events`() throws {
    let log = log(
      .signedIn("ann"), .by("ann", .logged("s", "squat", 5, note: "Knee hurts")),
      .by("bob", .logged("t", "squat", 5, note: "Knee hurts")))
    let (new, scrubber) = try scrubbed(log) { $0.erased = "ann" }
    #expect(try fields(new, scrubber) == [])
    var events = new
    events[1].body = try log.wholeEvents()[1].body
    #expect(try fields(events, scrubber).map(\.name) == ["SetLogged.note", "SetLogged.session"])
    events = new
    events[2].body = .logged("t", "squat", 5, note: "seen by ANN")
    #expect(try fields(events, scrubber).map(\.name) == ["SetLogged.note"])
  }
}

@Suite struct RemovedTextsTests {
  private func isFound(_ text: String, in other: String, isName: Bool = false) -> Bool {
    var removed = RemovedTexts()
    removed.insert(text, isName: isName)
    return removed.isFound(in: other)
  }

  @Test(arguments: [
    "Ann Lee", "ann-lee", "ANN_LEE", "annLee", "annlee", "with ann.lee, today", "ann%20lee",
    #"ann\u0020lee"#, "QW5uIExlZQ==", "QW5uIExlZQ",
  ])
  func `a name is found in each spelling`(_ text: String) {
    #expect(isFound("Ann Lee", in: text))
  }

  @Test(arguments: [
    "bea.kovacs@example.com", "Bea.Kovacs+gym@example.com", "bea.kovacs+gym-2.b@example.com",
    "bea.kovacs%40example.com", "bea.kovacs%2Bgym%40example.com", #"bea.kovacs\u0040example.com"#,
    "bea.kovacs (at) example.com", "bea.kovacs+gym [AT] example.com", "be%C3%A1.kovacs@example.com",
  ])
  func `an address is found in each spelling, as one range`(_ text: String) {
    var removed = RemovedTexts()
    for name in ["bea.kovacs@example.com", "Bea"] { removed.insert(name, isName: true) }
    #expect(removed.isFound(in: text))
    let (before, after) = ("50%be: \u{E9} ", ", 10%")
    let range = before.utf8.count..<before.utf8.count + text.utf8.count
    #expect(removed.ranges(in: before + text + after) == [range])
  }

  @Test func `a tag of an address ends before it, and a plus sign may join the words of a name`() {
    #expect(isFound("Ann Lee", in: "q=ann+lee", isName: true))
    #expect(!isFound("bo@kov.hu", in: "bo+gym or @kov.hu", isName: true))
    #expect(isFound("bo@kov.hu", in: "bo+gym@kov.hu", isName: true))
    var removed = RemovedTexts()
    removed.insert("Ann", isName: true)
    #expect(removed.ranges(in: "gym+squat@ann") == [10..<13])
  }

  @Test func `a text in base64 is one range, and escapes of pairs are one letter`() {
    var removed = RemovedTexts()
    removed.insert("Bea", isName: true)
    #expect(removed.ranges(in: "QmVhIEtvdmFjcw==") == [0..<16])
    #expect(removed.ranges(in: #"\uD83D\uDE00\u0042ea \uD83D"#) == [12..<20])
  }

  @Test func `NFC and NFD count as one spelling`() {
    #expect(isFound("Jos\u{E9}", in: "JOSE\u{301} was here"))
    #expect(isFound("Jose\u{301}", in: "jos\u{E9}"))
  }

  @Test func `a name is found with and without diacritics`() {
    #expect(isFound("Kov\u{E1}cs", in: "kovacs-lift", isName: true))
    #expect(isFound("Kova\u{301}cs", in: "Kovacs"))
    #expect(isFound("kovacs", in: "KOV\u{C1}CS-lift"))
    #expect(!isFound("\u{301}", in: "\u{2014}"))
  }

  @Test func `a name is found with a plural s, and not as part of a word`() {
    #expect(
      isFound("ann", in: "anns-curl", isName: true) && isFound("ann", in: "ann's", isName: true))
    #expect(!isFound("ann", in: "planning", isName: true) && !isFound("ann", in: "anna"))
  }

  @Test func `a short text is found only as a whole, and a common word only in names`() {
    #expect(isFound("ok", in: "OK!") && !isFound("ok", in: "ok then"))
    #expect(isFound("1234", in: "1234") && !isFound("1234", in: "in 1234 days"))
    #expect(!isFound("bench press", in: "bench press"))
    #expect(isFound("Arnold", in: "arnold-press", isName: true))
    #expect(!isFound("user", in: "user-3f9c52aa17bd", isName: true))
  }

  @Test func `of a long text, the first eight words are found`() {
    let words = "one day in the gym everything hurt but my elbow"
    #expect(isFound(words, in: "He said: \(words.dropLast(6))"))
    #expect(!isFound(words, in: "but my elbow"))
  }
}
