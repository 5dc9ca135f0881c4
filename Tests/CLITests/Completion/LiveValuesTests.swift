import Events
import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

@Suite struct LiveValuesTests {
  private static func values(
    _ kind: LiveValue, _ log: Log, of user: Name? = nil
  ) throws -> [String] { try LiveValues(log, of: user).candidates(kind).map(\.value) }

  @Test func `completion finds every kind of thing in a log with every type of event`() throws {
    let log = Log(try Samples.log(Samples.full), name: "log")
    // What the samples take away again is not offered.
    let isGone: Set<EntityKind> = [
      .session, .set, .post, .fitnessClass, .workout, .template, .video, .pushUps, .measurement,
      .bodyMeasurement, .signIn, .program,
    ]
    for kind in EntityKind.allCases.map(LiveValue.entity) + [.exercises, .users] {
      let found = try LiveValues(log, of: nil).candidates(kind)
      if case .entity(let kind) = kind, isGone.contains(kind) { continue }
      #expect(!found.isEmpty, "\(kind)")
    }
  }

  @Test func `completion offers the system's time zones even without a log`() throws {
    let workdir = try Workdir()
    let zones = try workdir.run(
      "mkdir -p zones/Europe && touch zones/Europe/Berlin zones/Europe/Paris zones/UTC zones/zone.tab "
        + "&& TZDIR=$PWD/zones replog complete -- import x.csv --time-zone ''")
    #expect(zones.output == "Europe/Berlin\nEurope/Paris\nUTC\n:values\n")
    #expect(Completion.byName("--time-zone") == .live(.zones))
  }

  @Test func `completion does not offer removed things, or things of other users`()
    throws
  {
    let workdir = try Workdir()
    func complete(_ words: String) throws -> [String] {
      let found = try workdir.run("replog complete -- \(words) '' | cut -f 1")
      #expect(found.errors == "")
      return found.output.split(separator: "\n").dropLast().map(String.init)
    }
    #expect(try workdir.run("replog demo --log events.jsonl").status == 0)
    #expect(try complete("exercises show") == ["bench-press", "dips"])
    #expect(try complete("plan --user") == ["ann", "ben"])
    #expect(try complete("plan --user zoe --user") == ["ann", "ben", "zoe"])
    #expect(
      try complete("session --user ann") == ["last", "019caf81-b800-72da-b50d-38a1a6a359c1"])
    #expect(try complete("set remove --user ben").count == 3)
    #expect(
      try complete("post like --user ben") == ["last", "019cb27f-1980-781a-9121-eb98f00d89ca"])
    let line = "replog sign-in ann@example.com && replog post delete last"
    #expect(try workdir.run(line).status == 0)
    #expect(try complete("post like") == [])
    // Ann is signed in: the sessions are hers.
    #expect(try complete("session").suffix(2).first == "last")
    #expect(try complete("revert") == ["last"] + (5...24).reversed().map { "@\($0)" })
  }

  @Test func `a thing that was removed and restored is offered once`() throws {
    func values(_ kind: EntityKind, _ facts: Event.Body...) throws -> [String] {
      try Self.values(.entity(kind), log(events(facts.map { .by("ann", $0) })))
    }
    #expect(try values(.session, .started("s"), .discarded("s")) == [])
    #expect(try values(.session, .started("s"), .discarded("s"), .restored("s")) == ["last", "s"])
    #expect(try values(.session, .started("s"), .discarded("s"), .started("s")) == ["last", "s"])
    #expect(try values(.fitnessClass, .scheduled("c"), .classCancelled("c")) == [])
    #expect(
      try values(.fitnessClass, .scheduled("c"), .classCancelled("c"), .classReinstated("c"))
        == ["last", "c"])
  }

  @Test func `shared things are offered to all users, and sessions only to their user`() throws {
    let created = WorkoutCreated(workout: "w", name: "Pull", exercises: []).body
    let made = log(
      events([
        .by("ann", created), .by("ann", .scheduled("c")), .by("ann", .shared(.monday, as: "p")),
        .by("ann", .started("s")),
      ]))
    for (kind, name) in [(EntityKind.workout, "w"), (.fitnessClass, "c"), (.post, "p")] {
      #expect(try Self.values(.entity(kind), made, of: "bob") == ["last", name])
    }
    #expect(try Self.values(.entity(.session), made, of: "ann") == ["last", "s"])
    #expect(try Self.values(.entity(.session), made, of: "bob") == [])
    // A service sends the mails of all users.
    let registered = AccountRegistered(email: "ann@example.com").body
    let mails = log(events([.by("ann", registered)]))
    #expect(try Self.values(.entity(.mail), mails, of: "bob") == ["last", "\(id(1))"])
  }

  @Test func `if a terminal cannot show all things, the newest are offered, newest first`()
    throws
  {
    let names = (1...120).map { Name("session-\($0)") }
    let found = try Self.values(
      .entity(.session), log(events(names.map { .by("ann", .started($0)) })))
    #expect(found == ["last"] + names.suffix(100).reversed().map(\.text))
  }

  @Test func `a long log is read only from its checkpoint and at its end`() throws {
    let workdir = try Workdir()
    let count = Reliability.isSample ? 12_000 : 30_000
    let made = try workdir.run(
      "replog sample --events \(count) --users 3 --seed 7 > long.jsonl 2> /dev/null")
    #expect(made.status == 0)
    let path = workdir.url.appendingPathComponent("long.jsonl").path
    let plain = try Log(path: path, usesCheckpoint: false)
    try #require(plain.bytes.count > 2 * LiveValues.window)
    // Without a checkpoint nothing that needs all of it is made.
    #expect(try replay(plain, withinBytes: LiveValues.window, ExerciseNumbers()) == nil)
    let late = Set(try Self.values(.exercises, plain))
    #expect(try workdir.run("replog checkpoint --log long.jsonl").status == 0)
    let log = try Log(path: path)
    let numbers = try replay(plain, ExerciseNumbers()).exercises.map(\.text).sorted()
    #expect(
      try replay(log, withinBytes: LiveValues.window, ExerciseNumbers())?.exercises.count
        == numbers.count)
    #expect(try Self.values(.exercises, log) == numbers)
    #expect(late.isSubset(of: numbers) && !late.isEmpty)
    // The newest sessions of a user, and no more than a terminal shows.
    let history = try replay(plain, OfUser<History>("ann")).sessions.map(\.session.text)
    let sessions = try Self.values(.entity(.session), log, of: "ann").dropFirst()
    #expect(sessions.count > 10 && sessions.count <= 100)
    #expect(Set(sessions).isSubset(of: history))
    #expect(try Self.values(.entity(.session), plain, of: "ann").dropFirst() == sessions)
  }
}
