import Events
import Projections

// The time zones of the system.
extension Shell {
  /// The folders of time zones; the first existing one is used.
  private var zoneFolders: [String] {
    [system.environment("TZDIR")].compactMap(\.self)
      + ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"]
  }

  /// Returns the time zone of this machine, from `TZ` or the system; nil if it is unknown.
  ///
  /// It is nil if the time is given, so that such a command has the same effect on every machine.
  func machineZone() -> UserClock.Zone? {
    guard options.now == nil, system.environment("REPLOG_NOW") == nil else { return nil }
    let given = zoneOfEnvironment
    if let given, !given.hasPrefix("/") {
      return rules(named: given).map { UserClock.Zone(name: given, rules: $0) }
    }
    let file = given ?? "/etc/localtime"
    guard let bytes = try? system.contents(file, limit: 1 << 20), let rules = ZoneRules(bytes)
    else { return nil }
    let target = (try? system.place(of: file)) ?? file
    let name = target.firstPlace(of: "zoneinfo/").map { String(target[$0.upperBound...]) }
    return UserClock.Zone(name: name ?? "local time", rules: rules)
  }

  /// The time zone that `TZ` names, or the path of its file; nil if there is none.
  private var zoneOfEnvironment: String? {
    guard let text = system.environment("TZ") else { return nil }
    let zone = text.hasPrefix(":") ? String(text.dropFirst()) : text
    return zone.isEmpty ? nil : zone
  }

  /// Writes a note if `TZ` is not a time zone; the times of new events are then in UTC.
  ///
  /// A rule of POSIX, such as `CET-1CEST`, has a digit, and needs no name of a zone. Its offset must be less than a day.
  mutating func noteUnknownZone() {
    guard options.now == nil, system.environment("REPLOG_NOW") == nil, let name = zoneOfEnvironment,
      !["UTC", "GMT"].contains(name), !name.contains(where: \.isNumber) || !system.hasOffset,
      machineZone() == nil
    else { return }
    note("TZ is not a known time zone: '\(name)'; new events use UTC")
  }

  /// Returns the rules of a time zone; nil if the system has none with the name.
  private func rules(named name: String) -> ZoneRules? {
    for folder in zoneFolders {
      guard let bytes = try? system.contents("\(folder)/\(name)", limit: 1 << 20) else { continue }
      if let rules = ZoneRules(bytes) { return rules }
    }
    return nil
  }

  /// Returns the rules of a time zone, from the zone data of the system.
  ///
  /// - Throws: `UsageError` for an unknown zone, with the nearest names.
  func zoneRules(_ zone: ZoneName) throws(UsageError) -> ZoneRules {
    if let rules = rules(named: zone.text) { return rules }
    let names = zoneNames
    let near = nearest(to: zone.text, among: names)
    throw UsageError(
      message: "there is no time zone '\(zone.text)'"
        + (names.isEmpty ? ": the system has no zone data" : ""),
      help: near.isEmpty
        ? "'--utc-offset' takes an offset that is the same all year"
        : "did you mean \(alternatives(near))?")
  }

  /// The names of the zones in the first folder with zones; none on a system without zone data.
  var zoneNames: [String] {
    for folder in zoneFolders {
      let names = names(in: folder, before: "")
      if !names.isEmpty { return names }
    }
    return []
  }

  /// Returns the names of the zones in a folder and its subfolders.
  private func names(in folder: String, before prefix: String) -> [String] {
    guard let all = try? system.contents(ofFolder: folder) else { return [] }
    // Zones and regions begin with a capital; the other files, and copies with leap seconds, do not.
    return all.filter { ("A"..."Z").contains($0.prefix(1)) && !$0.contains(".") }.flatMap { name in
      let inner = names(in: "\(folder)/\(name)", before: "\(prefix)\(name)/")
      return inner.isEmpty ? [prefix + name] : inner
    }
  }
}
