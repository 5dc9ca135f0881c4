import Events
import Projections
import Testing

@testable import CLI

/// Distances and durations for people.
@Suite struct LoadTextTests {
  @Test(arguments: [
    (0.5, "0.5 m"), (999, "999 m"), (1_000, "1 km"), (5_200, "5.2 km"), (1_234_000, "1,234 km"),
  ])
  func `a distance is shown in kilometres from 1 km`(_ metres: Double, _ text: String) {
    #expect(distance(metres) == text)
  }

  @Test(arguments: [
    (0.5, "0.5 s"), (59, "59 s"), (60, "1:00"), (3_599, "59:59"), (3_600, "1:00:00"),
    (3_661, "1:01:01"), (-5, "-5 s"), (59.7, "59.7 s"), (60.9, "1:01"), (119.99, "2:00"),
    (239.4, "3:59"), (3_599.5, "1:00:00"), (1e300, "277777777:46:40"),
  ])
  func `a duration is shown in seconds up to one minute`(_ seconds: Double, _ text: String) {
    #expect(duration(seconds) == text)
  }
}
