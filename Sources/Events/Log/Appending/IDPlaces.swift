/// The places in a log where lines begin, by the ids of their events.
///
/// Memory: 24 bytes an id, and 12 to 18 to find it.
struct IDPlaces {
  private struct Entry {
    let id: EventID
    let start: Int
  }

  private var numbers = IDNumbers()
  /// Chunks instead of one array: an array that grows needs the old and the new place at once.
  private var chunks: [[Entry]] = []
  private var count = 0
  private static let chunkBits = 14
  private static let chunkSize = 1 << chunkBits

  /// The place of the line whose event has an id; nil where none is known.
  subscript(id: EventID) -> Int? {
    numbers.number(of: id) { entry($0).id }.map { entry($0).start }
  }

  /// Enters the place of the line whose event has an id, instead of the one that was known.
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

  /// The number of ids for which it pays to read ahead.
  ///
  /// Of more of them what is read first leaves the caches, and those of the page tables, before it is needed.
  static let ahead = 256

  /// Reads what is needed to look up at most `ahead` ids, so that the look-ups need not wait for it.
  func prefetch(_ ids: some Sequence<EventID>) { numbers.prefetch(ids) }

  private func entry(_ number: Int) -> Entry { IDPlaces.entry(number, in: chunks) }

  private static func entry(_ number: Int, in chunks: [[Entry]]) -> Entry {
    chunks[number >> chunkBits][number & (chunkSize - 1)]
  }
}
