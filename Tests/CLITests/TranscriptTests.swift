import TestSupport
import Testing

@Suite struct TranscriptTests {
  @Test(arguments: Transcript.all(under: "Tests/CLITests/Transcripts"))
  func `a command prints what its transcript says`(_ transcript: Transcript) throws {
    #expect(try transcript.run() == nil)
  }

  @Test(arguments: Transcript.all(under: "Tests/CLITests/Errors"))
  func `an error reads as the gallery shows it`(_ transcript: Transcript) throws {
    #expect(try transcript.run() == nil)
  }

  @Test(arguments: Transcript.all(under: "Examples"))
  func `an example does what it says`(_ transcript: Transcript) throws {
    #expect(try transcript.run() == nil)
  }

  @Test func `the readme shows what the command prints`() throws {
    let readme = Transcript(Workdir.repository.appendingPathComponent("README.md"))
    #expect(try readme.run() == nil)
  }
}
