import Foundation
import Testing

@testable import Events
@testable import TestSupport

/// Tests of many threads and processes that append to one log.
@Suite(.serialized) struct ManyAppendersTests {
  /// Returns the ids of the events of appender `number`, in order.
  static func ids(_ number: Int, _ count: Int) -> [EventID] {
    (0..<count).map { Samples.id(number * 100_000 + $0 + 1) }
  }

  /// Appends the appender's events one by one, and returns the acknowledged positions.
  static func run(_ number: Int, _ count: Int, _ path: String, system: System) throws -> [Int] {
    let appender = try Appender(path: path, patience: 120, system: system)
    return try ids(number, count).map { id in
      let done = try append([Draft(id: id, at: Samples.start, like(number))], with: appender)
      return done.acknowledgements[0].event.seq
    }
  }

  /// Returns a description of an error in a log that `appenders` wrote, or nil if there is none.
  static func fault(
    _ path: String, appenders: Int, each count: Int, acknowledged: [[Int]]? = nil
  ) throws -> String? {
    let events: [Event]
    do { events = try CrashState.events(of: Log(path: path)) } catch { return "\(error)" }
    guard events.map(\.seq) == Array(1..<appenders * count + 1) else { return "the positions" }
    for number in 0..<appenders {
      let own = events.filter { $0.body == like(number) }
      guard own.map(\.id) == ids(number, count) else { return "the events of \(number)" }
      if let acknowledged, own.map(\.seq) != acknowledged[number] { return "false positions" }
    }
    return nil
  }

  /// Runs `threads` appenders at once, and returns the acknowledgements of each, or the error of one.
  static func race(
    _ threads: Int, each count: Int, _ path: String, system: System
  ) -> Result<[[Int]], LogError> {
    let results = Monitor<[Int: [Int]]>([:])
    let failed = Monitor<LogError?>(nil)
    let numbers = Monitor(0..<threads)
    // Separate threads: in a busy pool one thread may get all the work, and each appender would wait for the previous
    // one.
    let work: @Sendable () -> Void = {
      guard let number = numbers.alone({ $0.popFirst() }) else { return }
      do {
        let seqs = try run(number, count, path, system: system)
        results.alone { $0[number] = seqs }
      } catch {
        failed.alone { $0 = error as? LogError ?? LogError(.system, path, "\(error)") }
      }
    }
    System.onThreads(threads, work) { #expect($0 == threads) }
    if let error = failed.alone({ $0 }) { return .failure(error) }
    let all = results.alone { $0 }
    return .success((0..<threads).map { all[$0] ?? [] })
  }

  @Test func `8 threads lose and duplicate nothing`() throws {
    let folder = TemporaryFolder(inMemory: !Reliability.isFull)
    let path = folder.file("log")
    let count = Reliability.isFull ? 1_000 : 200
    let acknowledged = try Self.race(8, each: count, path, system: System()).get()
    let fault = try Self.fault(path, appenders: 8, each: count, acknowledged: acknowledged)
    #expect(fault == nil)
    Reliability.print(
      "8 threads", try shown(Log(path: path)).count, of: 8 * count, wrong: fault == nil ? 0 : 1)
  }

  @Test func `16 processes lose and duplicate nothing`() async throws {
    let folder = TemporaryFolder(inMemory: true)
    let path = folder.file("log")
    let processes = 16
    let count = Reliability.isSample ? 100 : 1_000
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<processes {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, number = number as Int, count = count as Int] in
            // The test is about locking; other tests cover syncs.
            _ = try ManyAppendersTests.run(number, count, path, system: Faults.unsynced)
          }
        }
      }
    }
    let fault = try Self.fault(path, appenders: processes, each: count)
    #expect(fault == nil)
    Reliability.print(
      "16 processes", try shown(Log(path: path)).count, of: processes * count,
      wrong: fault == nil ? 0 : 1)
  }

  @Test func `without the lock events are lost, and the test detects it`() throws {
    var system = System()
    system.fault = { call in
      // Each appender looks at the log and then writes after a delay, so that another one looks in between, even on
      // one core.
      if call.isWrite { usleep(500) }
      return call == .flock || call == .sync ? .forgotten : nil
    }
    for _ in 1...50 {
      let folder = TemporaryFolder(inMemory: true)
      let path = folder.file("log")
      switch Self.race(4, each: 50, path, system: system) {
      case .success(let told):
        if try Self.fault(path, appenders: 4, each: 50, acknowledged: told) != nil { return }
      case .failure(let error):
        // One of the appenders found a line that another one had overwritten.
        #expect(error.kind == .damaged, "\(error)")
        return
      }
    }
    Issue.record("four threads appended without a lock, and nothing was lost")
  }
}
