import Events
import Projections

/// `replog scrub` and `replog forget`: the replaced values, and the compared views.
struct ScrubReport: ObjectReport {
  let file: String
  let scrub: Scrub
  let proof: ViewProof
  /// The fields with replaced values that are allowed.
  let leftovers: [Leftovers.Field]
  /// A Boolean value indicating whether nothing was written.
  let isDryRun: Bool

  private static let words: [(name: String, words: String)] = [
    ("users", "names of users"), ("names", "addresses and ids from sign-in providers"),
    ("texts", "text and names written by users"), ("entities", "names used as ids"),
    ("days", "dates of birth"), ("figures", "body weights and heights"),
    ("unknown", "text and names of unknown types and fields"),
    ("exercises", "exercises with uncommon names"),
    ("terms", "settings, places, titles, dishes and sources"), ("ids", "ids"),
  ]

  func table(isColored: Bool) -> String {
    let counts = scrub.counts
    let place = outputName(file)
    let would = isDryRun ? " would be written" : ""
    var text = "\(place): \(counted(counts.events, "events"))"
    if let name = scrub.erasedName {
      text += " and a note\(would), one person erased, now called '\(inert(name.text))'\n"
    } else {
      text += "\(would), \(counted(scrub.persons, "people")) renamed\n"
    }
    let kinds = counts.byKind.filter { $0.count > 0 }
    var table = Table([
      .number("replaced"), .text("what"),
    ])
    for (name, count) in kinds {
      let words = Self.words.first { $0.name == "\(name)" }?.words ?? "\(name)"
      table.add(grouped("\(count)"), words)
    }
    if !kinds.isEmpty { text += table.text(isColored: isColored, width: nil) }
    return text
      + "checked: the views of \(counted(proof.users, "users")) "
      + "are identical apart from the replaced values\n"
      + (leftovers.isEmpty
        ? "searched: no replaced value is left\n"
        : "searched: replaced values remain in \(leftovers.map(\.name).joined(separator: ", "))\n")
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("file", file)
    json.member("events", scrub.counts.events)
    json.member("persons", scrub.persons)
    json.member("erased", scrub.erasedName?.text)
    json.key("replaced")
    json.object { json in
      for (name, count) in scrub.counts.byKind { json.member(name, count) }
    }
    json.member("users", proof.users)
    json.member("views", proof.views)
    json.member("leftovers", leftovers) { field, json in
      json.member("field", field.name)
      json.member("count", field.count)
      json.member("seq", field.seq)
    }
    if isDryRun { json.member("dryRun", true) }
  }
}
