import Events
import Projections

// The time zones of the system.
extension Shell {
  /// The folders of time zones; the first existing one is used.
  private var zoneFolders: [String] {
    [system.environment("TZDIR")].compactMap(\.self)
      + ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"]
  }

  /// Returns the rules of a time zone, from the zone data of the system.
  ///
  /// - Throws: `UsageError` for an unknown zone, with the nearest names.
  func zoneRules(_ zone: ZoneName) throws(UsageError) -> ZoneRules {
    for folder in zoneFolders {
      guard let bytes = try? system.contents("\(folder)/\(zone.text)", limit: 1 << 20) else {
        continue
      }
      if let rules = ZoneRules(bytes) { return rules }
    }
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
