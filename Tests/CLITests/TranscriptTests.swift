import TestSupport
import Testing

@Suite struct TranscriptTests {
  @Test(arguments: [
    ("Tests/CLITests/Transcripts", 12), ("Tests/CLITests/Errors", 8), ("Examples", 8),
    ("Tests/CLITests/Baseline", 50),
  ])
  func `the transcripts are found in their folders`(_ folder: String, _ count: Int) {
    #expect(Transcript.all(under: folder).count >= count)
  }

  @Test(arguments: Transcript.all(under: "Tests/CLITests/Transcripts"))
  func `a command prints what its transcript says`(_ transcript: Transcript) throws {
    let difference = try transcript.run()
    #expect(difference == nil, Comment(rawValue: difference ?? ""))
  }

  @Test(arguments: Transcript.all(under: "Tests/CLITests/Errors"))
  func `an error reads as in the gallery`(_ transcript: Transcript) throws {
    let difference = try transcript.run()
    #expect(difference == nil, Comment(rawValue: difference ?? ""))
  }

  @Test(arguments: Transcript.all(under: "Examples"))
  func `an example does what it says`(_ transcript: Transcript) throws {
    let difference = try transcript.run()
    #expect(difference == nil, Comment(rawValue: difference ?? ""))
  }

  @Test func `the README shows what the command prints`() throws {
    let readme = Transcript(Workdir.repository.appendingPathComponent("README.md"))
    let difference = try readme.run()
    #expect(difference == nil, Comment(rawValue: difference ?? ""))
  }
}
