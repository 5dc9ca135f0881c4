import Events
import Projections

/// The marks `"pending":true` on what is provisional, because it depends on events that wait to be synced.
enum ProvisionalMarks {
  /// Returns the JSON of a view with a mark on each record that is new or different because of pending events.
  ///
  /// Within a marked record, each different record of a list or an object has a mark, too.
  ///
  /// Cost: linear in both views. It is called only if events wait; the view is then replayed a second time.
  ///
  /// - Parameters:
  ///   - json: The view, one row a line.
  ///   - before: The view without the pending events; empty if it has no row.
  static func added(to json: [UInt8], before: [UInt8], _ schema: RecordSchema) -> [UInt8] {
    let lines = json.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var rows = marked(rows(of: json), among: rows(of: before), schema)[...]
    return Array(
      lines.map { line in
        guard line.first == UInt8(ascii: "{"), let row = rows.popFirst() else { return Array(line) }
        return line.last == UInt8(ascii: ",") ? row + [UInt8(ascii: ",")] : row
      }.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// Returns a line of the log without its newline, with the mark.
  static func added(toLine line: some Collection<UInt8>) -> [UInt8] {
    line.dropLast() + Array(",\"pending\":true}".utf8)
  }

  /// Returns the lines with the rows of a view, without commas.
  private static func rows(of json: [UInt8]) -> [[UInt8]] {
    json.split(separator: UInt8(ascii: "\n")).filter { $0.first == UInt8(ascii: "{") }.map {
      Array($0.last == UInt8(ascii: ",") ? $0.dropLast() : $0)
    }
  }

  /// Returns the records of a list, with marks on those that are not among the earlier ones.
  private static func marked(
    _ records: [[UInt8]], among earlier: [[UInt8]], _ schema: RecordSchema
  ) -> [[UInt8]] {
    var counts: [[UInt8]: Int] = [:]
    for record in earlier { counts[record, default: 0] += 1 }
    let isSame = records.map { record in
      guard let count = counts[record], count > 0 else { return false }
      counts[record] = count - 1
      return true
    }
    guard isSame.contains(false) else { return records }
    var others: [String: [JSON]] = [:]
    for record in earlier.reversed() {
      guard let count = counts[record], count > 0, let other = value(record) else { continue }
      counts[record] = count - 1
      others[identity(of: other, schema), default: []].append(other)
    }
    return zip(records, isSame).map { record, isSame in
      guard !isSame, case .object(let members)? = value(record) else { return record }
      return marked(members, others[identity(of: .object(members), schema)]?.popLast(), schema)
    }
  }

  /// Returns a record with the mark.
  ///
  /// - Parameter earlier: The record without the pending events; nil if there was none.
  private static func marked(
    _ members: JSON.Members, _ earlier: JSON?, _ schema: RecordSchema
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for (name, value) in members {
        json.key(name)
        switch (schema[name]?.content, value) {
        case (.list(let inner), .array(let elements)):
          let earlier = earlier?[name]?.elements?.map(\.bytes) ?? []
          json.array { json in
            for element in marked(elements.map(\.bytes), among: earlier, inner) {
              json.raw(element)
            }
          }
        case (.object(let inner), .object):
          let earlier = earlier?[name].map { [$0.bytes] } ?? []
          for element in marked([value.bytes], among: earlier, inner) { json.raw(element) }
        default: value.write(&json)
        }
      }
      json.member("pending", true)
    }
    return json.bytes
  }

  /// Returns the text that distinguishes a record of a list from the others; in a view of all users also by its user.
  private static func identity(of record: JSON, _ schema: RecordSchema) -> String {
    [schema.key ?? "", "user"].map { record[$0]?.jsonText ?? "" }.joined(separator: " ")
  }

  private static func value(_ record: [UInt8]) -> JSON? {
    try? Bytes.of(record) { (bytes) throws(LineError) in try JSON(bytes) }
  }
}

extension JSONWriter {
  /// Writes the mark of a provisional record, if the event at a position of a log waits to be synced.
  mutating func markIfPending(_ seq: Int?, in log: Log) {
    if let seq { markIfPending([seq], in: log) }
  }

  /// Writes the mark of a provisional record, if one of the events at some positions of a log waits to be synced.
  mutating func markIfPending(_ seqs: [Int], in log: Log) {
    if seqs.contains(where: log.isPending) { member("pending", true) }
  }
}
