/// Parts of some work that are made on all cores and taken in order.
///
///     threads   the caller       another          the caller
///     made        part 0          part 1            part 2        …
///     taken     0, then 1, then 2, …, on the caller's thread alone
///
/// A thread that needs a part that is not ready works on the next one meanwhile, so the cores are
/// busy to the end whether the making or the taking costs more. A few parts are ahead of the one
/// being taken, never more.
package struct OrderedParts<Part: Sendable, Tool>: Sendable {
  /// The number of parts.
  private let count: Int
  /// The number of threads besides that of the caller.
  private let others: Int
  /// A closure that makes what a thread works with.
  private let tool: @Sendable () -> Tool
  /// A closure that makes a part, in the memory of a used one or nil.
  private let make: @Sendable (Int, Tool, consuming Part?) -> Part

  /// The most parts that are ahead.
  private static var window: Int { 8 }

  /// Describes the work.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - isThreaded: Whether it is worth threads of its own: one takes as long to start as 2 MiB of lines to read.
  ///   - tool: A closure that makes what a thread works with.
  ///   - make: A closure that makes the part of a number, in the memory of a used one or nil; called on several threads
  ///     at once.
  package init(
    _ count: Int, isThreaded: Bool, tool: @escaping @Sendable () -> Tool,
    make: @escaping @Sendable (Int, Tool, consuming Part?) -> Part
  ) {
    (self.count, self.tool, self.make) = (count, tool, make)
    others = isThreaded ? min(System.cores, 4) - 1 : 0
  }

  private struct Progress {
    /// The number of parts that were begun.
    var begun = 0
    /// The number of parts that were taken.
    var taken = 0
    /// The parts that are ready, each in its place.
    var ready = [Part?](repeating: nil, count: window)
    var isStopped = false
    /// The used parts, whose memory is used again: a third of the page faults of a replay.
    var spare: [Part] = []

    /// Returns the next part to work on, or nil when there is none now.
    mutating func begin(of total: Int) -> Int? {
      guard begun < total, begun - taken < window else { return nil }
      begun += 1
      return begun - 1
    }
  }

  /// Passes all parts to `take` with their numbers, in order, until it throws.
  package func run<E: Error>(_ take: (Int, inout Part) throws(E) -> Void) throws(E) {
    let progress = Monitor(Progress())
    try System.onThreads(others, { help(progress) }) { (_) throws(E) in
      defer { progress.change { $0.isStopped = true } }
      let tool = tool()
      for next in 0..<count {
        var part = part(next, progress, tool)
        try take(next, &part)
        progress.change { state in
          state.taken = next + 1
          state.spare.append(part)
        }
      }
    }
  }

  /// Works on parts until there are none.
  private func help(_ progress: Monitor<Progress>) {
    let tool = tool()
    while let number = progress.wait({ state -> Int?? in
      if state.isStopped || state.begun == count { return .some(nil) }
      return state.begin(of: count).map { $0 }
    }) {
      let part = made(number, progress, tool)
      progress.change { $0.ready[number % Self.window] = part }
    }
  }

  /// Returns the part `number`, after working on others as long as it is not ready.
  private func part(_ number: Int, _ progress: Monitor<Progress>, _ tool: Tool) -> Part {
    while true {
      let (ready, begun): (Part?, Int) = progress.wait { state in
        if let part = state.ready[number % Self.window].take() { return (part, -1) }
        return state.begin(of: count).map { (nil, $0) }
      }
      if let ready { return ready }
      let part = made(begun, progress, tool)
      if begun == number { return part }
      progress.change { $0.ready[begun % Self.window] = part }
    }
  }

  private func made(_ number: Int, _ progress: Monitor<Progress>, _ tool: Tool) -> Part {
    make(number, tool, progress.alone { $0.spare.popLast() })
  }
}
