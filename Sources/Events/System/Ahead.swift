/// A series of values that another thread produces in advance while this thread takes them in order.
///
///     other thread   |- make 1 -|- make 2 -|          |- make 3 -| …
///     this thread               |--- take 1 ---|--- take 2 ---| …
///
/// Memory does not depend on the number of values: at most a few are ready in advance.
package struct Ahead<Value> {
  /// A closure that returns the next value, reusing the memory of a used one if there is one; nil after the last
  /// value.
  ///
  /// One thread at a time calls it. A closure that waits must check `isStopped` from time to time. If `isStopped`
  /// returns true, no more values are taken, and the closure must return nil.
  package typealias Next = (_ used: consuming Value?, _ isStopped: @escaping @Sendable () -> Bool)
    -> Value?

  /// The largest number of ready values; 0 to produce each value on this thread when it is taken.
  private let count: Int
  private let next: Next

  /// Creates a series of the values that `next` produces.
  package init(_ count: Int, _ next: @escaping Next) { (self.count, self.next) = (count, next) }

  private struct Progress {
    var ready: [Value] = []
    var used: [Value] = []
    var isOver = false
    var isStopped = false
  }

  /// Passes all values to `take`, in order, until `take` throws.
  package func run<E: Error>(_ take: (inout Value) throws(E) -> Void) throws(E) {
    // `Monitor(next)` would not do: a generic context wraps a changed closure again each time. The calls through all
    // wrappers finally overflow the stack.
    let (progress, maker) = (Monitor(Progress()), Monitor(self))
    let work: @Sendable () -> Void = { [count] in Ahead.make(by: maker, progress, ahead: count) }
    try System.onThreads(count > 0 ? 1 : 0, work) { (threads) throws(E) in
      defer { progress.change { $0.isStopped = true } }
      while var value = threads > 0 ? Ahead.ready(progress) : Ahead.made(by: maker, progress) {
        try take(&value)
        progress.alone { $0.used.append(value) }
      }
    }
  }

  /// Produces values and adds them to the ready ones, until the last value or a stop.
  private static func make(
    by maker: Monitor<Ahead>, _ progress: Monitor<Progress>, ahead count: Int
  ) {
    while progress.wait({ $0.isStopped || $0.ready.count < count ? !$0.isStopped : nil }) {
      let value = made(by: maker, progress)
      progress.change { state in
        if let value { state.ready.append(value) }
        state.isOver = value == nil
      }
      if value == nil { return }
    }
  }

  private static func made(by maker: Monitor<Ahead>, _ progress: Monitor<Progress>) -> Value? {
    let used = progress.alone { $0.used.popLast() }
    return maker.alone { $0.next(used) { progress.alone { $0.isStopped } } }
  }

  /// Returns the next value when it is ready, or nil after the last one.
  private static func ready(_ progress: Monitor<Progress>) -> Value? {
    let isOver = progress.wait { $0.ready.isEmpty ? ($0.isOver ? true : nil) : false }
    guard !isOver else { return nil }
    var next: Value?
    // Removing the value makes room for another one.
    progress.change { next = $0.ready.removeFirst() }
    return next
  }
}
