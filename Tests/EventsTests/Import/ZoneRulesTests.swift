import Foundation
import Testing

@testable import Events

@Suite struct ZoneRulesTests {
  /// Returns the bytes of a time zone file with these changes.
  private func file(_ changes: [(at: Int64, kind: UInt8)], _ offsets: [Int32], _ footer: String)
    -> [UInt8]
  {
    func big<I: FixedWidthInteger>(_ number: I) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    func head(_ times: Int, _ kinds: Int) -> [UInt8] {
      var bytes = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, 0, times, kinds, 4] { bytes += big(Int32(count)) }
      return bytes
    }
    var bytes: [UInt8] = head(0, 1)
    bytes += big(offsets[0])
    bytes += [0, 0]
    bytes += Array("LMT\0".utf8)
    bytes += head(changes.count, offsets.count)
    for change in changes { bytes += big(change.at) }
    bytes += changes.map(\.kind)
    for offset in offsets {
      bytes += big(offset)
      bytes += [0, 0]
    }
    bytes += Array("LMT\0\n\(footer)\n".utf8)
    return bytes
  }

  private func minutes(_ rules: ZoneRules, _ wall: String) throws -> Int16 {
    rules.offsetMinutes(atWall: try #require(WallTime(wall)).milliseconds)
  }

  private func berlin() throws -> ZoneRules {
    // The list has the summer times of 1995; the rule applies from 1996.
    try #require(
      ZoneRules(
        file(
          [(796_179_600, 1), (811_904_400, 0), (828_234_000, 1), (846_378_000, 0)], [3600, 7200],
          "CET-1CEST,M3.5.0,M10.5.0/3")))
  }

  @Test(
    arguments: [
      ("1980-01-01 12:00:00", 60), ("1995-07-01 12:00:00", 120), ("1995-12-01 12:00:00", 60),
      ("2024-03-30 23:59:59", 60), ("2024-03-31 01:59:59", 60), ("2024-03-31 03:00:00", 120),
      ("2024-10-27 01:59:59", 120), ("2024-10-27 03:00:00", 60), ("2099-07-01 12:00:00", 120),
      ("2099-12-31 23:59:59", 60), ("2100-01-01 00:00:00", 60),
    ] as [(String, Int16)])
  func `a time has the offset of its day`(wall: String, expected: Int16) throws {
    #expect(try minutes(try berlin(), wall) == expected)
  }

  @Test(
    arguments: [
      // Times that are skipped in spring and repeated in autumn, by the list and by the rule.
      ("1995-03-26 02:30:00", 60), ("2024-03-31 02:30:00", 60), ("1995-09-24 02:30:00", 120),
      ("2024-10-27 02:30:00", 120),
    ] as [(String, Int16)])
  func `a time that clocks skip or show twice has the offset before the change`(
    wall: String, expected: Int16
  ) throws {
    #expect(try minutes(try berlin(), wall) == expected)
  }

  @Test(
    arguments: [
      ("EST5EDT,M3.2.0,M11.1.0", "2024-07-01 12:00:00", -240),
      ("EST5EDT,M3.2.0,M11.1.0", "2024-01-01 12:00:00", -300),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-01-01 12:00:00", 660),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-07-01 12:00:00", 600),
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2024-01-01 12:00:00", 660),
      ("<-03>3", "2024-01-01 12:00:00", -180), ("UTC0", "2024-01-01 12:00:00", 0),
      // Winter time as the exception: Dublin.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-01-01 12:00:00", 0),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-07-01 12:00:00", 60),
      ("IST-2IDT,M3.4.4/26,M10.5.0", "2024-03-29 01:30:00", 120),
      ("IST-2IDT,M3.4.4/26,M10.5.0", "2024-03-29 03:30:00", 180),
      ("AAA0BBB,J60/0,J99/0", "2024-03-01 12:00:00", 60),
      ("AAA0BBB,59/0,99/0", "2024-02-29 12:00:00", 60),
    ] as [(String, String, Int16)])
  func `the rule after the last change is read in every form`(
    rule: String, wall: String, expected: Int16
  ) throws {
    let rules = try #require(ZoneRules(file([], [0], rule)))
    #expect(try minutes(rules, wall) == expected)
  }

  @Test(arguments: [
    "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "C-1", "<-3",
  ])
  func `an invalid rule is refused`(rule: String) {
    #expect(ZoneRules(file([], [0], rule)) == nil)
  }

  @Test func `an invalid file is refused, and so is every prefix of a valid one`() throws {
    let whole = file([(796_179_600, 1), (811_904_400, 0)], [3600, 7200], "CET-1")
    #expect(ZoneRules(whole) != nil)
    for count in 0..<whole.count { #expect(ZoneRules(Array(whole.prefix(count))) == nil) }
    #expect(ZoneRules(file([(811_904_400, 1), (796_179_600, 0)], [3600, 7200], "CET-1")) == nil)
    #expect(ZoneRules(file([(796_179_600, 7)], [3600, 7200], "CET-1")) == nil)
  }

  private static let folder = "/usr/share/zoneinfo"
  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Europe/Dublin",
    "America/Sao_Paulo", "Africa/Casablanca", "Pacific/Apia",
  ]

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: folder), "the system has no zone data"),
    arguments: zones)
  func `the system's time zones agree with Foundation on every day of forty years`(zone: String)
    throws
  {
    let bytes = try Foundation.Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(zone)"))
    let rules = try #require(ZoneRules(Array(bytes)))
    let theirs = try #require(TimeZone(identifier: zone))
    // Samoa skipped 30 December 2011.
    for day in 5480..<20_100 where zone != "Pacific/Apia" || day != 15_338 {
      let wall = Int64(day) * 86_400 + 43_200
      let ours = Int(rules.offsetMinutes(atWall: wall * 1000))
      let date = Date(timeIntervalSince1970: Double(wall - Int64(ours) * 60))
      guard theirs.secondsFromGMT(for: date) / 60 != ours else { continue }
      Issue.record("\(zone), day \(day): \(ours), not \(theirs.secondsFromGMT(for: date) / 60)")
      return
    }
  }
}
