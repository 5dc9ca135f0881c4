#if DEBUG
  import Testing

  @testable import Events

  @Suite struct StepsTests {
    @Test func `steps are counted only if a test requests it`() throws {
      Steps.add(100)
      var inner = 0
      let outer = Steps.count {
        Steps.add()
        inner = Steps.count { Steps.add(7) }
        Steps.add(2)
      }
      #expect(outer == 3)
      #expect(inner == 7)
      #expect(Steps.count {} == 0)
      struct Failure: Error {}
      #expect(throws: Failure.self) { try Steps.count { throw Failure() } }
    }

    @Test func `a comparison of two names or ids counts as a step`() {
      #expect(Steps.count { _ = Name("a") < Name("b") } == 1)
      let ids = [EventID(high: 1, low: 2), EventID(high: 1, low: 3)]
      #expect(Steps.count { _ = ids[0] < ids[1] } == 1)
    }

    @Test func `each element that a list moves counts as a step`() {
      var list = [1, 2, 3, 4, 5]
      var taken = 0
      #expect(Steps.count { taken = list.take(at: 1) } == 4)
      #expect(taken == 2)
      #expect(list == [1, 3, 4, 5])
      #expect(Steps.count { list.put(9, at: 1) } == 3)
      #expect(list == [1, 9, 3, 4, 5])
      #expect(Steps.count { list.put(6, at: 5) } == 0)
      #expect(Steps.count { list.drop { $0 > 4 } } == 6)
      #expect(list == [1, 3, 4])
    }
  }
#endif
