import Events

/// Text of XML and HTML, in which no text from a log becomes markup.
///
/// Elements are closed by the call that opened them, so what is written is well-formed.
package struct Markup: Sendable {
  /// The text so far.
  package private(set) var text = ""

  package init() {}

  /// Writes an element with what `content` writes into it.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
    _ content: (inout Markup) -> Void
  ) {
    open(name, attributes)
    text += ">"
    content(&self)
    text += "</\(name)>"
  }

  /// Writes an element that holds a text.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String
  ) {
    element(name, attributes) { $0.add(text) }
  }

  /// Writes an element without content, as SVG and the void elements of HTML have it.
  package mutating func empty(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]
  ) {
    open(name, attributes)
    text += "/>"
  }

  /// Writes a text, escaped.
  package mutating func add(_ text: String) { self.text += Markup.escaped(text) }

  /// Writes markup that was made already, or that is fixed.
  package mutating func add(markup: String) { text += markup }

  private mutating func open(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>
  ) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Markup.escaped(value))\"" }
  }

  /// Returns a text that is no markup, in an element or in an attribute.
  ///
  /// Characters that hide text or turn its direction are made visible, and so are those that XML has not.
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
