/// The files next to a log that is synced with another one, its remote.
///
/// | file | content |
/// | --- | --- |
/// | `LOG` | the accepted events: always the first bytes of the remote's log |
/// | `LOG.pending` | a log of its own: the events of this device that `LOG` does not contain yet |
/// | `LOG.refused` | likewise: the events that the remote refused, each with the reason |
/// | `LOG.sync` | the remote, and failed attempts; it may be deleted |
///
/// All change under the lock of `LOG`. A log is synced once it has a `LOG.pending`, which stays even if it is empty.
package struct DeviceFiles: Sendable {
  /// The path of the log itself, after resolving links.
  package let log: String

  /// Creates the paths of the files next to the log at `place`, which is not a link.
  init(place: String) { log = place }

  /// Creates the paths of the files next to the log at `path`.
  package init(of path: String, _ system: System) { log = (try? system.place(of: path)) ?? path }

  package var pending: String { log + Self.pendingSuffix }
  package var refused: String { log + Self.refusedSuffix }
  package var state: String { log + Self.stateSuffix }

  private static let pendingSuffix = ".pending"
  private static let refusedSuffix = ".refused"
  private static let stateSuffix = ".sync"

  /// Returns the path of the log to which a file with this name would belong; nil for any other name.
  package static func log(beside path: String) -> String? {
    [pendingSuffix, refusedSuffix, stateSuffix].first { path.hasSuffix($0) }
      .map { String(path.dropLast($0.count)) }
  }

  /// Returns whether the log is synced with another one.
  ///
  /// - Throws: An error if it cannot be known. An event that is then appended to the log itself would part it from its
  ///   remote's.
  package func areThere(_ system: System) throws(LogError) -> Bool {
    if try isThere(pending, system) { return true }
    return try system.exists(state)
  }

  /// Returns whether one of the files exists.
  ///
  /// - Throws: An error for a symbolic link to a missing file, because the events in it are missing. An error also for
  ///   a pipe, at which a reader would wait.
  func isThere(_ path: String, _ system: System) throws(LogError) -> Bool {
    let help: Remedy? =
      path == log
      ? nil : "move LOG.pending or LOG.refused back, or move the item at this path elsewhere"
    guard try system.hasLog(path, help: help) else { return false }
    try system.requireFile(at: path, help: help)
    return true
  }

  /// Returns the log in one of the files, or an empty one if there is none.
  package func log(at path: String, _ system: System) throws(LogError) -> Log {
    guard try isThere(path, system) else { return Log([], name: path) }
    return try Log(path: path, usesCheckpoint: false, system: system)
  }

  /// Returns the file of the pending events; nil for a log that is not synced with another one.
  ///
  /// Before the position `checked`, the log has none of the pending events.
  /// A reader opens the file before the log. Another process may sync or adopt a log meanwhile, so the position counts
  /// only if it was the same before and after.
  func pendingFile(_ system: System) throws(LogError) -> (Log, checked: LogPosition?)? {
    guard try areThere(system) else { return nil }
    let checked = SyncState(self, system).reconciled
    let file = try log(at: pending, system)
    return (file, checked == SyncState(self, system).reconciled ? checked : nil)
  }
}
