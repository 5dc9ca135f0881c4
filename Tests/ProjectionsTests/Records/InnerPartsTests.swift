import Events
import Testing

@testable import Projections

@Suite struct InnerPartsTests {
  private func step(_ number: Int) -> RecordPath.Step { .match("id", "set-\(number)") }

  @Test(arguments: [1, 24, 25, 60])
  func `parts are found by their steps, however many there are`(_ count: Int) {
    var parts = InnerParts()
    #expect(parts.isEmpty)
    for number in 0..<count {
      parts.set(step(number), 100 + number, isNew: true, isRemoval: false)
      #expect(!parts.isEmpty)
      // Those before it, and none that is to come.
      for other in 0...number + 1 {
        #expect(parts[step(other)] == (other > number ? nil : 100 + other))
      }
    }
    for number in 0..<count { parts.set(step(number), number, isNew: false, isRemoval: false) }
    for number in 0..<count { #expect(parts[step(number)] == number) }
  }

  @Test(arguments: [3, 40])
  func `a part that returns after its removal has the number of its return`(_ count: Int) {
    var parts = InnerParts()
    for number in 0..<count { parts.set(step(number), number, isNew: true, isRemoval: false) }
    parts.set(step(1), 200, isNew: false, isRemoval: true)
    #expect(parts[step(1)] == 200)
    parts.set(step(1), 300, isNew: true, isRemoval: false)
    #expect(parts[step(1)] == 300)
    var place = 0
    let found = (0..<count).map { parts.number(of: step($0), from: &place) }
    #expect(found == (0..<count).map { $0 == 1 ? 300 : $0 })
  }

  @Test(arguments: [5, 40])
  func `a walk finds parts in any order, and keeps its place at missing ones`(_ count: Int) {
    var parts = InnerParts()
    for number in 0..<count { parts.set(step(number), number, isNew: true, isRemoval: false) }
    var place = 0
    for number in [0, 1, -1, 2, 4, 3, 4, 0, count - 1, count, 1] {
      let before = place
      let found = parts.number(of: step(number), from: &place)
      let isThere = (0..<count).contains(number)
      #expect(found == (isThere ? number : nil))
      #expect(place == (isThere ? number + 1 : before))
    }
  }
}
