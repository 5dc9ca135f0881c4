import Events
import Foundation
import Testing

/// Tests with a deliberate race for the thread sanitizer; they run only on request.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["REPLOG_PLANTED_RACE"] != nil))
struct PlantedRaceTests {
  /// A number without protection.
  private final class Unguarded: @unchecked Sendable {
    var number = 0
  }

  @Test func `two threads count without a lock`() {
    let shared = Unguarded()
    let waiting = Monitor(2)
    // Real threads: small tasks may all run on one thread.
    let threads = (0..<2).map { _ in
      let thread = Thread {
        waiting.alone { $0 -= 1 }
        while waiting.alone({ $0 > 0 }) { Thread.sleep(forTimeInterval: 0.001) }
        // On a busy machine one thread could finish before the other begins, and the sanitizer forgets finished
        // threads. The sleep lets the other thread count.
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
