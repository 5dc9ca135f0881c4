import Events
import Projections

/// `replog bisect VIEW`: the event after which a condition holds, or each event that changed it.
struct ConditionChangeReport: Report {
  let condition: PathCondition
  let flips: ConditionChanges
  let isAll: Bool
  let log: Log
  /// Returns the command that shows the event at a position.
  let next: @Sendable (Int) -> String

  func table(isColored: Bool) -> String { isAll ? allFlips : firstFlip }

  private var firstFlip: String {
    if flips.holdsFromStart {
      return "the condition holds for an empty log: \(shown(flips.start))\n"
    }
    guard let flip = flips.first else {
      return "the condition never holds\n" + (flips.end.map { "at the end: \(shown($0))\n" } ?? "")
    }
    return """
      \(flip.event.heading)
      \(inert("\(condition.path)"))
        before  \(shown(flip.before))
        after   \(shown(flip.after))
      next: \(next(flip.event.seq))

      """
  }

  private var allFlips: String {
    var text =
      flips.holdsFromStart ? "the condition holds for an empty log: \(shown(flips.start))\n" : ""
    for flip in flips.flips { text += flip.lines }
    return text.isEmpty ? "the condition never holds\n" : text
  }

  func write(_ json: inout JSONWriter) {
    guard isAll else {
      if flips.holdsFromStart { return write(nil, [:], to: &json) }
      guard let flip = flips.first else { return json.null() }
      return write(flip, log.objects(at: [flip.event.seq]), to: &json)
    }
    let lines = log.objects(at: flips.flips.map(\.event.seq))
    json.array { json in
      if flips.holdsFromStart { write(nil, [:], to: &json) }
      for flip in flips.flips { write(flip, lines, to: &json) }
    }
  }

  /// Writes a change of the condition; nil means that it holds for an empty log.
  private func write(_ flip: ConditionChange?, _ lines: [Int: JSON], to json: inout JSONWriter) {
    json.object { json in
      json.member("seq", flip?.event.seq ?? 0)
      json.member("event", flip.flatMap { lines[$0.event.seq] })
      json.member("before", flip?.before)
      json.member("after", flip == nil ? flips.start : flip?.after)
      if isAll { json.member("holds", flip?.holds ?? true) }
      json.markIfPending(flip?.event.seq, in: log)
    }
  }
}

/// Returns a value of a view in a text for people.
func shown(_ value: JSON?) -> String {
  guard let value else { return "nothing" }
  return inert(shortened(value.jsonText, to: 70))
}

extension ConditionChange {
  /// The event, and the values before and after it.
  var lines: String {
    "\(event.heading)\n  \(holds ? "holds" : "ceases")  \(shown(before)) → \(shown(after))\n"
  }
}

extension Log {
  /// Returns the lines at some positions as objects, without `sum` and `batch`; one that waits to be synced has a mark.
  func objects(at seqs: [Int]) -> [Int: JSON] {
    values(at: seqs) { lines in
      var bytes: [UInt8] = []
      try lines.writeAlone(to: &bytes)
      let line = bytes.dropLast()
      let isPending = isPending(lines.position.seq)
      return try Bytes.of(isPending ? ProvisionalMarks.added(toLine: line) : Array(line)) {
        (bytes) throws(LineError) in try JSON(bytes)
      }
    }
  }

  /// Returns the values that `read` finds in the lines at some positions.
  func values<Value>(
    at seqs: some Sequence<Int>, _ read: (LineReader) throws -> Value
  ) -> [Int: Value] {
    var (found, wanted, lines): ([Int: Value], Set<Int>, LineReader) = ([:], Set(seqs), lines())
    // All lines were read before, so none can be damaged.
    while !wanted.isEmpty, let line = try? lines.next() {
      if wanted.remove(line.seq) != nil { found[line.seq] = try? read(lines) }
    }
    return found
  }
}

extension Event {
  /// The event on one or two lines: its position, time, user and type, and its fields.
  var heading: String {
    let user = user.map { " by \(inert($0.text))" } ?? ""
    let fields = summary.isEmpty ? "" : "\n" + wrapped("  " + summary, indent: 2)
    return "\(seq)  \(minute(at))  \(inert(type))\(user)\(fields)"
  }
}
