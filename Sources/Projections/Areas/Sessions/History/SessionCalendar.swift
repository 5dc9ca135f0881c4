import Events

/// The sessions of a history by the weeks in which they started, and the open sessions.
///
/// Sessions are given by their index in the history. Cost: log n for each start and end. The cost of a search in one
/// week is proportional to its sessions and independent of earlier weeks.
struct SessionCalendar: Sendable {
  /// The times of a session.
  struct Span: Sendable {
    let startedAt: Timestamp
    /// The end; nil if it is open.
    let endedAt: Timestamp?

    /// The Monday of the week in which it started, on the user's clock.
    fileprivate var monday: LocalDay { startedAt.day.monday }
  }

  private var weeks: [LocalDay: Set<Int>] = [:]
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
  func sessions(inWeekOf monday: LocalDay) -> [Int] { weeks[monday].map { $0.sorted() } ?? [] }

  /// Records a change of the times of the session at an index; a time is nil if the session does not exist.
  mutating func move(_ place: Int, _ old: Span?, _ new: Span?) {
    if old?.monday != new?.monday {
      if let old { leave(old.monday, place) }
      if let new { enter(new.monday, place) }
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

  private mutating func enter(_ monday: LocalDay, _ place: Int) {
    weeks[monday, default: []].insert(place)
    // A week with one session is new, unless it lost all its other sessions.
    if weeks[monday]?.count == 1 { mondays.insert(monday, by: >) }
  }

  private mutating func leave(_ monday: LocalDay, _ place: Int) {
    weeks[monday]?.remove(place)
    guard weeks[monday]?.isEmpty ?? false else { return }
    weeks[monday] = nil
    mondays.removeFirst(while: { weeks[$0] == nil }, by: >)
  }
}

extension History.Session {
  /// The times of the session.
  var span: SessionCalendar.Span { SessionCalendar.Span(startedAt: startedAt, endedAt: endedAt) }
}
