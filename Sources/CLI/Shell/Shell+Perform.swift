import Events
import Projections

extension Shell {
  /// Makes `decision` for the user exactly as `--user` names them, and appends the resulting facts.
  ///
  /// On a terminal it asks which exercise of the log the user means.
  ///
  /// - Returns: The appended events.
  mutating func performAsNamed(
    _ decision: any Decision, past: Timestamp? = nil
  ) throws -> Appended {
    do { return try append(decision, past: past) } catch let refusal as Refusal {
      guard let request = try answered(decision, refusal) else { throw refusal }
      return try append(request, past: past)
    }
  }

  private mutating func append(_ decision: any Decision, past: Timestamp?) throws -> Appended {
    isDecided = true
    if options.requireProfile, type(of: decision).needsProfile { try requireProfile() }
    let defaults = try draftDefaults()
    let user = options.user
    var remarks: [Remark] = []
    let appended =
      options.dryRun
      ? try openLog().dryRun(decision, by: user, defaults: defaults, past: past, remarks: &remarks)
      : try openAppender().perform(
        decision, by: user, defaults: defaults, past: past, remarks: &remarks)
    tell(appended.setAside)
    for remark in remarks { tell(remark, at: past ?? defaults.now) }
    try show(appended, remarks, past: past, in: words(for: appended, remarks))
    return appended
  }

  /// Makes `admission` and appends the resulting facts; with `--dry-run` only checks it.
  mutating func perform(_ admission: any Admission) throws {
    isDecided = true
    let defaults = try draftDefaults()
    let (admitted, appended) =
      options.dryRun
      ? try openLog().dryRun(admission, defaults: defaults)
      : try openAppender().perform(admission, defaults: defaults)
    tell(appended.setAside)
    guard let existing = admitted.existing else { return try show(appended) }
    if options.json { return try acknowledge(existing.seq, existing.id, isDuplicate: true) }
    try print(
      "already signed in as \(inert(admitted.user.text)); the sign-in session is "
        + inert(existing.session.text))
  }

  /// Decides a request of the host and appends the resulting facts; with `--dry-run` only checks it.
  mutating func perform(_ request: any HostRequest) throws {
    isDecided = true
    let defaults = try draftDefaults()
    let appended =
      options.dryRun
      ? try openLog().dryRun(request, defaults: defaults)
      : try openAppender().perform(request, defaults: defaults)
    tell(appended.setAside)
    try show(appended)
  }

  /// Refuses a user who never had a complete profile.
  private mutating func requireProfile() throws {
    guard let path = logPath, try isReadableAgain(), try system.hasLog(path) else { return }
    let log = try openLog()
    guard let user = try namedOrDefaultUser(of: log) else { return }
    try replay(log, OfUser<Profile>(user)).value.requireComplete(of: user)
  }

  /// Notes the file with the torn end of the log.
  mutating func tell(_ aside: Appended.SetAside?) {
    guard let aside else { return }
    note(
      "\(aside.count) bytes that a crash left after the last complete batch are now in "
        + "'\(aside.path)'; they were never acknowledged")
  }

  /// Prints the appended events: a line per event for people, an acknowledgement each for programs.
  ///
  /// - Parameters:
  ///   - told: The texts that replace the words for some events, by their ids.
  ///   - isBrief: Whether people see only the last event.
  ///   - words: The words for the events; nil for those without the display names of exercises.
  mutating func show(
    _ appended: Appended, _ remarks: [Remark] = [], past: Timestamp? = nil,
    told: [EventID: String] = [:], isBrief: Bool = false,
    in words: TrainingWords? = nil
  ) throws {
    // The reader of an acknowledgement may act on it, so it is printed last.
    if options.json {
      for acknowledgement in appended.acknowledgements {
        let event = acknowledgement.event
        try acknowledge(
          event.seq, event.id, isDuplicate: acknowledgement.isDuplicate, event.doneSet(remarks),
          at: past == event.at ? past : nil)
      }
      return
    }
    var words = words ?? TrainingWords([], ExerciseNames())
    let retimed = Set(appended.acknowledgements.compactMap(\.event.retimedSession))
    if appended.acknowledgements.isEmpty { try print("no change; nothing was appended") }
    for acknowledgement in appended.acknowledgements.suffix(isBrief ? 1 : .max) {
      let event = acknowledgement.event
      let verb = options.dryRun ? "would append " : ""
      // A day relative to now is worth checking; a renewed sign-in happens now.
      let hasTime = past == event.at && !event.endsOrRetimes(retimed)
      let time = hasTime ? " at \(minute(event.at))" : ""
      let lines = words.lines(event, showsUnit: showsUnit)
      try print("\(verb)\(event.seq) \(told[event.id] ?? lines.first ?? "")\(time)")
      for line in lines.dropFirst() { try print("   \(line)") }
    }
  }

  /// Prints `{"seq":12,"id":"…"}`, with the set after a decision about a set.
  ///
  /// An earlier event has `"duplicate":true`, and one that waits to be synced `"pending":true`.
  ///
  /// - Parameter source: The position of a line of the input, or its number if it has none; nil for another event.
  mutating func acknowledge(
    _ seq: Int, _ id: EventID, isDuplicate: Bool, _ set: DoneSet? = nil, at time: Timestamp? = nil,
    from source: Int? = nil
  ) throws {
    let accepted = accepted
    if source != nil { lastOfInput = seq }
    try printLine { json in
      json.member("seq", seq)
      json.member("id", id)
      if isDuplicate { json.member("duplicate", true) }
      if let accepted, seq > accepted { json.member("pending", true) }
      set?.write(to: &json)
      if let time { json.member("at", "\(time)") }
      if let source { json.member("from", source) }
    }
  }
}

extension Event {
  /// The session whose start or end the event changes; nil for any other event.
  fileprivate var retimedSession: Name? {
    guard case .sessions(.sessionRevised(let revision)) = body,
      revision.startedAt != nil || revision.endedAt != nil
    else { return nil }
    return revision.session
  }

  /// Returns whether the event is the end of one of the sessions, or changes its times: a change says the times itself.
  fileprivate func endsOrRetimes(_ sessions: Set<Name>) -> Bool {
    if case .sessions(.sessionEnded(let end)) = body { return sessions.contains(end.session) }
    return retimedSession != nil
  }

  /// The fields of its data on one line, with ids shortened.
  var summary: String { summary(showsUnit: false) }

  /// Returns its fields on one line.
  ///
  /// - Parameters:
  ///   - showsUnit: Whether a weight in kilograms has its unit.
  ///   - inWords: Whether ids are left out, and names and times are written for people.
  func summary(showsUnit: Bool, inWords: Bool = false) -> String {
    var parts: [String] = []
    var weight: Int?
    for (name, content) in fieldContents {
      let name = inWords ? name.inWords : name
      if inWords, case .text(let text) = content {
        if EventID(text) != nil { continue }
        if let time = Timestamp(text) {
          parts.append("\(name) \(minute(time))")
          continue
        }
      }
      if name == "unit", case .text(let unit) = content, let place = weight,
        place == parts.count - 1
      {
        parts[parts.count - 1] += " \(inert(unit))"
        weight = nil
      } else {
        if name == "weight", case .number = content { weight = parts.count }
        parts.append(content.summary(name))
      }
    }
    if showsUnit, let weight { parts[weight] += " \(Weight.Unit.kg.rawValue)" }
    return parts.joined(separator: ", ")
  }
}

extension FieldContent {
  fileprivate func summary(_ name: String) -> String {
    switch self {
    case .text(let text):
      if text.isEmpty { return "\(name) ''" }
      let isID = EventID(text) != nil
      return "\(name) \(inert(isID ? text.prefix(13) + "…" : shortened(text, to: 40)))"
    case .number(let number): return "\(name) \(decimal(number))"
    case .flag(let flag): return "\(name) \(flag)"
    case .list(let count): return "\(name) \(count)"
    case .other: return inert(name)
    }
  }
}
