/// A text as a key, compared and ordered by its bytes.
///
/// A dictionary with `String` keys treats é as one character and é as two characters as the same key.
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
