import Foundation
import TestSupport
import Testing

/// Lines that come by and by; a wait that never ends fails by the time limit.
@Suite(.hangLimit) struct AppendStreamTests {
  private let workdir: Workdir
  private let input = Pipe()
  private let lines: [String]

  init() throws {
    workdir = try Workdir()
    lines = try workdir.run("replog sample --events 3600").output.split(separator: "\n").map(
      String.init)
  }

  private func send(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  private func send(_ range: Range<Int>) throws {
    try send(lines[range].map { $0 + "\n" }.joined())
  }

  private func start(_ options: String = "") throws -> RunningCommand {
    try RunningCommand("append \(options)", in: workdir, input: input)
  }

  private func waitForAnswers(_ count: Int, of command: RunningCommand) {
    command.wait { $0.lineCount == count }
  }

  private func appended() throws -> Int { try workdir.run("cat events.jsonl").output.lineCount }

  @Test func `answers do not wait for lines that have not arrived, nor for half a line`() throws {
    let command = try start()
    try send(0..<1)
    waitForAnswers(1, of: command)
    let next = lines[2] + "\n"
    try send(lines[1] + "\n" + next.prefix(50))
    waitForAnswers(2, of: command)
    try send(String(next.dropFirst(50)))
    waitForAnswers(3, of: command)
    try input.fileHandleForWriting.close()
    #expect(command.end() == 0)
  }

  @Test func `each line is answered before the next one comes`() throws {
    let command = try start("--each")
    for place in 0..<50 {
      try send(place..<place + 1)
      waitForAnswers(place + 1, of: command)
    }
    try input.fileHandleForWriting.close()
    #expect(command.end() == 0)
    #expect(try appended() == 50)
  }

  @Test func `a flood of lines is answered line by line`() throws {
    let command = try start("--each")
    try send(0..<3_600)
    waitForAnswers(3_600, of: command)
    try input.fileHandleForWriting.close()
    #expect(command.end() == 0)
    #expect(try appended() == 3_600)
  }

  @Test func `an answer does not wait for a line that arrives byte by byte`() throws {
    let command = try start()
    try send(lines[0] + "\n")
    waitForAnswers(1, of: command)
    try send(lines[1] + "\n")
    // A line that takes five seconds and more; the answer to the one before is due after a fiftieth of that.
    let next = Array(lines[2].utf8)
    var sent = 0
    while sent < next.count, command.output.lineCount < 2 {
      try send(String(decoding: next[sent...sent], as: UTF8.self))
      sent += 1
      usleep(20_000)
    }
    #expect(sent < next.count)
    try send(String(decoding: next[sent...], as: UTF8.self) + "\n")
    waitForAnswers(3, of: command)
    try input.fileHandleForWriting.close()
    #expect(command.end() == 0)
  }

  @Test func `a flood of lines is answered, and so is each later line`() throws {
    let command = try start()
    for range in [0..<2_500, 2_500..<3_600] {
      try send(range.dropLast())
      waitForAnswers(range.upperBound - 1, of: command)
      try send(range.suffix(1))
      waitForAnswers(range.upperBound, of: command)
    }
    try input.fileHandleForWriting.close()
    #expect(command.end() == 0)
    let acknowledged = try lines.enumerated().map { place, line in
      let head = line[..<(try #require(line.range(of: #","at""#)?.lowerBound))]
      return "\(head),\"from\":\(place + 1)}\n"
    }
    #expect(command.output == acknowledged.joined())
  }

  @Test(arguments: [
    (#"{"nonsense"#, "standard input:3101:11: error: expected '\"' at the end of a string"),
    (#"{"type":"SetLogged","user":"ann","data":{"reps":-1}}"#, "standard input:3101:"),
  ])
  func `a refusal ends the command even if the producer continues`(_ line: String, _ error: String)
    throws
  {
    let command = try start()
    try send(0..<3_100)
    try send(line + "\n")
    #expect(command.end() == 1)
    #expect(command.errors.hasPrefix(error), "\(command.errors)")
    #expect(command.output.lineCount == 3_000)
    #expect(try appended() == 3_000)
  }

  @Test func `a refused batch ends the command even if more lines can be read`() throws {
    // A file, since the command may end before all lines are sent, which would end a process that sends them.
    let all = lines[0..<1_500] + [try conflict()] + lines[1_500..<2_499]
    try (all.joined(separator: "\n") + "\n").write(
      to: workdir.url.appendingPathComponent("lines"), atomically: true, encoding: .utf8)
    let result = try workdir.run("timeout 60 replog append < lines")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.output.lineCount == 1_000)
    #expect(try appended() == 1_000)
  }

  @Test(arguments: [4, 1])
  func `of lines that arrive together, each one before a refused line is appended`(_ status: Int32)
    throws
  {
    let refused = status == 4 ? try conflict() : "nonsense"
    let all = lines[0..<10] + [refused] + lines[10..<20]
    try (all.joined(separator: "\n") + "\n").write(
      to: workdir.url.appendingPathComponent("lines"), atomically: true, encoding: .utf8)
    let result = try workdir.run("timeout 60 replog append --each < lines")
    #expect(result.status == status, "\(result.errors)")
    #expect(result.output.lineCount == 10)
    #expect(try appended() == 10)
  }

  @Test func `a refused batch ends the command even if the producer sends nothing more`() throws {
    let command = try start()
    try send(0..<1_500)
    try send(try conflict() + "\n")
    // Two whole batches, and nothing after them.
    try send(1_500..<1_999)
    #expect(command.end() == 4)
    #expect(command.output.lineCount == 1_000)
  }

  @Test func `a refused batch ends the command even if an endless line follows`() throws {
    let all = lines[0..<1_500] + [try conflict()] + lines[1_500..<1_999]
    try (all.joined(separator: "\n") + "\n").write(
      to: workdir.url.appendingPathComponent("lines"), atomically: true, encoding: .utf8)
    let result = try workdir.run(
      "(cat lines; while printf x; do sleep 0.02; done) 2> /dev/null | timeout 60 replog append")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.output.lineCount == 1_000)
  }

  /// Returns an event that has the id of the first, and another content.
  private func conflict() throws -> String {
    let first = try #require(lines.first)
    let other = first.replacingOccurrences(of: #""user":"ann""#, with: #""user":"eva""#)
    try #require(other != first)
    return other
  }

  @Test func `a line is answered even if its newline arrives alone`() throws {
    let command = try start()
    try send(lines[0] + "\n" + lines[1])
    waitForAnswers(1, of: command)
    try send("\n")
    waitForAnswers(2, of: command)
    try send("\n" + lines[2])
    try input.fileHandleForWriting.close()
    #expect(command.end() == 0)
    #expect(command.output.lineCount == 3)
  }

  @Test func `an atomic batch waits for all its lines`() throws {
    let command = try start("--atomic")
    try send(0..<1)
    // An answer would come after a tenth of a second.
    usleep(400_000)
    try send("nonsense\n")
    #expect(command.end() == 1)
    #expect(command.output.isEmpty)
    #expect(try workdir.run("ls events.jsonl").status != 0)
  }

  @Test func `the checkpoint grows during a pause`() throws {
    try (lines.joined(separator: "\n") + "\n").write(
      to: workdir.url.appendingPathComponent("lines"), atomically: true, encoding: .utf8)
    let result = try workdir.run(
      """
      head -n 50 lines | replog append > /dev/null && replog checkpoint > /dev/null
      (tail -n +51 lines; n=0; until [ -e events.jsonl.checkpoint/3.part ]; do
        [ $((n += 1)) -lt 1000 ] || exit; sleep 0.02
      done; echo kept >&2) | replog append > /dev/null
      """)
    #expect(result.errors == "kept\n")
  }

  @Test func `the checkpoint grows again in each pause of lines that are appended one by one`()
    throws
  {
    try (lines[0..<50].joined(separator: "\n") + "\n").write(
      to: workdir.url.appendingPathComponent("lines"), atomically: true, encoding: .utf8)
    #expect(try workdir.run("replog append < lines && replog checkpoint").status == 0)
    let checkpoint = workdir.url.appendingPathComponent("events.jsonl.checkpoint").path
    func parts() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: checkpoint).sorted()
    }
    let command = try start("--each")
    for number in 1...3 {
      let before = try parts()
      let end = 50 + 900 * number
      try send(end - 900..<end)
      waitForAnswers(end - 50, of: command)
      while try parts() == before { usleep(2_000) }
    }
    try input.fileHandleForWriting.close()
    #expect(command.end() == 0)
    #expect(try workdir.run("replog verify").status == 0)
  }

  @Test func `a line does not wait for a checkpoint that is being written`() throws {
    // A log that is long enough for a checkpoint to take longer than a line.
    let log = "umask 077; replog sample --events 60000 --users 40 --quiet > events.jsonl"
    #expect(try workdir.run(log).status == 0)
    let checkpoint = workdir.url.appendingPathComponent("events.jsonl.checkpoint").path
    func isWritten() -> Bool { FileManager.default.fileExists(atPath: checkpoint + "/manifest") }
    // A machine that is busy may hold a line back for as long, but not again and again.
    var wasFirst = false
    for attempt in 0..<8 where !wasFirst {
      try? FileManager.default.removeItem(atPath: checkpoint)
      let input = Pipe()
      let command = try RunningCommand("append --each", in: workdir, input: input)
      func send(_ id: String) throws {
        let line = """
          {"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8\(attempt)\(id)","user":"ann",\
          "type":"DayCleared","data":{"day":"monday"}}\n
          """
        try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
      }
      try send("01")
      waitForAnswers(1, of: command)
      // The checkpoint begins after a tenth of a second without a line.
      while !FileManager.default.fileExists(atPath: checkpoint) { usleep(1_000) }
      try send("02")
      waitForAnswers(2, of: command)
      wasFirst = !isWritten()
      try input.fileHandleForWriting.close()
      #expect(command.end() == 0)
      #expect(isWritten())
    }
    #expect(wasFirst)
    #expect(try workdir.run("replog verify").status == 0)
  }

  @Test(arguments: ["", "sleep 0.5;"])
  func `the first line is compared with all events of a long log`(_ wait: String) throws {
    let log = "umask 077; replog sample --events 20000 --users 40 --quiet > events.jsonl"
    #expect(try workdir.run(log).status == 0)
    let known = "(\(wait) sed -n 19000p events.jsonl; sed -n 2p events.jsonl)"
    let answers = try workdir.run("\(known) | replog append --each").output
    #expect(
      answers.split(separator: "\n").map { $0.contains("\"duplicate\":true") } == [true, true])
    #expect(try appended() == 20_000)
  }

  @Test func `the result is the same without a second thread`() throws {
    try (lines.joined(separator: "\n") + "\n").write(
      to: workdir.url.appendingPathComponent("lines"), atomically: true, encoding: .utf8)
    // No stack of this size fits into the addresses, so the system refuses each thread.
    let result = try workdir.run(
      "ulimit -s 1000000000000 || exit 9; timeout 60 replog append < lines")
    guard result.status != 9 else { return }
    #expect(result.status == 0)
    #expect(result.output.lineCount == lines.count)
    #expect(try appended() == lines.count)
  }

  @Test func `a truncated log is reported, and so is what it contained before`() throws {
    let command = try start("--batch 1")
    for (count, place) in [0, 1, 0].enumerated() {
      try send(place..<place + 1)
      waitForAnswers(count + 1, of: command)
    }
    _ = try workdir.run("head -n 1 events.jsonl > new && chmod 600 new && mv new events.jsonl")
    try send(2..<3)
    waitForAnswers(4, of: command)
    try input.fileHandleForWriting.close()
    #expect(command.end() == 0)
    let note = "replog: note: the log was replaced: it ended with seq 2, and now ends with 1; "
    #expect(command.errors.hasPrefix(note), "\(command.errors)")
  }

  @Test func `the expected position continues from batch to batch`() throws {
    let command = try start("--expect 0")
    try send(0..<3_600)
    try input.fileHandleForWriting.close()
    #expect(command.end() == 0)
    #expect(try appended() == 3_600)
  }
}

extension String {
  fileprivate var lineCount: Int { utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } }
}
