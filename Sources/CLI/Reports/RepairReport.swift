import Events

/// `replog repair`: what would be done to a log, or was.
struct RepairReport: Report {
  let file: String
  let plan: RepairPlan
  /// nil as long as nothing was done.
  let repaired: Repaired?

  func table(isColored: Bool) -> String {
    var text = ""
    for line in plan.removed {
      let column = line.column.map { ":\($0)" } ?? ""
      text +=
        "\(inert(file)):\(line.line)\(column): remove \(counted(line.count, "bytes")): "
        + "\(inert(line.reason))\n"
    }
    let more = plan.removedCount - plan.removed.count
    if more > 0 {
      text += "\(inert(file)): remove \(grouped("\(more)")) more\n"
    }
    if let first = plan.unchained.first, let last = plan.unchained.last {
      let lines = first == last ? "\(first)" : "\(first)–\(last)"
      text +=
        "\(inert(file)):\(lines): keep without batch and sum: the rest of the batch is lost\n"
    }
    if let torn = plan.torn {
      text += "\(inert(file)): keep \(counted(torn.count, "bytes")) of a torn end; "
      text += "the next append sets them aside\n"
    }
    text += "\(inert(file)): \(counted(plan.kept, "events"))"
    guard !plan.isHealthy else { return text + ": nothing to repair\n" }
    text += " to keep, \(counted(plan.removedCount, "lines")) to remove\n"
    return text + (repaired.map { Self.done($0) + "\n" } ?? "")
  }

  /// What is said of a repair that was made.
  static func done(_ repaired: Repaired?) -> String {
    guard let repaired else { return "somebody else repaired it meanwhile" }
    return "repaired; the log as it was is in '\(inert(repaired.original))'"
  }

  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("events", plan.kept)
      json.member("healthy", plan.isHealthy)
      json.key("removed")
      json.array { json in
        for line in plan.removed {
          json.object { json in
            json.member("line", line.line)
            json.member("offset", line.offset)
            json.member("bytes", line.count)
            json.member("column", line.column)
            json.member("message", line.reason)
          }
        }
      }
      json.member("omitted", plan.removedCount - plan.removed.count)
      json.key("unchained")
      json.array { json in for line in plan.unchained { json.integer(line) } }
      json.member("torn", plan.torn?.count)
      json.member("repaired", repaired != nil)
      json.member("original", repaired?.original)
    }
  }
}
