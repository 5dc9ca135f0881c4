import Events

/// The imported sets of a log by number, packed, with an index of their ids.
///
/// Memory: 32 bytes for a set with its packed values, and 12 to 18 bytes for its entry in the index.
struct StoredSets: Sendable {
  /// A set, with the number of the next set in its session.
  struct Stored: Sendable {
    let id: EventID
    /// The values at the last import, and the current values; equal values share one place.
    fileprivate var imported: PackedSets.Place
    fileprivate var now: PackedSets.Place
    fileprivate var next: UInt32 = LinkedNumbers.none
    var presence = ImportedSessions.Presence.there
  }

  private var packed = PackedSets()
  /// Chunks instead of one array: a growing array needs the old and the new storage at once.
  private var chunks: [[Stored]] = []
  private var count = 0
  private var numbers = IDNumbers()
  private static let chunkBits = 14
  private static let chunkSize = 1 << chunkBits

  subscript(number: Int) -> Stored {
    get { Self.stored(number, in: chunks) }
    set { chunks[number >> Self.chunkBits][number & (Self.chunkSize - 1)] = newValue }
  }

  /// Adds a set to the sets of a session.
  mutating func append(_ set: SetLogged, _ id: EventID, to session: inout LinkedNumbers) {
    let place = packed.append(set)
    if count & (Self.chunkSize - 1) == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    chunks[chunks.count - 1].append(Stored(id: id, imported: place, now: place))
    let number = UInt32(count)
    if session.last == LinkedNumbers.none {
      session.first = number
    } else {
      self[Int(session.last)].next = number
    }
    session.last = number
    let chunks = chunks
    numbers.enter(id, count) { StoredSets.stored($0, in: chunks).id }
    count += 1
  }

  /// Corrects a set; a correction by an import also changes the set's imported values.
  mutating func revise(_ number: Int, _ revision: SetRevised, _ isImport: Bool) {
    let old = self[number]
    let now = revised(old.now, revision)
    self[number].now = now
    guard isImport else { return }
    self[number].imported = old.imported == old.now ? now : revised(old.imported, revision)
  }

  private mutating func revised(
    _ place: PackedSets.Place, _ revision: SetRevised
  ) -> PackedSets.Place {
    packed.append(packed.set(at: place, of: Name(revision.set)).set.revised(by: revision))
  }

  /// Returns the sets of a session, in the order in which they were logged.
  func all(_ numbers: LinkedNumbers, of session: Name) -> [ImportedSessions.LoggedSet] {
    var found: [ImportedSessions.LoggedSet] = []
    var next = numbers.first
    while next != LinkedNumbers.none {
      let stored = self[Int(next)]
      let imported = packed.set(at: stored.imported, of: session).set
      let now =
        stored.now == stored.imported ? imported : packed.set(at: stored.now, of: session).set
      found.append(.init(id: stored.id, imported: imported, now: now, presence: stored.presence))
      next = stored.next
    }
    return found
  }
}

// MARK: - By id

extension StoredSets {
  /// Returns the number of the set with an id; nil if there is none.
  func number(of id: EventID) -> Int? { numbers.number(of: id) { self[$0].id } }

  private static func stored(_ number: Int, in chunks: [[Stored]]) -> Stored {
    chunks[number >> chunkBits][number & (chunkSize - 1)]
  }
}

/// The first and the last number of a linked list of numbers.
struct LinkedNumbers: Sendable {
  /// The number that means none.
  static let none = UInt32.max
  fileprivate(set) var first = none
  fileprivate(set) var last = none
}
