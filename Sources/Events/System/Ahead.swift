/// Values that another thread makes while those before them are taken, in order.
///
///     other thread   |- make 1 -|- make 2 -|          |- make 3 -| …
///     this thread               |--- take 1 ---|--- take 2 ---| …
///
/// Memory does not grow with their number: a few are ahead of the one that is being taken, never more.
package struct Ahead<Value> {
  /// A closure that returns the next value, in the memory of a used one or nil; nil after the last.
  ///
  /// It is called by one thread at a time. One that waits asks `isStopped` now and then: true means that nobody
  /// takes another value, and to return nil.
  package typealias Next = (_ used: consuming Value?, _ isStopped: @escaping @Sendable () -> Bool)
    -> Value?

  /// The most values that are ready and not yet taken; 0 to make each when it is taken, on this thread.
  private let count: Int
  private let next: Next

  /// Creates values that `next` makes.
  package init(_ count: Int, _ next: @escaping Next) { (self.count, self.next) = (count, next) }

  private struct Progress {
    var ready: [Value] = []
    var used: [Value] = []
    var isOver = false
    var isStopped = false
  }

  /// Passes all values to `take`, in order, until it throws.
  package func run<E: Error>(_ take: (inout Value) throws(E) -> Void) throws(E) {
    // Not `Monitor(next)`: a closure that is changed in a generic place is wrapped anew each time, until the calls
    // through all wrappers overflow the stack.
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

  /// Creates values and adds them to those that are ready, up to the last or a stop.
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

  /// Returns the next value once it is ready; nil after the last.
  private static func ready(_ progress: Monitor<Progress>) -> Value? {
    let isOver = progress.wait { $0.ready.isEmpty ? ($0.isOver ? true : nil) : false }
    guard !isOver else { return nil }
    var next: Value?
    // Its place is free for another.
    progress.change { next = $0.ready.removeFirst() }
    return next
  }
}
