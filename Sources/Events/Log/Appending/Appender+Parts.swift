extension Appender {
  /// Appends drafts that were decided from a state of the log, batch by batch.
  ///
  /// - Parameters:
  ///   - first: The first batch; if it is empty, no transaction begins.
  ///   - log: The log from which the first batch was decided. If another appender has written since, `decide` is
  ///     called with the new state.
  ///   - decide: A closure that decides again from the given state.
  ///   - next: A closure that returns the next drafts, at most as many as requested; an empty array ends the append.
  ///   - onAppend: A closure that gets the number of drafts of each batch.
  /// - Returns: The number of new events, and the file with a partial write of an earlier crash.
  package func append(
    _ first: [Draft], decidedBy log: Log, defaults: DraftDefaults,
    again decide: (Log) throws -> Void,
    next: (Int) -> [Draft], onAppend: (Int) -> Void = { _ in }
  ) throws -> (count: Int, setAside: Appended.SetAside?) {
    try locked { locked in
      var (batch, count) = (first, 0)
      var aside: Appended.SetAside?
      if locked.log.bytes.count != log.bytes.count {
        try decide(locked.log)
        batch = next(Log.largestBatch)
      }
      while !batch.isEmpty {
        let appended = try locked.append(batch, defaults: defaults)
        aside = aside ?? appended.setAside
        count += appended.acknowledgements.count { !$0.isDuplicate }
        onAppend(batch.count)
        batch = next(Log.largestBatch)
      }
      return (count, aside)
    }
  }
}

extension DryRun {
  /// Checks drafts that depend on the log, batch by batch, and returns their number.
  ///
  /// Each batch is checked as if it were the first, since keeping all of them would double the memory.
  package mutating func check(
    defaults: DraftDefaults, next: (Int) -> [Draft], onCheck: (Int) -> Void = { _ in }
  ) throws(LogError) -> Int {
    var count = 0
    while true {
      let batch = next(Log.largestBatch)
      guard !batch.isEmpty else { return count }
      try check(batch, defaults: defaults)
      count += batch.count
      onCheck(batch.count)
    }
  }
}
