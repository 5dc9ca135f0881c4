import Events

/// One user's medals for push-ups, each awarded once, when the log first has what it takes.
///
/// A medal stays, also when push-ups that earned it are removed: it was given for what the log had then. What
/// is removed counts for no later one. A session without a push-up counts for none.
public struct Medals: UserProjection {
  /// A medal that was awarded, with its evidence.
  public struct Award: Equatable, Sendable {
    public let medal: Medal
    /// The time of the event by which the log first had what it takes.
    public let at: Timestamp
    /// The position of that event.
    public let seq: Int
    /// The id of that event.
    public let pushUps: EventID
    /// The first of the days that it is for.
    public let from: LocalDay
    /// The last of the days that it is for.
    public let to: LocalDay
  }

  /// The awards in the order of `Medal.all`; nil for a medal that was not awarded yet.
  private var awarded = [Award?](repeating: nil, count: Medal.all.count)
  /// The days with sessions, and the number of sessions of each.
  private var days = DaySet()
  private var counts: [LocalDay: Int] = [:]
  /// The day of each session that was not removed.
  private var sessions: [EventID: LocalDay] = [:]

  public init() {}
  public static var reads: Areas { [.pushUps] }

  /// The awards, in the order of `Medal.all`.
  public var awards: [Award] { awarded.compactMap(\.self) }

  /// The award of a medal; nil where it was not awarded yet.
  public subscript(medal: Medal) -> Award? {
    Medal.all.firstIndex(of: medal).flatMap { awarded[$0] }
  }

  public mutating func apply(_ event: Event) {
    guard case .pushUps(let fact) = event.body else { return }
    switch fact {
    case .pushUpsLogged(let session):
      guard session.count > 0 else { return }
      let day = session.day ?? event.at.day
      sessions[event.id] = day
      counts[day, default: 0] += 1
      days.insert(day)
      award(event, on: day)
    case .pushUpsRemoved(let removal):
      guard let day = sessions.removeValue(forKey: removal.pushUps) else { return }
      let rest = counts[day, default: 1] - 1
      counts[day] = rest > 0 ? rest : nil
      if rest <= 0 { days.remove(day) }
    }
  }

  /// Awards what a session of `day` completes.
  private mutating func award(_ event: Event, on day: LocalDay) {
    let most = 364
    let (before, after) = (days.run(before: day, limit: most), days.run(after: day, limit: most))
    for (place, medal) in Medal.all.enumerated() where awarded[place] == nil {
      var first = day.number
      switch medal.kind {
      case .days:
        guard before + 1 + after >= medal.threshold else { continue }
        // The earliest days in a row that include the new one.
        first -= min(before, medal.threshold - 1)
      case .sessions: guard counts[day, default: 0] >= medal.threshold else { continue }
      }
      let length = medal.kind == .days ? medal.threshold : 1
      awarded[place] = Award(
        medal: medal, at: event.at, seq: event.seq, pushUps: event.id,
        from: LocalDay(number: first), to: LocalDay(number: first + length - 1))
    }
  }
}
