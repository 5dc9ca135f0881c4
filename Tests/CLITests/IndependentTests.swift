import TestSupport
import Testing

/// The views agree with a program that shares nothing with them but the rules.
@Suite struct IndependentTests {
  @Test func `push-ups, medals and meals agree with an independent program on random logs`() throws
  {
    let logs = Reliability.isSample ? 4 : 100
    let script = Workdir.independent("training_day.py")
    let result = try Workdir().run("python3 -B '\(script)' \(logs)")
    #expect(result.output == "\(logs) logs agree\n", "\(result.errors)")
    #expect(result.status == 0)
  }
}
