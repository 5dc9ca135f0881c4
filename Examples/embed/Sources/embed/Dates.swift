import Events
import Foundation

/// Returns whether Foundation's dates convert to timestamps and back, including the difficult ones: summer
/// time, the milliseconds before 1970, and years outside the range of a log.
func datesAgree() -> Bool {
  guard let berlin = TimeZone(identifier: "Europe/Berlin"), let utc = TimeZone(secondsFromGMT: 0),
    let east = TimeZone(secondsFromGMT: 60)
  else { return false }
  func text(_ seconds: Double, _ zone: TimeZone) -> String? {
    Timestamp(Date(timeIntervalSince1970: seconds), in: zone)?.description
  }
  let moments: [Int64] = [
    -62_135_596_800_000, -1, 0, 1, 999, 1_772_471_051_251, 253_402_300_799_999,
  ]
  return text(1_772_471_051.25, berlin) == "2026-03-02T18:04:11.250+01:00"
    && text(1_783_000_000, berlin) == "2026-07-02T15:46:40.000+02:00"
    && text(-0.0006, utc) == "1969-12-31T23:59:59.999Z"
    && moments.allSatisfy { milliseconds in
      let moment = Timestamp(milliseconds: milliseconds)
      return Timestamp(Date(moment), in: utc) == moment
    }
    && [-62_135_596_801, 253_402_300_800, .infinity, -.infinity, .nan].allSatisfy {
      text($0, utc) == nil
    }
    // Winter, the skipped hour, summer and the repeated hour, as an import reads them.
    && [1_767_265_200, 1_774_747_800, 1_783_000_000, 1_792_886_400].allSatisfy { (seconds: Int) in
      let date = Date(timeIntervalSince1970: Double(seconds))
      let clock = WallClock.zone(ZoneRules(berlin))
      return Timestamp(date, in: berlin)
        == Timestamp(milliseconds: Int64(seconds) * 1000, in: clock)
    }
    // The last millisecond of winter and the first of summer.
    && Timestamp(Date(timeIntervalSince1970: 1_774_745_999.999), in: berlin)?.offsetMinutes == 60
    && Timestamp(Date(timeIntervalSince1970: 1_774_746_000), in: berlin)?.offsetMinutes == 120
    // The year 10000 of the zone, not of UTC.
    && text(253_402_300_799, utc) != nil && text(253_402_300_799, east) == nil
}
