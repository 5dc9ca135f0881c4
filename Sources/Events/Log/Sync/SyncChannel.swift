/// A connection between a device and its remote: bytes in both directions.
///
/// The two sides speak in turn, so a side that writes is always read.
package protocol SyncChannel: AnyObject {
  /// Sends all of `bytes`.
  ///
  /// - Throws: `LogError` with the code `connectionLost` if the other side does not take them in time.
  func send(_ bytes: [UInt8]) throws

  /// Returns the next bytes of the other side; none at their end.
  ///
  /// - Throws: `LogError` with the code `connectionLost` if there are none in time.
  func receive() throws -> [UInt8]
}

/// The bytes of the other side, taken apart into lines and raw parts.
package struct SyncInput {
  private let receive: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that were taken.
  private var taken = 0

  package init(_ receive: @escaping () throws -> [UInt8]) { self.receive = receive }

  /// Returns the next line without its newline; nil at the end of the input.
  ///
  /// - Parameter breach: A closure that returns the error for a message of the other side.
  mutating func line(longest: Int, _ breach: (String) -> LogError) throws -> [UInt8]? {
    var searched = taken
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { taken = end + 1 }
        return Array(buffer[taken..<end])
      }
      searched = buffer.count
      guard searched - taken <= longest else {
        throw breach("a message must have at most \(grouped("\(longest)")) bytes, got a longer one")
      }
      let before = taken
      guard try fill() else {
        guard buffer.isEmpty else {
          throw LogError.connectionLost("it closed in the middle of a message")
        }
        return nil
      }
      searched -= before
    }
  }

  /// Returns the next `count` bytes.
  package mutating func bytes(_ count: Int) throws -> [UInt8] {
    while buffer.count - taken < count {
      guard try fill() else {
        throw LogError.connectionLost("it closed in the middle of the events")
      }
    }
    defer { taken += count }
    return Array(buffer[taken..<taken + count])
  }

  /// Adds the next bytes to the buffer; returns false at the end of the input.
  private mutating func fill() throws -> Bool {
    buffer.removeFirst(taken)
    taken = 0
    let next = try receive()
    buffer += next
    return !next.isEmpty
  }
}

/// A connection to a server in the same process.
package final class LocalChannel: SyncChannel {
  private var server: SyncServer
  private var requests: [UInt8] = []
  private var answers: [UInt8] = []

  package init(to server: SyncServer) { self.server = server }

  package func send(_ bytes: [UInt8]) { requests += bytes }

  package func receive() throws -> [UInt8] {
    let bytes = requests
    requests = []
    var isTaken = false
    var input = SyncInput {
      defer { isTaken = true }
      return isTaken ? [] : bytes
    }
    while let request = try SyncRequest(from: &input) { answers += server.answer(request) }
    defer { answers = [] }
    return answers
  }
}

/// A connection to a server in another process, perhaps on another machine.
package final class PipeChannel: SyncChannel {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  package func send(_ bytes: [UInt8]) throws {
    do throws(SystemError) { try connection.send(bytes) } catch {
      // The other side may have said why before it ended.
      guard error.isClosedPipe else { throw PipeChannel.lost(error) }
    }
  }

  package func receive() throws -> [UInt8] {
    do throws(SystemError) { return try connection.receive() } catch {
      throw PipeChannel.lost(error)
    }
  }

  private static func lost(_ error: SystemError) -> LogError {
    .connectionLost(error.isTimeout ? "the other side has been silent for too long" : error.reason)
  }
}
