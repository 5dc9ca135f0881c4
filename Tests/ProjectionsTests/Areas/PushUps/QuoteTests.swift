import Events
import Projections
import TestSupport
import Testing

@Suite struct QuoteTests {
  @Test func `a user has one quote a day, the same on every machine`() {
    // By a program of its own that hashes `5:quote3:ann10:2026-03-02`.
    let ann = (0..<3).map { Quote.of("ann", on: LocalDay(number: 20_514 + $0)).text }
    #expect(ann == QuoteTests.known)
    #expect(Quote.of("ann", on: day("2026-03-02")) == Quote.of("ann", on: day("2026-03-02")))
  }

  private static let known = [
    "Thou hast power over thy mind, not outside events.",
    "Fall seven times, stand up eight.",
    "Nobody counts the days you thought about it.",
  ]

  @Test func `over a year all quotes appear, to each user in another order`() {
    let days = (0..<365).map { LocalDay(number: 20_000 + $0) }
    let (ann, bob) = (days.map { Quote.of("ann", on: $0) }, days.map { Quote.of("bob", on: $0) })
    let texts = Set(ann.map(\.text))
    #expect(texts.count > 25)
    #expect(texts == Set(bob.map(\.text)))
    #expect(zip(ann, bob).count { $0 == $1 } < 40)
  }
}
