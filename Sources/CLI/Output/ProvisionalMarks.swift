import Events

/// The marks `"pending":true` on rows with a provisional position: that of an event that waits to be synced.
struct ProvisionalMarks {
  /// The position of the last event that the remote accepted.
  private let accepted: Int

  init(after accepted: Int) { self.accepted = accepted }

  /// Returns the JSON of a view, one row a line, with the marks.
  func added(to json: [UInt8]) -> [UInt8] {
    var marked: [UInt8] = []
    for line in json.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if !marked.isEmpty { marked.append(UInt8(ascii: "\n")) }
      let hasComma = line.last == UInt8(ascii: ",")
      let row = try? Bytes.of(Array(hasComma ? line.dropLast() : line)) {
        (bytes) throws(LineError) in try JSON(bytes)
      }
      marked +=
        row.map { self.marked($0).bytes + (hasComma ? [UInt8(ascii: ",")] : []) } ?? Array(line)
    }
    return marked
  }

  /// Returns a line of the log without its newline, with the mark.
  static func added(toLine line: [UInt8]) -> [UInt8] {
    line.dropLast() + Array(",\"pending\":true}".utf8)
  }

  private func marked(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map(marked))
    case .object(let members):
      let isProvisional = (json["seq"]?.integer ?? 0) > accepted
      return .object(
        members.map { ($0.name, marked($0.value)) } + (isProvisional ? [("pending", true)] : []))
    default: return json
    }
  }
}
