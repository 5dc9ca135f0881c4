import Events
import Projections

/// A synthetic recording of push-ups, 30 frames a second, with one angle for both elbows.
struct Recording {
  /// The milliseconds between two frames.
  let step: Double
  private(set) var frames: [PoseFrame] = []
  private var time = 0.0
  private var angle = 175.0

  init(step: Double = 1_000 / 30) { self.step = step }

  /// Holds an angle.
  mutating func hold(_ degrees: Double? = nil, for milliseconds: Double) {
    move(to: degrees ?? angle, over: 0)
    move(to: angle, over: milliseconds)
  }

  /// Moves to an angle at an even speed.
  mutating func move(to degrees: Double, over milliseconds: Double) {
    let count = Int((milliseconds / step).rounded())
    let start = angle
    angle = degrees
    for frame in 0..<count {
      let now = start + (degrees - start) * Double(frame + 1) / Double(count)
      frames.append(
        PoseFrame(
          milliseconds: time, left: PoseFrame.Elbow(degrees: now, confidence: 0.9),
          right: PoseFrame.Elbow(degrees: now, confidence: 0.8)))
      time += step
    }
  }

  /// Lets time pass without a frame.
  mutating func pause(for milliseconds: Double) { time += milliseconds }

  /// Does a push-up in so many milliseconds, down to an angle.
  mutating func pushUp(in milliseconds: Double = 1_200, downTo degrees: Double = 75) {
    move(to: degrees, over: milliseconds / 2)
    move(to: 175, over: milliseconds / 2)
  }

  /// Does push-ups, with half a second at the top before them and after each.
  mutating func pushUps(_ count: Int) {
    hold(for: 500)
    for _ in 0..<count {
      pushUp()
      hold(for: 500)
    }
  }

  /// Counts the push-ups of frames.
  static func count(_ frames: [PoseFrame]) -> PushUpCounter {
    var counter = PushUpCounter()
    for frame in frames { _ = counter.count(frame) }
    return counter
  }

  /// The push-ups that are counted.
  var count: Int { Self.count(frames).count }
}

extension PoseFrame {
  /// Returns the frame with other elbows.
  func with(left: Elbow?, right: Elbow?) -> PoseFrame {
    PoseFrame(milliseconds: milliseconds, left: left, right: right, pose: pose)
  }
}
