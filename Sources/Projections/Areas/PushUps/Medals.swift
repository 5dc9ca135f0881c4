import Events

/// One user's medals for push-ups, each awarded once, when the log first meets its condition.
///
/// A medal stays even if the push-ups for it are removed, since the award depends on the log at that time. Removed
/// push-ups do not count for later medals unless they are restored. A session without a push-up never counts.
public struct Medals: UserProjection {
  /// An awarded medal, with its evidence.
  public struct Award: Equatable, Sendable {
    public let medal: Medal
    /// The time of the event with which the log first met the condition.
    public let at: Timestamp
    /// The position of that event.
    public let seq: Int
    /// The id of that event.
    public let pushUps: EventID
    /// The first of the days that count for the medal.
    public let from: LocalDay
    /// The last of the days that count for the medal.
    public let to: LocalDay
  }

  /// The awards in the order of `Medal.all`; nil for a medal that is not awarded yet.
  private var awarded = [Award?](repeating: nil, count: Medal.all.count)
  /// The days with sessions, and the number of sessions on each.
  private var days = DaySet()
  private var counts: [LocalDay: Int] = [:]
  /// The day of each session that was not removed.
  private var sessions: [EventID: LocalDay] = [:]
  /// The day of each session that was removed.
  private var removed: [EventID: LocalDay] = [:]

  public init() {}
  public static var reads: Areas { [.pushUps] }

  /// The awards, in the order of `Medal.all`.
  public var awards: [Award] { awarded.compactMap(\.self) }

  /// The award of a medal; nil if it is not awarded yet.
  public subscript(medal: Medal) -> Award? {
    Medal.all.firstIndex(of: medal).flatMap { awarded[$0] }
  }

  public mutating func apply(_ event: Event) {
    guard case .pushUps(let fact) = event.body else { return }
    switch fact {
    case .pushUpsLogged(let session):
      guard session.count > 0 else { return }
      add(event.id, on: session.day ?? event.at.day, by: event)
    case .pushUpsRemoved(let removal):
      guard let day = sessions.removeValue(forKey: removal.pushUps) else { return }
      removed[removal.pushUps] = day
      let rest = counts[day, default: 1] - 1
      counts[day] = rest > 0 ? rest : nil
      if rest <= 0 { days.remove(day) }
    case .pushUpsRestored(let restoring):
      guard let day = removed.removeValue(forKey: restoring.pushUps) else { return }
      add(restoring.pushUps, on: day, by: event)
    }
  }

  /// Counts a session that an event logs or restores.
  private mutating func add(_ session: EventID, on day: LocalDay, by event: Event) {
    sessions[session] = day
    counts[day, default: 0] += 1
    days.insert(day)
    award(event, on: day)
  }

  /// Awards the medals that a session on `day` completes.
  private mutating func award(_ event: Event, on day: LocalDay) {
    let most = 364
    let (before, after) = (days.run(before: day, limit: most), days.run(after: day, limit: most))
    for (place, medal) in Medal.all.enumerated() where awarded[place] == nil {
      var first = day.number
      switch medal.kind {
      case .days:
        guard before + 1 + after >= medal.threshold else { continue }
        // The earliest consecutive days that include the new one.
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
