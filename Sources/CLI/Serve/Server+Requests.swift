import Events
import Projections

extension Server {
  /// The number of milliseconds for which a client may keep a list: the lists of a process never change.
  private static let hour = 3_600_000

  /// Answers a request, or hands it to the worker.
  mutating func respond(to message: Message, _ id: JSON) throws(ProtocolError) {
    if message.method == "initialize" { return try initialize(message, id) }
    let revision = try Revision.named(by: message) ?? .handshake
    guard revision == .stateless || isInitialized || message.method == "ping" else {
      throw ProtocolError(
        .invalidParams,
        "'initialize' must come first, or '_meta' must have 'io.modelcontextprotocol/protocolVersion'"
      )
    }
    switch (message.method, revision) {
    case ("tools/list", _):
      try list("tools", catalog.tools.map(\.definition), message, id, revision)
    case ("tools/call", _): try call(message, id, revision)
    case ("resources/list", _):
      try list("resources", catalog.resources.map(\.definition), message, id, revision)
    case ("resources/templates/list", _):
      let templates = catalog.resources.filter { !$0.arguments.all.isEmpty }.map(\.template)
      try list("resourceTemplates", templates, message, id, revision)
    case ("resources/read", _): try readResource(message, id, revision)
    case ("prompts/list", _):
      try list("prompts", catalog.prompts.map(\.definition), message, id, revision)
    case ("prompts/get", _): try getPrompt(message, id, revision)
    case ("ping", .handshake): send(JSONWriter.answer(to: id, revision) { _ in })
    case ("resources/subscribe", .handshake):
      try subscriptions.add([address(in: message, revision).0], for: nil)
      send(JSONWriter.answer(to: id, revision) { _ in })
    case ("resources/unsubscribe", .handshake):
      subscriptions.remove(try address(in: message, revision).0.text)
      send(JSONWriter.answer(to: id, revision) { _ in })
    case ("server/discover", .stateless): discover(id)
    case ("subscriptions/listen", .stateless): try listen(message, id)
    default: throw ProtocolError(.methodNotFound, "there is no method '\(message.method)'")
    }
  }

  // MARK: - The server itself

  private mutating func initialize(_ message: Message, _ id: JSON) throws(ProtocolError) {
    let asked = try message.text("protocolVersion")
    // A client that does not know the version in the answer ends the connection.
    let version = Revision.handshakes.contains(asked) ? asked : Revision.handshakes[0]
    isInitialized = true
    send(
      JSONWriter.answer(to: id, .handshake) { json in
        json.member("protocolVersion", version)
        json.member("capabilities", Self.capabilities)
        json.member("serverInfo", Self.identity)
        json.member("instructions", instructions)
      })
  }

  private mutating func discover(_ id: JSON) {
    send(
      JSONWriter.answer(to: id, .stateless) { json in
        json.member("_meta", ["io.modelcontextprotocol/serverInfo": Self.identity])
        json.member("supportedVersions", Revision.all)
        json.member("capabilities", Self.capabilities)
        json.member("instructions", instructions)
        json.freshness(Self.hour, .stateless)
      })
  }

  private static let identity: JSON = [
    "name": "replog", "title": "Training log", "version": .string(Release.version),
  ]

  private static let capabilities: JSON = [
    "tools": [:], "resources": ["subscribe": true], "prompts": [:],
  ]

  private var instructions: String {
    let undo = "Every change appends an event; 'undo' reverses the last action. "
    return "A training log. \(catalog.tools.contains { $0.name == "undo" } ? undo : "")"
      + "A result with isError has a code, the reason and the next step. "
      + "Weights and sets are strings: 60kg or 135lb, and 5x60kg."
  }

  private mutating func list(
    _ name: String, _ definitions: [JSON], _ message: Message, _ id: JSON, _ revision: Revision
  ) throws(ProtocolError) {
    guard message.params["cursor"] == nil else {
      throw ProtocolError(.invalidParams, "'cursor' must be left out: a list has one page")
    }
    send(
      JSONWriter.answer(to: id, revision) { json in
        json.key(name)
        JSON.array(definitions).write(&json)
        json.freshness(Self.hour, revision)
      })
  }

  // MARK: - Tools

  private mutating func call(
    _ message: Message, _ id: JSON, _ revision: Revision
  ) throws(ProtocolError) {
    let name = try message.text("name")
    guard let tool = catalog.tools.first(where: { $0.name == name }) else {
      throw ProtocolError(.invalidParams, "there is no tool '\(shortened(name, to: 80))'")
    }
    let catalog = catalog
    let line: @Sendable (CallRunner.Outcome) -> [UInt8] = { outcome in
      JSONWriter.answer(to: id, revision) { catalog.write(outcome, of: tool, to: &$0) }
    }
    do throws(UsageError) {
      let words = try tool.arguments.words(for: message.params["arguments"] ?? [:])
      start(tool.command.name, words, for: message, id, line)
    } catch {
      // A model can correct its arguments, so this is a result.
      send(line(CallRunner.Outcome(error: error)))
    }
  }

  // MARK: - Resources

  /// Returns the address in a request, and the words of its arguments for the command.
  private func address(
    in message: Message, _ revision: Revision
  ) throws(ProtocolError) -> (ResourceAddress, words: [String]) {
    let text = try message.text("uri")
    guard let address = try ResourceAddress(text, in: catalog) else {
      throw ProtocolError(
        revision == .handshake ? .resourceNotFound : .invalidParams,
        "there is no resource '\(shortened(text, to: 80))'", data: ["uri": .string(text)])
    }
    return (address, try words(of: address))
  }

  private func words(of address: ResourceAddress) throws(ProtocolError) -> [String] {
    do throws(UsageError) { return try address.resource.arguments.words(for: address.query) } catch
    {
      throw catalog.protocolError(error)
    }
  }

  private mutating func readResource(
    _ message: Message, _ id: JSON, _ revision: Revision
  ) throws(ProtocolError) {
    let ((address, words), catalog) = (try self.address(in: message, revision), catalog)
    start(address.resource.command.name, words, for: message, id) { outcome in
      if let error = outcome.error { return catalog.protocolError(error).answer(to: id) }
      return JSONWriter.answer(to: id, revision) { json in
        json.key("contents")
        json.array { json in
          json.object { json in
            json.member("uri", address.text)
            json.member("mimeType", "application/json")
            json.key("text")
            Bytes.of(outcome.output) { json.string($0.withoutLastNewline) }
          }
        }
        json.freshness(0, revision)
      }
    }
  }

  private mutating func listen(_ message: Message, _ id: JSON) throws(ProtocolError) {
    guard case .object = message.params["notifications"],
      case .array(let wanted) = message.params["notifications"]?["resourceSubscriptions"] ?? []
    else {
      throw ProtocolError(
        .invalidParams,
        "'notifications' must be an object, and its 'resourceSubscriptions' an array")
    }
    var addresses: [ResourceAddress] = []
    for case .string(let text) in wanted {
      guard let address = try ResourceAddress(text, in: catalog) else { continue }
      _ = try words(of: address)
      addresses.append(address)
    }
    try subscriptions.add(addresses, for: id)
    // The lists of a process never change, so notifications about them are not promised.
    let honored: JSON =
      addresses.isEmpty
      ? [:] : ["resourceSubscriptions": .array(addresses.map { .string($0.text) })]
    send(
      JSONWriter.notification(
        "notifications/subscriptions/acknowledged",
        ["_meta": Subscriptions.stamp(id), "notifications": honored]))
  }

  // MARK: - Prompts

  private mutating func getPrompt(
    _ message: Message, _ id: JSON, _ revision: Revision
  ) throws(ProtocolError) {
    let name = try message.text("name")
    guard let prompt = catalog.prompts.first(where: { $0.name == name }) else {
      throw ProtocolError(.invalidParams, "there is no prompt '\(shortened(name, to: 80))'")
    }
    let catalog = catalog
    let words: [String]
    do throws(UsageError) {
      words = try prompt.arguments.words(for: message.params["arguments"] ?? [:])
    } catch {
      throw catalog.protocolError(error)
    }
    start(prompt.command.name, words, for: message, id) { outcome in
      if let error = outcome.error { return catalog.protocolError(error).answer(to: id) }
      let printed = Bytes.of(outcome.output) { try? JSON($0) }
      let content: JSON = ["type": "text", "text": printed?["prompt"] ?? ""]
      return JSONWriter.answer(to: id, revision) { json in
        json.member("description", sentence(prompt.command.summary))
        json.member("messages", [["role": "user", "content": content]] as JSON)
      }
    }
  }
}

extension Catalog {
  /// Returns the error of a request whose command failed.
  fileprivate func protocolError(_ error: any Error) -> ProtocolError {
    let told = json(of: error)["error"]
    let isOfRequest = error is UsageError || error is Refusal
    guard case .string(let message) = told?["message"] else {
      return ProtocolError(.internalError, "the command failed")
    }
    return ProtocolError(isOfRequest ? .invalidParams : .internalError, message, data: told)
  }

  /// Writes the members of the result of a tool: the JSON as a text and as it is, then the notes.
  fileprivate func write(_ outcome: CallRunner.Outcome, of tool: Tool, to json: inout JSONWriter) {
    let content =
      outcome.error.map { self.json(of: $0).bytes }
      ?? tool.form.object(of: outcome.output, isDryRun: outcome.isDryRun)
    let notes = outcome.notes.map(inToolWords)
    json.key("content")
    json.array { json in
      for text in [String(decoding: content, as: UTF8.self)] + notes {
        json.object { json in
          json.member("type", "text")
          json.member("text", text)
        }
      }
    }
    if outcome.error == nil {
      json.key("structuredContent")
      json.raw(content)
    } else {
      json.key("isError")
      json.bool(true)
    }
  }
}

extension Bytes {
  /// The bytes without the newline at their end.
  fileprivate var withoutLastNewline: Bytes {
    count > 0 && self[count - 1] == UInt8(ascii: "\n") ? self[0..<count - 1] : self
  }
}
