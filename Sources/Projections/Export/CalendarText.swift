import Events

/// The lines of an iCalendar file (RFC 5545), folded at 75 octets, with CR and LF at their ends.
struct CalendarText {
  private(set) var text = ""

  /// Adds a property with a value that is not a text, such as a date.
  mutating func add(_ name: String, _ value: String) { fold("\(name):\(value)") }

  /// Adds a property with a text as its value.
  mutating func add(_ name: String, text: String) { add(name, CalendarText.escaped(text)) }

  /// Adds a component with the lines that `body` adds.
  mutating func component(_ name: String, _ body: (inout CalendarText) -> Void) {
    add("BEGIN", name)
    body(&self)
    add("END", name)
  }

  /// Adds a line, folded before the 76th octet and never within a character.
  private mutating func fold(_ line: String) {
    var octets = 0
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if octets + size > 75 {
        text += "\r\n "
        octets = 1
      }
      text.unicodeScalars.append(scalar)
      octets += size
    }
    text += "\r\n"
  }

  /// Returns a text escaped by RFC 5545, section 3.3.11: line ends become `\n`, other control characters become spaces.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case "\n": escaped += "\\n"
      case "\r": break
      case "\t": escaped += " "
      default:
        if isUnsafeOnTerminals(scalar.value) {
          escaped += " "
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }
}

extension Timestamp {
  /// The time in UTC as `20260302T170411Z`.
  var inCalendarUTC: String {
    let text = Timestamp(milliseconds: milliseconds).description
    return text.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }
}

extension LocalDay {
  /// The day as `20260302`.
  var inCalendarDigits: String { description.filter { $0 != "-" } }
}
