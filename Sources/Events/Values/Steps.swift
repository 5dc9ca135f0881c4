/// A counter for the steps of folds, decisions and checks, for a test that none of them exceeds n log n.
///
/// A step is one comparison of two names or ids in a search, one moved element of a list, or one element of a list or
/// sum that is computed from its start. Steps are counted only in debug builds and only if a test requests it; other
/// builds have no cost.
package enum Steps {
  #if DEBUG
    /// The counter of the current task; nil if no test counts.
    @TaskLocal private static var counter: Monitor<Int>?
  #endif

  @inline(__always)
  package static func add(_ steps: Int = 1) {
    #if DEBUG
      counter?.alone { $0 += steps }
    #endif
  }

  #if DEBUG
    /// Returns the number of steps that `body` takes on its own thread.
    package static func count(_ body: () throws -> Void) rethrows -> Int {
      let counter = Monitor(0)
      try $counter.withValue(counter) { try body() }
      return counter.alone { $0 }
    }
  #endif
}

extension Array {
  /// Removes and returns the element at `index`, and counts the elements that close the gap.
  package mutating func take(at index: Int) -> Element {
    Steps.add(count - index)
    return remove(at: index)
  }

  /// Inserts an element at `index`, and counts the elements that make room.
  package mutating func put(_ element: Element, at index: Int) {
    Steps.add(count - index)
    insert(element, at: index)
  }

  /// Removes the elements that satisfy `isGone`, and counts all checked elements.
  package mutating func drop(where isGone: (Element) -> Bool) {
    Steps.add(count)
    removeAll(where: isGone)
  }
}
