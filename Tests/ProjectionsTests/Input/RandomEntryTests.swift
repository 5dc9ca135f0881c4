import Events
import Projections
import TestSupport
import Testing

/// Whatever is typed is read or refused; what is read, or said to be nearest, can be entered as shown.
@Suite struct RandomEntryTests {
  private static let pieces = [
    "5", "100", "1,000", "102.5", ".", ",", "x", "×", " ", "kg", "lb", "lbs", "bw", "s", "min", "h",
    "km", "m", "mi", ":", "/", "-", "+", "@", "0", "30", "o", "reps", "of", "é", "\u{0}", "🏋️", "T",
    "2026-03-02", "2026-13", "yesterday", "mon", "18:04", "Z", "+01:00", "pm", "#",
    "99999999999999999999", "1e5", "\u{2212}",
  ]

  /// Returns a text of some pieces, chosen by `seed`.
  private func text(_ seed: UInt64) -> String {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...8, using: &generator)
    return (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  @Test func `sets, weights and times made of random pieces can be entered`() throws {
    let now = moment("2026-03-05T18:04:11.250+01:00")
    var counts = (sets: 0, weights: 0, times: 0, near: 0)
    for seed in 0..<10_000 {
      let text = text(UInt64(seed))
      do throws(EntryError) {
        let set = try EnteredSet(text)
        counts.sets += 1
        if (set.reps ?? 0).magnitude < 1_000, (set.weight?.value ?? 0).magnitude < 1e6 {
          #expect(try EnteredSet("\(set)") == set, "\(text)")
        }
      } catch {
        guard let near = error.nearest else { continue }
        counts.near += 1
        #expect(throws: Never.self, "\(text)") { try EnteredSet(near) }
      }
      if let weight = try? EnteredWeight(text) {
        counts.weights += 1
        #expect(try weight.value.magnitude >= 1e6 || EnteredWeight("\(weight)") == weight)
      }
      if let time = try? EnteredTime(text) {
        counts.times += 1
        #expect(try time.isMonth || time.moment(on: UserClock(now: now)) != nil)
        _ = try time.asOf(on: UserClock(now: now))
      }
      if let near = EnteredTime.nearest(to: text) {
        #expect(throws: Never.self, "\(text)") { try EnteredTime(near) }
      }
    }
    let least = min(counts.sets, counts.weights, counts.times, counts.near)
    #expect(least > 20, "\(counts)")
  }
}
