/// The offsets of lines in a log, by the ids of their events.
///
/// Memory: 24 bytes per id for the entries, and 12 to 18 bytes for the hash table.
struct IDPlaces {
  private struct Entry {
    let id: EventID
    let start: Int
  }

  private var numbers = IDNumbers()
  /// Chunks instead of one array: a growing array needs the old and the new memory at the same time.
  private var chunks: [[Entry]] = []
  private var count = 0
  private static let chunkBits = 14
  private static let chunkSize = 1 << chunkBits

  /// The offset of the line whose event has an id; nil for an unknown id.
  subscript(id: EventID) -> Int? { numbers.number(of: id) { entry($0).id }.map { entry($0).start } }

  /// Sets the offset of the line whose event has an id, and replaces a known one.
  mutating func enter(_ id: EventID, _ start: Int) {
    if count & (IDPlaces.chunkSize - 1) == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(IDPlaces.chunkSize)
    }
    chunks[chunks.count - 1].append(Entry(id: id, start: start))
    let chunks = chunks
    numbers.enter(id, count) { IDPlaces.entry($0, in: chunks).id }
    count += 1
  }

  /// The number of ids that are prefetched together.
  ///
  /// With more ids, the first entries would leave the caches, and the page table caches, before they are used.
  static let ahead = 256

  /// Prefetches the entries of at most `ahead` ids, so that the look-ups need not wait for memory.
  func prefetch(_ ids: some Sequence<EventID>) { numbers.prefetch(ids) }

  private func entry(_ number: Int) -> Entry { IDPlaces.entry(number, in: chunks) }

  private static func entry(_ number: Int, in chunks: [[Entry]]) -> Entry {
    chunks[number >> chunkBits][number & (chunkSize - 1)]
  }
}
