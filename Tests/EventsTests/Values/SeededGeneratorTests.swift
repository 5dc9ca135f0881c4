import Testing

@testable import Events

@Suite struct SeededGeneratorTests {
  // Source: splitmix64.c (Vigna, 2015), its first outputs from state 1234567.
  @Test func `the numbers equal those of SplitMix64`() {
    var generator = SeededGenerator(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
    ]
    let numbers = expected.map { _ in generator.next() }
    #expect(numbers == expected)
  }

  @Test func `bounded numbers stay within their bounds and reach them`() {
    var generator = SeededGenerator(seed: 1)
    let numbers = Set((0..<200).map { _ in generator.within(3...7) })
    #expect(numbers == Set(3...7))
  }

  @Test func `every choice occurs, and a probability is met`() {
    var generator = SeededGenerator(seed: 2)
    let choices = ["a", "b", "c"]
    #expect(Set((0..<100).map { _ in generator.pick(choices) }) == Set(choices))
    let met = (0..<1000).count { _ in generator.chance(250) }
    #expect((200...300).contains(met))
  }
}
