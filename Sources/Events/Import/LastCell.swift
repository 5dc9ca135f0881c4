/// The last cell of one kind, with its value.
struct LastCell<Value> {
  private var bytes: [UInt8] = []
  private var value: Value?

  /// Returns the value if a cell equals the last one, or nil for another cell.
  ///
  /// - Parameter text: The text of the cell, if it is not part of the file.
  @inline(__always)
  func value(of cell: TrainingCells.Cell, _ text: @autoclosure () -> String) -> Value? {
    guard let value else { return nil }
    if let bytes = cell.bytes { return isLast(bytes) ? value : nil }
    return Bytes.of(text()) { isLast($0) } ? value : nil
  }

  private func isLast(_ other: Bytes) -> Bool {
    other.count == bytes.count && Bytes.of(bytes) { $0.equals(other) }
  }

  /// Keeps the value of a cell that differs from the last one.
  ///
  /// - Parameter text: The text of the cell, if it is not part of the file.
  mutating func keep(_ value: Value, of cell: TrainingCells.Cell, made text: String?) {
    self.value = value
    bytes.removeAll(keepingCapacity: true)
    if let bytes = cell.bytes {
      bytes.append(0..<bytes.count, to: &self.bytes)
    } else {
      bytes.append(contentsOf: (text ?? "").utf8)
    }
  }
}
