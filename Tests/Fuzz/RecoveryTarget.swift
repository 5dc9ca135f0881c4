@testable import Events

/// Any bytes as the file of a log: what is read of it, what is said about it, and what an append
/// makes of it agree with each other.
func fuzz(_ input: [UInt8]) {
  // The first byte says whether the sums are put right.
  let image =
    input.first.map { $0 % 2 == 0 } ?? false
    ? mended(Array(input.dropFirst())) : Array(input.dropFirst())
  let log = Log(image, name: "log")
  let before = walk(log)
  let verification = Verification(log)
  demand(
    verification.isDamaged || before.error == nil,
    "not damaged, and a view refuses it: \(before.error?.message ?? "")")
  guard let tail = attempt({ () throws(LogError) in try log.tail() }) else {
    demand(before.error != nil, "no end is found, and a view shows it all")
    return
  }
  demand(
    tail.torn.map { $0 == tail.end..<image.count } ?? (tail.end == image.count),
    "the end and what is torn are not the whole")
  demand(before.error != nil || before.seqs.last ?? 0 == tail.seq, "the last seq is another")
  demand(RepairPlan(log).isHealthy == !verification.isDamaged, "verify and repair do not agree")
  append(to: image, tail, before, verification)
}

private struct Walk {
  var seqs: [Int] = []
  var ids: [EventID] = []
  var lines: [[UInt8]] = []
  var error: LogError?
}

/// What a view sees.
private func walk(_ log: Log) -> Walk {
  var walk = Walk()
  var lines = log.lines()
  do throws(LogError) {
    while let line = try lines.next() {
      _ = try lines.event()
      walk.seqs.append(line.seq)
      walk.ids.append(lines.id)
      walk.lines.append(lines.line.array)
    }
  } catch { walk.error = error }
  return walk
}

/// Appends in thought, cuts off what is torn as an append does, and opens the result.
private func append(to image: [UInt8], _ tail: Tail, _ before: Walk, _ verification: Verification) {
  let log = Log(image, name: "log")
  let draft = Draft(
    id: EventID(high: 0xF022, low: 0xF022), at: Timestamp(milliseconds: 0), user: "ann",
    PostLiked(post: "p1").body)
  let defaults = DraftDefaults(now: Timestamp(milliseconds: 0), seed: 1)
  var added: [UInt8] = []
  let appended = attempt { () throws(LogError) -> Batch in
    var logEnd = try LogEnd(log, tail: nil)
    var batch = try logEnd.batch([draft], defaults, expecting: nil)
    if !batch.isEmpty { added = try batch.encode() }
    return batch
  }
  guard let batch = appended else {
    return demand(verification.isDamaged, "not damaged, and nothing can be appended")
  }
  let rehearsed = attempt { () throws(LogError) in try log.dryRun([draft], defaults: defaults) }
  demand(rehearsed != nil, "appended, and not in thought")
  guard !batch.isEmpty else { return }
  // A newline that is missing is a write of its own.
  let newline: [UInt8] = tail.lacksNewline ? [0x0A] : []
  let after = Array(image[..<tail.end]) + newline + added
  let longer = Log(after, name: "log")
  guard let end = attempt({ () throws(LogError) in try longer.tail() }) else {
    fatalError("behind an append no end is found")
  }
  demand(end == batch.tail(size: after.count), "the end is not where the append left it")
  demand(end.seq == tail.seq + 1, "the new seq is \(end.seq), behind \(tail.seq)")
  let second = attempt { () throws(LogError) in
    try longer.dryRun([draft], defaults: defaults).acknowledgements
  }
  demand(second?.allSatisfy(\.isDuplicate) ?? false, "sent again, it is not recognised")
  let now = walk(longer)
  if before.error == nil {
    demand(now.error == nil, "a view refuses the log now: \(now.error?.message ?? "")")
    demand(now.lines.dropLast().elementsEqual(before.lines), "events were lost or changed")
    demand(now.ids.last == draft.id, "the new event is not the last one")
    demand(!Verification(longer).isDamaged || Verification(log).isDamaged, "damaged by an append")
  }
}
