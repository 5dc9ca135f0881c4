import Testing

@testable import Projections

@Suite struct OrderedDictionaryTests {
  @Test func `values are in the order of their keys, and a changed value keeps its place`() {
    var words = OrderedDictionary<Int, String>()
    words[3] = "c"
    words[1] = "a"
    words[3] = "d"
    #expect(words.values == ["d", "a"] && words[3] == "d")
    words[3] = nil
    words[3] = "e"
    #expect(words.values == ["a", "e"])
  }

  @Test func `a change of a missing value leaves no trace`() {
    var words = OrderedDictionary<Int, String>()
    words[1] = "a"
    words[2]?.append("b")
    words[1]?.append("b")
    words[2] = nil
    #expect(words.values == ["ab"] && words.slots == ["ab"])
  }

  @Test func `gaps are removed once they outnumber the values, and all values are still found`() {
    var numbers = OrderedDictionary<Int, Int>()
    for number in 0..<300 { numbers[number] = number }
    for number in 0..<300 where number % 3 != 0 { numbers[number] = nil }
    #expect(numbers.slots.count < 300)
    #expect(numbers.values == Array(stride(from: 0, to: 300, by: 3)))
    #expect((0..<300).allSatisfy { numbers[$0] == ($0 % 3 == 0 ? $0 : nil) })
    var others = OrderedDictionary<Int, Int>()
    for number in stride(from: 0, to: 300, by: 3) { others[number] = number }
    #expect(numbers == others)
  }
}
