/// The file `LOG.sync`: the remote of a log, and the attempts to reach it.
///
/// It only saves work and explains a delay, so a file that is missing or cannot be read counts as empty.
package struct SyncState: Equatable, Sendable {
  /// The log that this one is synced with.
  package enum Remote: Equatable, Sendable {
    /// A file that this machine can lock.
    case path(String)
    /// A shell command that runs `replog sync --serve` near the remote.
    case command(String)

    /// The path or the command.
    package var text: String {
      switch self {
      case .path(let text), .command(let text): text
      }
    }
  }

  /// The failed attempts to sync a unit.
  package struct Failures: Equatable, Sendable {
    /// The first event of the unit.
    package let id: EventID
    /// The number of attempts that the remote answered with a failure.
    package var count: Int
    /// The reason for the last failure.
    package var why: String

    /// A Boolean value indicating whether the unit is no longer offered.
    package var isGivenUp: Bool { count >= SyncState.mostFailures }
  }

  /// The last connection, if it failed.
  package struct LostConnection: Equatable, Sendable {
    package let at: Timestamp
    package let why: String
    /// The number of connections that failed in a row.
    package let count: Int

    package init(at: Timestamp, why: String, count: Int) {
      (self.at, self.why, self.count) = (at, why, count)
    }
  }

  /// The number of answered failures after which a unit is no longer offered.
  package static let mostFailures = 5

  /// The remote of the last sync; nil if there was none.
  package var remote: Remote?
  /// The last connection, if it failed; nil if it did not.
  package var lost: LostConnection?
  /// A position of the log before which there is no pending event; nil if none is known.
  package var reconciled: LogPosition?
  /// The units that could not be synced, in the order of their first failures.
  package var failures: [Failures] = []

  package init() {}

  /// Reads the file of a device.
  package init(_ files: DeviceFiles, _ system: System) {
    guard let json = Self.json(files, system) else {
      self.init()
      return
    }
    self.init(json)
  }

  /// Returns whether a device has the file, but it cannot be read.
  package static func isDamaged(_ files: DeviceFiles, _ system: System) -> Bool {
    json(files, system) == nil && (try? system.exists(files.state)) != false
  }

  private static func json(_ files: DeviceFiles, _ system: System) -> JSON? {
    guard (try? system.status(path: files.state))?.isRegular == true,
      let bytes = try? system.contents(files.state, limit: 1 << 24)
    else { return nil }
    return try? Bytes.of(bytes) { (bytes) throws(LineError) in try JSON(bytes) }
  }

  init(_ json: JSON) {
    if let remote = json["remote"] {
      self.remote =
        remote["path"]?.text.map { .path($0) } ?? remote["via"]?.text.map { .command($0) }
    }
    reconciled = json["reconciled"].flatMap { LogPosition($0) }
    if let lost = json["lost"], let at = lost["at"]?.text.flatMap({ Timestamp($0) }) {
      self.lost = LostConnection(
        at: at, why: lost["why"]?.text ?? "", count: Self.count(lost["count"], or: 1))
    }
    failures = (json["failures"]?.elements ?? []).compactMap { failure in
      guard let id = failure["id"]?.text.flatMap({ EventID($0) }) else { return nil }
      return Failures(id: id, count: Self.count(failure["count"]), why: failure["why"]?.text ?? "")
    }
  }

  /// Returns a count of the file, which people may edit, or its usual value if it is missing.
  private static func count(_ json: JSON?, or usual: Int = 0) -> Int {
    min(max(0, json?.integer ?? usual), 1_000_000)
  }

  /// The content of the file.
  var json: JSON {
    var members: JSON.Members = [("replog-sync", 1)]
    switch remote {
    case .path(let path): members.append(("remote", ["path": .string(path)]))
    case .command(let line): members.append(("remote", ["via": .string(line)]))
    case nil: break
    }
    if let reconciled { members.append(("reconciled", reconciled.json)) }
    if let lost {
      members.append(
        (
          "lost",
          ["at": .string("\(lost.at)"), "why": .string(lost.why), "count": JSON(lost.count)]
        )
      )
    }
    members.append(
      (
        "failures",
        .array(
          failures.map {
            ["id": .string("\($0.id)"), "count": JSON($0.count), "why": .string($0.why)]
          })
      ))
    return .object(members)
  }

  /// Replaces the file of a device, whose log must be locked.
  func write(to files: DeviceFiles, _ system: System) throws(LogError) {
    try system.replaceFile(
      files.state, with: json.bytes + [UInt8(ascii: "\n")], patience: 1, ownerOf: files.log)
  }

  /// Records a failure of a unit that the remote answered.
  package mutating func fail(_ id: EventID, why: String) {
    if let place = failures.firstIndex(where: { $0.id == id }) {
      failures[place].count += 1
      failures[place].why = why
    } else {
      failures.append(Failures(id: id, count: 1, why: why))
    }
  }

  /// Returns the failures of a unit; nil if it never failed.
  package func failures(of unit: PendingEvents.Unit) -> Failures? {
    failures.first { $0.id == unit.ids.first }
  }

  /// Returns the first events of the units that are not offered: those given up, and those that depend on them.
  ///
  /// The remote would refuse a dependent, because it does not have the event that it refers to.
  func held(_ pending: PendingEvents) throws(LogError) -> Set<EventID> {
    let isGivenUp = { (unit: PendingEvents.Unit) in failures(of: unit)?.isGivenUp == true }
    return Set(try pending.dependents(on: isGivenUp).compactMap(\.unit.ids.first))
  }
}

extension LogPosition {
  init?(_ json: JSON) {
    guard let seq = json["seq"]?.integer, let bytes = json["bytes"]?.integer, seq >= 0, bytes >= 0,
      let sum = json["sum"]?.text, sum.utf8.count == 16, let number = UInt64(sum, radix: 16)
    else { return nil }
    self.init(seq: seq, sum: number, bytes: bytes)
  }

  var json: JSON {
    [
      "seq": JSON(seq), "sum": .string(String(decoding: hexadecimal(sum), as: UTF8.self)),
      "bytes": JSON(bytes),
    ]
  }
}

extension JSON {
  package init(_ integer: Int) { self = .number(.integer(Int64(integer))) }

  /// The text; nil for any other value.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The whole number; nil for any other value.
  package var integer: Int? {
    if case .number(.integer(let number)) = self { Int(exactly: number) } else { nil }
  }

  /// The elements; nil for any other value.
  package var elements: [JSON]? { if case .array(let all) = self { all } else { nil } }
}
