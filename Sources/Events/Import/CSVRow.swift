/// A row of a CSV file.
package struct CSVRow: Equatable, Sendable {
  /// The number of the first line, from 1; a row with quoted line breaks has several lines.
  package let line: Int
  /// The fields without their quotes; the field at `index` is in column `index` + 1.
  package var fields: [String]
}
