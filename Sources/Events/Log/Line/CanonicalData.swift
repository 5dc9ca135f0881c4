/// The canonical data of an event, in the newest schema version and within its limits.
struct CanonicalData: Sendable {
  let type: EventType
  /// The bytes of the data; if they are canonical too, the fields from the id on precede the data.
  private(set) var bytes: [UInt8]
  /// The number of bytes before the data; 0 if there is only the data.
  private(set) var headCount: Int

  /// Creates canonical data from the bytes from `start` to `end`, in which the data begins at `data`.
  init(_ type: EventType, _ bytes: Bytes, from start: Int, data: Int, to end: Int) {
    self.type = type
    self.bytes = bytes.array(in: start..<end)
    headCount = data - start
  }

  /// Removes the fields before the data, after one of these fields changed.
  mutating func removeHead() {
    bytes.removeFirst(headCount)
    headCount = 0
  }
}
