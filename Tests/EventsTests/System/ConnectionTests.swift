import TestSupport
import Testing

@testable import Events

/// Tests of connections to other programs.
@Suite struct ConnectionTests {
  private func channel(_ line: String, patience: Int = 20) throws -> (PipeChannel, Connection) {
    let connection = try Connection(running: line, patience: patience, system: System())
    return (PipeChannel(connection), connection)
  }

  @Test func `bytes go both ways`() throws {
    let (channel, connection) = try channel("cat")
    let sent = [UInt8](repeating: 7, count: 40_000)
    for _ in 0..<5 {
      try channel.send(sent)
      var received: [UInt8] = []
      while received.count < sent.count { received += try channel.receive() }
      #expect(received == sent)
    }
    #expect(connection.end() == .status(0))
  }

  @Test func `a program that reads late gets more than a pipe holds`() throws {
    let (channel, connection) = try channel("sleep 0.3; head -c 300000 | wc -c")
    try channel.send([UInt8](repeating: 7, count: 300_000))
    var text: [UInt8] = []
    while text.last != UInt8(ascii: "\n") { text += try channel.receive() }
    #expect(String(decoding: text, as: UTF8.self).contains("300000"))
    #expect(connection.end() == .status(0))
  }

  @Test func `a program that ended has no more bytes, and takes none`() throws {
    let (channel, connection) = try channel("echo hello; exit 7")
    var text: [UInt8] = []
    while case let next = try channel.receive(), !next.isEmpty { text += next }
    #expect(text == Array("hello\n".utf8))
    for _ in 0..<3 { try channel.send(Array("x".utf8)) }
    #expect(try channel.receive().isEmpty)
    #expect(connection.end() == .status(7))
  }

  @Test func `a program that is silent does not block for ever`() throws {
    let (channel, connection) = try channel("cat > /dev/null", patience: 1)
    try channel.send(Array("x".utf8))
    #expect(failure { try channel.receive() }?.code == .connectionLost)
    #expect(connection.end() == .status(0))
  }
}
