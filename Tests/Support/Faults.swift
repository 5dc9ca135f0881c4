@testable import Events

/// A system with selected faults that records its calls.
package final class Faults: Sendable {
  private let asked = Monitor<[System.Call]>([])
  private let decide: @Sendable (System.Call, Int) -> System.Fault?

  /// Creates a system; `decide` gets each call with the number of earlier calls.
  package init(_ decide: @escaping @Sendable (System.Call, Int) -> System.Fault? = { _, _ in nil })
  {
    self.decide = decide
  }

  /// A system that syncs nothing, for tests with thousands of appends that are not about syncs.
  package static var unsynced: System {
    var system = System()
    system.fault = { $0 == .sync ? .forgotten : nil }
    return system
  }

  /// The calls made so far.
  package var calls: [System.Call] { asked.alone { $0 } }

  package var system: System {
    var system = System()
    system.fault = { call in
      let earlier = self.asked.alone { calls in
        calls.append(call)
        return calls.count - 1
      }
      return self.decide(call, earlier)
    }
    return system
  }
}

extension System.Call {
  package var isWrite: Bool { if case .write = self { true } else { false } }
  package var isTruncate: Bool { if case .truncate = self { true } else { false } }
}

/// A counter from 1.
package final class Counter: Sendable {
  private let value = Monitor(0)

  package init() {}

  package func next() -> Int {
    value.alone { value in
      value += 1
      return value
    }
  }
}
