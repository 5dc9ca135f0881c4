import Events
import Foundation
import TestSupport
import Testing

/// A server that runs on while the log changes, and while others hold its lock.
@Suite(.hangLimit) struct ServeConnectionTests {
  private let workdir: Workdir
  private let log: URL
  private let input = Pipe()
  private let server: RunningCommand

  /// Creates a log, and starts a server of it with the handshake.
  init() throws {
    workdir = try Workdir()
    for line in ["sign-in ann@example.com", "session start", "set log squat 5x100kg --new"] {
      #expect(try workdir.run("replog \(line)").status == 0)
    }
    log = workdir.url.appendingPathComponent("events.jsonl")
    server = try RunningCommand(
      "serve --now 2026-03-02T18:04:11.250+01:00", in: workdir, input: input)
    try request(0, "initialize", #"{"protocolVersion":"2025-11-25"}"#)
  }

  private func send(_ message: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((message + "\n").utf8))
  }

  private func request(_ id: Int, _ method: String, _ params: String = "{}") throws {
    try send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
  }

  private func weigh(_ id: Int) throws {
    try request(
      id, "tools/call", #"{"name":"bodyweight_add","arguments":{"weight":"80kg"}}"#)
  }

  private func wait(forAnswerTo id: Int) {
    server.wait { $0.contains(#""id":\#(id),"#) }
  }

  /// Returns the number of notifications about a view.
  private func changes(of view: String, in output: String) -> Int {
    output.split(separator: "\n").count {
      $0.contains("resources/updated") && $0.contains(#""replog://\#(view)""#)
    }
  }

  @Test func `a cancelled call that waits for the lock changes nothing and has no answer`() throws {
    let before = try Data(contentsOf: log)
    try Appender(path: log.path).locked { _ in
      try weigh(1)
      // A ping is answered while a call runs.
      try request(2, "ping")
      wait(forAnswerTo: 2)
      try send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
      try request(3, "prompts/list")
      wait(forAnswerTo: 3)
    }
    #expect(try Data(contentsOf: log) == before)
    try weigh(4)
    wait(forAnswerTo: 4)
    #expect(try workdir.run("replog log --count").output == "4\n")
    #expect(!server.output.contains(#""id":1,"#))
    #expect(server.interrupt() == 0)
  }

  @Test func `a log that cannot be read is reported once, and once more when it can be read again`()
    throws
  {
    try request(1, "resources/subscribe", #"{"uri":"replog://pbs"}"#)
    try request(2, "resources/subscribe", #"{"uri":"replog://bodyweight"}"#)
    wait(forAnswerTo: 2)
    let file = try FileHandle(forUpdating: log)
    let end = try file.seekToEnd()
    try file.write(contentsOf: Data("damage\n".utf8))
    func waitForChanges(_ count: Int) {
      server.wait {
        changes(of: "pbs", in: $0) == count && changes(of: "bodyweight", in: $0) == count
      }
    }
    waitForChanges(1)
    // The server looks again after a second.
    usleep(1_500_000)
    #expect(changes(of: "pbs", in: server.output) == 1)
    try file.truncate(atOffset: end)
    waitForChanges(2)
    #expect(try workdir.run("replog set log squat 5x110kg").status == 0)
    server.wait { changes(of: "pbs", in: $0) == 3 }
    #expect(changes(of: "bodyweight", in: server.output) == 2)
    #expect(server.interrupt() == 0)
    #expect(server.errors == "")
  }
}
