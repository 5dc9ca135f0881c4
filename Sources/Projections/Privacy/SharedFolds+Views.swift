import Events

// What the views of the table are made of.
extension SharedFolds {
  /// Folds a log into what all views of the table are made of.
  convenience init(viewsOf log: Log) throws(LogError) {
    self.init()
    var collector = Collector(folds: self)
    Views.visit(&collector)
    try fold(log)
  }

  /// Folds two logs, each on a thread of its own.
  ///
  /// - Throws: The error of the first log before that of the second.
  static func both(viewsOf log: Log, _ other: Log) throws(LogError) -> (SharedFolds, SharedFolds) {
    let second = Monitor<Result<SharedFolds, LogError>?>(nil)
    let first = try System.onThreads(
      1,
      {
        let views = folded(other)
        second.alone { $0 = views }
      }
    ) { (_) throws(LogError) in try SharedFolds(viewsOf: log) }
    // There is none where the system refused a thread.
    return (first, try (second.alone { $0 } ?? folded(other)).get())
  }

  private static func folded(_ log: Log) -> Result<SharedFolds, LogError> {
    do throws(LogError) { return .success(try SharedFolds(viewsOf: log)) } catch {
      return .failure(error)
    }
  }

  private struct Collector: ViewVisitor {
    let folds: SharedFolds

    func visit<V: View>(_ view: V.Type) { folds.add(V.Source()) }

    func visit<V: PersonalView>(personal view: V.Type) {
      folds.add(state: V.State.self)
      folds.add(V.Shared())
    }
  }
}
