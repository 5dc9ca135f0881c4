import Events

/// `replog checkpoint`: the checkpoint that was written.
struct CheckpointReport: ObjectReport {
  /// The number of events before its position.
  let events: Int
  let file: String
  /// The size of the file in bytes; nil if nothing was written.
  let bytes: Int?

  func table(isColored: Bool) -> String {
    let what = "\(counted(events, "events")) in \(inert(file))"
    guard events > 0 else { return "the log has no events; no checkpoint was written\n" }
    guard let bytes else { return "would write a checkpoint of \(what)\n" }
    return "wrote a checkpoint of \(what), \(counted(bytes, "bytes"))\n"
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("events", events)
    json.member("bytes", bytes)
    json.member("file", file)
    if bytes == nil, events > 0 { json.member("dryRun", true) }
  }
}
