import Events

/// What an import read, and how much of it was new.
struct ImportReport: Report {
  /// What was counted in the file, by its key in JSON.
  let counts: [(name: String, count: Int)]
  /// Columns from which nothing was taken.
  let ignored: [String]
  var appended = 0
  var duplicates = 0
  var problems = 0
  /// Whether nothing was written.
  var isRehearsal = false

  func table(isColored: Bool) -> String {
    let read = counts.filter { $0.name != "passedOver" }
      .map { counted($0.count, $0.name) }
    let known = duplicates > 0 ? ", \(grouped("\(duplicates)")) known already" : ""
    let new =
      appended == 0
      ? "nothing new"
      : "\(counted(appended, "events")) \(isRehearsal ? "would be appended" : "appended")"
    return "\(read.joined(separator: ", ")): \(new)\(known)\n"
  }

  func write(_ json: inout JSONWriter) {
    json.object { json in
      for (name, count) in counts {
        json.key(name)
        json.integer(count)
      }
      json.member("problems", problems)
      json.member("appended", appended)
      json.member("duplicates", duplicates)
      if isRehearsal { json.member("dryRun", true) }
    }
  }
}

/// `1 event`, `2 events`; `things` is the plural, and its singular has no "s", or "y" for "ies".
func counted(_ count: Int, _ things: String) -> String {
  guard count == 1 else { return "\(grouped("\(count)")) \(things)" }
  return "1 " + (things.hasSuffix("ies") ? things.dropLast(3) + "y" : things.dropLast())
}
