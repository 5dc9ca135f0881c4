import Events
import Projections

/// Events of standard input that are appended together.
struct DraftBatch: Sendable {
  var drafts: [Draft] = []
  /// The line of each, from 1.
  var numbers: [Int] = []
  /// The remarks on them.
  var notes: [String] = []
  var end = End.full

  /// The reason why a batch has no more events.
  enum End {
    case full
    /// A tenth of a second without a whole line.
    ///
    /// The producer may be waiting for an answer. A batch that nobody takes ends with it, too.
    case pause
    case last
    /// Nothing of the batch is to be appended, nor of what follows.
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

  /// Removes everything but the memory.
  fileprivate mutating func removeAll() {
    drafts.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    (notes, end) = ([], .full)
  }
}

/// The lines of standard input as batches of events.
struct DraftBatches {
  /// The most batches that are read before they can be appended: with those being read and written, 64 MiB.
  static let ahead = 2
  /// The most bytes that are written together unless all has to be.
  ///
  /// So a thousand lines of 1 MiB do not fill the memory; no batch in use comes near.
  private static let usualBytes = 16 << 20
  /// The most bytes of the one batch of an atomic append.
  private static let largestBytes = Log.largestBatchBytes

  private let limit: Int
  private let isAtomic: Bool
  private let reader: DraftReader
  private var input: InputLines
  private var types = StrangeTypes()
  /// A Boolean value indicating whether the batch before was full, so that another may be there.
  private(set) var isFlowing = false
  /// A Boolean value indicating whether the batch before was the last.
  private(set) var isOver = false

  /// Creates the batches of what `system` has as standard input.
  ///
  /// - Parameters:
  ///   - limit: The most events of a batch.
  ///   - isAtomic: Whether all lines are one batch.
  ///   - isCloudEvents: Whether the lines are CloudEvents.
  init(of system: System, limit: Int, isAtomic: Bool, isCloudEvents: Bool) {
    (self.limit, self.isAtomic) = (limit, isAtomic)
    reader = DraftReader(isCloudEvents: isCloudEvents)
    input = InputLines(system: system, longest: reader.longestLine)
  }

  /// Returns the next batch; its first line may take as long as it takes.
  mutating func next() -> DraftBatch { filled(DraftBatch(), unless: nil) }

  /// Returns a batch of the lines that come without a pause, in the memory of a used one; nil when the one before ended
  /// with a pause, or was the last.
  ///
  /// - Parameter isStopped: Asked when bytes come, whether to read no more.
  mutating func next(
    reusing used: consuming DraftBatch?, unless isStopped: @escaping () -> Bool
  ) -> DraftBatch? {
    guard isFlowing else { return nil }
    // What was taken is freed here, where there is time for it.
    var batch = used ?? DraftBatch()
    batch.removeAll()
    return filled(batch, unless: isStopped)
  }

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

  /// Reads lines until the batch is full, no more come, or none for a while.
  ///
  /// The producer may be waiting for an answer, so a batch is not held back for lines that do not come. Where they
  /// do, every batch is full, whatever the size of a read.
  private mutating func fill(
    _ batch: inout DraftBatch, unless isStopped: (() -> Bool)?
  ) throws(LogError) -> DraftBatch.End {
    // A copy: the closure below may not use this value while the input in it changes.
    let reader = reader
    var bytes = 0
    while batch.drafts.count < limit, isAtomic || bytes < Self.usualBytes {
      let mayPause = isStopped != nil || !isAtomic && !batch.drafts.isEmpty
      if mayPause, try !input.hasLine(unless: isStopped) { return .pause }
      let isThere = try input.next { (line, number) throws(LogError) in
        bytes += line.count
        // A blank line, as editors leave at the end, is no event.
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
  private let decoder = DraftDecoder()

  init(isCloudEvents: Bool) { self.isCloudEvents = isCloudEvents }

  /// The most bytes of a line: of a CloudEvent that of a line of 1 MiB whose unknown fields are a text of JSON in it.
  var longestLine: Int { isCloudEvents ? 4 * Log.longestLine : Log.longestLine }

  /// Returns the event of line `number`.
  func draft(_ line: Bytes, _ number: Int) throws(LogError) -> Draft {
    do throws(LineError) {
      return isCloudEvents ? try draft(cloudEvent: line) : try decoder.draft(line)
    } catch {
      var error = LogError(.refused, "standard input", line: number, error, bytes: line)
      error.help = error.help ?? "nothing of its batch was appended; mend it, then send that again"
      throw error
    }
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
      // A place in a line that was made here would mean nothing to the producer of the event.
      throw LineError(0, error.message, help: error.help)
    }
  }
}

/// The unknown types of events that look like a known one, each reported once.
///
/// They are appended as they are: an app may have events of its own.
private struct StrangeTypes {
  private var seen: Set<String> = []

  /// Returns a remark on the last event of a batch; nil where there is none to make.
  mutating func remark(on batch: DraftBatch) -> String? {
    let last = batch.drafts.count - 1
    // Without the value first: a pattern that binds it copies the content of every event.
    guard last >= 0, case .unknown = batch.drafts[last].body,
      case .unknown(let event) = batch.drafts[last].body, seen.count < 1_000,
      seen.insert(event.type).inserted
    else { return nil }
    let known = EventType.all.map(\.name)
    // A known type is unknown only in a version that is newer than this build.
    let near = known.contains(event.type) ? [] : nearMisses(of: event.type, among: known)
    guard !near.isEmpty else { return nil }
    return
      "line \(batch.numbers[last]) has a type '\(shortened(event.type, to: 40))' that no view reads; "
      + "did you mean \(alternatives(near))?"
  }
}

extension LogError {
  fileprivate static func tooLarge(_ bytes: Int) -> LogError {
    LogError(
      .misuse, "standard input",
      "expected a batch of at most \(grouped("\(bytes)")) bytes, found more",
      help: "append it in parts, each all or nothing")
  }
}
