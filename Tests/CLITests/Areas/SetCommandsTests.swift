import TestSupport
import Testing

@testable import CLI

@Suite struct SetCommandsTests {
  @Test(arguments: [("y", true), ("yes", true), ("n", false), ("", false), ("what?", false)])
  func `a second removal in a row is done once the user agrees`(
    _ answer: String, _ isDone: Bool
  ) throws {
    let workdir = try Workdir()
    let begin = """
      replog sign-in --provider google --subject 1 --email a@b.c && replog session start \
      && replog set log squat 2x5x100kg && replog set remove last
      """
    #expect(try workdir.run(begin).status == 0)
    let asked = try workdir.runOnTerminal("replog set remove last", answering: answer)
    let question = "you just removed a set; remove squat 5x100kg too? [y/N]"
    #expect(asked.output.contains(question), "\(asked)")
    #expect(asked.output.contains("6 squat 5 × 100 kg removed") == isDone, "\(asked)")
    #expect(asked.status == (isDone ? 0 : 1))
    let left = try workdir.run("replog log | wc -l")
    #expect(left.output.contains(isDone ? "7" : "6"), "\(left)")
  }
}
