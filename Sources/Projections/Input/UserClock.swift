import Events

/// The clock of a user: the current time, and the offsets of its other local times.
public struct UserClock {
  public struct Zone: Sendable {
    /// The name, as in `Europe/Berlin`.
    public let name: String
    public let rules: ZoneRules

    public init(name: String, rules: ZoneRules) { (self.name, self.rules) = (name, rules) }
  }

  /// The current time.
  public let now: Timestamp
  /// Returns the time zone; nil for a clock that always has the offset of `now`.
  ///
  /// The zone is asked for once a local time is entered, since it is read from a file.
  private let zone: () -> Zone?

  public init(now: Timestamp, zone: @escaping () -> Zone? = { nil }) {
    (self.now, self.zone) = (now, zone)
  }

  /// Returns the moment at which the clock shows a local time.
  ///
  /// - Parameter local: The local time in milliseconds since 1970-01-01.
  /// - Throws: A `Refusal` if the clock skips the time, or shows it twice.
  func moment(atLocal local: Int64) throws(Refusal) -> Timestamp {
    guard let zone = zone() else { return UserClock.moment(local, now.offsetMinutes) }
    let moments = zone.rules.offsetsMinutes(atWall: local).map { UserClock.moment(local, $0) }
    if let only = moments.first, moments.count == 1 { return only }
    let time = String("\(UserClock.moment(local, 0))".prefix(16)).replacingAll("T", with: " ")
    guard !moments.isEmpty else {
      throw Refusal(
        .noSuchTime, "clocks in \(zone.name) skip \(time): they are set forward",
        help: "enter a time before or after it")
    }
    let choices = moments.map { "'\(time)\($0.offsetDescription)'" }.joined(separator: " or ")
    throw Refusal(
      .ambiguous, "clocks in \(zone.name) show \(time) twice: they are set back",
      help: "enter \(choices)")
  }

  /// Returns the first moment at which the clock shows a local time.
  ///
  /// If the clock skips the time, the moment has the offset before the change.
  func firstMoment(atLocal local: Int64) -> Timestamp {
    UserClock.moment(local, zone()?.rules.offsetMinutes(atWall: local) ?? now.offsetMinutes)
  }

  private static func moment(_ local: Int64, _ offset: Int16) -> Timestamp {
    Timestamp(milliseconds: local - Int64(offset) * 60_000, offsetMinutes: offset)
  }
}
