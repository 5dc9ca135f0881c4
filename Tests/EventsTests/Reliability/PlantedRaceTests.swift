import Events
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
    let waiting = Monitor(2)
    // Real threads: small tasks may all run on one.
    let threads = (0..<2).map { _ in
      let thread = Thread {
        waiting.alone { $0 -= 1 }
        while waiting.alone({ $0 > 0 }) { Thread.sleep(forTimeInterval: 0.001) }
        // On a busy machine one would be done before the other begins, and the sanitizer has forgotten
        // what a thread did that is gone. Whoever sleeps lets the other count.
        for _ in 0..<200 {
          for _ in 0..<1_000 { shared.number += 1 }
          Thread.sleep(forTimeInterval: 0.001)
        }
      }
      thread.start()
      return thread
    }
    while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.01) }
    #expect(shared.number > 0)
  }
}
