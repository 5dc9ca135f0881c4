/// The new positions of the lines of a log, and its complete batches.
package struct LogOutline: Sendable {
  /// The number of lines.
  package private(set) var count = 0
  /// The new positions by the old ones, for lines whose `seq` changes, for example after a gap.
  package private(set) var positions: [Int: Int] = [:]
  /// The new positions of the first lines of complete batches.
  ///
  /// A filtered log may have incomplete batches. If no gap shows this, the rest of such a batch would be read as
  /// torn.
  private(set) var batches: Set<Int> = []

  /// The batch whose remaining lines are expected; nil outside of a batch.
  private var open: (start: Int, rest: Int)?
  /// The old position of the last line.
  private var seq = 0

  /// Creates the outline of an empty log.
  package init() {}

  /// Adds the next line.
  ///
  /// - Parameter batch: The number of events written together, for the first of them; 1 for any other line.
  mutating func add(seq: Int, batch: Int) {
    count += 1
    if seq != count { positions[seq] = count }
    if batch > 1 {
      open = (count, batch - 1)
    } else if seq != self.seq + 1 {
      open = nil
    } else if let (start, rest) = open {
      if rest == 1 { batches.insert(start) }
      open = rest == 1 ? nil : (start, rest - 1)
    }
    self.seq = seq
  }
}
