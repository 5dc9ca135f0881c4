import Events

/// A writer of XML and HTML, in which no text from a log becomes markup.
///
/// The call that opens an element also closes it, so the output is well-formed.
package struct Markup: Sendable {
  /// The text so far.
  package private(set) var text = ""

  package init() {}

  /// Writes an element; `content` writes its content.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
    _ content: (inout Markup) -> Void
  ) {
    open(name, attributes)
    text += ">"
    content(&self)
    text += "</\(name)>"
  }

  /// Writes an element with a text as its content.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String
  ) { element(name, attributes) { $0.add(text) } }

  /// Writes an element without content, as in SVG and in the void elements of HTML.
  package mutating func empty(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]
  ) {
    open(name, attributes)
    text += "/>"
  }

  /// Writes a text, escaped.
  package mutating func add(_ text: String) { self.text += Markup.escaped(text) }

  /// Writes finished markup.
  package mutating func add(markup: String) { text += markup }

  private mutating func open(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>
  ) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Markup.escaped(value))\"" }
  }

  /// Returns a text with markup escaped, for an element or an attribute.
  ///
  /// Characters that hide text or change its direction are made visible; so are characters that XML does not allow.
  package static func escaped(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      case "\n", "\t": safe.unicodeScalars.append(scalar)
      case "\u{FFFE}", "\u{FFFF}": safe += "\u{FFFD}"
      case _ where isUnsafeOnTerminals(scalar.value):
        safe += "\\u{\(String(scalar.value, radix: 16))}"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// Returns a coordinate, to a tenth of a pixel.
  static func number(_ value: Double) -> String { decimal(value, places: 1) }
}
