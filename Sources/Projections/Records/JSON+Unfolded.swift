import Events

extension JSON {
  /// The maximum number of bytes in a line of an unfolded value, unless a single text is longer.
  private static let longestLine = 240

  /// Returns JSON on lines that people can compare: a value too long for one line has a line for each of its parts.
  ///
  /// A text without long lines is returned unchanged; so is a text that is not JSON.
  package static func unfolded(_ text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard lines.contains(where: { $0.count > longestLine }),
      let json = try? Bytes.of(text, { (bytes) throws(LineError) in try JSON(bytes) })
    else { return text }
    var unfolded: [UInt8] = []
    json.unfold(into: &unfolded, indent: -1, isTop: true)
    return unfolded + [UInt8(ascii: "\n")]
  }

  private func unfold(into text: inout [UInt8], indent: Int, isTop: Bool = false) {
    let bytes = bytes
    guard isTop || bytes.count + 2 * max(0, indent) > JSON.longestLine else {
      text += bytes
      return
    }
    switch self {
    case .array(let elements) where !elements.isEmpty:
      unfold(elements.map { ([], $0) }, "[", "]", into: &text, indent)
    case .object(let members) where !members.isEmpty:
      let named = members.map { (JSON.string($0.name).bytes + [UInt8(ascii: ":")], $0.value) }
      unfold(named, "{", "}", into: &text, indent)
    default: text += bytes
    }
  }

  private func unfold(
    _ parts: [(name: [UInt8], value: JSON)], _ opening: String, _ closing: String,
    into text: inout [UInt8], _ indent: Int
  ) {
    func newLine(_ indent: Int) {
      text +=
        [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: 2 * max(0, indent))
    }
    text += Array(opening.utf8)
    for (place, part) in parts.enumerated() {
      newLine(indent + 1)
      text += part.name
      part.value.unfold(into: &text, indent: indent + 1)
      if place + 1 < parts.count { text.append(UInt8(ascii: ",")) }
    }
    newLine(indent)
    text += Array(closing.utf8)
  }
}
