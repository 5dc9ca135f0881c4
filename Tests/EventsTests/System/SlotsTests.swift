import Testing

@testable import Events

@Suite struct SlotsTests {
  @Test func `slots of one block begin as zeros and do not overlap`() {
    let size =
      SlotMemory.size(of: UInt8.self, 100) + SlotMemory.size(of: UInt64.self, 3)
      + SlotMemory.size(of: Member.self, 5)
    #expect(size == 128 + 64 + 256)
    var memory = SlotMemory(size: size)
    defer { memory.free() }
    let (bytes, words, members): (Slots<UInt8>, Slots<UInt64>, Slots<Member>) =
      (memory.slots(100), memory.slots(3), memory.slots(5))
    #expect((0..<100).allSatisfy { bytes[$0] == 0 } && (0..<3).allSatisfy { words[$0] == 0 })
    #expect((0..<5).allSatisfy { members[$0].name == 0 && !members[$0].isEscaped })
    for index in 0..<100 { bytes[index] = 0xFF }
    for index in 0..<5 {
      members[index] = Member(name: -1, count: -1, value: -1, beginning: .max, isEscaped: true)
    }
    #expect((0..<3).allSatisfy { words[$0] == 0 })
    for index in 0..<3 { words[index] = 7 }
    #expect((0..<100).allSatisfy { bytes[$0] == 0xFF })
    #expect((0..<5).allSatisfy { members[$0].beginning == .max })
  }
}
