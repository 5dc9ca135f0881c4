import TestSupport
import Testing

@testable import Events

/// Tests of connections to other programs.
@Suite struct ConnectionTests {
  private func channel(_ line: String, patience: Int = 20) throws -> (PipeChannel, Connection) {
    let connection = try Connection(running: line, patience: patience, system: System())
    return (PipeChannel(connection), connection)
  }

  @Test func `bytes go both ways, more than a pipe holds`() throws {
    let (channel, connection) = try channel("cat")
    let sent = [UInt8](repeating: 7, count: 40_000)
    var received: [UInt8] = []
    for _ in 0..<5 {
      try channel.send(sent)
      while received.count % sent.count != 0 || received.isEmpty {
        received += try channel.receive()
      }
      #expect(received == sent)
      received = []
    }
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
