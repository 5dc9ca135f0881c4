/// The data of an event in its canonical form, of the newest schema version, with its limits
/// checked.
struct CanonicalData: Sendable {
  let type: EventType
  /// The bytes of the data, after those of the fields from the id on where they are canonical too.
  private(set) var bytes: [UInt8]
  /// The number of bytes before the data; 0 for the data alone.
  private(set) var headCount: Int

  /// Creates the canonical form of the bytes from `start` to `end`, in which the data begins at `data`.
  init(_ type: EventType, _ bytes: Bytes, from start: Int, data: Int, to end: Int) {
    self.type = type
    self.bytes = bytes.array(in: start..<end)
    headCount = data - start
  }

  /// Removes the fields before the data, because one of them changed.
  mutating func removeHead() {
    bytes.removeFirst(headCount)
    headCount = 0
  }
}
