/// An entry that cannot be read, with the nearest one that can.
public struct EntryError: Error, Equatable, Sendable {
  /// The expected and the found text: lower case, no full stop.
  public let message: String
  /// The nearest entry that is understood; nil when none is near.
  public let nearest: String?

  /// Creates the error of `text`, of which only a short one is shown.
  init(expected: String, found text: String, nearest: String?) {
    // A text longer than any entry may be a secret that was pasted in error.
    let shown = text.utf8.count > 100 ? "a text of \(text.utf8.count) bytes" : "'\(text)'"
    message = "expected \(expected), found \(shown)"
    self.nearest = nearest
  }
}
