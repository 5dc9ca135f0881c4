import Events

/// A counter of push-ups in the frames of a detector: a state machine with hysteresis, and without a clock.
///
///                  top for long enough              bottom for long enough
///     unknown ──────────────────────────▶ up ──────────────────────────────▶ down
///                                          ▲                                   │
///                                          └──── top for long enough: a push-up┘
///
/// An arm is at the top from 160°, at the bottom up to 90°; a pose value is at the top up to 0.3, at the
/// bottom from 0.6. What is between changes nothing, so that a pause halfway down counts no push-up
/// twice. Long enough are three frames in a row, or as many as 100 ms have. Of two elbows the one that the
/// detector is more sure of counts, the left one where it is of both.
///
/// A frame is ignored, as if it had not been taken, when no elbow has an angle and a confidence of at
/// least 0.5, and it has no pose value either. After more than 2 s without a frame that counts the state is
/// unknown again, and what was begun is no push-up. One that took less than 300 ms, from the last frame at
/// the top to the first one there again, is a bounce and no push-up. A frame that is not later than the
/// one before is ignored.
///
/// Sources: thresholds, debounce and gaps as in the counters of published applications (160° and 90° in most
/// of them); 0.6 and 0.3 those of TitanUp's pose detector. A single threshold counts a pause at 90° four or
/// five times.
public struct PushUpCounter: Equatable, Sendable {
  /// The position of the body as far as it is certain.
  public enum Arms: Equatable, Sendable {
    case unknown, up, down
  }

  /// A push-up that was counted.
  public struct PushUp: Equatable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// The time of the last frame at the top before it, in milliseconds.
    public let start: Double
    /// The time of the first frame at the top after it, in milliseconds.
    public let end: Double
  }

  /// The part of a push-up that a frame shows.
  private enum Place: Equatable {
    case top, between, bottom
  }

  /// The latest frames in a row that show the same place.
  private struct Run: Equatable {
    let place: Place
    var frames: Int
    let start: Double
  }

  /// The least angle of a straight arm, in degrees.
  public static let topDegrees = 160.0
  /// The largest angle of a bent arm, in degrees.
  public static let bottomDegrees = 90.0
  /// The largest pose value of straight arms.
  public static let topPose = 0.3
  /// The least pose value of bent arms.
  public static let bottomPose = 0.6
  /// The least confidence of a frame that counts.
  public static let leastConfidence = 0.5
  /// The frames in a row after which a place is certain.
  public static let certainFrames = 3
  /// The milliseconds after which a place is certain, however few frames they have.
  public static let certainMilliseconds = 100.0
  /// The longest time between two frames that count, in milliseconds.
  public static let longestGap = 2_000.0
  /// The shortest push-up, in milliseconds.
  public static let shortestPushUp = 300.0

  public private(set) var arms = Arms.unknown
  /// The push-ups so far.
  public private(set) var count = 0
  /// The time of the last frame, and of the last one that counted.
  private var (last, seen): (Double?, Double?) = (nil, nil)
  private var run: Run?
  /// The time of the last frame at the top since the state is up.
  private var lastTop: Double?

  public init() {}

  /// Takes in the next frame, and returns the push-up that it completes; nil for nearly all.
  public mutating func count(_ frame: PoseFrame) -> PushUp? {
    let time = frame.milliseconds
    guard time.isFinite, last.map({ $0 < time }) ?? true else { return nil }
    last = time
    guard let place = Self.place(frame) else { return nil }
    if let seen, time - seen > Self.longestGap { (arms, run, lastTop) = (.unknown, nil, nil) }
    seen = time
    guard place != .between else {
      run = nil
      return nil
    }
    if arms == .up, place == .top { lastTop = time }
    var current = Run(place: place, frames: 0, start: time)
    if let run, run.place == place { current = run }
    current.frames += 1
    run = current
    guard
      current.frames >= Self.certainFrames || time - current.start >= Self.certainMilliseconds
    else { return nil }
    return settle(place, since: current.start, at: time)
  }

  /// Takes in that a place is certain.
  private mutating func settle(_ place: Place, since start: Double, at time: Double) -> PushUp? {
    switch (arms, place) {
    case (.unknown, .top): (arms, lastTop) = (.up, time)
    case (.up, .bottom): arms = .down
    case (.down, .top):
      let begun = lastTop ?? start
      (arms, lastTop) = (.up, time)
      guard start - begun >= Self.shortestPushUp else { return nil }
      count += 1
      return PushUp(number: count, start: begun, end: start)
    default: break
    }
    return nil
  }

  /// Returns the place that a frame shows; nil for one that is ignored.
  private static func place(_ frame: PoseFrame) -> Place? {
    let elbows = [frame.left, frame.right].compactMap(\.self).filter {
      $0.confidence >= leastConfidence && (0...360).contains($0.degrees)
    }
    if let elbow = elbows.max(by: { $0.confidence < $1.confidence }) {
      // Some detectors measure on from 180, the other way round.
      let angle = min(elbow.degrees, 360 - elbow.degrees)
      return angle >= topDegrees ? .top : angle <= bottomDegrees ? .bottom : .between
    }
    guard let pose = frame.pose, (0...1).contains(pose) else { return nil }
    return pose <= topPose ? .top : pose >= bottomPose ? .bottom : .between
  }
}
