/// The events of a device that its remote refused, with the reasons.
///
/// Their file is a log. Each line has the reason in a member of its own:
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
    for unit in try PendingEvents.units(of: log) {
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

  /// Returns the draft of a refused event; nil if its line has no room for the reason.
  static func draft(_ line: [UInt8], _ reason: UnitFate.Reason?, at now: Timestamp) -> Draft? {
    var line = line
    if let reason {
      let member = JSON.object([("at", .string("\(now)"))] + reason.members)
      line =
        Array(line.dropLast(Envelope.sumLength)) + Array(",\"refused\":".utf8) + member.bytes
        + [UInt8(ascii: "}")]
    }
    return try? Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) }
  }

  /// Returns the ids of the events in a file.
  static func ids(in log: Log) throws(LogError) -> Set<EventID> {
    var ids: Set<EventID> = []
    var lines = log.lines()
    while try lines.next() != nil { ids.insert(lines.id) }
    return ids
  }
}
