import Events
import Projections

extension Shell {
  /// Asks for `decision` and appends what follows.
  mutating func perform(_ decision: some Decision) throws {
    isDecided = true
    let now = try now()
    let user = options.user
    try show(record { log in try decision.drafts(log, by: user, at: now) })
  }

  /// Asks for `admission` and appends what follows.
  mutating func perform(_ admission: some Admission) throws {
    isDecided = true
    let now = try now()
    var existing: Accounts.SignIn?
    let appended = try record { log in
      let admitted = try admission.admit(log, at: now)
      existing = admitted.existing
      return try admitted.drafts(at: now)
    }
    guard let existing else { return try show(appended) }
    if options.json {
      return try acknowledge(existing.seq, existing.id, isDuplicate: true)
    }
    try print("signed in already; the sign-in session is \(inert(existing.session.text))")
  }

  /// Appends the drafts that `decide` makes of the log, under one lock; with `--dry-run` only checks
  /// them.
  mutating func record(_ decide: (Log) throws -> [Draft]) throws -> Appended {
    let supply = try supply()
    if options.dryRun {
      let log = try openLog()
      return try log.rehearse(try decide(log), supplying: supply)
    }
    let appended = try openAppender().locked { log in
      try log.append(try decide(log.log), supplying: supply)
    }
    tell(appended.setAside)
    return appended
  }

  /// Says where the torn end of the log was put.
  mutating func tell(_ aside: Appended.SetAside?) {
    guard let aside else { return }
    note(
      "\(aside.count) bytes that a crash left behind the last complete batch are now in "
        + "'\(aside.path)'; they were never acknowledged")
  }

  /// Prints what was appended: a line an event for people, an acknowledgement each for programs.
  mutating func show(_ appended: Appended) throws {
    // Whoever reads an acknowledgement may act on it, so it is the last thing that happens.
    if options.json {
      for acknowledgement in appended.acknowledgements { try show(acknowledgement) }
      return
    }
    if appended.acknowledgements.isEmpty { try print("it is so already; nothing was appended") }
    for acknowledgement in appended.acknowledgements {
      let event = acknowledgement.event
      let verb = options.dryRun ? "would append " : ""
      let summary = event.summary.isEmpty ? "" : ": \(event.summary)"
      try print("\(verb)\(event.seq) \(inert(event.type))\(summary)")
    }
  }

  /// Prints one acknowledgement.
  mutating func show(_ acknowledgement: Acknowledgement) throws {
    let event = acknowledgement.event
    try acknowledge(event.seq, event.id, isDuplicate: acknowledgement.isDuplicate)
  }

  /// Prints `{"seq":12,"id":"…"}`, with `"duplicate":true` for what was there before.
  private mutating func acknowledge(_ seq: Int, _ id: EventID, isDuplicate: Bool) throws {
    var json = JSONWriter()
    json.object { json in
      json.member("seq", seq)
      json.member("id", id)
      if isDuplicate { json.member("duplicate", true) }
    }
    try print(json.bytes + [UInt8(ascii: "\n")])
  }
}

extension Event {
  /// What it says, on one line: the fields of its data, ids cut to what tells them apart.
  var summary: String {
    guard case .object(let members) = data else { return "" }
    var parts: [String] = []
    for (name, value) in members {
      if name == "unit", case .string(let unit) = value, !parts.isEmpty {
        parts[parts.count - 1] += " \(inert(unit))"
      } else {
        parts.append(value.summary(name))
      }
    }
    return parts.joined(separator: ", ")
  }
}

extension JSON {
  fileprivate func summary(_ name: String) -> String {
    switch self {
    case .string(let text):
      let isID = EventID(text) != nil
      return "\(name) \(inert(isID ? text.prefix(13) + "…" : shortened(text, to: 40)))"
    case .number(let number): return "\(name) \(decimal(number.double))"
    case .bool(let flag): return "\(name) \(flag)"
    case .array(let elements): return "\(name) \(elements.count)"
    case .object, .null: return inert(name)
    }
  }
}
