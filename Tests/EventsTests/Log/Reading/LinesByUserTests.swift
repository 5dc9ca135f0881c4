import TestSupport
import Testing

@testable import Events

/// Tests of the lines of some users, read without the lines of other users.
@Suite struct LinesByUserTests {
  private static let users: [Name] = ["ann", "bob", "eve"]

  /// Returns a log of samples by several users and by none; some lines lack checksums or are not canonical.
  private func mixedLog() throws -> (log: Log, events: [Event]) {
    var (text, events, sum): ([UInt8], [Event], UInt64) = ([], [], 0)
    for (place, body) in (Samples.full + Samples.sparse + Samples.full).enumerated() {
      let user = place % 4 == 3 ? nil : Self.users[place % 4]
      let event = Event(
        id: Samples.id(place + 1), at: Samples.start, user: user, body, seq: place + 1)
      var line: [UInt8] = []
      let hasSum = place % 5 != 0
      sum = try event.write(to: &line, previousSum: hasSum ? sum : nil)
      text += place % 15 == 0 ? [UInt8(ascii: " ")] + line : line
      events.append(event)
    }
    let unknown =
      #"{"seq":9999,"id":"\#(Samples.id(9999))","at":"2026-03-02T18:04:11.250Z","user":"bob","#
      + #""type":"PostLiked","v":7,"data":{"post":"p"}}"# + "\n"
    return (Log(text + Array(unknown.utf8), name: "log"), events)
  }

  /// Returns the events that are passed for some users and areas, each with its bits.
  private func passed(
    _ users: [Name], _ interest: Interest, of lines: LinesByUser
  ) throws -> [(event: Event, bits: UInt64)] {
    var passed: [(event: Event, bits: UInt64)] = []
    try lines.forEachRun(of: users, interest) { run in
      for place in 0..<run.count { passed.append((run.event(at: place), run.rows[place].bits)) }
    }
    return passed
  }

  @Test func `the events of some users are those of the log, in order, one user after another`()
    throws
  {
    let (log, events) = try mixedLog()
    let lines = try LinesByUser(of: log)
    var interest = Interest()
    interest.add(1, everyUserIn: .all)
    for users in [[Self.users[1]], [Self.users[2], Self.users[0]], Self.users] {
      let passed = try passed(users, interest, of: lines)
      let expected = users.flatMap { user in events.filter { $0.user == user } }
      // The last line has a newer version.
      #expect(passed.map(\.event).filter { $0.seq != 9999 } == expected)
      #expect(
        passed.filter { $0.event.seq == 9999 }.map(\.event.area)
          == (users.contains("bob") ? [nil] : []))
      #expect(passed.allSatisfy { $0.bits == 1 })
    }
    #expect(
      lines.count(of: "ann") == events.count { $0.user == "ann" } && lines.count(of: "joe") == 0)
    #expect(try passed(["joe"], interest, of: lines).isEmpty)
  }

  @Test func `events of a user in more than one run are passed on once`() throws {
    let log = Log(
      Array(try TestSupport.lines(inBatches: Array(repeating: 1, count: 1_100)).joined()),
      name: "log")
    let lines = try LinesByUser(of: log)
    var interest = Interest()
    interest.add(1, everyUserIn: .all)
    #expect(
      try passed(["ann", "bob", "ann"], interest, of: lines).map(\.event.seq)
        == Array(1...1_100) + Array(1...1_100))
  }

  @Test func `only events that a reader wants are passed on, with the reader's bit`() throws {
    let (log, events) = try mixedLog()
    let lines = try LinesByUser(of: log)
    var interest = Interest()
    interest.add(1, everyUserIn: [.sessions])
    interest.add(2, everyUserIn: [.sessions, .plan])
    interest.add(4, everyUserIn: .unknown)
    let passed = try passed(Self.users, interest, of: lines)
    let wanted = events.filter { $0.user != nil && ($0.area == .sessions || $0.area == .plan) }
    #expect(passed.count == wanted.count + 1 && !wanted.isEmpty)
    for (event, bits) in passed {
      #expect(bits == (event.area == .sessions ? 3 : event.area == .plan ? 2 : 4))
    }
  }

  @Test func `the pass over the log passes on the events that a reader wants, also of no user`()
    throws
  {
    let (log, events) = try mixedLog()
    var interest = Interest()
    interest.add(1, everythingIn: [.sessions, .plan])
    interest.add(2, everythingIn: .unknown)
    var passed: [Event] = []
    _ = try LinesByUser(of: log, interest) { run in
      for place in 0..<run.count {
        passed.append(run.event(at: place))
        #expect(run.rows[place].bits == (passed.last?.area == nil ? 2 : 1))
      }
    }
    let wanted = events.filter { $0.area == .sessions || $0.area == .plan }
    #expect(passed.dropLast() == wanted[...] && passed.last?.seq == 9999)
    #expect(wanted.contains { $0.user == nil })
  }

  @Test func `users are those with events of certain areas`() throws {
    let (log, events) = try mixedLog()
    let lines = try LinesByUser(of: log)
    for areas: Areas in [[.sessions], [.meals, .videos], []] {
      let users = events.filter { areas.contains($0.area) }.compactMap(\.user)
      #expect(lines.users(in: areas) == Set(users))
    }
  }

  @Test func `damage is reported with its place`() throws {
    var bytes = try Samples.log(Samples.full)
    bytes[bytes.count / 2] ^= 1
    let damaged = Log(bytes, name: "log")
    let error = #expect(throws: LogError.self) { try LinesByUser(of: damaged) }
    #expect(error?.kind == .damaged && error?.line ?? 0 > 1)
  }
}
