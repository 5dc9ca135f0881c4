import Events
import Projections

/// `replog explain`: an event, its relations to other events, and its effects.
struct ExplanationReport: ObjectReport {
  let told: Explanation
  let log: Log
  /// The comparison with seals; nil if none was requested.
  let seals: SealCheck?
  let isColored: Bool
  let width: Int?

  /// The maximum number of related events that people see one by one.
  private static let mostShown = 10

  init(_ told: Explanation, in log: Log, seals: SealCheck?, isColored: Bool, width: Int?) {
    (self.told, self.log, self.seals) = (told, log, seals)
    (self.isColored, self.width) = (isColored, width)
  }

  /// The smallest valid seal that covers the event; nil if there is none.
  private var seal: Seal? {
    seals?.results.first { $0.fault == nil && $0.seal.seq >= told.event.seq }?.seal
  }

  func table(isColored: Bool) -> String {
    let event = told.event
    var text = title("\(event.seq)  \(event.type)")
    text += fact("at", event.at.description) + fact("user", event.user?.text ?? "none")
    if told.batch.count > 1 {
      text += fact("batch", "\(told.batch.place) of \(told.batch.count) written together")
    }
    text += fact("sum", sum)
    if seals != nil {
      text += fact("seal", seal.map { "seq \($0.seq), \($0.sha256.prefix(12))…" } ?? "none")
    }
    if let remark = told.remark {
      text += wrapped(lines: inert("  \(remark)") + "\n", width: width)
    }
    text += inertJSON(String(decoding: told.line, as: UTF8.self)) + "\n"
    text += relations("refers to", told.origins) + relations("referred to by", told.followers)
    text += title("changed in the views\(event.user.map { " of \($0)" } ?? "")")
    if told.changes.isEmpty { text += "  nothing\n" }
    for (view, change) in told.changes {
      text +=
        ChangeText(view: view, change: change, isColored: isColored, width: width)
        .line(indent: "") + "\n"
    }
    text += title("undone by") + undoing
    return text
  }

  private var sum: String {
    switch told.chain {
    case .unbroken: "continues the checksum of the previous line"
    case .missing: "missing here or on the previous line"
    case .pending: "none, because the event is waiting to be synced"
    }
  }

  private func title(_ text: String) -> String {
    isColored ? "\u{1B}[1m\(inert(text))\u{1B}[0m\n" : inert(text) + "\n"
  }

  private func fact(_ name: String, _ value: String) -> String {
    inert("  \(name)  \(value)") + "\n"
  }

  private func relations(_ name: String, _ relations: [Explanation.Relation]) -> String {
    guard !relations.isEmpty else { return "" }
    var text = title(name)
    for relation in relations.prefix(Self.mostShown) {
      text += inert("  \(relation.seq)  \(relation.type)  (\(relation.kind))") + "\n"
    }
    let more = relations.count - Self.mostShown
    return more > 0 ? text + "  and \(more) more\n" : text
  }

  private var undoing: String {
    guard let undoing = told.undoing else {
      return wrapped(lines: "  nothing: \(inert(told.refusal ?? ""))\n", width: width)
    }
    let lines = undoing.map { event in
      let line = inert("  \(event.type)  \(event.summary)")
      return (width.map { shortened(line, to: $0) } ?? line) + "\n"
    }
    return lines.joined() + "  with 'replog revert @\(told.event.seq)'\n"
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.key(plain: "event")
    let isPending = told.chain == .pending
    json.raw(isPending ? ProvisionalMarks.added(toLine: told.line) : told.line)
    json.key(plain: "sound")
    if isPending { json.null() } else { json.bool(told.chain == .unbroken) }
    if seals != nil {
      json.key(plain: "seal")
      if let seal { SealReport(seal: seal, isResumable: false).write(&json) } else { json.null() }
    }
    json.key(plain: "refersTo")
    json.relations(told.origins, in: log)
    json.key(plain: "referredToBy")
    json.relations(told.followers, in: log)
    json.member("remark", told.remark)
    json.key(plain: "changes")
    json.array { json in
      for (view, change) in told.changes { json.change(change, of: view) }
    }
    json.key(plain: "undoneBy")
    if let undoing = told.undoing {
      json.array { json in for event in undoing { json.string(event.type) } }
    } else {
      json.null()
    }
    json.member("refusal", told.refusal)
    json.markIfPending(told.event.seq, in: log)
  }
}

extension JSONWriter {
  fileprivate mutating func relations(_ relations: [Explanation.Relation], in log: Log) {
    objects(relations) { relation, json in
      json.member("seq", relation.seq)
      json.member("type", relation.type)
      json.member("kind", relation.kind)
      json.markIfPending(relation.seq, in: log)
    }
  }
}
