/// The events of a device that its remote refused, with the reasons.
///
/// Their file is a log. The first line of each unit has the reason in a member of its own:
///
///     {"seq":1,…,"data":{…},"refused":{"at":"…","code":"not-owner","why":"…","help":"…"},"sum":"…"}
package struct RefusedEvents: Sendable {
  /// A refused unit.
  package struct Unit: Sendable {
    package var events: [Event]
    /// The reason; nil if the line has none.
    package let reason: UnitFate.Reason?
    /// The time of the sync that brought the refusal.
    package let at: Timestamp?
  }

  /// The units in the order of their refusals.
  package private(set) var units: [Unit] = []

  /// Reads the file of the log at `path`.
  package init(ofLogAt path: String, system: System) throws(LogError) {
    let files = DeviceFiles(of: path, system)
    let log = try files.log(at: files.refused, system)
    for unit in try log.units() {
      var events: [Event] = []
      var member: JSON?
      for range in unit.lines {
        let line = log.bytes[range]
        do throws(LineError) {
          events.append(try LineDecoder().whole(line))
          member = try JSON(line)["refused"] ?? member
        } catch {
          throw log.damage(error, from: range.lowerBound, to: range.upperBound)
        }
      }
      units.append(
        Unit(
          events: events, reason: member.map { UnitFate.Reason($0) },
          at: member?["at"]?.text.flatMap { Timestamp($0) }))
    }
  }

  /// Returns the drafts of refused events, with the reason in the first draft that has room for it.
  static func drafts(
    _ lines: [[UInt8]], _ reason: UnitFate.Reason, at now: Timestamp
  ) throws(LineError) -> [Draft] {
    let reason = JSON.object([("at", .string("\(now)"))] + reason.members)
    let member = Array(",\"refused\":".utf8) + reason.bytes
    var (drafts, isGiven) = ([Draft](), false)
    for line in lines {
      var draft = try Bytes.of(line) { (bytes) throws(LineError) in
        try LineDecoder().draft(bytes, checks: false).checked()
      }
      // The new line may have a longer position and the size of a batch.
      if !isGiven, line.count + member.count + 64 <= Log.longestLine {
        let unknown = draft.unknown
        draft.unknown = UnknownFields(data: unknown?.data, beside: (unknown?.beside ?? []) + member)
        isGiven = true
      }
      drafts.append(draft)
    }
    return drafts
  }

  /// Returns the drafts of the events of a unit as they were before the refusal.
  static func offers(_ unit: PendingEvents.Unit, in file: Log) throws(LogError) -> [Draft] {
    var drafts: [Draft] = []
    for line in unit.lines {
      let event = try file.wholeEvent(in: line)
      drafts.append(
        Draft(
          id: event.id, at: event.at, user: event.user, body: event.body,
          unknown: event.unknown?.without("refused"), isWithinLimits: true))
    }
    return drafts
  }
}
