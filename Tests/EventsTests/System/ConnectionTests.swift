import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of connections to other programs.
@Suite struct ConnectionTests {
  private static func channel(
    _ line: String, patience: Int = 20
  ) throws -> (PipeChannel, Connection) {
    let connection = try Connection(
      running: line, for: "events.jsonl", patience: patience, system: System())
    return (PipeChannel(connection), connection)
  }

  @Test func `bytes are passed in both directions`() throws {
    let (channel, connection) = try Self.channel("cat")
    let sent = [UInt8](repeating: 7, count: 40_000)
    for _ in 0..<5 {
      try channel.send(sent)
      var received: [UInt8] = []
      while received.count < sent.count { received += try channel.receive() }
      #expect(received == sent)
    }
    #expect(connection.end() == .status(0))
  }

  @Test func `a program that reads late receives more than a pipe holds`() throws {
    let (channel, connection) = try Self.channel("sleep 0.3; head -c 300000 | wc -c")
    try channel.send([UInt8](repeating: 7, count: 300_000))
    var text: [UInt8] = []
    while text.last != UInt8(ascii: "\n") { text += try channel.receive() }
    #expect(String(decoding: text, as: UTF8.self).contains("300000"))
    #expect(connection.end() == .status(0))
  }

  @Test func `a program that ended sends and accepts no bytes`() async {
    // A write to it would end a process that does not ignore the signal.
    await #expect(processExitsWith: .success) {
      System().ignoreSignals()
      let (channel, connection) = try ConnectionTests.channel("echo hello; exit 7")
      var text: [UInt8] = []
      while case let next = try channel.receive(), !next.isEmpty { text += next }
      try #require(text == Array("hello\n".utf8))
      for _ in 0..<3 { try channel.send(Array("x".utf8)) }
      try #require(try channel.receive().isEmpty)
      try #require(connection.end() == .status(7))
    }
  }

  @Test func `a silent program does not block for ever`() throws {
    let (channel, connection) = try Self.channel("cat > /dev/null", patience: 1)
    try channel.send(Array("x".utf8))
    #expect(failure { try channel.receive() }?.code == .connectionLost)
    #expect(connection.end() == .status(0))
  }

  @Test func `a program that sends slowly does not run for ever`() throws {
    let (channel, connection) = try Self.channel(
      "while sleep 0.2; do echo x || exit; done", patience: 1)
    let error = failure { while !(try channel.receive().isEmpty) {} }
    #expect(error?.code == .connectionLost)
    #expect(connection.end() != nil)
  }

  @Test func `a slow start of a program is tolerated`() throws {
    let (channel, connection) = try Self.channel(
      "sleep 1.2; head -c 100000 /dev/zero; sleep 1.2; echo", patience: 2)
    var count = 0
    while case let bytes = try channel.receive(), !bytes.isEmpty { count += bytes.count }
    #expect(count == 100_001)
    #expect(connection.end() == .status(0))
  }

  @Test(.enabled(if: !Connection.hasTerminal, "a terminal interrupts all of them"))
  func `no program outlives its connection`() throws {
    let (channel, connection) = try Self.channel(
      "sh -c 'trap \"\" TERM; echo x; while :; do sleep 0.1; done'; true")
    #expect(try channel.receive() == Array("x\n".utf8))
    #expect(connection.end() == .signal(SIGTERM))
    // The pipe ends with the last program that could write to it.
    #expect(try channel.receive().isEmpty)
  }
}
