import Events
import TestSupport
import Testing

@testable import Projections

/// The quick look that tells nearly all rows of two logs to be the same.
@Suite struct RowValuesTests {
  private struct Row: Record {
    var title: String?
    var person: Name?
    var lists: [List] = []
    var number = 1.0

    static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("title", row?.title, .plain.personal, "The title.")
      f("person", row?.person, .plain.personal, "The person.")
      f.list("lists", row?.lists, .plain, "The lists.")
      f("number", row?.number, .plain, "The number.")
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

  private func isSame(_ before: Row, _ after: Row) -> Bool {
    RowValues.are(before, after, renaming)
  }

  /// Returns the same for rows with a title, which are not compared as they are: their lists are.
  private func isSameTitled(_ before: Row, _ after: Row) -> Bool {
    var (before, after) = (before, after)
    (before.title, after.title) = ("Heavy", renaming.pseudonyms.text("Heavy"))
    return isSame(before, after)
  }

  private func row(_ counts: [Int]...) -> Row {
    Row(lists: counts.map { List(elements: $0.map { Element(count: $0) }) })
  }

  @Test func `rows without personal data match if they are equal`() {
    for isSame in [isSame, isSameTitled] {
      #expect(isSame(Row(), Row()))
      #expect(isSame(row([1, 2], [3]), row([1, 2], [3])))
      #expect(!isSame(Row(), Row(number: 2)))
    }
    // A row with a title is compared value by value, and numbers by their bits.
    #expect(!isSameTitled(Row(number: 0), Row(number: -0.0)))
  }

  @Test func `a list that lost or gained its first or last element is found`() {
    for isSame in [isSame, isSameTitled] {
      #expect(!isSame(row([1, 2], [3]), row([1, 2], [])))
      #expect(!isSame(row([1, 2], []), row([1, 2], [3])))
      #expect(!isSame(row([1, 2], [3]), row([1, 2])))
      #expect(!isSame(row([1, 2], [3]), row()))
      #expect(!isSame(row(), row([])))
      #expect(!isSame(row([1, 2]), row([2, 1])))
    }
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
      #expect(RowValues.are(Shelf(things: [before]), Shelf(things: [after]), renaming))
      #expect(!RowValues.are(Shelf(things: [before]), Shelf(things: [before]), renaming))
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
    #expect(RowValues.are(Person(born: born), Person(born: new), renaming))
    #expect(!RowValues.are(Person(born: born), Person(born: born), renaming))
    #expect(RowValues.are(Person(), Person(), renaming))
  }

  @Test func `a person's name must be the new one if one of their values follows`() {
    let before = Weighed(person: "ann", kilograms: 80)
    let after = Weighed(person: renaming.pseudonyms.user("ann"), kilograms: 80)
    #expect(RowValues.are(before, after, renaming))
    #expect(!RowValues.are(before, before, renaming))
    #expect(RowValues.are(Weighed(kilograms: 80), Weighed(kilograms: 80), renaming))
    #expect(!RowValues.are(Weighed(kilograms: 80), Weighed(kilograms: 81), renaming))
  }

  @Test func `a list whose ids, times or positions must change does not match if it is equal`()
    throws
  {
    let (old, new) = (moment("2026-03-02T12:00:00Z"), moment("2026-03-09T12:00:00Z"))
    let changes: [(renaming: Renaming, before: Thing, after: Thing)] = [
      (try Self.renaming(shiftedBy: 7), Thing(at: old), Thing(at: new)),
      (try Self.renaming(entities: ["Push": "id-1"]), Thing(post: "Push"), Thing(post: "id-1")),
      (try Self.renaming(positions: [5: 4]), Thing(seq: 5), Thing(seq: 4)),
    ]
    for (renaming, before, after) in changes {
      #expect(RowValues.are(Shelf(things: [before]), Shelf(things: [after]), renaming))
      #expect(!RowValues.are(Shelf(things: [before]), Shelf(things: [before]), renaming))
    }
  }
}
