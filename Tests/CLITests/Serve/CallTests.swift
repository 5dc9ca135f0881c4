import Events
import Projections
import TestSupport
import Testing

@testable import CLI

/// The commands that run for another program.
@Suite struct CallTests {
  /// A call with a clock of its own, and the number of times that it woke the server.
  private final class Clock: Sendable {
    private let state = Monitor((now: 0.0, wakes: 0))

    var call: RunningCall {
      RunningCall(
        seconds: { self.state.alone { $0.now } }, wake: { self.state.alone { $0.wakes += 1 } })
    }

    var wakes: Int { state.alone { $0.wakes } }
    func set(_ now: Double) { state.alone { $0.now = now } }
  }

  @Test func `progress rises over all passes, and is reported at most four times a second`() {
    let clock = Clock()
    let call = clock.call
    for (now, done) in [(0, 10), (0.24, 20)] {
      clock.set(now)
      call.report(done, of: 100)
      #expect(call.takeStep() == nil)
    }
    clock.set(0.25)
    call.report(30, of: 100)
    #expect(call.takeStep() == RunningCall.Step(done: 30, total: 100))
    #expect(call.takeStep() == nil)
    // The second pass begins.
    for (now, done, sum) in [(0.5, 5, 35), (0.75, 90, 120)] {
      clock.set(now)
      call.report(done, of: 100)
      #expect(call.takeStep() == RunningCall.Step(done: sum, total: nil))
    }
    #expect(clock.wakes == 3)
  }

  @Test func `a pass over a log reports to its call, and ends if the call is cancelled`() throws {
    let clock = Clock()
    let call = clock.call
    let bytes = try Samples.log([like(1), like(2)])
    let log = call.observed(Log(bytes, name: "log"))
    clock.set(1)
    _ = try replay(log, Timetable())
    #expect(call.takeStep()?.total == bytes.count)
    call.cancel()
    #expect(throws: LogError.self) { try replay(log, Timetable()) }
  }

  /// Runs `perform` as a command with the options of a server, and returns the outcome.
  private func outcome(
    _ perform: @escaping @Sendable ([String], inout Shell) throws -> Void
  ) -> CallRunner.Outcome {
    var options = GlobalOptions()
    options.log = FilePath("club.jsonl")
    options.user = "ann"
    options.now = Samples.start
    options.seed = 7
    options.noCheckpoint = true
    let runner = CallRunner(options, System()) { words, shell in
      try perform(words, &shell)
      try shell.flush()
    }
    return runner.run("set log", ["--", "squat"], for: Clock().call)
  }

  @Test func `a command gets the options of the server`() {
    let outcome = outcome { words, shell in
      #expect(
        words == ["set", "log", "--json", "--user=ann", "--no-checkpoint", "--", "squat"])
      let names = ["REPLOG_LOG", "REPLOG_NOW", "REPLOG_SEED"]
      #expect(
        names.map { shell.system.environment($0) } == ["club.jsonl", "\(Samples.start)", "7"])
      try shell.print(Array("[]\n".utf8))
      shell.note("a remark")
    }
    #expect(outcome.error == nil)
    #expect(outcome.output == Array("[]\n".utf8) && outcome.notes == ["a remark"])
  }

  @Test func `an output may have the most bytes that the error names, and no more`() {
    func printed(_ count: Int) -> CallRunner.Outcome {
      outcome { _, shell in try shell.print([UInt8](repeating: 0x78, count: count)) }
    }
    #expect(printed(4 << 20).output.count == 4 << 20)
    let error = printed((4 << 20) + 1).error as? UsageError
    #expect(error?.message == "the response must not exceed 4 MiB, got 4,194,305 bytes")
  }
}
