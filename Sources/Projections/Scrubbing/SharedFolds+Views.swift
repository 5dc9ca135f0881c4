import Events

// The sources of the views in the table.
extension SharedFolds {
  /// Creates the folds of a whole log: its views, and the projections that all users' views share.
  static func ofWholeLog() -> SharedFolds { collected(.ofWholeLog) }

  /// Creates the folds of the users' states.
  static func ofUsers() -> SharedFolds { collected(.ofUsers) }

  private static func collected(_ part: Part) -> SharedFolds {
    var collector = Collector(folds: SharedFolds(), part: part)
    Views.visit(&collector)
    return collector.folds
  }

  /// Folds two logs, each on its own thread.
  ///
  /// - Parameter fold: A closure that folds the first log, or the second.
  /// - Throws: The error of the first log, otherwise that of the second.
  static func both<State>(
    _ fold: @escaping @Sendable (_ isFirst: Bool) throws(LogError) -> State
  ) throws(LogError) -> (State, State) {
    let second = Monitor<Result<State, LogError>?>(nil)
    @Sendable func other() -> Result<State, LogError> {
      do throws(LogError) { return .success(try fold(false)) } catch { return .failure(error) }
    }
    let first = try System.onThreads(
      1,
      {
        let folded = other()
        second.alone { $0 = folded }
      }
    ) { (_) throws(LogError) in try fold(true) }
    // There is no result if the system refused a thread.
    return (first, try (second.alone { $0 } ?? other()).get())
  }

  private enum Part { case ofWholeLog, ofUsers }

  private struct Collector: ViewVisitor {
    let folds: SharedFolds
    let part: Part

    func visit<V: LogView>(_ view: V.Type) {
      if part == .ofWholeLog { folds.add(V.Source()) }
    }

    func visit<V: PersonalView>(personal view: V.Type) {
      switch part {
      case .ofWholeLog: folds.add(V.Shared())
      case .ofUsers: folds.add(state: V.State.self)
      }
    }
  }
}
