/// A count of the steps that folds, decisions and checks take, for the test that none of them costs more
/// than n log n.
///
/// A step is one comparison of two names or ids, which every search makes, or one element that a list
/// moves to make or fill a gap. They are counted in builds for debugging, where a test asks for it, and
/// cost nothing in others.
package enum Steps {
  #if DEBUG
    /// The counter of the current task; nil where no test counts.
    @TaskLocal private static var counter: Monitor<Int>?
  #endif

  /// Counts steps.
  @inline(__always)
  package static func add(_ steps: Int = 1) {
    #if DEBUG
      counter?.alone { $0 += steps }
    #endif
  }

  #if DEBUG
    /// Counts the steps that `body` takes on its own thread.
    package static func count(_ body: () throws -> Void) rethrows -> Int {
      let counter = Monitor(0)
      try $counter.withValue(counter) { try body() }
      return counter.alone { $0 }
    }
  #endif
}

extension Array {
  /// Removes the element at `index`, counting those that close the gap.
  package mutating func take(at index: Int) -> Element {
    Steps.add(count - index)
    return remove(at: index)
  }

  /// Inserts an element at `index`, counting those that make room.
  package mutating func put(_ element: Element, at index: Int) {
    Steps.add(count - index)
    insert(element, at: index)
  }

  /// Removes the elements that satisfy `isGone`, counting all that are looked at.
  package mutating func drop(where isGone: (Element) -> Bool) {
    Steps.add(count)
    removeAll(where: isGone)
  }
}
