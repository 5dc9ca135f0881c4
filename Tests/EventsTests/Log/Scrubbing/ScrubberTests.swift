import TestSupport
import Testing

@testable import Events

/// Tests of scrubbed events of every type; tests of the views check that these stay the same.
@Suite struct ScrubberTests {
  private static let key = SipHash(phrase: "a key for these tests")

  /// A scrubbed copy of a log.
  private struct Copy {
    let events: [Event]
    let text: String
    let counts: Scrubber.Counts
  }

  private func copy(
    _ log: Log, erasing user: Name? = nil, days: Int = 0, hidesBody: Bool = false,
    keeping kept: Set<ScrubOptions.Kept> = [], adding added: [Event] = []
  ) throws -> Copy {
    var (outline, options) = (LogOutline(), ScrubOptions())
    (options.erased, options.days, options.hidesBody) = (user, days, hidesBody)
    options.kept = kept
    let pseudonyms = try Pseudonyms(of: log, outlinedIn: &outline, key: Self.key, options)
    let scrubber = Scrubber(pseudonyms)
    var bytes: [UInt8] = []
    try log.write(outline, scrubbedBy: scrubber, adding: { _ in added }) { bytes += $0 }
    return Copy(
      events: try Log(bytes, name: "copy").wholeEvents(),
      text: String(decoding: bytes, as: UTF8.self), counts: scrubber.counts)
  }

  /// Returns the pseudonyms of a log for a key, and its outline.
  private func reading(
    _ log: Log, _ key: SipHash = key
  ) throws -> (pseudonyms: Pseudonyms, outline: LogOutline) {
    var outline = LogOutline()
    let pseudonyms = try Pseudonyms(of: log, outlinedIn: &outline, key: key)
    return (pseudonyms, outline)
  }

  private func samples() throws -> Log {
    Log(try Samples.log(Samples.full + Samples.sparse), name: "samples")
  }

  @Test func `the events of an account or a profile describe the user, by their fields`() {
    #expect(
      EventType.all.filter(\.describesUser).map(\.name) == [
        "AccountRegistered", "EmailVerified", "EmailRemoved", "UserSignedIn",
        "PasswordResetRequested", "IdentityLinked", "IdentityUnlinked", "ProfileRevised",
      ])
    for type in EventType.all where type.area == .identity {
      for field in type.description.fields where field.traits.isPersonal {
        #expect(field.traits.person == .user, "\(type.name).\(field.name)")
      }
    }
  }

  @Test func `every event keeps its type and place, and no text`() throws {
    let log = try samples()
    let old = try log.wholeEvents()
    let new = try copy(log)
    #expect(Set(new.events.map(\.id)).isDisjoint(with: old.map(\.id)))
    #expect(new.events.map(\.type) == old.map(\.type))
    #expect(new.events.map(\.at) == old.map(\.at))
    #expect(new.counts.events == old.count)
    #expect(new.counts.users == old.count)
    #expect(new.counts.texts > 0 && new.counts.names > 0 && new.counts.entities > 0)
    #expect(new.counts.days > 0)
    #expect(new.counts.total == new.counts.byKind.reduce(0) { $0 + $1.count })
    for event in old {
      let fields = EventType.all.first { $0.name == event.type }?.description.fields ?? []
      for field in fields where field.form == .text {
        guard case .string(let text) = event.data[field.name] else { continue }
        // The exercises of samples are usual ones.
        if field.traits.isExercise || event.area == .exercises { continue }
        #expect(!new.text.contains("\"\(text)\""), "\(event.type).\(field.name)")
      }
    }
    #expect(!new.text.contains("\"user\":\"ann\""))
    #expect(Set(new.events.map(\.user)).count == 1)
  }

  @Test func `the same key gives the same log, and no key gives another log`() throws {
    let log = try samples()
    #expect(try copy(log).text == copy(log).text)
    let other = try reading(log, SipHash(phrase: "another")).pseudonyms
    #expect(other.user("ann") != (try reading(log)).pseudonyms.user("ann"))
  }

  @Test func `body measurements change on request, by one factor per person`() throws {
    func weight(_ kg: Double) -> Event.Body {
      BodyWeightRecorded(weight: Weight(kg)).body
    }
    let log = log(.by("ann", weight(80)), .by("ann", weight(90)), .by("bob", weight(80)))
    #expect(try copy(log).counts.figures == 0)
    let new = try copy(log, hidesBody: true)
    #expect(new.counts.figures == 3)
    let values = new.events.map { event -> Double in
      guard case .profile(.bodyWeightRecorded(let fact)) = event.body else { return 0 }
      return fact.weight.value
    }
    #expect(values.allSatisfy { (30...300).contains($0) })
    #expect(abs(values[1] / values[0] - 90.0 / 80) < 0.01)
  }

  @Test(arguments: [0, -5])
  func `an implausible measurement stays, since it counts for nothing in a view`(kg: Double) throws
  {
    let log = log(.by("ann", BodyWeightRecorded(weight: Weight(kg)).body))
    let new = try copy(log, hidesBody: true)
    #expect(new.counts.figures == 0)
    guard case .profile(.bodyWeightRecorded(let fact)) = new.events[0].body else {
      Issue.record("no weight")
      return
    }
    #expect(fact.weight.value == kg)
  }

  @Test func `the texts of one person are removed, and those of others stay`() throws {
    let log = log(
      .signedIn("ann"), .signedIn("bob"),
      .by("ann", .started(title: "Ann's own words")),
      .by("bob", .started(title: "Bob's own words")))
    let new = try copy(log, erasing: "ann")
    #expect(!new.text.contains("Ann's own words") && !new.text.contains("ann@example.com"))
    #expect(new.text.contains("Bob's own words") && new.text.contains("bob@example.com"))
    #expect(new.events.map(\.user).last == "bob")
    #expect(new.events[0].user != "ann")
  }

  @Test func `unknown data counts as personal, because of its place and its name`() throws {
    let id = Samples.id(1)
    let lines = [
      #"{"seq":1,"id":"\#(id)","at":"2026-03-02T18:04:11.250+01:00","user":"ann","type":"PostPinned","#
        + #""data":{"post":"words of ann","n":[1,{"ann@b.c":true}]},"device":"ann's watch"}"#,
      #"{"seq":2,"id":"\#(Samples.id(2))","at":"2026-03-02T18:05:11.250+01:00","user":"ann","#
        + #""type":"PostLiked","data":{"post":"p","mood":"of ann","deep":{"x":["ann's"]}}}"#,
    ]
    let new = try copy(log(lines: lines))
    #expect(!new.text.contains("ann") && !new.text.contains("words"))
    for name in ["PostPinned", "mood", "deep", "device"] { #expect(!new.text.contains(name)) }
    // Of the type of the second line, only the known member keeps its name.
    #expect(new.text.contains(#""type":"PostLiked""#) && new.text.contains(#""data":{"post":"#))
    let kept = try copy(log(lines: lines), keeping: [.members])
    #expect(kept.text.contains(#""type":"PostPinned""#) && kept.text.contains(#""mood""#))
    #expect(kept.counts.unknown >= 4 && kept.counts.unknown < new.counts.unknown)
  }

  @Test func `a member of an unknown object keeps its name only if the name is a word`() throws {
    let line =
      #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250+01:00","user":"ann","#
      + #""type":"AcmeFriends","data":{"since_2":1,"$a.b-c":2,"by":{"Bob Quill":1,"ann":2,"é":3}}}"#
    let new = try copy(log(lines: [line]), keeping: [.members])
    #expect(new.text.contains(#""since_2":1,"$a.b-c":2,"by":{""#))
    for name in ["Bob Quill", #""ann""#, "é"] { #expect(!new.text.contains(name)) }
    #expect(new.counts.unknown == 3)
    // An event of another person than the erased one.
    let other =
      #"{"seq":2,"id":"\#(Samples.id(2))","at":"2026-03-02T18:05:11.250+01:00","user":"bob","#
      + #""type":"AcmeFriends","data":{"by":{"Bob Quill":1,"ann":2}}}"#
    let erased = try copy(log(lines: [line, other]), erasing: "ann").text.split(separator: "\n")
    #expect(!erased[0].contains("Bob Quill") && erased[1].contains("Bob Quill"))
    #expect(erased[0].contains(#"{"erased":1,"#) && erased[0].contains(#","erased-2":3}"#))
    #expect(!erased[1].contains(#""ann""#))
  }

  @Test func `a member that is named like a person or a number gets another name`() throws {
    func line(_ seq: Int, _ type: String, _ data: String, by user: String = "ann") -> String {
      #"{"seq":\#(seq),"id":"\#(Samples.id(seq))","at":"2026-03-02T18:04:11.250+01:00","user":"\#(user)","#
        + #""type":"\#(type)","data":\#(data)}"#
    }
    let names = ["Quill", "Fern", "Wren", "Reed"]
    let known = [
      line(2, "AccountRegistered", #"{"email":"a@b.c","givenName":"Quill","familyName":"Fern"}"#),
      line(3, "ProfileRevised", #"{"name":"Wren"}"#),
      line(
        4, "ClassScheduled",
        #"{"title":"Yoga","startsAt":"2026-03-10T18:00:00.000Z","minutes":60,"instructor":"Reed"}"#),
      line(5, "SessionStarted", #"{"session":"s","note":"Moss"}"#),
    ]
    let members =
      #"{"Quill":1,"Fern":2,"Wren":3,"Reed":4,"Moss":5,"4917012345":6,"0170-55":7,"n2":8,"wren":9,"ANN":10}"#
    let new = try copy(log(lines: [line(1, "AcmeFriends", members)] + known), keeping: [.members])
    for name in names + ["4917012345", "0170-55"] { #expect(!new.text.contains(name), "\(name)") }
    // Apps write names in lowercase, which people do not.
    #expect(!new.text.contains(#""wren""#) && !new.text.contains(#""ANN""#))
    // The names of persons in notes are not in a field for names.
    #expect(new.text.contains(#""Moss":5"#) && new.text.contains(#""n2":8"#))
    #expect(new.counts.unknown == 8)
    // In the events of an erased person, every text is known to be personal.
    let erased = try copy(
      log(
        lines: [line(1, "AcmeFriends", members)] + known + [
          line(6, "AcmeFriends", members, by: "bob")
        ]), erasing: "ann"
    ).text.split(separator: "\n")
    // The names of the person are also known in events of others.
    let own = ["Quill", "Fern", "Wren"]
    for name in names + ["Moss", "4917012345"] {
      #expect(!erased[0].contains(name), "\(name)")
      #expect(erased[5].contains(name) != own.contains(name), "\(name)")
    }
    #expect(erased[0].contains(#""n2":8"#))
    #expect(!erased[5].contains(#""ANN""#) && !erased[5].contains(#""wren":9"#))
  }

  @Test func `an erasure replaces types and members of an app with a value of the person`() throws {
    func line(_ seq: Int, _ type: String, _ data: String, by user: String = "bea") -> String {
      #"{"seq":\#(seq),"id":"\#(Samples.id(seq))","at":"2026-03-02T18:04:11.250+01:00","user":"\#(user)","#
        + #""type":"\#(type)","data":\#(data)}"#
    }
    let lines = [
      line(1, "ErzsiSlept", #"{"hours":7,"mossCount":2,"beaHours":1}"#),
      line(2, "SessionStarted", #"{"session":"s","note":"Moss"}"#),
      line(3, "AcmeFriends", #"{"with":"Erzsi"}"#),
      line(4, "ErzsiSlept", #"{"hours":7,"mossCount":2}"#, by: "bob"),
      line(5, "BeaSlept", #"{"hours":8}"#, by: "bob"),
    ]
    let new = try copy(log(lines: lines), erasing: "bea").text.split(separator: "\n")
    for (place, text) in new.enumerated() {
      #expect(text.contains("ErzsiSlept") == (place == 3) && !text.contains("BeaSlept"))
      #expect(text.contains("mossCount") == (place == 3))
    }
    #expect(new[0].contains(#""type":"Unknown"#) && new[4].contains(#""type":"Unknown"#))
    #expect(new[0].contains(#""hours":7,"erased":2,"erased-"#) && new[0].contains(#"Hours":1}"#))
    #expect(new[2].contains(#""type":"AcmeFriends","data":{"with":"erased"}"#))
  }

  @Test func `an erasure replaces aliases with a value of the person, unless others wrote them`()
    throws
  {
    let aliases = ["erzsi-press", "Erzsi row", "bench press"]
    var facts: [Fact] = aliases.map {
      .by("bea", ExerciseAliased(alias: $0, exercise: "squat").body)
    }
    facts.append(.by("bea", SettingChanged(key: "coach", value: "Erzsi").body))
    facts.append(.by("bob", ExerciseUnaliased(alias: "Erzsi Row").body))
    let new = try copy(log(events(facts)), erasing: "bea")
    let kept = new.events.compactMap { event -> String? in
      if case .exercises(.exerciseAliased(let it)) = event.body { it.alias } else { nil }
    }
    #expect(kept[0].hasPrefix("exercise-") && kept[0].hasSuffix("-press"))
    #expect(Array(kept[1...]) == Array(aliases[1...]))
  }

  @Test
  func `an erasure renames the person's classes, but keeps their order and others' words`()
    throws
  {
    let titles = ["Alba", "Spin", "Yoga Ann", "Zumba by Ann"]
    let new = try copy(
      log(
        events(
          [("ann", 2), ("ann", 0), ("bob", 1), ("ann", 1), ("bob", 3), ("ann", 3)]
            .map { user, title -> Fact in
              .by(Name(user), .scheduled(title: titles[title], place: "Hall of \(user)"))
            })), erasing: "ann")
    let found = new.events.compactMap { event -> ClassScheduled? in
      if case .classes(.classScheduled(let it)) = event.body { it } else { nil }
    }
    let kept = found.map(\.title)
    #expect(kept[2] == "Spin" && kept[3] == "Spin" && kept[5] == kept[4])
    #expect(kept[1] < "Spin" && kept[0] > "Spin" && kept[0] < kept[4])
    #expect(!new.text.contains("Alba") && !new.text.contains("Yoga Ann"))
    #expect(!new.text.contains("Hall of ann") && found[2].place == "Hall of bob")
  }

  @Test func `unknown fields of a known type get their own names in an erasure`() throws {
    let line =
      #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250+01:00","user":"ann","#
      + #""type":"PostLiked","data":{"post":"p","é":1,"ö ü":2,"erased":3}}"#
    let new = try copy(log(lines: [line]), erasing: "ann")
    #expect(new.text.contains(#""erased-2":1,"erased-3":2,"erased":3}"#))
    #expect(!new.text.contains("é") && !new.text.contains("ü"))
  }

  @Test func `times move by days, and not beyond the calendar`() throws {
    let log = try samples()
    let new = try copy(log, days: 7)
    let moved = zip(try log.wholeEvents(), new.events).map {
      $1.at.milliseconds - $0.at.milliseconds
    }
    #expect(moved.allSatisfy { $0 == 7 * 86_400_000 })
    let error = failure { try copy(log, days: 4_000_000) }
    #expect(error?.kind == .refused && error?.line == 1)
    #expect(error?.message == "the shifted time must be in the years 1…9999")
    #expect(error?.help == "shift by fewer days")
  }

  @Test func `whole batches stay batches, and filtered ones do not`() throws {
    let lines = try lines(inBatches: [1, 3, 1])
    func text(_ lines: [[UInt8]]) throws -> String {
      try copy(Log(lines.flatMap { $0 }, name: "log")).text
    }
    #expect(
      try text(lines).split(separator: "\n").map { $0.contains("\"batch\":3") } == [
        false, true, false, false, false,
      ])
    let outline = try reading(Log(lines.flatMap { $0 }, name: "log")).outline
    #expect(outline.count == 5 && outline.positions.isEmpty && outline.batches == [2])
    // The second line of the batch is missing, so its first line is not a batch of three.
    let gap = try reading(
      Log(Array([lines[0], lines[1], lines[3], lines[4]].joined()), name: "log")
    ).outline
    #expect(gap.count == 4 && gap.positions == [4: 3, 5: 4] && gap.batches.isEmpty)
    #expect(try !text([lines[0], lines[1], lines[3], lines[4]]).contains("\"batch\""))
    // The batch is complete and has another position.
    #expect(
      try text(Array(lines.dropFirst())).split(separator: "\n").map { $0.contains("\"batch\":3") }
        == [true, false, false, false])
  }

  @Test func `events are added after the last one, with checksums that continue its chain`() throws
  {
    let log = try samples()
    let count = try log.wholeEvents().count
    let fact = Event(id: Samples.id(999), at: Samples.start, user: nil, like(1), seq: 1)
    let new = try copy(log, adding: [fact])
    #expect(new.events.count == count + 1)
    #expect(new.events.last?.seq == count + 1 && new.events.last?.id == Samples.id(999))
    #expect(damage(Array(new.text.utf8)) == nil)
  }
}
