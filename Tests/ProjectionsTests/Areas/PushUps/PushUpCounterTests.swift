import Events
import Projections
import Testing

@Suite struct PushUpCounterTests {
  @Test(arguments: [0, 1, 2, 5, 20])
  func `push-ups with rests at the top are each counted once`(_ count: Int) {
    var recording = Recording()
    recording.pushUps(count)
    #expect(recording.count == count)
  }

  @Test(arguments: [15, 24, 30, 60, 240])
  func `the frame rate makes no difference`(_ frames: Double) {
    var recording = Recording(step: 1_000 / frames)
    recording.pushUps(6)
    #expect(recording.count == 6)
  }

  @Test func `the beginning and the end of a push-up are given in the time of the recording`()
    throws
  {
    var recording = Recording(step: 50)
    recording.hold(175, for: 500)
    recording.hold(80, for: 500)
    recording.hold(175, for: 500)
    var counter = PushUpCounter()
    let counted = recording.frames.compactMap { counter.count($0) }
    let only = try #require(counted.first)
    #expect(counted.count == 1)
    #expect(only.number == 1)
    #expect(only.start == 450)
    #expect(only.end == 1_000)
  }

  @Test func `a pause around 90 degrees is one push-up`() {
    var recording = Recording()
    recording.hold(for: 500)
    recording.move(to: 95, over: 500)
    for _ in 0..<40 {
      recording.move(to: 85, over: 150)
      recording.move(to: 95, over: 150)
    }
    recording.move(to: 175, over: 500)
    recording.hold(for: 500)
    #expect(recording.count == 1)
  }

  @Test func `a pause halfway, down or up, counts nothing by itself`() {
    var recording = Recording()
    recording.hold(for: 500)
    recording.hold(120, for: 3_000)
    recording.hold(175, for: 500)
    #expect(recording.count == 0)
    recording.hold(80, for: 500)
    recording.hold(140, for: 1_500)
    recording.hold(80, for: 500)
    #expect(recording.count == 0)
    recording.hold(175, for: 500)
    #expect(recording.count == 1)
  }

  @Test(
    arguments: [(90.0, 160.0, 1), (90.1, 160, 0), (90, 159.9, 0), (60, 180, 1), (0, 180, 1)]
      as [(Double, Double, Int)])
  func `90 degrees is down and 160 degrees is up, and angles between them are neither`(
    _ bottom: Double, _ top: Double, _ count: Int
  ) {
    var recording = Recording()
    recording.hold(top, for: 500)
    recording.hold(bottom, for: 500)
    recording.hold(top, for: 500)
    #expect(recording.count == count)
  }

  @Test func `an angle that is measured the long way round is the same angle`() {
    var recording = Recording()
    recording.hold(185, for: 500)
    recording.hold(280, for: 500)
    recording.hold(185, for: 500)
    #expect(recording.count == 1)
    recording.hold(361, for: 500)
    recording.hold(185, for: 500)
    #expect(recording.count == 1)
  }

  // MARK: - The beginning

  @Test func `a recording that begins at the bottom has no push-up until the arms are up`() {
    var recording = Recording()
    recording.hold(70, for: 1_000)
    recording.hold(175, for: 500)
    #expect(recording.count == 0)
    recording.pushUp()
    recording.hold(for: 200)
    #expect(recording.count == 1)
  }

  @Test func `the state is unknown, then up, then down`() {
    var counter = PushUpCounter()
    func state(_ degrees: Double, at times: [Double]) -> PushUpCounter.Arms {
      for time in times {
        _ = counter.count(PoseFrame(milliseconds: time, left: PoseFrame.Elbow(degrees: degrees)))
      }
      return counter.arms
    }
    #expect(counter.arms == .unknown)
    #expect(state(70, at: [0, 30, 60, 90]) == .unknown)
    #expect(state(170, at: [120, 150]) == .unknown)
    #expect(state(170, at: [180]) == .up)
    #expect(state(120, at: [210, 240, 270, 300]) == .up)
    #expect(state(80, at: [330, 360]) == .up)
    #expect(state(80, at: [390]) == .down)
    #expect(state(120, at: [420, 450, 480, 510]) == .down)
    #expect(counter.count == 0)
    #expect(state(170, at: [700, 730, 760]) == .up)
    #expect(counter.count == 1)
  }

  // MARK: - Debouncing

  @Test func `one or two frames at the bottom are jitter`() {
    for count in 1...2 {
      var recording = Recording(step: 33)
      recording.hold(175, for: 500)
      recording.hold(60, for: 33 * Double(count))
      recording.hold(175, for: 500)
      #expect(recording.count == 0)
    }
  }

  @Test func `a bottom that is never seen in three consecutive frames is still a push-up`() {
    // The bottom of a real recording, 30 frames a second; up and down again is without noise.
    let bottom: [Double] = [86, 86, 92, 85, 93, 117, 104, 94, 78]
    let way: [Double] = [170, 170, 168, 165, 150, 130, 110, 98]
    var degrees: [Double] = []
    for _ in 0..<5 { degrees += way + bottom + way.reversed() }
    let frames = degrees.enumerated().map {
      PoseFrame(milliseconds: Double($0) * 1_000 / 30, left: PoseFrame.Elbow(degrees: $1))
    }
    #expect(Recording.count(frames).count == 5)
  }

  @Test func `two of five frames at the bottom are jitter, and three of five are not`() {
    let cases: [([Double], Int)] = [
      ([80, 120, 120, 80, 120], 0), ([80, 120, 80, 120, 80], 1), ([80, 80, 120, 120, 120, 80], 0),
    ]
    for (bottom, count) in cases {
      let top = [Double](repeating: 175, count: 8)
      let frames = (top + bottom + top).enumerated().map {
        PoseFrame(milliseconds: Double($0) * 60, left: PoseFrame.Elbow(degrees: $1))
      }
      #expect(Recording.count(frames).count == count, "\(bottom)")
    }
  }

  @Test func `two frames are enough if they are 100 ms apart`() {
    for (step, count) in [(100.0, 1), (99.0, 0)] {
      var recording = Recording(step: step)
      recording.hold(175, for: 6 * step)
      recording.hold(60, for: 2 * step)
      recording.hold(120, for: 3 * step)
      recording.hold(175, for: 6 * step)
      #expect(recording.count == count)
    }
  }

  @Test func `a bounce of less than 300 ms is no push-up, and one of 300 ms is`() {
    // Three frames at the bottom, and so many between the last frame at the top and the first there again.
    for (step, count) in [(74.0, 0), (75.0, 1)] {
      var recording = Recording(step: step)
      recording.hold(175, for: 6 * step)
      recording.hold(60, for: 3 * step)
      recording.hold(175, for: 6 * step)
      #expect(recording.count == count, "\(4 * step) ms")
    }
  }

  @Test func `a bounce does not merge with the next push-up`() {
    var recording = Recording(step: 20)
    recording.hold(175, for: 500)
    recording.hold(60, for: 60)
    recording.pushUps(2)
    #expect(recording.count == 2)
  }

  // MARK: - What is not seen

  @Test func `a frame with low confidence is ignored`() {
    var recording = Recording()
    recording.pushUps(3)
    let noisy = recording.frames.flatMap { frame in
      let blind = PoseFrame(
        milliseconds: frame.milliseconds + 5, left: PoseFrame.Elbow(degrees: 60, confidence: 0.49),
        right: PoseFrame.Elbow(degrees: .nan, confidence: 0.9))
      return [frame, blind]
    }
    #expect(Recording.count(noisy).count == 3)
  }

  @Test func `a confidence of one half is enough, and one that is not a number is not`() {
    let cases: [(Double, Int)] = [(0.5, 2), (0.499, 0), (.nan, 0), (.infinity, 2)]
    for (confidence, count) in cases {
      var recording = Recording()
      recording.pushUps(2)
      let frames = recording.frames.map { frame in
        frame.with(
          left: frame.left.map {
            PoseFrame.Elbow(degrees: $0.degrees, confidence: confidence)
          }, right: nil)
      }
      #expect(Recording.count(frames).count == count, "\(confidence)")
    }
  }

  @Test func `the visible arm counts if the other one is hidden`() {
    var recording = Recording()
    recording.pushUps(4)
    let hidden = PoseFrame.Elbow(degrees: 30, confidence: 0.2)
    let frames = recording.frames
    #expect(Recording.count(frames.map { $0.with(left: hidden, right: $0.right) }).count == 4)
    #expect(Recording.count(frames.map { $0.with(left: $0.left, right: hidden) }).count == 4)
    #expect(Recording.count(frames.map { $0.with(left: nil, right: $0.right) }).count == 4)
  }

  @Test func `the arm with the higher confidence counts, not an average of both arms`() {
    var recording = Recording()
    recording.pushUps(4)
    let straight = PoseFrame.Elbow(degrees: 175, confidence: 0.85)
    // The left arm is seen with 0.9, the right one with 0.8.
    #expect(
      Recording.count(recording.frames.map { $0.with(left: $0.left, right: straight) }).count == 4)
    #expect(
      Recording.count(recording.frames.map { $0.with(left: straight, right: $0.right) }).count == 0)
    // Of two that are as certain the left one.
    let equal = PoseFrame.Elbow(degrees: 175, confidence: 0.9)
    #expect(
      Recording.count(recording.frames.map { $0.with(left: $0.left, right: equal) }).count == 4)
  }

  @Test func `if one arm has no angle, the other one counts`() {
    var recording = Recording()
    recording.pushUps(2)
    let unseen = PoseFrame.Elbow(degrees: .nan, confidence: 1)
    #expect(
      Recording.count(recording.frames.map { $0.with(left: unseen, right: $0.right) }).count == 2)
  }

  // MARK: - Time

  @Test func `after a gap of more than two seconds an unfinished push-up does not count`() {
    for (gap, count) in [(1_900.0, 1), (2_100.0, 0)] {
      var recording = Recording(step: 25)
      recording.hold(175, for: 500)
      recording.hold(75, for: 500)
      recording.pause(for: gap)
      recording.hold(175, for: 500)
      #expect(recording.count == count)
      #expect(Recording.count(recording.frames).arms == .up)
    }
  }

  @Test func `frames without a person count as a gap`() {
    var recording = Recording(step: 25)
    recording.hold(175, for: 500)
    recording.hold(75, for: 500)
    var frames = recording.frames
    for time in stride(from: 1_000.0, to: 3_500, by: 25) {
      let nobody = PoseFrame.Elbow(degrees: 75, confidence: 0)
      frames.append(PoseFrame(milliseconds: time, left: nobody))
    }
    for time in stride(from: 3_500.0, to: 4_000, by: 25) {
      frames.append(PoseFrame(milliseconds: time, left: PoseFrame.Elbow(degrees: 175)))
    }
    #expect(Recording.count(frames).count == 0)
  }

  @Test func `a frame that is not later than the previous one is ignored`() {
    var recording = Recording()
    recording.pushUps(2)
    let back = recording.frames.flatMap { frame in
      let old = PoseFrame(
        milliseconds: frame.milliseconds - 0.5, left: PoseFrame.Elbow(degrees: 60))
      let same = PoseFrame(milliseconds: frame.milliseconds, left: PoseFrame.Elbow(degrees: 60))
      let never = PoseFrame(milliseconds: .nan, left: PoseFrame.Elbow(degrees: 60))
      return [frame, old, same, never]
    }
    #expect(Recording.count(back) == Recording.count(recording.frames))
  }

  // MARK: - Pose values

  @Test func `a pose value enters at 0.6 and leaves at 0.3`() {
    func count(_ low: Double, _ high: Double) -> Int {
      let values = [low, low, low, low, high, high, high, high, low, low, low, low]
      return Recording.count(
        values.enumerated().map { PoseFrame(milliseconds: Double($0) * 100, pose: $1) }
      ).count
    }
    #expect(count(0.3, 0.6) == 1)
    #expect(count(0, 1) == 1)
    let none: [(Double, Double)] = [(0.31, 0.6), (0.3, 0.59), (.nan, 1), (-0.1, 1), (0, 1.1)]
    for (low, high) in none { #expect(count(low, high) == 0, "\(low) \(high)") }
  }

  @Test func `a visible elbow takes precedence over a pose value`() {
    var recording = Recording()
    recording.pushUps(2)
    let frames = recording.frames.map {
      PoseFrame(milliseconds: $0.milliseconds, left: $0.left, right: $0.right, pose: 0)
    }
    #expect(Recording.count(frames).count == 2)
  }
}
