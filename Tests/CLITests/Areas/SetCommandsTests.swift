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

  @Test(arguments: [("1", true), ("y", true), ("", false), ("2", false)])
  func `the question about an exercise has its display name`(
    _ answer: String, _ isDone: Bool
  ) throws {
    let workdir = try Workdir()
    let begin = """
      replog sign-in ann@example.com && replog session start \
      && replog exercises add bulgarian-split-squat --name 'Bulgarian Split Squat'
      """
    #expect(try workdir.run(begin).status == 0)
    let asked = try workdir.runOnTerminal(
      "replog set log split-squat 8x20kg", answering: answer)
    #expect(asked.output.contains("  1  Bulgarian Split Squat\r\n"), "\(asked)")
    #expect(asked.output.contains("4 Bulgarian Split Squat 8 × 20 kg, set 1") == isDone, "\(asked)")
    #expect(asked.status == (isDone ? 0 : 1))
  }
}
