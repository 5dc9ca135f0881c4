extension String {
  /// Returns whether the string contains another one, compared by characters: é is é in any encoding.
  ///
  /// The standard library's `contains(_:)` is part of its regular expressions, which are a megabyte of a static program.
  ///
  /// - Complexity: the product of the lengths in the worst case.
  package func contains(text part: String) -> Bool {
    part.isEmpty || indices.contains { self[$0...].starts(with: part) }
  }
}
