/// The ids of a log, which one thread reads while another waits for the first id to look up.
package final class IDsAhead: Sendable {
  private enum State {
    case unread
    /// The ids; nil if there are none to read, or if they cannot be read.
    case read(LogEnd.IDIndex?)
  }

  private let state = Monitor(State.unread)

  package init() {}

  /// Reads the ids of the log at `path`, unless that takes little time, and wakes the thread that waits for them.
  ///
  /// It takes no lock, so the log may change. The appender checks that its log begins with the lines that were read,
  /// and reads the lines after them.
  package func read(
    _ path: String, usesCheckpoint: Bool, isCancelled: @escaping @Sendable () -> Bool,
    system: System
  ) {
    let ids = try? ids(path, usesCheckpoint, isCancelled, system)
    state.change { $0 = .read(ids) }
  }

  private func ids(
    _ path: String, _ usesCheckpoint: Bool, _ isCancelled: @escaping @Sendable () -> Bool,
    _ system: System
  ) throws -> LogEnd.IDIndex? {
    let status = try system.status(path: path)
    guard status.isRegular, status.size >= LogEnd.IDIndex.long else { return nil }
    var log = try Log(path: path, usesCheckpoint: usesCheckpoint, system: system)
    log.isCancelled = isCancelled
    return try LogEnd.IDIndex(of: log)
  }

  /// Waits until the ids are read, and returns them.
  func wait() -> LogEnd.IDIndex? {
    state.wait { state -> LogEnd.IDIndex?? in
      guard case .read(let ids) = state else { return nil }
      return .some(ids)
    }
  }
}
