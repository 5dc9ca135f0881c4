import Events

/// `replog seal`: the fields of a seal, one per line.
struct SealReport: ObjectReport {
  let seal: Seal
  /// A Boolean value indicating whether a later seal should be able to continue from it.
  let isResumable: Bool

  func table(isColored: Bool) -> String {
    var text = "seq     \(seal.seq)\nbytes   \(seal.bytes)\nsha256  \(seal.sha256)\n"
    if isResumable, let sum = seal.sum, let state = seal.state {
      text += "sum     \(sum)\nstate   \(state)\n"
    }
    return text
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("seq", seal.seq)
    json.member("bytes", seal.bytes)
    json.member("sha256", seal.sha256)
    guard isResumable else { return }
    json.member("sum", seal.sum)
    json.member("state", seal.state)
  }
}

extension SealCheck {
  /// Returns the lines about seals on the page of `replog verify`.
  func lines(about file: String) -> String {
    var text = ""
    for result in results {
      guard let fault = result.fault else { continue }
      text += "\(inert(file)): error: \(fault.message(of: result.seal))\n"
    }
    guard let held = newestHeld else { return text }
    text +=
      "\(inert(file)): matches the seal up to seq \(held.seq) (\(grouped("\(held.bytes)")) bytes)"
    if let broken = oldestBroken, broken.seal.bytes > held.bytes {
      text += "; the first change is between there and seq \(broken.seal.seq)"
    }
    return text + "\n"
  }

  /// Writes the seals, with the result of each.
  func write(_ json: inout JSONWriter) {
    json.objects(results) { result, json in
      json.member("seq", result.seal.seq)
      json.member("bytes", result.seal.bytes)
      json.member("sha256", result.seal.sha256)
      json.member("holds", result.fault == nil)
      json.member("message", result.fault?.message(of: result.seal))
    }
  }
}
