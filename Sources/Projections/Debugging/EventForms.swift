import Events

/// The events of a search in all tried forms: the original events, and copies with fewer fields.
struct EventForms: Sendable {
  /// A closure that returns an original event by its number.
  private let original: @Sendable (Int) throws(LogError) -> Event
  /// The number of original events; copies with fewer fields have the numbers after them.
  let count: Int
  /// A Boolean value indicating whether events keep their positions and all their fields.
  let keepsEvents: Bool
  private var smaller: [Event] = []

  init(of events: [Event], keepsEvents: Bool) {
    (count, self.keepsEvents) = (events.count, keepsEvents)
    original = { events[$0] }
  }

  /// Creates the forms of the events of a log, each decoded on demand.
  init(of lines: LogLines, keepsEvents: Bool) {
    (count, self.keepsEvents) = (lines.count, keepsEvents)
    original = { (form) throws(LogError) in try lines.event(at: form) }
  }

  /// Returns the form with a number.
  func event(_ form: Int) throws(LogError) -> Event {
    try form < count ? original(form) : smaller[form - count]
  }

  /// Returns the number of a form with fewer fields; an earlier equal form has the same number.
  mutating func number(of form: Event) -> Int {
    if let place = smaller.firstIndex(of: form) { return count + place }
    smaller.append(form)
    return count + smaller.count - 1
  }
}

/// Some events of a search, as a log of their own.
package struct EventSelection: Sendable {
  private let forms: EventForms
  private let numbers: [Int32]

  init(_ numbers: [Int32], of forms: EventForms) { (self.forms, self.numbers) = (forms, numbers) }

  package var count: Int { numbers.count }

  /// Passes the events to `body`, in order and with positions in this order unless they keep their own.
  package func forEach(_ body: (Event) throws -> Void) throws {
    for (place, number) in numbers.enumerated() {
      var event = try forms.event(Int(number))
      if !forms.keepsEvents { event.seq = place + 1 }
      try body(event)
    }
  }

  /// Returns the events, or the first `most` of them, as `forEach` passes them.
  package func events(first most: Int = .max) throws -> [Event] {
    var events: [Event] = []
    try EventSelection(Array(numbers.prefix(most)), of: forms).forEach { events.append($0) }
    return events
  }
}
