/// The parts of some work, which are computed on all cores and taken in order.
///
///     threads   the caller       another          the caller
///     made        part 0          part 1            part 2        …
///     taken     0, then 1, then 2, …, on the caller's thread alone
///
/// A thread that needs an unfinished part works on the next part meanwhile. The cores are therefore busy until the
/// end, whether computing or taking the parts takes longer. At most a few parts are computed in advance.
package struct OrderedParts<Part: Sendable, Tool>: Sendable {
  private let count: Int
  /// The number of threads in addition to the caller's thread.
  private let others: Int
  /// A closure that creates the tool of a thread.
  private let tool: @Sendable () -> Tool
  /// A closure that computes a part, reusing the memory of a used one if there is one.
  private let make: @Sendable (Int, Tool, consuming Part?) -> Part

  /// The largest number of parts that are begun and not yet taken.
  private static var window: Int { 8 }

  /// Creates a description of the work.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - isThreaded: A Boolean value indicating whether other threads are worth their cost: starting a thread takes
  ///     as long as reading 2 MiB of lines.
  ///   - tool: A closure that creates the tool of a thread.
  ///   - make: A closure that computes the part with a number, reusing the memory of a used part if there is one. It
  ///     is called on several threads at once.
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
    /// The finished parts, by their number modulo the window.
    var ready = [Part?](repeating: nil, count: window)
    var isStopped = false
    /// The used parts, whose memory is reused: a third of the page faults of a replay.
    var spare: [Part] = []

    /// Returns the next part to work on, or nil if there is none at the moment.
    mutating func begin(of total: Int) -> Int? {
      guard begun < total, begun - taken < window else { return nil }
      begun += 1
      return begun - 1
    }
  }

  /// Passes all parts with their numbers to `take`, in order, until `take` throws.
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

  /// Works on parts until none is left.
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

  /// Returns the part `number`, and works on other parts until it is finished.
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
