import Testing

@testable import Events

/// Tests that the reuse of scratch memory has no visible effect.
@Suite struct ScratchMemoryTests {
  /// Returns a unique line of the greatest length.
  private static func line(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(1 + number), count: Scratch.longestPadded)
  }

  @Test func `memory in simultaneous use is separate, whether it is new or reused`() {
    // More scratches than the kept blocks, so that some have new memory and some have reused memory.
    for round in 0..<4 {
      let scratches = (0..<7).map { _ in Scratch() }
      let copies = scratches.enumerated().map { number, scratch in
        Bytes.of(Self.line(round * 7 + number)) { scratch.view.padded($0) }
      }
      for (number, copy) in copies.enumerated() {
        #expect(copy?.array(in: 0..<Scratch.longestPadded) == Self.line(round * 7 + number))
      }
      withExtendedLifetime(scratches) {}
    }
  }

  @Test func `a short line has zeros where a longer line was before`() {
    for number in 0..<20 {
      let scratch = Scratch()
      _ = Bytes.of(Self.line(number)) { scratch.view.padded($0) }
      let copy = Bytes.of("{}") { scratch.view.padded($0) }
      let padding = [UInt8](repeating: 0, count: Scratch.padding)
      #expect(copy.map { $0.array(in: 0..<$0.count) } == Array("{}".utf8) + padding)
      withExtendedLifetime(scratch) {}
    }
  }
}
