import Events
import Projections

/// A server of the Model Context Protocol on standard input and output.
///
///     client -> input -> queue -> worker (one call at a time) -> output -> client
///                                 followed log -> notifications -^
///
/// One thread reads, writes and follows the log, and blocks on none of them; another runs the commands. While the
/// client does not read its answers, the server takes no more requests and runs no more commands, so that its memory
/// is bounded. A command writes into a buffer, so no lock of the log is held while an answer waits.
struct Server {
  let catalog: Catalog
  let calls: CallRunner
  private let conversation: Conversation
  private let worker: Worker
  private let system: System

  private var input = InputBuffer()
  /// A Boolean value indicating whether the input has ended.
  private var isOver = false
  /// The requests that wait, in the order of their arrival.
  private var queue: [Message] = []
  private var queuedBytes = 0
  /// The request that the worker answers.
  private var running: (id: JSON, progressToken: JSON?, call: RunningCall)?
  private var output: [UInt8] = []
  /// The number of bytes of the output that were written.
  private var written = 0

  var subscriptions: Subscriptions
  /// A Boolean value indicating whether the client has begun with `initialize`.
  var isInitialized = false

  /// The bytes of output, or of waiting requests, from which the server takes no more.
  private static let most = 1 << 20
  /// The number of waiting requests from which the server takes no more.
  private static let mostRequests = 256

  private init(
    _ catalog: Catalog, _ calls: CallRunner, _ conversation: Conversation, _ worker: Worker,
    _ subscriptions: Subscriptions, _ system: System
  ) {
    (self.catalog, self.calls, self.conversation) = (catalog, calls, conversation)
    (self.worker, self.subscriptions, self.system) = (worker, subscriptions, system)
  }

  /// Serves until the input ends, the client closes the output, or a signal interrupts the process.
  ///
  /// - Parameters:
  ///   - path: The path of the log.
  ///   - user: The user of the views; nil for the one who signed in last.
  static func run(
    _ catalog: Catalog, _ calls: CallRunner, path: String, user: Name?, _ system: System
  ) throws {
    let (conversation, worker) = (try Conversation(system), Worker())
    var server = Server(
      catalog, calls, conversation, worker,
      Subscriptions(path: path, user: user, system), system)
    try System.onThreads(1, { worker.work(conversation.wake) }) { (threads) throws in
      defer { worker.end() }
      guard threads == 1 else {
        throw LogError(.system, "", "cannot start a thread", help: "close other programs")
      }
      try server.serve()
    }
  }

  /// A Boolean value indicating whether the client does not read its answers.
  private var isBacked: Bool { output.count - written >= Self.most }
  /// A Boolean value indicating whether enough requests wait.
  private var isFull: Bool { queuedBytes >= Self.most || queue.count >= Self.mostRequests }

  private mutating func serve() throws {
    while true {
      let answer = takeAnswer()
      let patience = subscriptions.look()
      notify()
      // A client has heard of what a call changed when it gets the answer.
      if let answer { send(answer) }
      advance()
      if isOver, queue.isEmpty, running == nil {
        for id in subscriptions.listeners { close(id) }
        if output.isEmpty { return }
      }
      let ready = try conversation.wait(
        toRead: !isOver && !isBacked && !isFull, toWrite: !output.isEmpty,
        following: subscriptions.followed?.watch, milliseconds: patience ?? -1)
      if ready.isInterrupted || ready.isOutputClosed {
        running?.call.cancel()
        return
      }
      if ready.canWrite { try write() }
      if ready.canRead { try read() }
    }
  }

  // MARK: - Bytes

  private mutating func write() throws {
    written += try conversation.write(output[written...])
    if written == output.count { (output, written) = ([], 0) }
  }

  /// Adds a line to the output.
  mutating func send(_ line: [UInt8]) {
    if written > Self.most {
      output.removeFirst(written)
      written = 0
    }
    output += line
  }

  private mutating func read() throws {
    let piece = try system.readInput(1 << 16)
    isOver = piece.isEmpty
    for line in isOver ? input.end() : input.add(piece) { receive(line) }
  }

  // MARK: - Requests

  private mutating func receive(_ line: InputBuffer.Line) {
    do throws(ProtocolError) {
      guard let line else {
        throw ProtocolError(
          .invalidRequest,
          "a line must be at most \(InputBuffer.longest >> 20) MiB long")
      }
      guard let message = try Message(line) else { return }
      guard let id = message.id else { return take(notification: message) }
      guard running?.id != id, !queue.contains(where: { $0.id == id }),
        !subscriptions.listeners.contains(id)
      else { throw ProtocolError(.invalidRequest, "another request has the same 'id'", of: id) }
      // A client that looks whether the server is alive does not wait for a long call.
      if message.method == "ping", isInitialized || queue.isEmpty && running == nil {
        return answer(message, id)
      }
      queue.append(message)
      queuedBytes += message.size
    } catch {
      send(error.answer(to: nil))
    }
  }

  private mutating func take(notification message: Message) {
    guard message.method == "notifications/cancelled", let id = message.params["requestId"] else {
      return
    }
    if running?.id == id { running?.call.cancel() }
    queuedBytes -= queue.lazy.filter { $0.id == id }.map(\.size).reduce(0, +)
    queue.removeAll { $0.id == id }
    _ = subscriptions.remove(listener: id)
  }

  /// Sends the notifications while the client reads.
  private mutating func notify() {
    while !isBacked, let line = subscriptions.next() { send(line) }
  }

  /// Answers the waiting requests, up to one that the worker answers, while the client reads.
  private mutating func advance() {
    while running == nil, !isBacked, !queue.isEmpty {
      let message = queue.removeFirst()
      queuedBytes -= message.size
      if let id = message.id { answer(message, id) }
    }
  }

  private mutating func answer(_ message: Message, _ id: JSON) {
    do throws(ProtocolError) { try respond(to: message, id) } catch { send(error.answer(to: id)) }
  }

  /// Closes a request that stayed open.
  private mutating func close(_ id: JSON) {
    send(JSONWriter.answer(to: id, .stateless) { $0.member("_meta", Subscriptions.stamp(id)) })
    _ = subscriptions.remove(listener: id)
  }

  // MARK: - Calls

  /// Hands a command to the worker; its outcome is the answer to a request.
  ///
  /// - Parameter line: A closure that returns the line of the answer.
  mutating func start(
    _ command: String, _ words: [String], for message: Message, _ id: JSON,
    _ line: @escaping @Sendable (CallRunner.Outcome) -> [UInt8]
  ) {
    let (calls, system, conversation) = (calls, system, conversation)
    let call = RunningCall(seconds: { system.monotonicSeconds() }, wake: { conversation.wake() })
    running = (id, message.meta["progressToken"], call)
    worker.start { line(calls.run(command, words, for: call)) }
  }

  /// Sends the progress of the call that runs, and returns the worker's answer; nil if it is not there, or if the call
  /// was cancelled.
  private mutating func takeAnswer() -> [UInt8]? {
    guard let (token, call) = running.map({ ($0.progressToken, $0.call) }) else { return nil }
    if let step = call.takeStep(), let token, !call.isCancelled { send(progress(step, token)) }
    guard let answer = worker.takeAnswer() else { return nil }
    running = nil
    return call.isCancelled ? nil : answer
  }

  private func progress(_ step: RunningCall.Step, _ token: JSON) -> [UInt8] {
    var params: JSON.Members = [
      ("progressToken", token), ("progress", .number(.integer(Int64(step.done)))),
    ]
    if let total = step.total { params.append(("total", .number(.integer(Int64(total))))) }
    return JSONWriter.notification("notifications/progress", .object(params))
  }
}
