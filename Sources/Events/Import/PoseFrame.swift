#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A frame from a push-up detector: the elbows, or a pose value, at a time.
public struct PoseFrame: Equatable, Sendable {
  /// An elbow, as detected.
  public struct Elbow: Equatable, Sendable {
    /// The angle between upper arm and forearm, 180 for a straight arm; NaN if it was not detected.
    public let degrees: Double
    /// The confidence of the detector, from 0 to 1; NaN if there is none.
    public let confidence: Double

    public init(degrees: Double, confidence: Double = 1) {
      (self.degrees, self.confidence) = (degrees, confidence)
    }
  }

  /// The time in milliseconds since an arbitrary moment.
  public let milliseconds: Double
  /// The left elbow; nil if the detector does not report it.
  public let left: Elbow?
  /// The right elbow; nil if the detector does not report it.
  public let right: Elbow?
  /// The pose, from 0 for straight arms to 1 for the chest on the ground; nil if it was not measured.
  public let pose: Double?

  public init(
    milliseconds: Double, left: Elbow? = nil, right: Elbow? = nil, pose: Double? = nil
  ) { (self.milliseconds, self.left, self.right, self.pose) = (milliseconds, left, right, pose) }
}

extension PoseFrame {
  /// Creates the frame from a line of JSON that a detector wrote.
  ///
  /// The reader accepts three forms and ignores other members:
  ///
  ///     {"t":33,"elbowL":171.2,"elbowR":168,"confL":0.9,"confR":0.8}
  ///     {"t":33,"lm":{"left_shoulder":[0.4,0.3,-0.1,0.98],"left_elbow":[…],"left_wrist":[…]}}
  ///     {"t":33,"v":0.42}
  ///
  /// `conf` is the confidence for each part without its own; it is 1 if omitted. A landmark is `[x, y, z,
  /// visibility]`. The confidence in an elbow is the lowest visibility of its three points. A number may be `null`,
  /// or `NaN` as in some detectors, if the part was not detected.
  ///
  /// - Parameter previous: The time of the previous frame, which must be earlier.
  package init(line: Bytes, after previous: Double?) throws(LineError) {
    var members = PoseMembers()
    var scanner = Scanner(line)
    scanner.space()
    guard scanner.peek == UInt8(ascii: "{") else { throw scanner.unexpected("'{'") }
    let start = scanner.offset
    var names = MemberNames()
    try scanner.object(depth: 0) { (scanner, name) throws(LineError) in
      try names.insert(name, of: scanner)
      try members.read(line.string(in: name.range), &scanner)
    }
    try scanner.end()
    guard let time = members.time else {
      throw LineError(start, "expected the field 't', the time in milliseconds, found none")
    }
    guard members.hasPose else {
      throw LineError(
        start, "expected 'elbowL', 'elbowR', 'lm' or 'v' next to 't', found none of them")
    }
    if let previous, time <= previous {
      throw LineError(
        members.timeOffset,
        "expected a time after \(decimal(previous)) ms, found \(decimal(time)) ms",
        help: "frames must be in the order of their times")
    }
    self.init(
      milliseconds: time, left: members.elbow(of: .left), right: members.elbow(of: .right),
      pose: members.pose)
  }

  /// Returns the angle at `elbow` between the other two points, 0…180 degrees.
  ///
  /// The angle is the smaller difference between the two directions, computed with `atan2` in the image plane.
  package static func degrees(
    _ shoulder: (x: Double, y: Double), _ elbow: (x: Double, y: Double),
    _ wrist: (x: Double, y: Double)
  ) -> Double {
    let upper = atan2(shoulder.y - elbow.y, shoulder.x - elbow.x)
    let lower = atan2(wrist.y - elbow.y, wrist.x - elbow.x)
    let angle = ((lower - upper) * 180 / Double.pi).magnitude
    return angle > 180 ? 360 - angle : angle
  }
}

/// The members of a frame that is being read.
private struct PoseMembers {
  enum Side: String { case left, right }

  /// A point of the body.
  struct Landmark {
    let x: Double
    let y: Double
    let visibility: Double
  }

  var time: Double?
  var timeOffset = 0
  var pose: Double?
  /// A Boolean value indicating whether there is a member that determines the pose.
  var hasPose = false
  private var degrees: [Side: Double] = [:]
  private var confidences: [Side: Double] = [:]
  private var confidence: Double?
  private var landmarks: [String: Landmark] = [:]

  mutating func read(_ name: String, _ scanner: inout Scanner) throws(LineError) {
    switch name {
    case "t":
      timeOffset = scanner.offset
      let value = try number(&scanner)
      guard value.isFinite else {
        throw LineError(timeOffset, "expected a time in milliseconds, found no number")
      }
      time = value
    case "elbowL": degrees[.left] = try posed(&scanner)
    case "elbowR": degrees[.right] = try posed(&scanner)
    case "confL": confidences[.left] = try number(&scanner)
    case "confR": confidences[.right] = try number(&scanner)
    case "conf": confidence = try number(&scanner)
    case "v": pose = try posed(&scanner)
    case "lm":
      hasPose = true
      try readLandmarks(&scanner)
    default: try scanner.skip(depth: 1)
    }
  }

  /// Returns an elbow from its angle or its landmarks, or nil if the frame has neither.
  func elbow(of side: Side) -> PoseFrame.Elbow? {
    let known = confidences[side] ?? confidence
    if let degrees = degrees[side] {
      return PoseFrame.Elbow(degrees: degrees, confidence: known ?? 1)
    }
    let points = ["shoulder", "elbow", "wrist"].compactMap { landmarks[side.rawValue + $0] }
    guard points.count == 3 else { return nil }
    let angle = PoseFrame.degrees(
      (points[0].x, points[0].y), (points[1].x, points[1].y), (points[2].x, points[2].y))
    // The `min` of numbers with NaN depends on their order.
    let isSeen = points.allSatisfy { !$0.visibility.isNaN }
    let visibility = points.map(\.visibility).min() ?? .nan
    return PoseFrame.Elbow(degrees: angle, confidence: known ?? (isSeen ? visibility : .nan))
  }

  private mutating func posed(_ scanner: inout Scanner) throws(LineError) -> Double {
    hasPose = true
    return try number(&scanner)
  }

  /// Reads a number; NaN for `null` and for the words that some detectors write instead of a number.
  private func number(_ scanner: inout Scanner) throws(LineError) -> Double {
    guard let byte = scanner.peek else { throw scanner.unexpected("a number") }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard scanner.bytes.has("-Infinity", at: scanner.offset) else {
        return try scanner.number().double
      }
      try scanner.word("-Infinity")
    case UInt8(ascii: "n"): try scanner.word("null")
    case UInt8(ascii: "N"): try scanner.word("NaN")
    case UInt8(ascii: "I"): try scanner.word("Infinity")
    default: throw scanner.unexpected("a number")
    }
    return .nan
  }

  /// Reads the landmarks of an arm by their names, in any case and with or without `_`.
  private mutating func readLandmarks(_ scanner: inout Scanner) throws(LineError) {
    guard scanner.peek == UInt8(ascii: "{") else {
      throw scanner.unexpected("an object of landmarks by name")
    }
    let bytes = scanner.bytes
    var names = MemberNames()
    var found: [String: Landmark] = [:]
    try scanner.object(depth: 1) { (scanner, name) throws(LineError) in
      try names.insert(name, of: scanner)
      let point = bytes.string(in: name.range).lowercased().filter(\.isLetter)
      guard ["shoulder", "elbow", "wrist"].contains(where: { point.hasSuffix($0) }) else {
        return try scanner.skip(depth: 2)
      }
      found[point] = try self.landmark(&scanner)
    }
    landmarks = found
  }

  private func landmark(_ scanner: inout Scanner) throws(LineError) -> Landmark {
    let start = scanner.offset
    try scanner.expect(UInt8(ascii: "["), "a landmark as [x, y, z, visibility]")
    var numbers: [Double] = []
    repeat {
      scanner.space()
      numbers.append(try number(&scanner))
      scanner.space()
    } while try scanner.another(or: UInt8(ascii: "]"), "',' or ']' after a number")
    guard (2...4).contains(numbers.count) else {
      throw LineError(
        start, "expected a landmark as [x, y, z, visibility], found \(numbers.count) numbers")
    }
    return Landmark(x: numbers[0], y: numbers[1], visibility: numbers.count == 4 ? numbers[3] : 1)
  }
}
