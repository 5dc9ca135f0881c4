import Events

/// A binary heap, which gives access to the first element in an order.
///
/// Pass the same order to all calls. Cost: log n for each insertion and removal.
struct Heap<Element: Sendable>: Sendable {
  /// The elements; none comes before the element at half its index.
  private var elements: [Element]

  /// Creates the heap of elements that are in order.
  init(_ elements: [Element] = []) { self.elements = elements }

  var first: Element? { elements.first }

  mutating func insert(_ element: Element, by comesBefore: (Element, Element) -> Bool) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, comesBefore(elements[place], elements[(place - 1) / 2]) {
      Steps.add()
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Removes the first element for as long as it satisfies `isGone`.
  mutating func removeFirst(
    while isGone: (Element) -> Bool, by comesBefore: (Element, Element) -> Bool
  ) {
    while let first = elements.first, isGone(first), let last = elements.popLast() {
      guard !elements.isEmpty else { return }
      elements[0] = last
      sink(by: comesBefore)
    }
  }

  /// Moves the first element down to its place.
  private mutating func sink(by comesBefore: (Element, Element) -> Bool) {
    var place = 0
    while true {
      Steps.add()
      let left = 2 * place + 1
      guard left < elements.count else { return }
      let right = left + 1
      let next =
        right < elements.count && comesBefore(elements[right], elements[left]) ? right : left
      guard comesBefore(elements[next], elements[place]) else { return }
      elements.swapAt(place, next)
      place = next
    }
  }
}
