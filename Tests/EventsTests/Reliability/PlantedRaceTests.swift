import Foundation
import Testing

/// A race on purpose, for the thread sanitizer to find; it runs only where it is asked for.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["REPLOG_PLANTED_RACE"] != nil))
struct PlantedRaceTests {
  /// A number that nobody guards.
  private final class Unguarded: @unchecked Sendable {
    var number = 0
  }

  @Test func `two threads count without a lock`() {
    let shared = Unguarded()
    // Real threads: small tasks may all run on one.
    let threads = (0..<2).map { _ in
      let thread = Thread { for _ in 0..<200_000 { shared.number += 1 } }
      thread.start()
      return thread
    }
    while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.01) }
    #expect(shared.number > 0)
  }
}
