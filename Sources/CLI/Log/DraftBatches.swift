import Events
import Projections

/// Events of standard input that are appended together.
struct DraftBatch: Sendable {
  var drafts: [Draft] = []
  /// The line number of each event, from 1.
  var numbers: [Int] = []
  /// The remarks on them.
  var notes: [String] = []
  var end = End.full

  /// The reason why a batch has no more events.
  enum End {
    case full
    /// A tenth of a second without a whole line, or no whole line at all if each line is on its own.
    ///
    /// The producer may be waiting for a response. A batch that nothing receives ends with it, too.
    case pause
    case last
    /// No later event is appended, and none of the batch unless each line is on its own.
    case failed(LogError)
  }

  fileprivate var isFull: Bool {
    if case .full = end { true } else { false }
  }

  /// A Boolean value indicating whether no batch follows.
  fileprivate var isLast: Bool {
    switch end {
    case .last, .failed: true
    case .full, .pause: false
    }
  }

  /// Removes all content but keeps the memory.
  fileprivate mutating func removeAll() {
    drafts.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    (notes, end) = ([], .full)
  }
}

/// The lines of standard input as batches of events.
struct DraftBatches {
  /// The maximum number of batches that are read ahead: with those being read and written, they take 64 MiB.
  static let ahead = 2
  /// The usual maximum number of bytes that are written together.
  ///
  /// It keeps a thousand lines of 1 MiB from filling the memory; real batches are far smaller.
  private static let usualBytes = 16 << 20
  /// The maximum number of bytes of an atomic append, which is one batch.
  private static let largestBytes = Log.largestBatchBytes

  private let limit: Int
  private let grouping: Grouping
  private let reader: DraftReader
  private var input: InputLines
  private var types = StrangeTypes()
  /// A Boolean value indicating whether the previous batch was full, so that more lines may be available.
  private(set) var isFlowing = false
  /// A Boolean value indicating whether the previous batch was the last.
  private(set) var isOver = false

  /// The lines that are appended together.
  enum Grouping {
    /// The lines that arrive without a pause.
    case batches
    /// All lines.
    case all
    /// The lines that have arrived by now; a refused line does not hold back those before it.
    case each
  }

  private var isAtomic: Bool { grouping == .all }

  /// Creates the batches of the standard input of `system`.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of events in a batch.
  ///   - isCloudEvents: Whether the lines are CloudEvents.
  ///   - user: The user of lines without one.
  init(of system: System, limit: Int, _ grouping: Grouping, isCloudEvents: Bool, user: Name?) {
    (self.limit, self.grouping) = (limit, grouping)
    reader = DraftReader(isCloudEvents: isCloudEvents, isEach: grouping == .each, user: user)
    input = InputLines(system: system, longest: reader.longestLine)
  }

  /// Returns the next batch; waits for its first line without a time limit.
  mutating func next() -> DraftBatch { filled(DraftBatch(), unless: nil) }

  /// Returns a batch of the lines that arrive without a pause, in the memory of a used batch.
  ///
  /// The result is nil if the previous batch ended with a pause or was the last.
  ///
  /// - Parameter isStopped: A closure that returns whether to stop reading. It is called when bytes arrive.
  mutating func next(
    reusing used: consuming DraftBatch?, unless isStopped: @escaping () -> Bool
  ) -> DraftBatch? {
    guard isFlowing else { return nil }
    // Freed here, since this thread has time for it.
    var batch = used ?? DraftBatch()
    batch.removeAll()
    return filled(batch, unless: isStopped)
  }

  /// Returns whether no whole line arrives within a tenth of a second.
  mutating func isIdle() throws(LogError) -> Bool { try !input.hasLine() }

  private mutating func filled(
    _ batch: consuming DraftBatch, unless isStopped: (() -> Bool)?
  ) -> DraftBatch {
    var batch = batch
    do throws(LogError) { batch.end = try fill(&batch, unless: isStopped) } catch {
      batch.end = .failed(error)
    }
    (isFlowing, isOver) = (batch.isFull, batch.isLast)
    return batch
  }

  /// Reads lines until the batch is full, the input ends, or no line arrives for a while.
  ///
  /// The producer may be waiting for a response, so a batch does not wait for lines that may not arrive. If lines keep
  /// arriving, every batch is full, independent of the size of a read.
  private mutating func fill(
    _ batch: inout DraftBatch, unless isStopped: (() -> Bool)?
  ) throws(LogError) -> DraftBatch.End {
    // A copy: the closure below may not use this value while the input in it changes.
    let reader = reader
    var bytes = 0
    while batch.drafts.count < limit, isAtomic || bytes < Self.usualBytes {
      let mayPause = isStopped != nil || !isAtomic && !batch.drafts.isEmpty
      let seconds = grouping == .each ? 0 : 0.1
      if mayPause, try !input.hasLine(within: seconds, unless: isStopped) { return .pause }
      let isThere = try input.next { (line, number) throws(LogError) in
        bytes += line.count
        // Editors leave a blank line at the end, which is not an event.
        guard line.count > 0 else { return }
        batch.drafts.append(try reader.draft(line, number))
        batch.numbers.append(number)
      }
      if isAtomic, bytes > Self.largestBytes { throw .tooLarge(Self.largestBytes) }
      if !isThere { return .last }
      if let note = types.remark(on: batch) { batch.notes.append(note) }
    }
    return .full
  }
}

/// A reader of lines of standard input as events.
private struct DraftReader {
  let isCloudEvents: Bool
  /// A Boolean value indicating whether the lines before a refused one are appended.
  private let isEach: Bool
  private let user: Name?
  private let decoder = DraftDecoder()

  init(isCloudEvents: Bool, isEach: Bool, user: Name?) {
    (self.isCloudEvents, self.isEach, self.user) = (isCloudEvents, isEach, user)
  }

  /// The maximum number of bytes in a line.
  ///
  /// A CloudEvent may have a line of 1 MiB with its unknown fields as a JSON text in it.
  var longestLine: Int { isCloudEvents ? 4 * Log.longestLine : Log.longestLine }

  func draft(_ line: Bytes, _ number: Int) throws(LogError) -> Draft {
    do throws(LineError) {
      var draft = isCloudEvents ? try draft(cloudEvent: line) : try decoder.draft(line)
      if draft.user == nil { try addUser(to: &draft) }
      return draft
    } catch {
      var error = LogError(.refused, "standard input", line: number, error, bytes: line)
      let help: Remedy =
        isEach
        ? "the earlier lines were appended; correct this line, then send it and the later lines"
        : "nothing of the line's batch was appended; correct the line, then send the batch again"
      error.help = error.help ?? help
      throw error
    }
  }

  /// Adds the user of the command to an event without a user.
  private func addUser(to draft: inout Draft) throws(LineError) {
    if let user { return draft.user = user }
    guard draft.body.isPersonal else { return }
    throw LineError(
      0, "an event of type '\(draft.body.type)' must have a 'user', got none",
      help: "add the user to the line, or name the user of all such lines with '--user'")
  }

  /// Returns the event of a CloudEvent in JSON.
  private func draft(cloudEvent line: Bytes) throws(LineError) -> Draft {
    let event = try JSON(line)
    let own: [UInt8]
    do throws(CloudEvent.Malformed) { own = try CloudEvent.line(of: event) } catch {
      throw LineError(0, error.message)
    }
    do throws(LineError) {
      return try Bytes.of(own) { (own) throws(LineError) in try decoder.draft(own) }
    } catch {
      // The producer does not know the line that was created here, so a place in it would be useless.
      throw LineError(0, error.message, help: error.help)
    }
  }
}

/// The unknown event types with names similar to a known type, each reported once.
///
/// Their events are appended unchanged: an app may have its own events.
private struct StrangeTypes {
  private var seen: Set<String> = []

  /// Returns a remark on the last event of a batch; nil if there is none.
  mutating func remark(on batch: DraftBatch) -> String? {
    let last = batch.drafts.count - 1
    // Without the value first: a pattern that binds it copies the content of every event.
    guard last >= 0, case .unknown = batch.drafts[last].body,
      case .unknown(let event) = batch.drafts[last].body, seen.count < 1_000,
      seen.insert(event.type).inserted
    else { return nil }
    let known = EventType.all.map(\.name)
    // A known type is unknown here only in a version that is newer than this build.
    let near = known.contains(event.type) ? [] : nearMisses(of: event.type, among: known)
    guard !near.isEmpty else { return nil }
    return
      "line \(batch.numbers[last]) has the type '\(shortened(event.type, to: 40))', which no view reads; "
      + "did you mean \(alternatives(near))?"
  }
}

extension LogError {
  fileprivate static func tooLarge(_ bytes: Int) -> LogError {
    LogError(
      .misuse, "standard input",
      "expected a batch of at most \(grouped("\(bytes)")) bytes, found more",
      help: "split it into smaller batches")
  }
}
