import Events

extension String {
  /// The text with its first letter in upper case.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Weekday {
  /// The name with a capital.
  package var title: String { rawValue.capitalizedFirst }
}
