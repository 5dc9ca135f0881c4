import Events
import Projections

/// The search for the shortest prefix of a log that a program judges to be bad.
struct PrefixSearch {
  let prefixes: LogPrefixes
  let judge: ProgramJudge
  private(set) var runs = 0
  /// The positions that may still be the first bad one.
  private var left: ClosedRange<Int> = 0...0

  init(prefixes: LogPrefixes, judge: ProgramJudge) {
    (self.prefixes, self.judge) = (prefixes, judge)
  }

  /// The remaining positions, for display.
  var rest: String { "seq \(left.lowerBound)…\(left.upperBound)" }

  /// Runs the search, and passes a line about each run to `report`.
  ///
  /// - Throws: An error of the judge, or an error if it cannot judge the whole log.
  mutating func run(_ report: (String) -> Void) throws -> Culprit {
    let prefixes = prefixes
    let batches = prefixes.batches
    let last = batches.last?.seqs.last ?? 0
    left = 1...max(1, last)
    var after = try ask(prefixes.bytes(batches.count))
    report("\(after.word) at the end of the log, seq \(last)\n")
    if after.verdict == .undecided { throw ProgramJudge.undecided(judge.line) }
    try confirm(after, on: "the whole log", prefixes.bytes(batches.count))
    if after.verdict == .passes { return Culprit(runs: runs) }
    guard last > 0 else { return Culprit(seqs: [], after: after.status, runs: runs) }
    var before = try ask([])
    report("\(before.word) for an empty log\n")
    try confirm(before, on: "an empty log", [])
    if before.verdict == .fails { return Culprit(seqs: [], after: before.status, runs: runs) }
    let found = try search(last: batches.count, &before, &after, report) { count in
      (batches[count - 1].seqs.last ?? 0, try prefixes.bytes(count))
    }
    let seqs = batches[found.lowerBound - 1...found.upperBound - 1].flatMap(\.seqs)
    guard found.count == 1, seqs.count > 1 else {
      let passing = found.lowerBound - 1
      try confirm(after, on: upTo(seqs.last), prefixes.bytes(found.upperBound))
      try confirm(before, on: upTo(batches[..<passing].last?.seqs.last), prefixes.bytes(passing))
      return Culprit(seqs: seqs, before: before.status, after: after.status, runs: runs)
    }
    // The batch caused the fault; to find the event, the search treats the batch as if it had been cut.
    let whole = found.lowerBound - 1
    let inside = try search(last: seqs.count, &before, &after, report) { cut in
      (seqs[cut - 1], try prefixes.bytes(whole, andEvents: cut))
    }
    let (passing, failing) = (inside.lowerBound - 1, inside.upperBound)
    try confirm(after, on: upTo(seqs[..<failing].last), prefixes.bytes(whole, andEvents: failing))
    try confirm(
      before, on: upTo(seqs[..<passing].last ?? batches[..<whole].last?.seqs.last),
      prefixes.bytes(whole, andEvents: passing))
    return Culprit(
      seqs: Array(seqs[inside.lowerBound - 1...inside.upperBound - 1]), batch: seqs.count,
      before: before.status, after: after.status, runs: runs)
  }

  private mutating func search(
    last: Int, _ before: inout ProgramJudge.Judgement, _ after: inout ProgramJudge.Judgement,
    _ report: (String) -> Void, _ state: (Int) throws -> (seq: Int, bytes: [UInt8])
  ) throws -> ClosedRange<Int> {
    var bisection = Bisection(last: last)
    while let next = bisection.next {
      let (seq, bytes) = try state(next)
      let judgement = try ask(bytes)
      bisection.record(judgement.verdict, of: next)
      if judgement.verdict == .passes { left = min(seq + 1, left.upperBound)...left.upperBound }
      if judgement.verdict == .fails { left = left.lowerBound...max(seq, left.lowerBound) }
      if judgement.verdict == .passes { before = judgement }
      if judgement.verdict == .fails { after = judgement }
      report("\(judgement.word) at seq \(seq), \(grouped("\(bisection.remaining)")) left\n")
    }
    return bisection.suspects
  }

  private func upTo(_ seq: Int?) -> String {
    seq.map { "the log up to seq \($0)" } ?? "an empty log"
  }

  /// Judges a log again, to find out whether the verdict on it can be trusted.
  private mutating func confirm(
    _ judgement: ProgramJudge.Judgement, on log: String, _ bytes: [UInt8]
  ) throws { try judge.confirm(judgement, on: log) { try ask(bytes) } }

  private mutating func ask(_ bytes: [UInt8]) throws -> ProgramJudge.Judgement {
    let judgement = try judge.judge(bytes)
    runs += 1
    return judgement
  }
}

extension ProgramJudge.Judgement {
  /// The verdict as a word of fixed width.
  fileprivate var word: String {
    switch verdict {
    case .passes: "good"
    case .fails: "bad "
    case .undecided: "skip"
    }
  }
}
