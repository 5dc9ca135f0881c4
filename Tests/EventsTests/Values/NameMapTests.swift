import TestSupport
import Testing

@testable import Events

@Suite struct NameMapTests {
  private static let names: [Name] = (0..<40).map { number in
    number % 3 == 0 ? Name(Samples.id(number)) : Name("name-map-\(number % 7)-\(number)")
  }

  @Test func `a value is found under its name, and under no other`() {
    var map = NameMap<Int>()
    #expect(map.isEmpty && map.names.isEmpty)
    var expected: [Name: Int] = [:]
    var chance = SeededGenerator(seed: 1)
    for step in 0..<400 {
      let name = NameMapTests.names[chance.below(40)]
      (map[name], expected[name]) = (step, step)
      for name in NameMapTests.names { #expect(map[name] == expected[name]) }
    }
    #expect(!map.isEmpty)
    #expect(map.entries.count == expected.count)
    // The text is newer than all texts in the map.
    #expect(map[Name("name-map-of-nobody-\(chance.next())")] == nil)
    #expect(map[Name(Samples.id(99))] == nil)
    #expect(NameMap<Int>()["name-map-1"] == nil)
  }

  @Test func `entries keep the order in which they were added`() {
    var map = NameMap<String>()
    let names: [Name] = ["z", Name(Samples.id(2)), "a", Name(Samples.id(1))]
    for name in names + names.reversed() { map[name] = name.text }
    #expect(map.names == names)
    #expect(map.entries.map(\.value) == names.map(\.text))
  }

  @Test func `setting nil removes nothing`() {
    var map = NameMap<Int>()
    map["a"] = 1
    map["a"] = nil
    map["b"] = nil
    #expect(map["a"] == 1 && map["b"] == nil && map.names == ["a"])
  }

  @Test func `a value keeps the place of its name and may change there`() {
    var map = NameMap<[Int]>()
    var made = 0
    func new() -> [Int] {
      made += 1
      return []
    }
    #expect(map.place(of: "b") == nil)
    for name in ["b", "a", Name(Samples.id(1)), "b", Name(Samples.id(1)), "a"] as [Name] {
      let place = map.place(of: name, orNew: new())
      #expect(map.place(of: name) == place)
      map[place].append(place)
    }
    #expect(made == 3)
    #expect(map.entries.map(\.value) == [[0, 0], [1, 1], [2, 2]])
  }

  @Test func `maps are equal if their values are equal, in any order`() {
    func map(_ names: [Name]) -> NameMap<String> {
      var map = NameMap<String>()
      for name in names { map[name] = name.text }
      return map
    }
    let names: [Name] = ["a", "b", Name(Samples.id(1))]
    #expect(map(names) == map(names.reversed()))
    #expect(map(names) != map(["a", "b"]))
    #expect(map(["a", "b"]) != map(["a", "c"]))
    var other = map(names)
    other["b"] = "c"
    #expect(other != map(names))
  }

  @Test func `elements are sorted by the bytes of their names, and keep their order for one name`()
  {
    let texts: [(Name, Int)] = [("b", 0), ("é", 1), ("a", 2), ("b", 3), ("", 4), ("a", 5)]
    #expect(texts.sorted(byName: \.0).map(\.1) == [4, 2, 5, 0, 3, 1])
    // The names include an id.
    let id = Name(Samples.id(1))
    #expect(["b", id, "/", "a", "B"].sortedByName() == ["/", id, "B", "a", "b"])
    #expect(([] as [Name]).sortedByName() == [])
  }
}
