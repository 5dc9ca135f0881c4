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

  /// The batch of which lines are to come; nil outside of one.
  private var open: (start: Int, rest: Int)?
  /// The position of the last line.
  private var seq = 0

  /// Creates the outline of an empty log.
  package init() {}

  /// Takes in the next line.
  ///
  /// - Parameter batch: the number of events that were written together with it, the first of them; 1 for any other.
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
