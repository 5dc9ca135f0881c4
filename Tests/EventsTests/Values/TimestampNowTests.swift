import Events
import Testing

@Suite struct TimestampNowTests {
  @Test func `the time of the device is that of its clock, with the offset that is asked for`() {
    let before = Timestamp.now()
    let east = Timestamp.now(in: .offset(540))
    #expect(east.offsetMinutes == 540)
    #expect(before.milliseconds <= east.milliseconds && east.seconds(since: before) < 60)
  }

  @Test func `a moment has the offset of the zone at that time`() throws {
    let winter = Timestamp(milliseconds: 0, in: .known([0: 60], else: -300))
    #expect(winter == Timestamp(milliseconds: 0, offsetMinutes: -300))
  }
}
