import Events
import Projections
import TestSupport
import Testing

/// What holds for every recording, however senseless.
@Suite struct PushUpCounterLawTests {
  /// Random frames: walks of both elbows with jitter, arms that vanish, gaps, and plain nonsense.
  private func frames(_ seed: Int) -> [PoseFrame] {
    var generator = SeededGenerator(seed: UInt64(seed))
    var (time, angle, goal) = (0.0, 175.0, 60.0)
    return (0..<400).map { _ in
      let isGap = Int.random(in: 0..<150, using: &generator) == 0
      time += isGap ? 2_500 : Double(Int.random(in: 15...60, using: &generator))
      angle += (goal - angle) * Double.random(in: 0.1...0.4, using: &generator)
      if (angle - goal).magnitude < 6 { goal = Double(Int.random(in: 40...178, using: &generator)) }
      func elbow(_ share: Double) -> PoseFrame.Elbow? {
        if Int.random(in: 0..<20, using: &generator) == 0 { return nil }
        let jitter = Double.random(in: -4...4, using: &generator)
        return PoseFrame.Elbow(
          degrees: Int.random(in: 0..<30, using: &generator) == 0 ? .nan : angle + jitter,
          confidence: share + Double.random(in: -0.45...0.1, using: &generator))
      }
      return PoseFrame(milliseconds: time, left: elbow(0.9), right: elbow(0.8))
    }
  }

  private static let seeds = 0..<60

  private func pushUps(_ frames: [PoseFrame]) -> [PushUpCounter.PushUp] {
    var counter = PushUpCounter()
    return frames.compactMap { counter.count($0) }
  }

  @Test func `the random recordings contain push-ups to count`() {
    let counts = Self.seeds.map { pushUps(frames($0)).count }
    #expect(counts.reduce(0, +) > 50)
    #expect(counts.contains { $0 > 2 })
  }

  @Test(arguments: seeds)
  func `push-ups are numbered consecutively, and each lasts 300 ms or more`(_ seed: Int) {
    let counted = pushUps(frames(seed))
    #expect(counted.map(\.number) == Array(1..<counted.count + 1))
    #expect(counted.allSatisfy { $0.end - $0.start >= PushUpCounter.shortestPushUp })
    for (one, next) in zip(counted, counted.dropFirst()) { #expect(one.end <= next.start) }
  }

  @Test(arguments: seeds)
  func `ignored frames change nothing, wherever they occur`(_ seed: Int) {
    let frames = frames(seed)
    var generator = SeededGenerator(seed: UInt64(seed) + 1_000)
    let more = frames.flatMap { frame -> [PoseFrame] in
      let time = frame.milliseconds + 1
      let ignored = [
        PoseFrame(milliseconds: time), PoseFrame(milliseconds: time, pose: 7),
        PoseFrame(milliseconds: time, right: PoseFrame.Elbow(degrees: 50, confidence: 0.3)),
        PoseFrame(milliseconds: time, left: PoseFrame.Elbow(degrees: 500)),
        PoseFrame(milliseconds: 0, left: PoseFrame.Elbow(degrees: 50)),
      ]
      return [frame] + ignored.filter { _ in Bool.random(using: &generator) }
    }
    #expect(more.count > frames.count + 300)
    #expect(pushUps(more) == pushUps(frames))
  }

  @Test(arguments: seeds)
  func `the clock may start at any time`(_ seed: Int) {
    let frames = frames(seed)
    let start = 1_772_000_000_000.0
    let later = frames.map {
      PoseFrame(milliseconds: $0.milliseconds + start, left: $0.left, right: $0.right)
    }
    #expect(pushUps(later).map { $0.start - start } == pushUps(frames).map(\.start))
  }

  @Test(arguments: seeds)
  func `left and right are equivalent in a mirrored recording`(_ seed: Int) {
    let frames = frames(seed)
    #expect(pushUps(frames.map { $0.with(left: $0.right, right: $0.left) }) == pushUps(frames))
  }

  @Test(arguments: seeds)
  func `four degrees of jitter do not change the count of clean push-ups`(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...12, using: &generator)
    var recording = Recording()
    recording.hold(175, for: 500)
    for _ in 0..<count {
      recording.move(to: 80, over: Double.random(in: 300...1_500, using: &generator))
      recording.hold(for: Double.random(in: 150...1_800, using: &generator))
      recording.move(to: 170, over: Double.random(in: 300...1_500, using: &generator))
      recording.hold(for: Double.random(in: 150...1_800, using: &generator))
    }
    let frames = recording.frames.map { frame in
      frame.with(
        left: frame.left.map {
          PoseFrame.Elbow(
            degrees: $0.degrees + Double.random(in: -4...4, using: &generator), confidence: 0.9)
        }, right: nil)
    }
    #expect(Recording.count(frames).count == count)
  }

  @Test(arguments: seeds)
  func `a recording that is continued is counted as a whole`(_ seed: Int) {
    let frames = frames(seed)
    let whole = Recording.count(frames)
    var first = Recording.count(Array(frames[..<(seed * 6)]))
    for frame in frames[(seed * 6)...] { _ = first.count(frame) }
    #expect(first == whole)
  }
}
