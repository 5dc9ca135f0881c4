/// A text as a key: equal to another only where their bytes are, and in the order of its bytes.
///
/// To a dictionary of `String` é as one character and as two is one key.
package struct ExactText: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: Self, other: Self) -> Bool { Bytes.areEqual(one.text, other.text) }

  package static func < (one: Self, other: Self) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    Bytes.of(text) { bytes in
      var index = 0
      while index + 8 <= bytes.count {
        hasher.combine(bytes.word(at: index))
        index += 8
      }
      while index < bytes.count {
        hasher.combine(bytes[index])
        index += 1
      }
    }
  }
}
