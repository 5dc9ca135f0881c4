import Events

extension Log {
  /// Passes the events of some areas and users to `body`, in the order of the log.
  ///
  /// All lines are checked, including other events and lines after the requested part.
  ///
  /// - Parameters:
  ///   - interests: The areas, and the users whose events of these areas are passed. Use the `_interests` of one or
  ///     more projections.
  ///   - asOf: The part of the log to read; nil for all of it.
  /// - Throws: `LogError.Kind.damaged`, with the place, after earlier events were passed on. An error of `body` ends
  ///   the calls but not the checks.
  public func forEachEvent(
    of interests: [(areas: Areas, scope: Scope)], asOf: AsOf? = nil,
    _ body: (Event) throws -> Void
  ) throws {
    var interest = Interest(in: asOf?.includes)
    for part in interests { interest.add(1, part.scope, part.areas) }
    var failure: (any Error)?
    try events(interest) { run in
      guard failure == nil else { return }
      for index in 0..<run.count {
        run.withEvent(at: index) { event in
          guard failure == nil else { return }
          do { try body(event) } catch { failure = error }
        }
      }
    }
    if let failure { throw failure }
  }
}
