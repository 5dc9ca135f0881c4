@testable import Events

/// Returns the like with a number: a small fact that differs from every other one.
package func like(_ number: Int) -> Event.Body {
  PostLiked(post: Name("post-\(number)")).body
}

/// Returns the lines of a log of likes, written in batches of these sizes.
package func lines(inBatches sizes: [Int]) throws -> [[UInt8]] {
  var lines: [[UInt8]] = []
  var sum: UInt64 = 0
  for size in sizes {
    for place in 0..<size {
      let seq = lines.count + 1
      let event = Event(
        id: Samples.id(seq), at: Samples.start.adding(seconds: Int64(seq)), user: "ann", like(seq),
        seq: seq)
      var line: [UInt8] = []
      sum = try event.write(to: &line, batch: place == 0 ? size : 1, previousSum: sum)
      lines.append(line)
    }
  }
  return lines
}

/// Returns the `seq` of every line that a reader shows, after decoding each line.
package func shown(_ log: Log) throws(LogError) -> [Int] {
  var lines = log.lines()
  var shown: [Int] = []
  while let line = try lines.next() {
    shown.append(line.seq)
    _ = try lines.event()
  }
  return shown
}

/// Returns the `seq` of every line that a reader shows of these bytes.
package func shown(_ bytes: [UInt8]) throws(LogError) -> [Int] {
  try shown(Log(bytes, name: "log"))
}

/// Returns the error that refuses the log of these bytes, or nil if there is none.
package func damage(_ bytes: [UInt8]) -> LogError? {
  do throws(LogError) { _ = try shown(bytes) } catch { return error }
  return nil
}

/// Returns defaults with ids generated from `seed`.
package func draftDefaults(_ seed: UInt64 = 0) -> DraftDefaults {
  DraftDefaults(now: Samples.start, seed: seed)
}

/// Returns likes of one post with these ids, as lines without checksums.
package func linesWithoutSums(_ ids: [Int]) throws -> [UInt8] {
  var bytes: [UInt8] = []
  for (seq, id) in zip(1..., ids) {
    try Event(id: Samples.id(id), at: Samples.start, user: nil, like(7), seq: seq)
      .write(to: &bytes, previousSum: nil)
  }
  return bytes
}

/// Appends `drafts` to the log at `path` with a new appender.
@discardableResult
package func append(
  _ drafts: [Draft], to path: String, expecting expected: Int? = nil, system: System = System(),
  patience: Double = 10, by defaults: DraftDefaults? = nil
) throws -> Appended {
  let appender = try Appender(path: path, patience: patience, system: system)
  return try append(drafts, with: appender, expecting: expected, by: defaults)
}

/// Appends `drafts` with `appender`.
@discardableResult
package func append(
  _ drafts: [Draft], with appender: Appender, expecting expected: Int? = nil,
  by defaults: DraftDefaults? = nil
) throws -> Appended {
  let defaults = defaults ?? draftDefaults(UInt64(drafts.count))
  return try appender.locked { log in
    try log.append(drafts, defaults: defaults, expecting: expected)
  }
}

/// Returns the error of `body`, if it is a `LogError`.
package func failure(_ body: () throws -> some Any) -> LogError? {
  do { _ = try body() } catch { return error as? LogError }
  return nil
}
