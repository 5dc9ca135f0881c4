/// An entry that cannot be read, with the nearest valid entry.
public struct EntryError: Error, Equatable, Sendable {
  /// The expected and the found text: lower case, no full stop.
  public let message: String
  /// The nearest valid entry; nil if none is near.
  public let nearest: String?

  /// Creates the error for `text`; the message repeats only a short text.
  init(expected: String, found text: String, nearest: String?) {
    // A longer text than any entry may be a secret that was pasted by mistake.
    let shown = text.utf8.count > 100 ? "\(text.utf8.count) bytes of text" : "'\(text)'"
    message = "expected \(expected), found \(shown)"
    self.nearest = nearest
  }
}
