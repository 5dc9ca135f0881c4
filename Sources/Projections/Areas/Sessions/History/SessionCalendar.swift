import Events

/// The sessions of a history by the weeks in which they started, and the open sessions.
///
/// Sessions are given by their index in the history. Cost: log n for each start and end, and a look-up for the newest
/// session of a week. The cost of a list of a week is proportional to its sessions and independent of earlier weeks.
struct SessionCalendar: Sendable {
  /// The times of a session.
  struct Span: Sendable {
    let startedAt: Timestamp
    /// The end; nil if it is open.
    let endedAt: Timestamp?

    /// The Monday of the week in which it started, on the user's clock.
    fileprivate var monday: LocalDay { startedAt.day.monday }
  }

  /// The sessions of a week.
  private struct Week: Sendable {
    /// The start of each session, in milliseconds since 1970.
    private(set) var starts: [Int: Int64] = [:]
    /// The starts and the sessions, the newest first; after the first, earlier starts of a session may remain.
    private(set) var newest = Heap<(Int64, Int)>()

    mutating func enter(_ place: Int, at start: Int64) {
      starts[place] = start
      newest.insert((start, place), by: >)
    }

    mutating func leave(_ place: Int) {
      starts[place] = nil
      newest.removeFirst(while: { start, place in starts[place] != start }, by: >)
    }
  }

  private var weeks: [LocalDay: Week] = [:]
  /// The Mondays of weeks with sessions, the latest first; after the first, weeks without sessions may remain.
  private var mondays = Heap<LocalDay>()
  private var open: Set<Int> = []
  /// The indices of open sessions, the last first; after the first, ended sessions may remain.
  private var opened = Heap<Int>()

  /// The index of the last open session in the history; nil if none is open.
  var lastOpen: Int? { opened.first }

  /// The Monday of the latest week with sessions; nil if there are none.
  var latestWeek: LocalDay? { mondays.first }

  /// Returns whether a session started in the week of a Monday.
  func hasSessions(inWeekOf monday: LocalDay) -> Bool { weeks[monday] != nil }

  /// Returns the indices of the sessions that started in the week of a Monday, in order.
  func sessions(inWeekOf monday: LocalDay) -> [Int] {
    guard let starts = weeks[monday]?.starts else { return [] }
    Steps.add(starts.count)
    return starts.keys.sorted()
  }

  /// Returns the index of the session that started last in the week of a Monday; nil if there is none.
  ///
  /// Of two with the same start, it is the later one.
  func newest(inWeekOf monday: LocalDay) -> Int? { weeks[monday]?.newest.first?.1 }

  /// Records a change of the times of the session at an index; a time is nil if the session does not exist.
  mutating func move(_ place: Int, _ old: Span?, _ new: Span?) {
    if old?.startedAt != new?.startedAt {
      if let old { leave(old.monday, place) }
      if let new { enter(new.monday, place, at: new.startedAt.milliseconds) }
    }
    let (wasOpen, isOpen) = (old.map { $0.endedAt == nil }, new.map { $0.endedAt == nil })
    guard wasOpen ?? false != isOpen ?? false else { return }
    if isOpen ?? false {
      open.insert(place)
      opened.insert(place, by: >)
    } else {
      open.remove(place)
      opened.removeFirst(while: { !open.contains($0) }, by: >)
    }
  }

  private mutating func enter(_ monday: LocalDay, _ place: Int, at start: Int64) {
    if weeks[monday] == nil { mondays.insert(monday, by: >) }
    weeks[monday, default: Week()].enter(place, at: start)
  }

  private mutating func leave(_ monday: LocalDay, _ place: Int) {
    weeks[monday]?.leave(place)
    guard weeks[monday]?.starts.isEmpty ?? false else { return }
    weeks[monday] = nil
    mondays.removeFirst(while: { weeks[$0] == nil }, by: >)
  }
}

extension History.Session {
  /// The times of the session.
  var span: SessionCalendar.Span { SessionCalendar.Span(startedAt: startedAt, endedAt: endedAt) }
}
