/// A message from a device to its remote, in the protocol `replog-sync 1`.
///
///     {"replog-sync":1,"have":{"seq":12,"sum":"9f86d081884c7d65","bytes":3104}}
///     {"offer":2}
///     {"unit":[{"id":…,"at":…,"user":"ann","type":"SetLogged","data":{…}}]}
///     {"unit":[…]}
package enum SyncRequest: Equatable, Sendable {
  /// The log of the device ends at this position.
  case have(LogPosition)
  /// The units that the device offers, each as the lines of its events.
  ///
  /// - Parameter restores: A Boolean value indicating whether they are events that the remote accepted before and lost.
  case offer([[[UInt8]]], restores: Bool)

  /// The version of the protocol.
  static let version = 1

  /// The largest number of units in one offer.
  package static let mostUnits = 1_000
  /// The number of bytes after which an offer takes no more units.
  package static let offeredBytes = 4 << 20
  /// The largest number of bytes in a unit: a whole batch and its frame.
  static let longestUnit = Log.largestBatchBytes + 1 << 20
  /// The largest number of bytes in any other message.
  static let longestLine = 1 << 16

  /// The message as bytes.
  package var bytes: [UInt8] {
    switch self {
    case .have(let position):
      return (["replog-sync": JSON(Self.version), "have": position.json] as JSON).line
    case .offer(let units, let restores):
      var bytes: [UInt8] = []
      var members: JSON.Members = [("offer", JSON(units.count))]
      if restores { members.append(("restores", true)) }
      bytes += JSON.object(members).line
      for unit in units {
        bytes += Array("{\"unit\":[".utf8)
        for (number, line) in unit.enumerated() {
          if number > 0 { bytes.append(UInt8(ascii: ",")) }
          bytes += line
        }
        bytes += Array("]}\n".utf8)
      }
      return bytes
    }
  }

  /// Reads the next message; returns nil at the end of the input.
  package init?(from input: inout SyncInput) throws {
    guard let first = try input.line(longest: Self.longestLine, LogError.requestBreach) else {
      return nil
    }
    let json: JSON
    do throws(LineError) { json = try JSON(message: first) } catch {
      throw LogError.requestBreach("a message must be a JSON object: \(error.message)")
    }
    if let have = json["have"] {
      guard let version = json["replog-sync"]?.integer, version == Self.version else {
        throw LogError.requestBreach(
          "'replog-sync' must be \(Self.version), got a different version")
      }
      guard let position = LogPosition(have) else {
        throw LogError.requestBreach("'have' must be a position")
      }
      self = .have(position)
    } else if let count = json["offer"]?.integer, (0...Self.mostUnits).contains(count) {
      var units: [[[UInt8]]] = []
      var bytes = 0
      for _ in 0..<count {
        guard let line = try input.line(longest: Self.longestUnit, LogError.requestBreach)
        else { throw LogError.connectionLost("it closed in the middle of an offer") }
        bytes += line.count
        guard bytes <= Self.longestUnit + Self.offeredBytes else {
          throw LogError.requestBreach("an offer must not exceed 64 MiB")
        }
        units.append(try Self.unit(line))
      }
      self = .offer(units, restores: json["restores"] == true)
    } else {
      throw LogError.requestBreach("a message must be 'have' or 'offer'")
    }
  }

  /// Returns the lines of the events in `{"unit":[…]}`.
  private static func unit(_ line: [UInt8]) throws(LogError) -> [[UInt8]] {
    do throws(LineError) {
      return try Bytes.of(line) { (bytes) throws(LineError) in
        var scanner = Scanner(bytes)
        scanner.space()
        try scanner.expect(UInt8(ascii: "{"), "'{'")
        scanner.space()
        let start = scanner.offset
        guard try scanner.string() == "unit" else { throw LineError(start, "expected 'unit'") }
        scanner.space()
        try scanner.expect(UInt8(ascii: ":"), "':'")
        scanner.space()
        try scanner.expect(UInt8(ascii: "["), "'['")
        var drafts: [[UInt8]] = []
        repeat {
          scanner.space()
          let start = scanner.offset
          try scanner.skip()
          guard drafts.count < Log.largestReversal, scanner.offset - start <= Log.longestLine else {
            throw LineError(start, "it must have at most 20,001 events of 1 MiB")
          }
          drafts.append(bytes.array(in: start..<scanner.offset))
        } while try scanner.another(or: UInt8(ascii: "]"), "',' or ']' after an event")
        scanner.space()
        try scanner.expect(UInt8(ascii: "}"), "'}'")
        try scanner.end()
        return drafts
      }
    } catch {
      throw .requestBreach("a unit must be a list of events: \(error.message)")
    }
  }
}

/// An answer from a remote to a device.
///
///     {"ok":{"seq":15,"sum":"…","bytes":3870},"raw":766}           and 766 bytes of the log
///     {"taken":[{"id":"…","seq":16}],"notes":["…"]}
///     {"duplicate":[{"id":"…","seq":12}]}
///     {"refused":["…"],"code":"overlapping-booking","why":"…","help":"…"}
///     {"failed":["…"],"code":"system-failed","why":"…"}
///     {"untried":["…"]}
///     {"diverged":{"seq":9,"sum":"…","bytes":2200}}
package enum SyncAnswer: Equatable, Sendable {
  /// The bytes of the remote's log after those of the device, up to a position.
  ///
  /// - Parameter hasMore: A Boolean value indicating whether the log continues after the position.
  case ok(LogPosition, raw: [UInt8], hasMore: Bool)
  /// The log of the device is not a prefix of the remote's, which ends at this position.
  case diverged(LogPosition)
  /// The fate of an offered unit.
  case unit(UnitFate)
  /// The remote cannot answer.
  case failed(UnitFate.Reason)

  /// The largest number of bytes in one line; the ids of the largest batch take 1.3 MiB.
  static let longestLine = 8 << 20

  /// The answer as bytes.
  package var bytes: [UInt8] {
    switch self {
    case .ok(let position, let raw, let hasMore):
      var members: JSON.Members = [("ok", position.json), ("raw", JSON(raw.count))]
      if hasMore { members.append(("more", true)) }
      return JSON.object(members).line + raw
    case .diverged(let position): return (["diverged": position.json] as JSON).line
    case .unit(let fate): return fate.json.line
    case .failed(let reason): return JSON.object([("failed", .array([]))] + reason.members).line
    }
  }

  /// Reads the next answer.
  ///
  /// - Throws: The error of a lost connection at the end of the input.
  package init(from input: inout SyncInput) throws {
    guard let line = try input.line(longest: Self.longestLine, LogError.protocolBreach) else {
      throw LogError.connectionLost("it closed without a response")
    }
    let json: JSON
    do throws(LineError) { json = try JSON(message: line) } catch {
      throw LogError.protocolBreach("the message must be a JSON object: \(error.message)")
    }
    if let position = json["ok"].flatMap({ LogPosition($0) }), let count = json["raw"]?.integer,
      (0...SyncServer.mostRaw).contains(count)
    {
      let hasMore = json["more"] == true
      guard count > 0 || !hasMore else {
        throw LogError.protocolBreach("'more' requires events, got none")
      }
      self = .ok(position, raw: try input.bytes(count), hasMore: hasMore)
    } else if let position = json["diverged"].flatMap({ LogPosition($0) }) {
      self = .diverged(position)
    } else if json["failed"]?.elements?.isEmpty == true {
      self = .failed(UnitFate.Reason(json))
    } else if let fate = UnitFate(json) {
      self = .unit(fate)
    } else {
      throw LogError.protocolBreach("expected a replog-sync 1 response, found something else")
    }
  }
}

extension JSON {
  /// The value as a line.
  package var line: [UInt8] { bytes + [UInt8(ascii: "\n")] }

  /// Creates the value of a message of the other side.
  init(message line: [UInt8]) throws(LineError) {
    self = try Bytes.of(line) { (bytes) throws(LineError) in try JSON(bytes) }
  }
}

extension ErrorCode {
  public static let connectionLost = ErrorCode("connection-lost")
  public static let diverged = ErrorCode("diverged")
  public static let dropped = ErrorCode("dropped")
  public static let notSynced = ErrorCode("not-synced")
}

extension LogError {
  /// Returns the error for an answer that the protocol does not define.
  static func protocolBreach(_ message: String) -> LogError {
    LogError(
      .misuse, "the remote", message,
      help: "check that the command serves a sync and prints nothing else")
  }

  /// Returns the error for a request that the protocol does not define.
  static func requestBreach(_ message: String) -> LogError {
    LogError(.misuse, "the device", message, help: "use the same release on both machines")
  }

  /// The error for events that do not end at the position that the remote announced.
  static let otherEnd = protocolBreach(
    "the events do not end at the position that the remote announced")

  /// The remedy for lines of the remote that are not events of a log.
  static let damagedRemote: Remedy =
    "none of it was accepted; verify the log on the remote's machine, then sync again"

  /// The remedy for a remote whose log cannot be copied byte for byte.
  static let incompleteRemote: Remedy =
    "a log with gaps or without checksums cannot be synced; append its lines to a new log on the remote's machine"

  /// Returns the error for a connection that cannot be used any more.
  package static func connectionLost(_ why: String) -> LogError {
    var error = LogError(
      .system, "the remote", "the connection failed: \(why)",
      help: "your events are safe on this device; sync again later")
    error.code = .connectionLost
    return error
  }
}
