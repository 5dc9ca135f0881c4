extension Log {
  /// Writes the log with other values, line by line, in pieces of some size.
  ///
  /// Ids and batches stay; `seq` and `sum` are made anew.
  ///
  /// - Parameters:
  ///   - outline: The batches of the log.
  ///   - add: A closure that gets what was replaced and returns events after the last one.
  ///   - write: A closure that gets the lines in order.
  package func write(
    _ outline: LogOutline, scrubbedBy scrubber: inout Scrubber,
    adding add: (Scrubber.Counts) -> [Event],
    to write: ([UInt8]) throws(LogError) -> Void
  ) throws(LogError) {
    var (bytes, sum, seq): ([UInt8], UInt64, Int) = ([], 0, 0)
    var lines = lines()
    while try lines.next() != nil {
      seq += 1
      let start = bytes.count
      do throws(LineError) {
        var event = try scrubber.scrubbed(try lines.whole())
        event.seq = seq
        sum = try event.write(
          to: &bytes, batch: outline.batches.contains(seq) ? lines.batch : 1, previousSum: sum)
        guard bytes.count - start <= LogFormat.longestLine + 1 else {
          throw LineError(0, "expected a line of at most 1 MiB after its texts were replaced")
        }
      } catch {
        var failure = LogError(.refused, name, error.message)
        failure.line = seq
        failure.help = error.help
        throw failure
      }
      if bytes.count > 1 << 18 {
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    for var event in add(scrubber.counts) {
      seq += 1
      event.seq = seq
      do throws(LineError) { sum = try event.write(to: &bytes, previousSum: sum) } catch {
        throw LogError(.refused, name, error.message)
      }
    }
    if !bytes.isEmpty { try write(bytes) }
  }
}
