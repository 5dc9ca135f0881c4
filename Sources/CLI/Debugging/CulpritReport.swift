import Events
import Projections

/// The result of a search for the shortest prefix of a log that a program judges to be bad.
struct Culprit {
  /// The positions between which the log becomes bad; empty for a bad empty log, nil for a good log.
  var seqs: [Int]?
  /// The number of events in the batch at fault.
  var batch = 1
  /// The exit status before the first of these events; nil for an empty log.
  var before: Int?
  /// The exit status after the last of these events.
  var after = 0
  let runs: Int
}

/// `replog bisect --run`: the event after which a program judges the log to be bad.
struct CulpritReport: Report {
  let culprit: Culprit
  let log: Log
  let next: @Sendable (Int) -> String

  func table(isColored: Bool) -> String {
    let runs = counted(culprit.runs, "runs")
    guard let seqs = culprit.seqs else { return "the whole log is good (\(runs))\n" }
    guard let last = seqs.last, let before = culprit.before else {
      return "an empty log is bad: exit status \(culprit.after) (\(runs))\n"
    }
    var text = seqs.count > 1 ? "the first bad event is one of these \(seqs.count):\n" : ""
    let events = log.values(at: seqs.prefix(20)) { try $0.event() }
    for seq in seqs { if let event = events[seq] { text += event.heading + "\n" } }
    if seqs.count > 20 { text += "…\n" }
    if culprit.batch > 1 { text += "written in a batch of \(counted(culprit.batch, "events"))\n" }
    text += "exit status \(before) before, \(culprit.after) after; \(runs)\n"
    return text + "next: \(next(last))\n"
  }

  func write(_ json: inout JSONWriter) {
    guard let seqs = culprit.seqs else { return json.null() }
    json.object { json in
      json.member("seq", seqs.last ?? 0)
      json.member("event", seqs.last.flatMap { log.objects(at: [$0])[$0] })
      json.member("before", culprit.before)
      json.member("after", culprit.after)
      json.key("suspects")
      json.array { json in for seq in seqs { json.integer(seq) } }
      json.markIfPending(seqs, in: log)
    }
  }
}
