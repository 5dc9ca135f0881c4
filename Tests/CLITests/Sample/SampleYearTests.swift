import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI
@testable import Events

@Suite struct SampleYearTests {
  /// A year of one user in all areas.
  private static let year = sample(nil, users: 1, seed: 1)

  private static func sample(
    _ events: Int?, users: Int, seed: UInt64, areas: [Area] = Area.allCases
  ) -> [UInt8] {
    var sample = SampleYear(events: events, users: users, seed: seed, areas: areas)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    return bytes
  }

  private func events(of bytes: [UInt8]) throws -> [Event] {
    try Log(bytes, name: "sample").wholeEvents()
  }

  private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"))
  }

  @Test func `the same arguments give the same bytes, and another seed gives others`() {
    #expect(Self.sample(900, users: 3, seed: 3) == Self.sample(900, users: 3, seed: 3))
    #expect(Self.sample(90, users: 3, seed: 3) != Self.sample(90, users: 3, seed: 4))
  }

  @Test(arguments: [0, 1, 2, 57, 700])
  func `a sample has the requested number of events, which begin a longer one`(count: Int) {
    let (short, long) = (Self.sample(count, users: 3, seed: 1), Self.sample(900, users: 3, seed: 1))
    #expect(lines(short).count == count)
    // The last batch may be cut short.
    let whole = max(0, count - 20)
    #expect(lines(short).prefix(whole) == lines(long).prefix(whole))
  }

  @Test func `a year has every type of event, for one user alone`() throws {
    let types = Set(try events(of: Self.year).map(\.type))
    // Nobody is erased from the log that they write: it is done to a copy.
    #expect(Set(Samples.full.map(\.type)).subtracting(types) == ["PersonErased"])
    #expect(types.count >= 79)
  }

  @Test(arguments: [(1, 2), (3, 5), (40, 9)])
  func `no decision of a sample is refused`(users: Int, seed: UInt64) throws {
    let count = users == 1 ? nil : 2500
    var sample = SampleYear(events: count, users: users, seed: seed, areas: Area.allCases)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    #expect(sample.refusals == [])
    #expect(lines(bytes).count >= 2500)
  }

  @Test func `every line is within its limits, and its references exist`() throws {
    let workdir = try Workdir()
    for (number, bytes) in [Self.year, Self.sample(1800, users: 3, seed: 8)].enumerated() {
      for event in try events(of: bytes) { #expect(event.breach == nil) }
      let file = workdir.url.appendingPathComponent("\(number).jsonl")
      try Data(bytes).write(to: file)
      let verified = try workdir.run(
        "chmod 600 \(number).jsonl; replog verify --log \(number).jsonl")
      #expect(verified.status == 0)
      #expect(verified.output.hasSuffix(": sound\n"), "\(verified.output)")
    }
  }

  @Test func `every view shows something for the first user`() throws {
    let log = Log(Self.year, name: "sample")
    var (shown, empty) = (ShownViews(log: log), ShownViews(log: Log([], name: "empty")))
    try Views.visit(&shown)
    try Views.visit(&empty)
    for (one, other) in zip(shown.json, empty.json) { #expect(one != other) }
    #expect(shown.json.count == Views.all.count)
  }

  @Test func `a separate program computes the same views of a year`() throws {
    // Those that look at the clock, and those that another program folds.
    let others: Set = [
      "timetable", "bookings", "attendance", "pushups", "pushups trend", "medals", "meals",
    ]
    let workdir = try Workdir()
    func put(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: workdir.url.appendingPathComponent(name))
    }
    try put(Self.year, "1.jsonl")
    var shown = ShownViews(log: Log(Self.year, name: "sample"))
    try Views.visit(&shown)
    for (view, json) in zip(Views.all, shown.json) where !others.contains(view.name) {
      try put(Array(json.utf8), "1.ann.\(view.name).json")
    }
    let script = Workdir.independent("fold.py")
    let now = "2026-01-01T12:00:00.000Z"
    let result = try workdir.run("python3 -B '\(script)' --compare . \(now)")
    #expect(result.status == 0, "\(result.errors.prefix(2000))")
    // Every one of them has something to show.
    let full = result.output.split(separator: "\n").count { $0.hasSuffix(" 1") }
    #expect(full == Views.all.count - others.count, "\(result.output)")
  }

  @Test func `a year in two parts, one of them a checkpoint, shows the same as in one pass`() throws
  {
    let workdir = try Workdir()
    let path = workdir.url.appendingPathComponent("year.jsonl").path
    let half = lines(Self.year).prefix(1500).reduce(0) { $0 + $1.count + 1 }
    try Data(Self.year[..<half]).write(to: URL(fileURLWithPath: path))
    _ = try Appender(path: path).writeCheckpoint()
    try Data(Self.year).write(to: URL(fileURLWithPath: path))
    let log = try Log(path: path)
    #expect(log.checkpoint != nil)
    var (parts, whole) = (ShownViews(log: log), ShownViews(log: Log(Self.year, name: "sample")))
    try Views.visit(&parts)
    try Views.visit(&whole)
    #expect(parts.json == whole.json)
  }

  @Test func `the events that undo an event are those that a request to undo it creates`() throws {
    let all = try events(of: Self.year)
    let rows = lines(Self.year)
    var seen: Set<String> = []
    for (place, event) in all.enumerated() {
      guard case .corrections(.eventsReverted(let note)) = event.body else { continue }
      let batch = all[(place - note.count)...place].map(\.body)
      guard seen.insert(batch[0].type).inserted else { continue }
      let before = rows[..<(place - note.count)].joined(separator: [UInt8(ascii: "\n")])
      let log = Log(Array(before) + [UInt8(ascii: "\n")], name: "before")
      let undoing = Revert(note.events.map { .prefix($0.description) })
      let drafts = try undoing.drafts(
        log, by: event.user, defaults: DraftDefaults(now: event.at, seed: 1))
      #expect(drafts.map(\.body) == batch)
    }
    #expect(seen.count == 12)
  }

  @Test func `a sample of some areas has no other areas except those that it needs`() throws {
    func found(_ areas: Area...) throws -> Set<Area> {
      Set(try events(of: Self.sample(300, users: 2, seed: 1, areas: areas)).compactMap(\.area))
    }
    #expect(try found(.pushUps, .meals) == [.identity, .pushUps, .meals])
    #expect(try found(.identity) == [.identity])
    for area in Area.allCases {
      #expect(try found(area).isSubset(of: [area, .identity, .plan, .sessions]))
    }
  }

  @Test func `the simulated users train at a human pace`() throws {
    let all = try events(of: Self.year)
    let days = Set(all.map(\.at.day)).sorted()
    #expect((250...350).contains(days.count))
    // Two weeks in July without a word.
    #expect(zip(days, days.dropFirst()).contains { $1.number - $0.number >= 14 })
    let sessions = all.count { $0.type == "SessionStarted" }
    #expect((120...180).contains(sessions), "\(sessions)")
    #expect(all.last.map { $0.at.day.number - SampleYear.start.number } == 364)
  }

  @Test func `the command accepts areas, and lists them if it is given another word`() throws {
    let workdir = try Workdir()
    let some = try workdir.run("replog sample --areas videos,push-ups --events 50")
    #expect(some.status == 0)
    #expect(lines(Array(some.output.utf8)).count == 50)
    let none = try workdir.run("replog sample --areas gym")
    #expect(none.status == 2)
    #expect(none.errors.contains("push-ups"))
    let many = try workdir.run("replog sample --areas all --users 1 --events 1000000000")
    #expect(many.status == 2)
  }
}

/// The JSON of every view of the first user of a sample.
private struct ShownViews: ViewVisitor {
  let log: Log
  var json: [String] = []

  mutating func visit<V: LogView>(_: V.Type) throws { show(V(try V._replay(log, asOf: nil))) }

  mutating func visit<V: PersonalView>(personal _: V.Type) throws {
    show(V(try replay(log, V.Source.scoped(to: "ann"))))
  }

  private mutating func show(_ view: some LogView) {
    json.append(String(decoding: view.json, as: UTF8.self))
  }
}
