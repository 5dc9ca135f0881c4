import Events

/// A message of JSON-RPC 2.0 from the client.
struct Message: Sendable {
  /// The id of a request; nil for a notification.
  let id: JSON?
  let method: String
  /// The parameters; an empty object if there are none.
  let params: JSON
  /// The number of bytes of its line.
  let size: Int

  /// The values about the request itself, such as the revision of the protocol.
  var meta: JSON { params["_meta"] ?? [:] }

  /// The largest number of bytes of an id: a server keeps those of the requests that stay open.
  private static let longestID = 1_024

  /// Creates the message of a line; nil for the answer to a request, which this server never makes.
  init?(_ line: [UInt8]) throws(ProtocolError) {
    let json: JSON
    do throws(LineError) {
      json = try Bytes.of(line) { (bytes) throws(LineError) in try JSON(bytes) }
    } catch {
      throw ProtocolError(.parseError, "a line must be JSON: \(error.message)")
    }
    guard case .object = json else {
      throw ProtocolError(
        .invalidRequest,
        "a message must be an object, got \(json.kindInWords); send one message per line")
    }
    let id = json["id"]
    let known: JSON? =
      switch id {
      case .string(let text) where text.utf8.count > Self.longestID: nil
      case .string, .number(.integer): id
      default: nil
      }
    guard json["jsonrpc"] == "2.0", id == nil || known != nil else {
      throw ProtocolError(
        .invalidRequest,
        "'jsonrpc' must be \"2.0\", and 'id' an integer or a string of at most "
          + "\(grouped("\(Self.longestID)")) bytes", of: known)
    }
    guard case .string(let method) = json["method"] else {
      if json["method"] == nil, json["result"] != nil || json["error"] != nil { return nil }
      throw ProtocolError(.invalidRequest, "'method' must be a string", of: known)
    }
    let params = json["params"] ?? [:]
    (self.id, self.method, self.params, size) = (known, method, params, line.count)
    guard case .object = params, case .object = meta else {
      // A notification has no answer.
      guard known != nil else { return nil }
      throw ProtocolError(.invalidParams, "'params' and '_meta' must be objects", of: known)
    }
  }

  /// Returns a text among the parameters.
  func text(_ name: String) throws(ProtocolError) -> String {
    guard case .string(let text) = params[name] else {
      throw ProtocolError(.invalidParams, "'\(name)' must be a string")
    }
    return text
  }
}

/// An error of JSON-RPC.
struct ProtocolError: Error {
  enum Code: Int64 {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    /// The code for an unknown resource in the revisions with a handshake.
    case resourceNotFound = -32002
    case unsupportedVersion = -32022
  }

  let code: Code
  let message: String
  var data: JSON?
  /// The id of the request; nil if it is unknown, or if the caller knows it.
  var id: JSON?

  init(_ code: Code, _ message: String, data: JSON? = nil, of id: JSON? = nil) {
    (self.code, self.message, self.data, self.id) = (code, message, data, id)
  }

  func answer(to id: JSON?) -> [UInt8] {
    var error: JSON.Members = [
      ("code", .number(.integer(code.rawValue))), ("message", .string(message)),
    ]
    if let data { error.append(("data", data)) }
    let answer: JSON = ["jsonrpc": "2.0", "id": id ?? self.id ?? .null, "error": .object(error)]
    return answer.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONWriter {
  /// Returns the line with the answer to a request.
  static func answer(
    to id: JSON, _ revision: Revision, _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.member("id", id)
      json.key("result")
      json.object { json in
        members(&json)
        if revision == .stateless { json.member("resultType", "complete") }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  static func notification(_ method: String, _ params: JSON) -> [UInt8] {
    let message: JSON = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    return message.bytes + [UInt8(ascii: "\n")]
  }

  /// Writes how long a client may keep an answer, in milliseconds, in the revision that asks for it.
  mutating func freshness(_ milliseconds: Int, _ revision: Revision) {
    guard revision == .stateless else { return }
    member("ttlMs", milliseconds)
    member("cacheScope", "private")
  }
}

/// A kind of revision of the protocol.
enum Revision: Sendable {
  /// A revision that begins with `initialize`.
  case handshake
  /// The revision in which each request names its own version.
  case stateless

  static let handshakes = ["2025-11-25", "2025-06-18"]
  static let newest = "2026-07-28"
  static let all = [newest] + handshakes

  private static let prefix = "io.modelcontextprotocol/"

  /// Returns the revision that a request names; nil if it names none.
  ///
  /// - Throws: An error for a version that is not served.
  static func named(by message: Message) throws(ProtocolError) -> Revision? {
    guard let version = message.meta[prefix + "protocolVersion"] else { return nil }
    guard case .string(let text) = version,
      case .object = message.meta[prefix + "clientCapabilities"]
    else {
      throw ProtocolError(
        .invalidParams,
        "'_meta' must have '\(prefix)protocolVersion', a string, and '\(prefix)clientCapabilities', an object"
      )
    }
    guard text == newest else { throw unsupported(text) }
    return .stateless
  }

  /// Returns the error for a version that is not served.
  static func unsupported(_ requested: String) -> ProtocolError {
    ProtocolError(
      .unsupportedVersion, "this server does not support protocol version '\(requested)'",
      data: [
        "supported": .array(all.map { .string($0) }), "requested": .string(requested),
      ])
  }
}
