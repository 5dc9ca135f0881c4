/// The positions of a log when they are made anew, and the batches that are whole.
package struct LogOutline: Sendable {
  /// The number of lines.
  package private(set) var count = 0
  /// The new positions of lines whose `seq` is another, as after a gap.
  package private(set) var positions: [Int: Int] = [:]
  /// The new positions of lines that begin a batch of which all lines are there.
  ///
  /// Of a log that was filtered some are not, and the rest would be read as torn where no gap shows it.
  private(set) var batches: Set<Int> = []

  /// Reads the outline of a log.
  package init(of log: Log) throws(LogError) {
    var open: (start: Int, rest: Int)?
    var seq = 0
    var lines = log.lines()
    while let line = try lines.next() {
      count += 1
      if line.seq != count { positions[line.seq] = count }
      if lines.batch > 1 {
        open = (count, lines.batch - 1)
      } else if line.seq != seq + 1 {
        open = nil
      } else if let batch = open {
        if batch.rest == 1 { batches.insert(batch.start) }
        open = batch.rest == 1 ? nil : (batch.start, batch.rest - 1)
      }
      seq = line.seq
    }
  }
}
