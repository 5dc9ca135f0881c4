import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct ScrubTests {
  private static let key = SipHash(phrase: "a key for these tests")

  /// Returns the log that is written in place of `log`, and the scrub that wrote it.
  private func scrubbed(
    _ log: Log, key: SipHash = key, _ change: (inout Scrub.Options) -> Void = { _ in }
  ) throws -> (log: Log, text: String, scrub: Scrub) {
    var options = Scrub.Options()
    change(&options)
    let scrub = try Scrub(log, key: key, options)
    var bytes: [UInt8] = []
    try scrub.write(DraftDefaults(now: moment("2026-06-01T12:00:00Z"), seed: 1)) { bytes += $0 }
    return (Log(bytes, name: "scrubbed.jsonl"), String(decoding: bytes, as: UTF8.self), scrub)
  }

  private func random(_ seed: UInt64, _ count: Int = 150) -> [Event] {
    var facts = RandomFacts(seed: seed)
    return facts.events(count)
  }

  @Test(arguments: Reliability.some(Reliability.randomLogs, ofEach: 2).map { UInt64($0) })
  func `no text remains in random logs, and all views are shown to be the same`(
    _ seed: UInt64
  ) throws {
    let events = Marked.events(random(seed))
    let (copy, text, scrub) = try scrubbed(log(events)) {
      // A cycle of the calendar, after which months and weekdays are the same again.
      $0.days = seed % 3 == 0 ? -146_097 : 0
    }
    #expect(!text.contains(Marked.mark) && !text.contains(Marked.mark.lowercased()))
    let proof = try scrub.prove(copy)
    #expect(proof.users == 3 && proof.views > 40)
    #expect(Verification(copy).events == events.count && !Verification(copy).isDamaged)
    #expect(try scrub.leftovers(in: copy).fields.isEmpty)
    let ids = try ids(of: log(events), in: copy)
    #expect(ids.old.count == events.count)
    #expect(ids.old.sorted().map { ids.new[$0] } == ids.new.values.sorted())
    #expect(Set(ids.new.values).isDisjoint(with: ids.old))
  }

  /// Returns the ids of a log, and the new ids by the old ones; the types of events must be the same.
  private func ids(of log: Log, in copy: Log) throws -> (old: [EventID], new: [EventID: EventID]) {
    var (old, new) = (log.lines(), copy.lines())
    var (ids, renamed): ([EventID], [EventID: EventID]) = ([], [:])
    while try old.next() != nil {
      #expect(try new.next() != nil)
      #expect(new.type == old.type)
      ids.append(old.id)
      renamed[old.id] = new.id
    }
    return (ids, renamed)
  }

  @Test(arguments: Reliability.some(Reliability.randomLogs, ofEach: 2).map { UInt64($0) })
  func `references are replaced like the ids that they refer to`(_ seed: UInt64) throws {
    let events = random(seed)
    let (copy, _, _) = try scrubbed(log(events)) { $0.days = 364 }
    let ids = try ids(of: log(events), in: copy).new
    for (event, other) in zip(events, try copy.wholeEvents()) {
      #expect(
        event.referencedEntities.compactMap { ids[$0] }
          == zip(event.referencedEntities, other.referencedEntities).compactMap {
            ids[$0] == nil ? nil : $1
          })
    }
  }

  @Test func `remaining values are found in each kind of field, and listed by field`() throws {
    let log = log(
      .signedIn("ann"), .signedIn("annika"),
      .by("annika", .logged("s", "squat", 5, Weight(100), note: "Knee hurts badly")),
      .by("annika", .scheduled("c", title: "Yin with Annika")),
      .by("annika", SettingChanged(key: "annikas-key", value: "on").body))
    let (copy, _, scrub) = try scrubbed(log)
    let (before, after) = (try log.wholeEvents(), try copy.wholeEvents())
    #expect(try scrub.leftovers(in: copy).fields.isEmpty)
    func fields(_ change: (inout Event) -> Void, at place: Int) throws -> [String] {
      var events = after
      change(&events[place])
      return try scrub.leftovers(in: TestSupport.log(events)).fields.map(\.name)
    }
    for (place, field) in [
      (2, "SetLogged.note"), (3, "ClassScheduled.title"), (4, "SettingChanged.key"),
    ] {
      let body = before[place].body
      #expect(try fields({ $0.body = body }, at: place).contains(field))
    }
    #expect(try fields({ $0.user = "annika" }, at: 2) == ["user"])
    let id = before[2].id
    #expect(try fields({ $0.id = id }, at: 2) == ["id"])
    // Each spelling of a name, in a field of its own.
    let spellings = [
      "ANNIKA", "say annika's", "annika%40example.com", "%61nnika", #"\u0061nnika"#, "YW5uaWth",
      "knee-hurts-badly", "KneeHurtsBadly", "Annika_Weight",
    ]
    for spelling in spellings {
      let found = try fields(
        { $0.body = .logged("s", "squat", 5, Weight(100), note: spelling) }, at: 2)
      #expect(found.contains("SetLogged.note"), "\(spelling)")
    }
    for harmless in ["planning", "squat", "hurts", "100"] {
      let found = try fields(
        { $0.body = .logged("s", "squat", 5, Weight(100), note: harmless) }, at: 2)
      #expect(!found.contains("SetLogged.note"), "\(harmless)")
    }
    let unknown = UnknownEvent(
      type: "AcmeSlept",
      data: .object([("annikaSleep", .number(.integer(1))), ("by", .string("Annika"))]))
    #expect(
      try fields({ $0.body = .unknown(unknown) }, at: 2) == [
        "AcmeSlept.members", "AcmeSlept.unknown",
      ])
  }

  @Test func `every type of event is scrubbed, with all fields and with as few as possible`() throws
  {
    let events = Marked.events(
      zip(1..., Samples.full + Samples.sparse).map { seq, body in
        Event(id: id(seq), at: moment("2026-03-02T12:00:00Z"), user: "ann", body, seq: seq)
      })
    let (copy, text, scrub) = try scrubbed(log(events))
    #expect(text.contains("user-") && !text.contains(Marked.mark))
    #expect(try scrub.prove(copy).users == 1)
  }

  @Test func `the same key gives the same bytes, and another key gives other names`() throws {
    let log = log(random(1))
    let (one, again) = (try scrubbed(log).text, try scrubbed(log).text)
    #expect(one == again)
    #expect(try scrubbed(log, key: SipHash(phrase: "another key for it")).text != one)
  }

  @Test func `a person is the same person in each field, and an address stays one address`() throws
  {
    let (_, text, scrub) = try scrubbed(
      log(
        .signedIn("ann"), .by("ann", .logged("s", "squat", 5, Weight(100), note: "ann")),
        .by("bob", .chose(.monday, "ann@example.com")), .by("bob", .chose(.monday, "Push"))))
    let ann = try #require(text.split(separator: "\"").first { $0.hasPrefix("user-") })
    #expect(ann.utf8.count == 17)
    #expect(text.contains("\"subject\":\"\(ann)\"") && text.contains("\"note\":\"\(ann)\""))
    let address = try #require(text.split(separator: "\"").first { $0.hasSuffix("@example.com") })
    #expect(address.hasPrefix(ann + "+"))
    #expect(text.contains("\"type\":\"\(address)\""))
    #expect(text.contains("\"exercise\":\"squat\"") && text.contains("\"weight\":100"))
    #expect(scrub.persons == 2 && scrub.counts.users == 4)
  }

  @Test func `unknown types and fields are scrubbed, but not their numbers and event ids`()
    throws
  {
    let (copy, text, scrub) = try scrubbed(
      log(lines: [
        #"{"seq":1,"id":"\#(id(1))","at":"2026-03-02T12:00:00Z","user":"ann","type":"AcmeSlept","#
          + #""data":{"hours":7.5,"with":["Quill",{"ann":"ann","q@x.org":1}]}}"#,
        #"{"seq":2,"id":"\#(id(2))","at":"2026-03-02T12:01:00Z","user":"ann","type":"SetLogged","#
          + #""data":{"session":"s","exercise":"squat","reps":5,"mood":"Quill","n":3},"by":"Quill"}"#,
      ])
    ) { $0.kept = [.members] }
    #expect(!text.contains("Quill") && !text.contains("ann") && !text.contains("q@x.org"))
    #expect(
      text.contains("\"hours\":7.5") && text.contains("\"n\":3") && text.contains("\"mood\":"))
    // Four texts, and the names of two members.
    #expect(scrub.counts.unknown == 6)
    #expect(try scrub.prove(copy).users == 1)
  }

  @Test func `a subject at a provider is the same in its field and in unknown data`() throws {
    let (_, text, _) = try scrubbed(
      log(lines: [
        #"{"seq":1,"id":"\#(id(1))","at":"2026-03-02T12:00:00Z","user":"ann","type":"AcmeSlept","#
          + #""data":{"109311":3,"by":"109311"}}"#,
        #"{"seq":2,"id":"\#(id(2))","at":"2026-03-02T12:01:00Z","user":"ann","#
          + #""type":"IdentityLinked","data":{"provider":"apple","subject":"109311"}}"#,
      ])
    ) { $0.kept = [.members] }
    let new = try #require(text.split(separator: "\"").first { $0.hasPrefix("id-") })
    #expect(text.contains(#"{"\#(new)":3,"by":"\#(new)"}"#))
    #expect(text.contains(#""subject":"\#(new)""#))
  }

  @Test func `body weights and heights are replaced on request, and lifted weights are not`()
    throws
  {
    let events = random(2, 900)
    let (_, kept, _) = try scrubbed(log(events))
    let (copy, text, scrub) = try scrubbed(log(events)) { $0.hidesBody = true }
    func bodies(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.contains("BodyWeightRecorded") }
    }
    func weights(_ text: String) -> Set<Substring> {
      Set(bodies(text).compactMap { $0.firstMatch(of: /"weight":([0-9.]+)/)?.1 })
    }
    #expect(weights(kept).count > 1 && !weights(text).isEmpty)
    #expect(weights(kept).isDisjoint(with: weights(text)))
    #expect(scrub.counts.figures > 5)
    _ = try scrub.prove(copy)
  }

  @Test func `times move only by whole weeks, and not beyond the calendar`() throws {
    let log = log(.by("ann", .logged("s", "squat", 5)))
    #expect(try scrubbed(log) { $0.days = 14 }.text.contains("2026-03-16T12:00:00.000Z"))
    let error = #expect(throws: Refusal.self) { try scrubbed(log) { $0.days = 10 } }
    #expect(error?.help == "shift by 7 or 14 days")
    #expect(throws: LogError.self) { try scrubbed(log) { $0.days = 7 * 500_000 } }
  }

  @Test func `positions are assigned again after a gap, with equal views`() throws {
    let events = Array(random(3).dropFirst(7))
    let (copy, text, scrub) = try scrubbed(log(events))
    #expect(text.hasPrefix("{\"seq\":1,"))
    _ = try scrub.prove(copy)
  }

  @Test func `a batch stays one batch, unless lines of it are missing`() throws {
    func line(_ seq: Int, _ batch: String) -> String {
      #"{"seq":\#(seq),"id":"\#(id(seq))","at":"2026-03-02T12:00:00Z","user":"ann",\#(batch)"#
        + #""type":"SetLogged","data":{"session":"s","exercise":"squat","reps":\#(seq)}}"#
    }
    let (three, two) = (#""batch":3,"#, #""batch":2,"#)
    let (copy, text, scrub) = try scrubbed(
      log(lines: [line(1, two), line(2, ""), line(3, three), line(5, ""), line(6, "")]))
    #expect(text.contains("\"batch\":2") && !text.contains("\"batch\":3"))
    #expect(Verification(copy).events == 5)
    _ = try scrub.prove(copy)
  }
}

extension ScrubTests {
  /// Returns the difference that is found when `change` is made to the log that was written.
  private func difference(
    _ log: Log, hidesBody: Bool = false, eventsAtOnce most: Int = ViewProof.eventsAtOnce,
    _ change: (inout [Event]) -> Void
  ) throws -> ViewProof.Difference? {
    let (copy, _, scrub) = try scrubbed(log) { $0.hidesBody = hidesBody }
    var events: [Event] = []
    var lines = copy.lines()
    while try lines.next() != nil { events.append(try lines.event()) }
    change(&events)
    do { _ = try scrub.prove(TestSupport.log(events), eventsAtOnce: most) } catch let difference
      as ViewProof.Difference
    {
      return difference
    }
    return nil
  }

  @Test func `muscles are left out, since their order depends on the replaced names`() throws {
    let muscles = ["Zanzibar", "Quill", "Adelaide", "Vex", "Mumble"]
    let entry = ExerciseCatalogued(exercise: "squat", name: "Squat", primaryMuscles: muscles)
    let log = log(
      .by("ann", .exercises(.exerciseCatalogued(entry))), .by("ann", .logged("s", "squat", 5)))
    let (copy, _, scrub) = try scrubbed(log)
    let proof = try scrub.prove(copy)
    #expect(proof.users == 1 && proof.views == Views.all.count - 1)
  }

  @Test func `a wrong renaming is reported with its view and its place`() throws {
    let log = log(
      .signedIn("ann"), .signedIn("bob"), .by("ann", .started("s")),
      .by("ann", .logged("s", "squat", 5, Weight(100), note: "Heavy")),
      .by("bob", .shared(.monday, title: "Push", as: "p", "squat")), .by("ann", .liked("p")))
    #expect(try difference(log) { _ in } == nil)
    // A person who becomes another.
    let merged = try #require(try difference(log) { $0[3].user = $0[1].user })
    #expect(merged.before != merged.after)
    // A text that is another one than the key gives, where figures of bodies are hidden, too.
    for hidesBody in [false, true] {
      let retold = try #require(
        try difference(log, hidesBody: hidesBody) {
          $0[4].body = .shared(.monday, title: "Pull", as: "p", "squat")
        })
      #expect(retold.view == "feed" && retold.user == nil)
    }
    // A figure.
    let figure = try #require(
      try difference(log) { events in
        guard case .sessions(.setLogged(let set)) = events[3].body else { return }
        events[3].body = .logged(set.session, "squat", 6, Weight(100), note: set.note)
      })
    #expect(figure.user == "ann" && !figure.path.steps.isEmpty && figure.before != figure.after)
    // A moment, and a stranger.
    #expect(try difference(log) { $0[3].at = moment("2026-03-02T12:03:01Z") } != nil)
    #expect(try difference(log) { $0[3].user = "eve" } != nil)
  }
}

extension ScrubTests {
  @Test func `a list with one element more or less in the copy is found`() throws {
    let log = log(
      .signedIn("ann"), .by("ann", .added(.monday, "squat")), .by("ann", .added(.monday, "dips")))
    let missing = try #require(try difference(log) { $0.removeLast() })
    #expect(missing.before != nil && missing.after == nil, "\(missing.view)")
  }

  @Test func `a text is equal in a copy if its bytes are equal`() throws {
    let (one, two) = ("\u{E9}clair", "e\u{301}clair")
    func facts(_ title: String) -> [Fact] {
      [
        .signedIn("ann"), .by("ann", .scheduled("c", title: title)),
        .by("ann", ExerciseCatalogued(exercise: "bun", name: title).body),
      ]
    }
    for hidesBody in [false, true] {
      #expect(try difference(log(events(facts(one))), hidesBody: hidesBody) { _ in } == nil)
      for place in 1...2 {
        let found = try difference(log(events(facts(one))), hidesBody: hidesBody) {
          $0[place].body = facts(two)[place].body
        }
        #expect(found?.before != found?.after)
      }
    }
  }

  @Test func `of many differences, the first user's in the first view is reported`() throws {
    // More users than one part of the comparison has.
    let users = (10..<60).map { Name("user \($0)") }
    let log = log(
      events(
        users.flatMap { user -> [Fact] in
          [.signedIn(user), .by(user, .logged("s", "squat", 5, Weight(100)))]
        }))
    #expect(try difference(log) { _ in } == nil)
    for first in [0, 20, 45] {
      let found = try difference(log) { events in
        for place in [first, 46, 49] {
          events[place * 2 + 1].body = .logged("s", "squat", 6, Weight(100))
        }
      }
      // The first view of sets that the table lists.
      #expect(found?.user == users[first])
      #expect(found?.view == WeekDoneView.name || found?.view == SessionView.name)
    }
  }

  @Test(arguments: [1, 3, 20, 60])
  func
    `the first difference in the first view is reported, however many users are compared at once`(
      _ most: Int
    ) throws
  {
    let users = (10..<60).map { Name("user \($0)") }
    let log = log(
      events(
        users.flatMap { user -> [Fact] in
          [.by(user, .chose(.monday, "Push")), .by(user, .logged("s", "squat", 5, Weight(100)))]
        }))
    #expect(try difference(log, eventsAtOnce: most) { _ in } == nil)
    for place in [0, 1, 19, 20, 48, 49] {
      let found = try difference(log, eventsAtOnce: most) { events in
        events[place * 2 + 1].body = .logged("s", "squat", 6, Weight(100))
      }
      #expect(found?.user == users[place])
    }
    // The plan is before the sets in the table, and its user after theirs.
    let found = try difference(log, eventsAtOnce: most) { events in
      events[1].body = .logged("s", "squat", 6, Weight(100))
      events[2 * 40].body = .chose(.friday, "Push")
      events[2 * 45].body = .chose(.friday, "Push")
    }
    #expect(found?.view == PlanView.name && found?.user == users[40])
  }

  @Test(arguments: Reliability.some(Reliability.randomLogs, ofEach: 4).map { UInt64($0) })
  func `random logs are shown to be the same with one user at once and with all`(_ seed: UInt64)
    throws
  {
    let events = Marked.events(random(seed))
    let (copy, _, scrub) = try scrubbed(log(events))
    let (one, all) = (try scrub.prove(copy, eventsAtOnce: 1), try scrub.prove(copy))
    #expect(one.users == all.users && one.views == all.views && all.users == 3)
  }

  @Test func `a difference for a single user is found, even at the ends of a group of users`()
    throws
  {
    let users = (10..<60).map { Name("user \($0)") }
    let log = log(events(users.map { .by($0, .logged("s", "squat", 5, Weight(100))) }))
    // Of parts of sixteen the first, the last, and the first of the next.
    for place in [0, 15, 16, 31, 49] {
      let found = try difference(log) { events in
        events[place].body = .logged("s", "squat", 6, Weight(100))
      }
      #expect(found?.user == users[place])
    }
  }

  @Test(arguments: [true, false])
  func `the first difference is reported whether a later one is found sooner or later`(
    isSooner: Bool
  )
    throws
  {
    // A part of sixteen users, and one more user, whose sessions take longer to compare or hardly any time.
    let users = (10..<27).map { Name("user \($0)") }
    let sessions = isSooner ? [4_000, 3] : [3_500, 4_000]
    let sets = zip(users[15...], sessions).flatMap { user, count in
      (0..<count).map { Fact.by(user, .logged(Name("s\($0)"), "squat", 5, note: "Heavy")) }
    }
    let log = log(events(users[..<15].map { .by($0, .logged("s", "squat", 5)) } + sets))
    let found = try difference(log) { events in
      // In the middle, so that only a view of all sessions has it.
      for place in [15 + sessions[0] / 2, 15 + sessions[0] + sessions[1] / 2] {
        guard case .sessions(.setLogged(let set)) = events[place].body else { continue }
        events[place].body = .logged(set.session, "squat", 5, note: "Light")
      }
    }
    #expect(found?.user == users[15])
  }

  @Test func `a user who exists in only one log is named, the first one if there are several`()
    throws
  {
    let log = log(.signedIn("ann"), .by("ann", .logged("s", "squat", 5)))
    let found = try difference(log) { events in
      for name in ["mallory", "eve", "trudy"] {
        let seq = events.count + 1
        events.append(
          Event(id: id(seq), at: events[0].at, user: Name(name), .logged("s", "squat", 5), seq: seq)
        )
      }
    }
    #expect(found?.user == nil && found?.before == nil && found?.after == .string("eve"))
  }
}

extension ScrubTests {
  @Test func `the progress over all passes only increases`() throws {
    // Long enough for some parts.
    var log = log(random(4, 4_000))
    let told = Monitor<[Int]>([])
    log.onProgress = { done in told.alone { $0.append(done) } }
    let (copy, _, scrub) = try scrubbed(log)
    _ = try scrub.prove(copy)
    let places = told.alone { $0 }
    #expect(places.count > 9 && places == places.sorted())
    #expect((places.first ?? 0) > 0 && (places.last ?? 0) < log.bytes.count)
    #expect((places.last ?? 0) > log.bytes.count / 2)
  }
}

@Suite struct ForgetTests {
  private func forgotten(
    _ person: Name, _ log: Log
  ) throws -> (log: Log, text: String, scrub: Scrub) {
    var options = Scrub.Options()
    options.erased = person
    let scrub = try Scrub(log, key: SipHash(1, 2), options)
    var bytes: [UInt8] = []
    try scrub.write(DraftDefaults(now: moment("2026-06-01T12:00:00Z"), seed: 1)) { bytes += $0 }
    return (Log(bytes, name: "new.jsonl"), String(decoding: bytes, as: UTF8.self), scrub)
  }

  @Test(arguments: Reliability.some(Reliability.randomLogs, ofEach: 2).map { UInt64($0) })
  func `a person is removed, and the views of all others are unchanged`(_ seed: UInt64) throws {
    var facts = RandomFacts(seed: seed)
    let events = Marked.events(facts.events(150), only: "ann")
    let (copy, text, scrub) = try forgotten(Name("ann \(Marked.mark)"), log(events))
    #expect(!text.contains(Marked.mark) && !text.contains("\"ann"))
    let proof = try scrub.prove(copy)
    #expect(proof.users == 2)
    var (old, new) = (log(events).lines(), copy.lines())
    while let line = try old.next() {
      #expect(try new.next() != nil)
      // Lines of others are the same, but for names that things of the person had.
      let event = try old.event()
      if line.user == "bob", event.entityNames.count == 1, event.referencedEntities.isEmpty {
        #expect(try new.event() == event)
      }
    }
    let last = try #require(try new.next())
    #expect(
      last.user == nil && new.type == "PersonErased" && last.at.description.hasPrefix("2026-06-01"))
  }

  @Test func `others keep their copies of a person's post, and likes still count`() throws {
    let (copy, text, scrub) = try forgotten(
      "ann",
      log(
        .signedIn("ann"), .by("ann", .shared(.monday, title: "Push", as: "anns-plan", "squat")),
        .by("bob", .saved("anns-plan", .friday, type: "Legs", "squat")),
        .by("bob", .liked("anns-plan")), .by("ann", .liked("anns-plan")),
        .by("ann", BodyWeightRecorded(weight: Weight(61.5)).body)))
    #expect(!text.contains("ann") && !text.contains("Push") && !text.contains("61.5"))
    #expect(text.contains("\"title\":\"erased\"") && text.contains("\"type\":\"Legs\""))
    #expect(try scrub.prove(copy).users == 1)
    let feed = FeedView(try replay(copy, Pair<Feed, ExerciseNumbers>()))
    #expect(feed.rows.map(\.post.likes) == [2])
  }

  @Test func `others' mentions of a person get the new name, and nothing else in them changes`()
    throws
  {
    let (copy, text, scrub) = try forgotten(
      "ann",
      log(
        .signedIn("ann"), .by("ann", .started("s")), .by("ann", .logged("s", "anns-curl", 5)),
        .by("bob", .logged("t", "squat", 5, note: "with Ann, planned by ANN@example.com")),
        .by("bob", .scheduled("c", title: "Ann's class"))))
    let name = try #require(scrub.erasedName?.text)
    #expect(text.contains("with \(name), planned by \(name)"))
    #expect(text.contains("\(name) class") && !text.contains("anns-curl"))
    #expect(try scrub.prove(copy).users == 1)
    #expect(try scrub.leftovers(in: copy).fields.isEmpty)
    let old = log(.signedIn("ann"), .by("bob", .started("t")))
    let new = try forgotten("ann", old).log.wholeEvents()
    // The ids of others stay, and those of the person do not.
    let ids = try old.wholeEvents().map(\.id)
    #expect(new[0].id != ids[0] && new[1].id == ids[1])
  }

  @Test func `an address in others' texts is replaced as a whole, in each encoding`() throws {
    let account = UserSignedIn(
      provider: "google", subject: "2204", email: "bea.kovacs@example.com", givenName: "Bea",
      familyName: "Kov\u{E1}cs")
    let notes = [
      "mail bea.kovacs%40example.com", "mail bea.kovacs+gym@example.com",
      "mail bea.kovacs (at) example.com", #"mail bea.kovacs\u0040example.com"#,
      "QmVhIEtvdmFjcw==", "beakovacs", "KovacsBea", "Bea%20Kov%C3%A1cs, 10%25",
    ]
    let others: [Fact] = notes.map { .by("bob", .logged("t", "squat", 5, note: $0)) }
    let (copy, text, scrub) = try forgotten(
      "bea", log(events([.by("bea", account.body)] + others)))
    let name = try #require(scrub.erasedName?.text)
    let new = try copy.wholeEvents().compactMap { event -> String? in
      if case .sessions(.setLogged(let set)) = event.body { set.note } else { nil }
    }
    let mails = Array(repeating: "mail \(name)", count: 4)
    #expect(new == mails + [name, name, name, "\(name), 10%25"])
    #expect(!text.contains("kovacs") && !text.contains("Kovacs"))
    #expect(try scrub.leftovers(in: copy).fields.isEmpty)
    #expect(try scrub.prove(copy).users == 1)
  }

  @Test func `long numbers in unknown data are removed with the person, and all others stay`()
    throws
  {
    func line(_ seq: Int, _ user: String, _ data: String) -> String {
      #"{"seq":\#(seq),"id":"\#(id(seq))","at":"2026-03-02T12:00:00Z","user":"\#(user)","#
        + #""type":"AcmeSlept","data":\#(data)}"#
    }
    let (_, text, scrub) = try forgotten(
      "ann",
      log(lines: [
        line(1, "ann", #"{"phone":4915112345678,"at":[52.520008,-0.25],"hours":7.25}"#),
        line(2, "ann", #"{"steps":999999,"left":0.001234567}"#),
        line(3, "bob", #"{"phone":4915187654321}"#),
      ]))
    #expect(text.contains(#"{"phone":0,"at":[0,-0.25],"hours":7.25}"#))
    #expect(text.contains(#"{"steps":999999,"left":0}"#))
    #expect(text.contains(#"{"phone":4915187654321}"#))
    #expect(scrub.counts.unknown > 2)
  }

  @Test func `a user who exists in only one log is found even if no other user is left`() throws {
    let (copy, _, scrub) = try forgotten("ann", log(.by("ann", .logged("s", "squat", 5))))
    #expect(try scrub.prove(copy).users == 0)
    var events = try copy.wholeEvents()
    events.append(
      Event(
        id: id(9), at: events[0].at, user: "eve", .logged("s", "squat", 5), seq: events.count + 1))
    let error = #expect(throws: ViewProof.Difference.self) { try scrub.prove(log(events)) }
    #expect(error?.after == .string("eve"))
  }

  @Test func `a user that the log does not know cannot be forgotten`() throws {
    #expect(throws: Refusal.self) { try forgotten("eve", log(.signedIn("ann"))) }
  }
}
