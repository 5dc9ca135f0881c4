import Events

/// `replog repair`: the planned or completed changes of a log.
struct RepairReport: ObjectReport {
  let file: String
  let plan: RepairPlan
  /// The result; nil if nothing was changed yet.
  let repaired: Repaired?

  func table(isColored: Bool) -> String {
    var text = ""
    for run in runs { text += Self.told(run, in: file) }
    let more = plan.removedCount - plan.removed.count
    if more > 0 { text += "\(inert(file)): remove \(grouped("\(more)")) more\n" }
    if let first = plan.unchained.first, let last = plan.unchained.last {
      let lines = first == last ? "\(first)" : "\(first)–\(last)"
      text +=
        "\(inert(file)):\(lines): keep, but remove the batch and the checksum: the rest of the batch is lost\n"
    }
    if let torn = plan.torn {
      text += "\(inert(file)): keep \(counted(torn.count, "bytes")) of an incomplete write; "
      text += "the next append sets them aside\n"
    }
    text += "\(inert(file)): \(counted(plan.kept, "events"))"
    guard !plan.isHealthy else { return text + ": nothing to repair\n" }
    text += " to keep, \(counted(plan.removedCount, "lines")) to remove\n"
    return text + (repaired.map { Self.done($0) + "\n" } ?? "")
  }

  /// The removed lines, with adjacent lines of the same fault grouped.
  private var runs: [ArraySlice<RepairPlan.Removed>] {
    var runs: [ArraySlice<RepairPlan.Removed>] = []
    var rest = plan.removed[...]
    while let first = rest.first {
      let run = rest.enumerated().prefix { place, line in
        line.line == first.line + place && line.reason == first.reason
      }
      runs.append(rest.prefix(run.count))
      rest = rest.dropFirst(run.count)
    }
    return runs
  }

  private static func told(_ run: ArraySlice<RepairPlan.Removed>, in file: String) -> String {
    guard let first = run.first, let last = run.last else { return "" }
    let size = counted(run.reduce(0) { $0 + $1.count }, "bytes")
    let column = first.column.map { ":\($0)" } ?? ""
    let place = run.count > 1 ? "\(first.line)–\(last.line)" : "\(first.line)\(column)"
    let what = run.count > 1 ? "\(counted(run.count, "lines")), \(size)" : size
    return "\(inert(file)):\(place): remove \(what): \(inert(first.reason))\n"
  }

  /// Returns the sentence about a completed repair.
  static func done(_ repaired: Repaired) -> String {
    "repaired; the original log is in '\(inert(repaired.original))'"
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("events", plan.kept)
    json.member("healthy", plan.isHealthy)
    json.member("removed", plan.removed) { line, json in
      json.member("line", line.line)
      json.member("offset", line.offset)
      json.member("bytes", line.count)
      json.member("column", line.column)
      json.member("message", line.reason)
    }
    json.member("omitted", plan.removedCount - plan.removed.count)
    json.key("unchained")
    json.array { json in for line in plan.unchained { json.integer(line) } }
    json.member("torn", plan.torn?.count)
    json.member("repaired", repaired != nil)
    json.member("original", repaired?.original)
  }
}
