import Events

/// `replog export … -o FILE`: the file, and the amount of its content.
struct ExportReport: ObjectReport {
  let file: String
  let counts: [(things: String, count: Int)]
  /// A Boolean value indicating whether nothing was written.
  let isDryRun: Bool

  func table(isColored: Bool) -> String {
    let held = counts.map { counted($0.count, $0.things) }.joined(separator: ", ")
    let place = outputName(file)
    return "\(place): \(held)\(isDryRun ? " would be written" : "")\n"
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("file", file)
    for (things, count) in counts {
      json.key(things)
      json.integer(count)
    }
    if isDryRun { json.member("dryRun", true) }
  }
}
