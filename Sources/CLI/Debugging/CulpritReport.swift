import Events
import Projections

/// The result of a search for the shortest prefix of a log that a program judges to be bad.
enum Culprit {
  /// The whole log is good.
  case none(runs: Int)
  /// An empty log is bad.
  case start(status: Int, runs: Int)
  /// One of the events at these positions; the statuses are those before the first and after the last.
  case events(seqs: [Int], batch: Int, before: Int, after: Int, runs: Int)
}

extension Culprit {
  /// A Boolean value indicating whether the log is bad.
  var isFound: Bool {
    switch self {
    case .none: false
    case .start, .events: true
    }
  }
}

/// `replog bisect --run`: the event after which a program judges the log to be bad.
struct CulpritReport: Report {
  let culprit: Culprit
  let log: Log
  let next: @Sendable (Int) -> String

  func table(isColored: Bool) -> String {
    switch culprit {
    case .none(let runs):
      return "the whole log is good (\(counted(runs, "runs")))\n"
    case .start(let status, let runs):
      return "an empty log is bad: exit status \(status) (\(counted(runs, "runs")))\n"
    case .events(let seqs, let batch, let before, let after, let runs):
      let last = seqs.last ?? 0
      var text = seqs.count > 1 ? "the first bad event is one of these \(seqs.count):\n" : ""
      for event in events(seqs.count > 20 ? Array(seqs.prefix(20)) : seqs) {
        text += event.heading + "\n"
      }
      if seqs.count > 20 { text += "…\n" }
      if batch > 1 { text += "written in a batch of \(counted(batch, "events"))\n" }
      text += "exit status \(before) before, \(after) after; \(counted(runs, "runs"))\n"
      return text + "next: \(next(last))\n"
    }
  }

  private func events(_ seqs: [Int]) -> [Event] {
    var (found, wanted, lines): ([Event], Set<Int>, LineReader) = ([], Set(seqs), log.lines())
    while !wanted.isEmpty, let line = try? lines.next() {
      if wanted.remove(line.seq) != nil, let event = try? lines.event() { found.append(event) }
    }
    return found
  }

  func write(_ json: inout JSONWriter) {
    guard culprit.isFound else { return json.null() }
    var (seq, event, before, after): (Int, JSON, Int?, Int) = (0, .null, nil, 0)
    var suspects: [Int] = []
    switch culprit {
    case .none: break
    case .start(let status, _): after = status
    case .events(let seqs, _, let good, let bad, _):
      (seq, before, after, suspects) = (seqs.last ?? 0, good, bad, seqs)
      event = log.objects(at: [seq])[seq] ?? .null
    }
    json.object { json in
      json.member("seq", seq)
      json.key("event")
      event.write(&json)
      json.member("before", before)
      json.member("after", after)
      json.key("suspects")
      json.beginArray()
      for seq in suspects { json.integer(seq) }
      json.endArray()
    }
  }
}
