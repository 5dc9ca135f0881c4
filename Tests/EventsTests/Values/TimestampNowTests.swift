import Events
import Testing

@Suite struct TimestampNowTests {
  @Test func `the device's time is that of its clock, with the given offset`() {
    let before = Timestamp.now()
    let east = Timestamp.now(in: .offset(540))
    #expect(east.offsetMinutes == 540)
    #expect(before.milliseconds <= east.milliseconds && east.seconds(since: before) < 60)
  }

  @Test func `a timestamp has the offset of the time zone at that time`() throws {
    let winter = Timestamp(milliseconds: 0, in: .known([0: 60], else: -300))
    #expect(winter == Timestamp(milliseconds: 0, offsetMinutes: -300))
  }
}
