import Events
import TestSupport
import Testing

@testable import Projections

/// The quick look that tells nearly all rows of two logs to be the same.
@Suite struct RowBytesTests {
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

  private let renaming: Renaming

  init() throws {
    var outline = LogOutline()
    let pseudonyms = try Pseudonyms(
      of: log(.signedIn("ann")), outlinedIn: &outline, key: SipHash(1, 2))
    renaming = Renaming(pseudonyms: pseudonyms, entities: [:], positions: [:], fixed: [])
  }

  private func isSame(_ before: Row, _ after: Row) -> Bool {
    RowBytes.are(before, after, renaming)
  }

  private func row(_ counts: [Int]...) -> Row {
    Row(lists: counts.map { List(elements: $0.map { Element(count: $0) }) })
  }

  @Test func `rows without anything personal are the same when they are equal`() {
    #expect(isSame(Row(), Row()))
    #expect(isSame(row([1, 2], [3]), row([1, 2], [3])))
    #expect(!isSame(Row(), Row(number: 2)))
  }

  @Test func `a list that lost or gained an element is found, the last and the first one too`() {
    #expect(!isSame(row([1, 2], [3]), row([1, 2], [])))
    #expect(!isSame(row([1, 2], []), row([1, 2], [3])))
    #expect(!isSame(row([1, 2], [3]), row([1, 2])))
    #expect(!isSame(row([1, 2], [3]), row()))
    #expect(!isSame(row(), row([])))
    #expect(!isSame(row([1, 2]), row([2, 1])))
  }

  @Test func `what is personal has to be the new one, around a list as within it`() {
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
}
