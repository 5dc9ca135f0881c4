import Events

/// A file that was verified.
struct VerifiedFile {
  let name: String
  let verification: Verification
  /// The findings to show.
  let findings: [Verification.Finding]
  /// The advice about damage; nil if nothing can be done.
  let advice: String?

  /// Returns the findings, and a line with the verdict, which is `soundness` for a file without damage.
  func text(sound soundness: String) -> String {
    var text = ""
    for finding in findings {
      var place = inert(name)
      if let line = finding.line { place += ":\(line)" }
      if let column = finding.column { place += ":\(column)" }
      let word = finding.severity == .damage ? "error" : "warning"
      text += "\(place): \(word): \(inert(finding.message))\n"
    }
    for (kind, count) in verification.omitted {
      let word = kind.severity == .damage ? "error" : "warning"
      text += "\(inert(name)): \(word): and \(grouped("\(count)")) more: \(kind.rawValue)\n"
    }
    let damages = verification.damages
    let verdict =
      damages > 0
      ? "damaged in \(counted(damages, "places"))"
        + (advice.map { "; \(inert($0))" } ?? "")
      : verification.findings.isEmpty ? soundness : "\(soundness), with remarks"
    text += "\(inert(name)): \(counted(verification.events, "events"))"
    if verification.unknown > 0 { text += ", \(verification.unknown) of unknown type" }
    if let sum = verification.lastSum { text += ", sum \(sum)" }
    return text + ": \(verdict)\n"
  }

  /// Writes the members of an object.
  func write(_ json: inout JSONWriter) {
    json.member("events", verification.events)
    json.member("unknown", verification.unknown)
    json.member("lastSeq", verification.lastSeq)
    json.member("lastSum", verification.lastSum)
    json.member("damaged", verification.isDamaged)
    json.member("findings", findings) { finding, json in
      json.member("severity", finding.severity.rawValue)
      json.member("line", finding.line)
      json.member("column", finding.column)
      json.member("message", finding.message)
      json.member("kind", finding.kind.rawValue)
    }
    json.member("omitted", verification.omitted) { omitted, json in
      json.member("severity", omitted.kind.severity.rawValue)
      json.member("kind", omitted.kind.rawValue)
      json.member("count", omitted.count)
    }
  }
}
