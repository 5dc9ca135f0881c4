import Events
import TestSupport
import Testing

@testable import Projections

/// The comparison of the rows of two logs, value by value.
@Suite struct RowComparisonTests {
  private struct Row: Record {
    var title: String?
    var person: Name?
    var lists: [List] = []
    var number = 1.0
    var thing: Thing?

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("title", row?.title, .plain.personal, "The title.")
      f("person", row?.person, .plain.personal, "The person.")
      f.list("lists", row?.lists, .plain, "The lists.")
      f("number", row?.number, .plain, "The number.")
      f.object("thing", row?.thing, .plain, "The thing.")
    }
  }

  private struct List: Record {
    var elements: [Element] = []

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f.list("elements", row?.elements, .plain, "The elements.")
    }
  }

  private struct Element: Record {
    var count = 1
    var note: String?

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("count", row?.count, .plain, "The count.")
      f("note", row?.note, .plain.personal, "A remark, or null.")
    }
  }

  /// A row whose list holds values of every kind that a renaming may change.
  private struct Shelf: Record {
    var things: [Thing]

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f.list("things", row?.things, .plain, "The things.")
    }
  }

  private struct Thing: Record {
    var person: Name?
    var born: LocalDay?
    var at: Timestamp?
    var post: Name?
    var seq: Int?
    var element: Element?
    var elements: [Element] = []

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("person", row?.person, .plain.personal, "The person.")
      f("born", row?.born, .plain.personal, "The date of birth.")
      f("at", row?.at, .plain, "The time of the measurement.")
      f("post", row?.post, .plain, "The post.")
      f("seq", row?.seq, .plain, "The position.")
      f.object("element", row?.element, .plain, "The element.")
      f.list("elements", row?.elements, .plain, "The elements.")
    }
  }

  /// A row with a figure of a person after their name.
  private struct Weighed: Record {
    var person: Name?
    var kilograms: Double?

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("person", row?.person, .plain.personal, "The person.")
      f("kilograms", row?.kilograms, .plain.personal, "The body's weight.")
    }
  }

  private let renaming: Renaming

  init() throws { renaming = try Self.renaming() }

  private static func renaming(
    shiftedBy days: Int = 0, entities: [Name: Name] = [:], positions: [Int: Int] = [:]
  ) throws -> Renaming {
    var (outline, options) = (LogOutline(), ScrubOptions())
    (options.days, options.keepsIDs) = (days, true)
    let pseudonyms = try Pseudonyms(
      of: log(.signedIn("ann")), outlinedIn: &outline, key: SipHash(1, 2), options)
    return Renaming(
      pseudonyms: pseudonyms, entities: entities, exercises: [:], positions: positions, fixed: [])
  }

  private func isSame<R: Record>(_ before: R, _ after: R, _ other: Renaming? = nil) -> Bool {
    RowComparison.difference(
      of: [before], from: [after], isList: true, under: other ?? renaming) == nil
  }

  private func row(_ counts: [Int]...) -> Row {
    Row(lists: counts.map { List(elements: $0.map { Element(count: $0) }) })
  }

  @Test func `rows without personal data match if they are equal`() {
    #expect(isSame(Row(), Row()))
    #expect(isSame(row([1, 2], [3]), row([1, 2], [3])))
    #expect(!isSame(Row(), Row(number: 2)))
    // Numbers are compared by their bits.
    #expect(!isSame(Row(number: 0), Row(number: -0.0)))
    #expect(isSame(Row(number: .nan), Row(number: .nan)))
  }

  @Test func `a list that lost or gained its first or last element is found`() {
    #expect(!isSame(row([1, 2], [3]), row([1, 2], [])))
    #expect(!isSame(row([1, 2], []), row([1, 2], [3])))
    #expect(!isSame(row([1, 2], [3]), row([1, 2])))
    #expect(!isSame(row([1, 2], [3]), row()))
    #expect(!isSame(row(), row([])))
    #expect(!isSame(row([1, 2]), row([2, 1])))
  }

  @Test func `the first difference is reported with its path and both values`() {
    func check(_ before: [Row], _ after: [Row], _ path: String, _ old: JSON?, _ new: JSON?) {
      let found = RowComparison.difference(
        of: before, from: after, isList: true, under: renaming)
      #expect(found?.path.description == path)
      #expect(found?.before == old && found?.after == new)
    }
    let (one, two) = (JSON.number(.integer(1)), JSON.number(.integer(2)))
    check([row([1], [1, 1])], [row([1], [1, 2])], "[0].lists[1].elements[1].count", one, two)
    check([Row(), Row(title: "Heavy")], [Row(), Row()], "[1].title", .string("Heavy"), .null)
    // The next value of the longer list is in the place of the length of the shorter list.
    check([row([1, 2], [3])], [row([1], [3])], "[0].lists[0].elements[1].count", two, one)
    check([row([1], [3])], [row([1, 2], [3])], "[0].lists[0].elements", one, two)
    check([row([1])], [row([1], [])], "[0].lists", one, .number(.integer(0)))
    check([Row()], [Row(), row([1])], "[1]", nil, RecordTree(row([1])).json)
    check([row([1]), Row()], [row([1])], "[1]", RecordTree(Row()).json, nil)
    check(
      [Row(thing: Thing(element: Element()))], [Row(thing: Thing())], "[0].thing.element",
      .bool(true), .bool(false))
  }

  @Test func `a personal value must be the new one, around a list and within it`() {
    var (before, after) = (row([1, 2], [3]), row([1, 2], [3]))
    before.title = "Heavy"
    after.title = renaming.pseudonyms.text("Heavy")
    #expect(isSame(before, after))
    #expect(!isSame(before, before))
    before.person = "ann"
    after.person = renaming.pseudonyms.user("ann")
    #expect(isSame(before, after))
    before.lists[0].elements[1].note = "Light"
    after.lists[0].elements[1].note = renaming.pseudonyms.text("Light")
    #expect(isSame(before, after))
    after.lists[1].elements[0].count = 4
    #expect(!isSame(before, after))
    after.lists[1].elements[0].count = 3
    after.lists[0].elements[1].note = "Light"
    #expect(!isSame(before, after))
  }

  @Test func `a list with a personal element must not lose another one`() {
    var (before, after) = (row([1, 2, 3]), row([1, 2]))
    before.lists[0].elements[0].note = "Light"
    after.lists[0].elements[0].note = renaming.pseudonyms.text("Light")
    #expect(!isSame(before, after))
    #expect(!isSame(Row(lists: [before.lists[0], List()]), Row(lists: [after.lists[0]])))
  }

  @Test func `a personal value deep within a list must be the new one, too`() throws {
    let born = try #require(LocalDay(year: 1990, month: 5, day: 6))
    let words = renaming.pseudonyms.text("Light")
    let things: [(before: Thing, after: Thing)] = [
      (Thing(person: "ann"), Thing(person: renaming.pseudonyms.user("ann"))),
      (Thing(born: born), Thing(born: renaming.pseudonyms.day(born, isPersonal: true))),
      (Thing(element: Element(note: "Light")), Thing(element: Element(note: words))),
      (Thing(elements: [Element(note: "Light")]), Thing(elements: [Element(note: words)])),
    ]
    for (before, after) in things {
      #expect(before != after)
      #expect(isSame(Shelf(things: [before]), Shelf(things: [after]), renaming))
      #expect(!isSame(Shelf(things: [before]), Shelf(things: [before]), renaming))
    }
  }

  @Test func `a personal day must be the new one outside of lists, too`() throws {
    struct Person: Record {
      var born: LocalDay?

      static func list(_ row: Self?, _ f: inout some RecordVisitor) {
        f("born", row?.born, .plain.personal, "The date of birth.")
      }
    }
    let born = try #require(LocalDay(year: 1990, month: 5, day: 6))
    let new = renaming.pseudonyms.day(born, isPersonal: true)
    #expect(isSame(Person(born: born), Person(born: new), renaming))
    #expect(!isSame(Person(born: born), Person(born: born), renaming))
    #expect(isSame(Person(), Person(), renaming))
  }

  @Test func `a person's name must be the new one if one of their values follows`() {
    let before = Weighed(person: "ann", kilograms: 80)
    let after = Weighed(person: renaming.pseudonyms.user("ann"), kilograms: 80)
    #expect(isSame(before, after, renaming))
    #expect(!isSame(before, before, renaming))
    #expect(isSame(Weighed(kilograms: 80), Weighed(kilograms: 80), renaming))
    #expect(!isSame(Weighed(kilograms: 80), Weighed(kilograms: 81), renaming))
  }

  @Test func `names, times and positions that change must be the new ones`() throws {
    let (old, new) = (moment("2026-03-02T12:00:00Z"), moment("2026-03-09T12:00:00Z"))
    let changes: [(renaming: Renaming, before: Thing, after: Thing, other: Thing)] = [
      (try Self.renaming(shiftedBy: 7), Thing(at: old), Thing(at: new), Thing(at: old)),
      (
        try Self.renaming(entities: ["Push": "id-1"]), Thing(post: "Push"), Thing(post: "id-1"),
        Thing(post: "id-2")
      ),
      (try Self.renaming(positions: [5: 4]), Thing(seq: 5), Thing(seq: 4), Thing(seq: 3)),
    ]
    for (renaming, before, after, other) in changes {
      #expect(isSame(Shelf(things: [before]), Shelf(things: [after]), renaming))
      #expect(!isSame(Shelf(things: [before]), Shelf(things: [other]), renaming))
    }
  }
}
