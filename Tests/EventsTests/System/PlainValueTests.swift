import Testing

@testable import Events

@Suite struct PlainValueTests {
  @Test func `a plain value is read as its own type and as no other`() {
    let time = Timestamp(milliseconds: 1, offsetMinutes: 60)
    #expect(PlainValue(1).value(as: Int.self) == 1)
    #expect(PlainValue(Name("name")).value(as: Name.self) == Name("name"))
    #expect(PlainValue(time).value(as: Timestamp.self) == time)
    #expect(PlainValue(Weekday.friday).value(as: Weekday.self) == Weekday.friday)
    #expect(PlainValue(nil as Double?).value(as: Double.self) == .some(nil))
    #expect(PlainValue(1).value(as: UInt.self) == nil)
    #expect(PlainValue(1).value(as: Double.self) == nil)
  }

  @Test func `values with references are not plain`() {
    #expect(PlainValue.takes(Weight.self) && PlainValue.takes(EventID.self))
    #expect(!PlainValue.takes(String.self) && !PlainValue.takes([Int].self))
  }
}
