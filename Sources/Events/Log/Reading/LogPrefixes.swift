/// The prefixes of a log after each batch.
///
/// A batch is written as a whole, so a reader of the log can have seen only these states.
package struct LogPrefixes: Sendable {
  /// Events that were written together, usually one.
  package struct Batch: Sendable {
    /// The positions of the events, in order.
    package fileprivate(set) var seqs: [Int]
    fileprivate let start: Int
    /// The end offsets of the lines, including their newlines.
    fileprivate var ends: [Int]
    /// The number of events stated in the first line.
    fileprivate let promised: Int
  }

  private let log: Log
  /// All batches of the log, in order.
  package private(set) var batches: [Batch] = []

  /// Reads the ends of a log's batches.
  ///
  /// - Throws: `LogError.Kind.damaged` with the position of the damage.
  package init(_ log: Log) throws(LogError) {
    self.log = log
    var lines = log.lines()
    while let line = try lines.next() {
      let end = lines.offset + lines.line.count + 1
      if let last = batches.last, last.seqs.count < last.promised,
        last.seqs.last == line.seq - 1
      {
        batches[batches.count - 1].seqs.append(line.seq)
        batches[batches.count - 1].ends.append(end)
      } else {
        batches.append(
          Batch(seqs: [line.seq], start: lines.offset, ends: [end], promised: lines.batch))
      }
    }
  }

  /// Returns the lines of the first batches.
  ///
  /// - Parameters:
  ///   - count: The number of whole batches.
  ///   - cut: The number of events of the next batch to include, written as a batch of that size.
  package func bytes(_ count: Int, andEvents cut: Int = 0) throws(LogError) -> [UInt8] {
    var (count, cut) = (count, cut)
    // A filter removed lines of the batch, and a reader would wait for the rest of it.
    if cut == 0, count > 0, let last = batches[..<count].last, last.seqs.count < last.promised {
      (count, cut) = (count - 1, last.seqs.count)
    }
    let end = count < batches.count ? batches[count].start : log.bytes.count
    var bytes = log.bytes.array(in: 0..<min(end, log.bytes.count))
    guard cut > 0, count < batches.count else { return bytes }
    let batch = batches[count]
    if cut == batch.seqs.count, cut == batch.promised { return try self.bytes(count + 1) }
    let decoder = LineDecoder()
    var start = batch.start
    var sum: UInt64 = 0
    if start > 0 {
      let before = try? decoder.logged(log.bytes, in: log.bytes.lastLine(before: start))
      sum = before?.sum ?? 0
    }
    for (place, end) in batch.ends.prefix(cut).enumerated() {
      let line = log.bytes[start..<min(end - 1, log.bytes.count)]
      do throws(LineError) {
        sum = try decoder.whole(line)
          .write(to: &bytes, batch: place == 0 ? cut : 1, previousSum: sum)
      } catch {
        throw log.damage(error, from: start, to: end - 1)
      }
      start = end
    }
    return bytes
  }
}
