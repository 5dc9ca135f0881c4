import Events

/// A counter of push-ups in the frames of a detector: a state machine with hysteresis, and without a clock.
///
///                  top for long enough              bottom for long enough
///     unknown ──────────────────────────▶ up ──────────────────────────────▶ down
///                                          ▲                                   │
///                                          └──── top for long enough: a push-up┘
///
/// An arm is at the top from 160° up, and at the bottom up to 90°. A pose value is at the top up to 0.3, and at the
/// bottom from 0.6 up. Values in between change nothing, so a pause halfway down does not count twice. "Long enough"
/// means three of the last five frames, or all frames of 100 ms if these are fewer. Three of five is the median of five,
/// so a noisy frame at the bottom does no harm. The elbow with the higher confidence counts, or the left one if both are
/// equal.
///
/// A frame is ignored if it has no pose value and no elbow has an angle with a confidence of at least 0.5. A frame is
/// also ignored if it is not later than the previous one. After more than 2 s without a valid frame the state is
/// unknown again, and an unfinished push-up does not count. A push-up of less than 300 ms is a bounce and does not
/// count. Its duration is measured from the last frame at the top before it to the first frame at the top after it.
///
/// Sources: thresholds, debounce and gaps are those of published counters (160° and 90° in most of them). The values
/// 0.6 and 0.3 are from TitanUp's pose detector. A single threshold counts a pause at 90° four or five times.
public struct PushUpCounter: Equatable, Sendable {
  /// The position of the body, if it is certain.
  public enum Arms: Equatable, Sendable {
    case unknown, up, down
  }

  public struct PushUp: Equatable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// The time of the last frame at the top before it, in milliseconds.
    public let start: Double
    /// The time of the first frame at the top after it, in milliseconds.
    public let end: Double
  }

  /// The position of the arms in a frame.
  private enum Place: Equatable {
    case top, between, bottom
  }

  /// The position of the body at a time.
  private struct Sight: Equatable {
    let place: Place
    let time: Double
  }

  /// The minimum angle of a straight arm, in degrees.
  public static let topDegrees = 160.0
  /// The maximum angle of a bent arm, in degrees.
  public static let bottomDegrees = 90.0
  /// The maximum pose value of straight arms.
  public static let topPose = 0.3
  /// The minimum pose value of bent arms.
  public static let bottomPose = 0.6
  /// The minimum confidence of a valid frame.
  public static let leastConfidence = 0.5
  /// The number of the last frames that are compared, so that a noisy one does no harm.
  public static let comparedFrames = 5
  /// The number of them after which a position is certain.
  public static let certainFrames = 3
  /// The milliseconds after which a position is certain, even with fewer frames.
  public static let certainMilliseconds = 100.0
  /// The maximum time between two valid frames, in milliseconds.
  public static let longestGap = 2_000.0
  /// The minimum duration of a push-up, in milliseconds.
  public static let shortestPushUp = 300.0

  public private(set) var arms = Arms.unknown
  /// The push-ups so far.
  public private(set) var count = 0
  /// The time of the last frame, and that of the last valid frame.
  private var (last, seen): (Double?, Double?) = (nil, nil)
  /// The last valid frames, the latest last, and the time since which all have its position.
  private var (sights, since): ([Sight], Double) = ([], 0)
  /// The time of the last frame at the top in the state `up`.
  private var lastTop: Double?

  public init() {}

  /// Processes the next frame, and returns the push-up that it completes; nil for nearly all frames.
  public mutating func count(_ frame: PoseFrame) -> PushUp? {
    let time = frame.milliseconds
    guard time.isFinite, last.map({ $0 < time }) ?? true else { return nil }
    last = time
    guard let place = Self.place(frame) else { return nil }
    if let seen, time - seen > Self.longestGap { (arms, sights, lastTop) = (.unknown, [], nil) }
    seen = time
    if sights.last?.place != place { since = time }
    sights = sights.suffix(Self.comparedFrames - 1) + [Sight(place: place, time: time)]
    guard place != .between else { return nil }
    if arms == .up, place == .top { lastTop = time }
    let alike = sights.filter { $0.place == place }
    guard alike.count >= Self.certainFrames || time - since >= Self.certainMilliseconds else {
      return nil
    }
    return settle(place, since: min(since, alike[0].time), at: time)
  }

  /// Processes a position that has become certain.
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

  /// Returns the position that a frame shows; nil for an ignored frame.
  private static func place(_ frame: PoseFrame) -> Place? {
    let elbows = [frame.left, frame.right].compactMap(\.self).filter {
      $0.confidence >= leastConfidence && (0...360).contains($0.degrees)
    }
    if let elbow = elbows.max(by: { $0.confidence < $1.confidence }) {
      // Some detectors count beyond 180, in the other direction.
      let angle = min(elbow.degrees, 360 - elbow.degrees)
      return angle >= topDegrees ? .top : angle <= bottomDegrees ? .bottom : .between
    }
    guard let pose = frame.pose, (0...1).contains(pose) else { return nil }
    return pose <= topPose ? .top : pose >= bottomPose ? .bottom : .between
  }
}
